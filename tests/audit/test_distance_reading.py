"""Reading both distributions at a distance, against sums over the records."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.audit.distance_reading import read_at
from tests.audit.auditing import audit_of, audited, noisy, seeded
from tests.pairs import paper_pair


def test_that_the_papers_example_is_read_as_in_tables_5_and_6():
    reading = read_at(audited(paper_pair()), 2)
    # Records 5, 6, 7 and 17 match at distance 2; 5 and 7 rightly (Table 5).
    assert (reading.records + 1).tolist() == [5, 6, 7, 17]
    assert reading.right.tolist() == [1, 0, 1, 0]
    assert (reading.share_original, reading.n_right) == (0.2, 2)
    assert reading.share_random == pytest.approx((20 + 469 + 1519) / 8000)


@pytest.mark.parametrize("distance", [-1, 0, 3, 10, 10_000])
def test_that_shares_and_links_are_those_within_the_distance(distance):
    audit = audit_of(*noisy(seeded(3), n=40))
    reading, links, random = read_at(audit, distance), audit.links, audit.random_match
    assert reading.share_original == np.mean(links.distance <= distance)
    assert reading.share_random == pytest.approx(random.share_random[random.distance <= distance].sum())
    everyone = zip(links.distance, links.n_matches, links.own_matches, strict=True)
    expected = [1 / n if own else 0 for d, n, own in everyone if d <= distance]
    assert reading.right.tolist() == expected
    assert reading.n_right == pytest.approx(sum(expected))


def test_that_everything_lies_within_the_largest_distance():
    audit = audit_of(*noisy(seeded(3), n=40))
    reading = read_at(audit, 40)
    assert (reading.share_original, reading.share_random) == (1, 1)
    assert reading.n_right / 40 == pytest.approx(audit.right_links.expected_correct_rate)


def test_that_a_record_without_a_release_is_neither_right_nor_wrong():
    x, y = noisy(seeded(2), n=30)
    own = np.arange(30)
    own[4] = -1
    reading = read_at(audit_of(x, y, own=own), 30)
    assert np.isnan(reading.right[4])
    assert np.isfinite(np.delete(reading.right, 4)).all()


def test_that_without_a_pairing_only_the_intruders_view_is_left():
    reading = read_at(audit_of(*noisy(seeded(2), n=30), own=None), 30)
    assert (reading.right, reading.n_right) == (None, None)
    assert reading.share_original == 1


def test_that_the_reading_cannot_be_written_to():
    reading = read_at(audited(paper_pair()), 3)
    with pytest.raises(ValueError, match="read-only"):
        reading.right[0] = 1
