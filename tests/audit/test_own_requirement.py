"""The officer's own (d, v) held against Definition 4, and its curves against requirements tried one by one."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.audit import own_requirement
from permdesk.audit.own_requirement import Requirement, RequirementReader
from permdesk.audit.policy import Policy
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings, Ties
from permdesk.compute.progress import Cancelled, Progress
from tests import naive
from tests.pairs import pair_of, paper_pair


def audit_of(pair, policy=Policy(), **settings):  # noqa: B008 - a policy is frozen
    return run_audit(pair, Settings(**settings), policy, Progress())


@pytest.fixture(scope="module")
def paper():
    return RequirementReader(audit_of(paper_pair()))


@pytest.fixture(scope="module")
def holed():
    """Ties in both files, and values that are missing on either side."""
    rng = np.random.default_rng(8)
    original = rng.integers(0, 9, (40, 3)).astype(float)
    released = original + rng.integers(-2, 3, original.shape)
    original[3, 1] = original[17, 0] = released[5, 2] = released[9, 0] = np.nan
    return RequirementReader(audit_of(pair_of(original, released)))


def read(reader, distance, variances, attribute=None):
    return reader.read(Requirement(distance, tuple(variances)), attribute, Progress())


@pytest.mark.parametrize("reader", ["paper", "holed"])
@pytest.mark.parametrize("distance", [0, 1, 2, 3, 7, 50, 10**15])
def test_that_windows_at_any_distance_are_those_of_the_definition(request, reader, distance):
    reader = request.getfixturevalue(reader)
    mapping = reader.audit.mapping
    x, y = naive.file_of(mapping.original), naive.file_of(mapping.anonymized)
    found = reader.variances_at(distance, Progress())
    for j in range(found.shape[1]):
        values = naive.column(y, j)
        for i, record in enumerate(x):
            if record[j] is None:
                assert np.isnan(found[i, j])
            else:
                expected = naive.variance(naive.window(values, record[j], distance))
                assert found[i, j] == pytest.approx(float(expected), abs=1e-9)


def test_that_a_record_satisfies_what_it_just_attains_and_nothing_more(paper):
    d = int(paper.moved.min())
    smallest = read(paper, d, [0, 0, 0]).smallest
    assert read(paper, d, smallest).satisfied.all()
    assert read(paper, d + 1, [0, 0, 0]).near.sum() == (paper.moved == d).sum()
    more = [np.nextafter(smallest[0], np.inf), *smallest[1:]]
    found = read(paper, d, more)
    assert found.alike.sum(axis=0).tolist() == [1, 0, 0]
    assert found.satisfied.sum() == 19


def test_that_the_policys_own_requirement_finds_what_the_audit_found():
    policy = Policy(min_distance=2, min_variance={"X1": 0.02}, min_variance_share=0.001)
    audit = audit_of(paper_pair(), policy)
    reader = RequirementReader(audit)
    found = reader.read(reader.of_policy, None, Progress())
    assert 0 < audit.satisfies.sum() < 20
    assert found.satisfied.tolist() == audit.satisfies.tolist()


def test_that_a_missing_original_value_asks_nothing_of_its_window(holed):
    found = read(holed, 1, [np.inf, 0, 0])
    assert found.alike[:, 0].sum() == 39
    assert not found.alike[17, 0]


@pytest.mark.parametrize("reader", ["paper", "holed"])
def test_that_the_curves_say_what_requirements_tried_one_by_one_would(request, reader):
    reader = request.getfixturevalue(reader)
    share = 0.002
    asked = share * reader.whole
    found = read(reader, 2, asked)
    over = found.over_distance
    assert over.n_records == reader.audit.n_original
    assert (over.at[0], over.at[-1]) == (0, reader.moved.max() + 1)
    for at, seen in zip(over.at, over.share, strict=True):
        assert seen == read(reader, int(at), asked).satisfied.mean()
    for at, seen in list(zip(found.over_variance.at, found.over_variance.share, strict=True))[::20]:
        assert seen == pytest.approx(read(reader, 2, at * reader.whole).satisfied.mean())
    one = read(reader, 2, asked, attribute=1)
    for at, seen in list(zip(one.over_variance.at, one.over_variance.share, strict=True))[::20]:
        assert seen == pytest.approx(read(reader, 2, [asked[0], at, asked[2]]).satisfied.mean())


def test_that_curves_end_where_nothing_satisfies_and_never_rise(paper):
    found = read(paper, 1, 0.001 * paper.whole)
    assert found.over_distance.share[-1] == 0
    assert found.over_variance.share[-1] == 0
    assert (np.diff(found.over_variance.share) <= 0).all()


def test_that_a_curve_over_d_of_many_records_follows_some_and_says_how_many(paper, monkeypatch):
    monkeypatch.setattr(own_requirement, "MOST_DRAWN", 12)
    assert read(paper, 1, [0, 0, 0]).over_distance.n_records == 20
    found = read(paper, 1, [1.0, 0, 0])
    assert found.over_distance.n_records == 12
    assert found.satisfied.size == 20


def test_that_ties_broken_at_random_are_not_the_cautious_reading(paper):
    assert paper.is_cautious
    assert not RequirementReader(audit_of(paper_pair(), ties=Ties.RANDOM)).is_cautious


def test_that_reading_stops_when_it_is_told_to(paper):
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        paper.read(Requirement(9, (0.1, 0.0, 0.0)), None, progress)


def test_that_the_curve_over_d_is_found_again_only_for_another_v(paper):
    def curve(distance, variances):
        return paper.read(Requirement(distance, variances), None, Progress()).over_distance

    first = curve(1, (1.0, 1.0, 1.0))
    assert curve(2, (1.0, 1.0, 1.0)) is first
    other = curve(2, (5.0, 1.0, 1.0))
    assert other is not first
    fresh = RequirementReader(paper.audit).read(Requirement(2, (5.0, 1.0, 1.0)), None, Progress()).over_distance
    assert np.array_equal(other.share, fresh.share)
