"""What a release keeps: everything of a copy, nothing of a shuffled file, and a reason where there is no saying."""

from __future__ import annotations

import math

import numpy as np
import pytest

from permdesk.audit.information import find_information
from permdesk.audit.settings import MissingRule
from permdesk.compute.progress import Cancelled, Progress
from tests.audit.auditing import audit_of, audited, noisy, seeded
from tests.pairs import paper_pair
from tests.stopping import StopsAfter


def information_of(*files, **settings):
    return find_information(audit_of(*files, **{"draws": 50} | settings), Progress())


def means(attribute):
    return {mean.exponent: mean.share for mean in attribute.displacement}


def test_that_the_papers_example_has_its_entropy_and_displacements(expected):
    found = find_information(audited(paper_pair()), Progress())
    # Table 5: four records have two links, the others one.
    assert found.links.mean == pytest.approx(4 / 20)
    assert found.links.most == pytest.approx(math.log2(20))
    ranks_x, ranks_y = np.array(expected["rank_X"]), np.array(expected["rank_Y"])
    for j, attribute in enumerate(found.attributes):
        moved = np.abs(ranks_x[:, j] - ranks_y[:, j]) / 19
        assert means(attribute)[1] == pytest.approx(moved.mean())
        assert means(attribute)[2] == pytest.approx(np.sqrt((moved**2).mean()))
        assert means(attribute)[np.inf] == pytest.approx(moved.max())
        assert means(attribute)[-np.inf] == pytest.approx(moved.min())
        assert (attribute.n_pairs, attribute.n_classes) == (20, 2)
        assert attribute.links.mean == 0


def test_that_a_copy_keeps_every_bit_and_moves_nothing():
    x, _ = noisy(seeded(1), n=500)
    for attribute in information_of(x, x).attributes:
        assert attribute.kept.plug_in == pytest.approx(math.log2(10))
        assert attribute.kept.estimate == attribute.kept.most == pytest.approx(math.log2(10))
        assert set(means(attribute).values()) == {0}


def test_that_a_shuffled_attribute_keeps_nothing_and_moves_a_third():
    x, _ = noisy(seeded(1), n=2000)
    for attribute in information_of(x, seeded(2).permuted(x, axis=0)).attributes:
        assert attribute.kept.estimate < 0.03
        assert attribute.kept.plug_in > attribute.kept.estimate
        assert means(attribute)[1] == pytest.approx(1 / 3, abs=0.02)


def test_that_more_noise_keeps_less():
    x, _ = noisy(seeded(1), n=1000)
    noise = seeded(2).normal(size=x.shape) * x.std(axis=0)
    kept = [information_of(x, x + share * noise).attributes[0].kept.estimate for share in (0.05, 0.2, 0.5, 2)]
    assert kept == sorted(kept, reverse=True)
    assert kept[0] > 2 * kept[2]


def test_that_no_increasing_map_changes_what_is_kept():
    x, y = noisy(seeded(1), n=300)
    assert information_of(x, y) == information_of(x, np.exp(y / 30))


def test_that_ties_are_no_displacement_but_doubt():
    x = np.repeat(np.arange(30.0), 4)[:, None]
    (attribute,) = information_of(x, x).attributes
    assert set(means(attribute).values()) == {0}
    assert attribute.links.mean == pytest.approx(2)


@pytest.mark.parametrize("missing", list(MissingRule))
def test_that_missing_values_are_left_out(missing):
    x, y = noisy(seeded(1), n=60)
    y[:10, 0] = np.nan
    x[5:20, 0] = np.nan
    first, second, _ = information_of(x, y, missing=missing).attributes
    assert (first.n_pairs, second.n_pairs) == (40, 60)
    assert first.kept is not None


@pytest.mark.parametrize(
    ("n", "own", "value", "reason"),
    [
        (19, "row", None, "Only 19 pairs of records have a value in both files; at least 20 are needed."),
        (2, "row", None, "Only 2 pairs of records have a value in both files; at least 20 are needed."),
        (40, None, None, "Without a pairing nobody knows which rank of Z belongs to which of X."),
        (40, "row", 3.0, "The original values are all equal: they have no order that could be kept."),
        (40, "row", np.nan, "Only 0 pairs of records have a value in both files; at least 20 are needed."),
    ],
)
def test_that_too_little_gives_a_reason_and_no_number(n, own, value, reason):
    x, y = noisy(seeded(3), n=n, m=2)
    if value is not None:
        x[:, 0] = y[:, 0] = value
    attribute = information_of(x, y, own=own).attributes[0]
    assert (attribute.kept, attribute.displacement, attribute.reason) == (None, (), reason)
    assert 0 <= attribute.links.mean <= attribute.links.most


def test_that_a_stop_is_heard():
    with pytest.raises(Cancelled):
        find_information(audited(paper_pair()), StopsAfter(1))
