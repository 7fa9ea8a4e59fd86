"""Equal boxes brought together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute import distinct_boxes as module
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.distinct_boxes import distinct_boxes
from permdesk.compute.progress import Cancelled, Progress
from tests.compute.boxes_to_search import random_boxes
from tests.stopping import StopsAfter


def rows(boxes):
    return [tuple(row) for row in np.hstack([boxes.low, boxes.high]).tolist()]


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), n=st.integers(1, 300), m=st.integers(1, 3), n_ranks=st.integers(1, 9))
def test_that_each_distinct_box_is_kept_once_with_its_number_and_first_row(seed, n, m, n_ranks):
    boxes = random_boxes(np.random.default_rng(seed), n, m, n_ranks, "intervals", 0.1)
    found = distinct_boxes(boxes, Progress())
    all_rows, kept = rows(boxes), rows(found.boxes)
    assert sorted(kept) == sorted(set(all_rows))
    assert found.weight.tolist() == [all_rows.count(row) for row in kept]
    assert found.first_row.tolist() == [all_rows.index(row) for row in kept]
    of_record = np.arange(n) if found.of_record is None else found.of_record
    assert [kept[k] for k in of_record] == all_rows


def test_that_boxes_of_one_hash_are_told_apart_by_their_ranks(monkeypatch):
    def same_hash(low, high, hashes, start, stop):
        hashes[start:stop] = 1

    monkeypatch.setattr(module, "_hash_boxes", same_hash)
    low, high = np.array([[1], [2], [2], [1], [1]], np.int32), np.array([[1], [2], [2], [1], [3]], np.int32)
    found = distinct_boxes(RankBoxes(low, high), Progress())
    assert rows(found.boxes) == [(1, 1), (2, 2), (1, 3)]
    assert found.of_record.tolist() == [0, 1, 1, 0, 2]
    assert found.weight.tolist() == [2, 2, 1]


def test_that_boxes_are_brought_together_across_pieces_between_which_a_stop_is_heard(monkeypatch):
    monkeypatch.setattr(module, "ROWS_AT_ONCE", 7)
    boxes = random_boxes(np.random.default_rng(1), 100, 1, 9, "points")
    found = distinct_boxes(boxes, Progress())
    assert sorted(rows(found.boxes)) == sorted(set(rows(boxes)))
    assert rows(found.boxes.take(found.of_record)) == rows(boxes)
    monkeypatch.setattr(module, "_group", lambda *arguments: pytest.fail("went on"))
    with pytest.raises(Cancelled):
        # Hashes are made in 15 pieces, each of which looks for a stop before and after.
        distinct_boxes(boxes, StopsAfter(30))


@pytest.mark.parametrize(("n_ranks", "collapses"), [(1_000, True), (10_000_000, False)])
def test_that_boxes_are_brought_together_only_where_a_sample_holds_equal_ones(n_ranks, collapses):
    low = np.random.default_rng(1).integers(1, n_ranks, (20_000, 1)).astype(np.int32)
    progress = Progress()
    found = distinct_boxes(RankBoxes(low, low), progress)
    assert (found.of_record is not None) is collapses
    assert found.weight.sum() == (20_000 if collapses else 0)
    assert progress.done == 20_000
