"""A pair is ranked once, on several threads, and as one thread would rank it."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.audit import ranking
from permdesk.audit.ranking import (
    against_anonymized,
    against_reverse_mapped,
    classify_original,
    passed_over,
    rank_pair,
    rank_reverse_mapped,
    rank_spaces,
)
from permdesk.audit.settings import MissingRule, Settings, Ties
from permdesk.compute import parallel
from permdesk.compute.closest import closest_ranks_of_records
from permdesk.compute.kernel_steps import Kernels
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.ranks import value_classes
from tests.pairs import pair_of
from tests.stopping import StopsAfter


@pytest.fixture
def tied_pair():
    random = np.random.default_rng(1)
    x = random.integers(0, 9, (60, 4)).astype(float)
    x[random.random(x.shape) < 0.1] = np.nan
    return pair_of(x, np.round(x + random.normal(size=x.shape)))


def arrays(ranked):
    spaces = ranked.in_anonymized, ranked.in_reverse_mapped
    boxes = [boxes for space in spaces for boxes in (space.queries, space.target)]
    return [ranked.ranks_original, ranked.ranks_anonymized, *(ends for b in boxes for ends in (b.low, b.high))]


def test_that_ranks_for_missing_values_of_their_own_are_those_that_are_settled_afterwards(tied_pair):
    nobody, values = np.full((60, 2), np.nan), np.arange(120.0).reshape(60, 2)
    settings = Settings(missing=MissingRule.OWN_VALUE)
    for pair in (tied_pair, pair_of(values, nobody), pair_of(nobody, values)):
        ranked = rank_pair(pair, settings, Progress())
        originals = tuple(a.original for a in ranked.attributes)
        spaces = rank_spaces(pair.attributes, originals, MissingRule.OWN_VALUE, Progress())
        for one, against in zip(spaces, (against_anonymized, against_reverse_mapped), strict=True):
            other = against(ranked, settings, Ties.WORST_CASE, Progress())
            np.testing.assert_array_equal(one.queries.low, other.queries.low)
            np.testing.assert_array_equal(one.queries.high, other.queries.high)
            np.testing.assert_array_equal(one.target.low, other.target.low)
            np.testing.assert_array_equal(one.target.high, other.target.high)


def test_that_points_and_missing_values_of_their_own_are_held_once():
    x = np.arange(120.0).reshape(60, 2)
    x[3, 1] = np.nan
    pair = pair_of(x, x + 0.1)
    originals = tuple(one.classes for one in classify_original(pair, Progress()))
    for space in rank_spaces(pair.attributes, originals, MissingRule.OWN_VALUE, Progress()):
        assert space.queries.low is space.queries.high
        assert space.target.low is space.target.high


@pytest.mark.parametrize(("few", "wait"), [(59, True), (60, False)])
def test_that_only_many_records_wait_for_the_kernel_that_breaks_ties(tied_pair, few, wait, monkeypatch):
    waited = []
    monkeypatch.setattr(ranking, "FEW_TIED", few)
    monkeypatch.setattr(ranking, "wait_for_kernels", lambda progress, kernels: waited.append(kernels))
    ranked = rank_pair(tied_pair, Settings(), Progress())
    assert waited == [Kernels.TIES] * wait
    against_anonymized(ranked, Settings(), Ties.RANDOM, Progress())
    assert waited == [Kernels.TIES] * 2 * wait


def test_that_z_alone_is_ranked_as_beside_y_and_the_values_closest_in_y_are_not_looked_for(tied_pair, monkeypatch):
    originals = tuple(one.classes for one in classify_original(tied_pair, Progress()))
    looked_for = []

    def counted(*arguments):
        looked_for.append(arguments)
        return closest_ranks_of_records(*arguments)

    monkeypatch.setattr(ranking, "closest_ranks_of_records", counted)
    for missing in MissingRule:
        _, beside_y = rank_spaces(tied_pair.attributes, originals, missing, Progress())
        looked_for.clear()
        alone = rank_reverse_mapped(tied_pair.attributes, originals, missing, Progress())
        assert len(looked_for) == 4
        for one, other in ((alone.queries, beside_y.queries), (alone.target, beside_y.target)):
            np.testing.assert_array_equal(one.low, other.low)
            np.testing.assert_array_equal(one.high, other.high)


def test_that_the_number_of_cores_changes_no_rank(tied_pair, monkeypatch):
    found = []
    for cores in (1, 3):
        monkeypatch.setattr(parallel, "available_cores", lambda cores=cores: cores)
        found.append(arrays(rank_pair(tied_pair, Settings(), Progress())))
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)


def test_that_threads_draw_what_one_after_the_other_would_have_drawn():
    one, several = np.random.default_rng(5), np.random.default_rng(5)
    parts = [passed_over(several, draws) for draws in (3, 0, 4)]
    drawn = [part.random(draws) for part, draws in zip(parts, (3, 0, 4), strict=True)]
    assert np.concatenate(drawn).tolist() == one.random(7).tolist()
    assert several.random() == one.random()


def test_that_some_attributes_have_the_ranks_that_they_have_among_all(tied_pair):
    ranked = rank_pair(tied_pair, Settings(), Progress())
    some = ranked.only(frozenset({"X2", "X4"}))
    assert [a.attribute.name for a in some.attributes] == ["X2", "X4"]
    for whole, part in zip(arrays(ranked), arrays(some), strict=True):
        np.testing.assert_array_equal(part, whole[:, [1, 3]])
    assert ranked.only(frozenset(tied_pair.names)) is ranked


def test_that_drawn_ties_of_some_records_are_those_of_all(tied_pair):
    ranked, rows = rank_pair(tied_pair, Settings(), Progress()), np.array([3, 50])
    whole = against_anonymized(ranked, Settings(), Ties.RANDOM, Progress(), 2)
    some = against_anonymized(ranked, Settings(), Ties.RANDOM, Progress(), 2, rows)
    np.testing.assert_array_equal(some.target.low, whole.target.low)
    np.testing.assert_array_equal(some.queries.low, whole.queries.low[rows])
    assert (whole.target.low != against_anonymized(ranked, Settings(), Ties.RANDOM, Progress(), 3).target.low).any()


def test_that_ranking_hears_a_stop(tied_pair):
    with pytest.raises(Cancelled):
        rank_pair(tied_pair, Settings(), StopsAfter(6))


def test_that_what_is_known_of_the_original_changes_no_rank(tied_pair, monkeypatch):
    known = classify_original(tied_pair, Progress())
    ranked = []
    monkeypatch.setattr(ranking, "value_classes", lambda *bounds: ranked.append(bounds) or value_classes(*bounds))
    found = [arrays(rank_pair(tied_pair, Settings(), Progress(), shared)) for shared in ((), known)]
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)
    m = len(tied_pair.attributes)
    assert len(ranked) == 2 * m + m


def test_that_what_is_known_of_another_original_is_not_taken(tied_pair):
    other = pair_of(np.arange(240.0).reshape(60, 4), np.arange(240.0).reshape(60, 4))
    known = classify_original(other, Progress())
    found = [arrays(rank_pair(tied_pair, Settings(), Progress(), shared)) for shared in ((), known)]
    for one, another in zip(*found, strict=True):
        np.testing.assert_array_equal(one, another)
