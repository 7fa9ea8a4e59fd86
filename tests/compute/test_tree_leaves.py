"""Leaves cut out on all cores: the same for any number of them, joined below the cuts between their pieces."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute import counting_sort, parallel, sampled_cuts, tree_leaves
from permdesk.compute.best_cut import LEAF, MOST_PARTS
from permdesk.compute.boxes import RankBoxes, points_or_wildcards
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.tree_leaves import find_leaves
from tests.compute.boxes_to_search import random_boxes
from tests.compute.test_tree_cuts import records_below
from tests.stopping import StopsAfter


def cut_small_pieces(monkeypatch):
    """Pieces of 64 records, which every other record says how to cut off."""
    monkeypatch.setattr(tree_leaves, "AT_ONCE", 256)
    monkeypatch.setattr(tree_leaves, "PIECE", 64)
    for module in (tree_leaves, sampled_cuts):
        monkeypatch.setattr(module, "SAMPLED", 2)
    monkeypatch.setattr(counting_sort, "ROWS_AT_ONCE", 1_000)


def boxes_of(n, wild=0.0, m=3):
    return random_boxes(np.random.default_rng(1), n, m, n, "permutation", wild)


def one_part_holds_each_rank(leaves, boxes, generator):
    n, m = boxes.low.shape
    leaf_of = np.repeat(np.arange(leaves.start.size - 1), np.diff(leaves.start))
    for point in generator.integers(1, n + 1, (10, m)):
        holds = (leaves.cell_low[leaf_of] <= point) & (point <= leaves.cell_high[leaf_of])
        counts = (holds | (boxes.low[leaves.rows] != WILDCARD_LOW)).all(axis=1)
        assert (np.bincount(leaves.rows[counts], minlength=n) == 1).all()


@pytest.mark.parametrize("wild", [0.0, 0.05])
def test_that_pieces_are_joined_to_one_tree_of_all_records(monkeypatch, wild):
    cut_small_pieces(monkeypatch)
    boxes = boxes_of(3_000, wild, m=6)
    leaves = find_leaves(boxes, 0, Progress())
    assert set(leaves.rows) == set(range(3_000))
    assert leaves.rows.size == 3_000 if wild == 0 else 3_000 < leaves.rows.size <= MOST_PARTS * 3_000
    assert np.diff(leaves.start).max() <= LEAF
    np.testing.assert_array_equal(records_below(leaves, 0), leaves.rows)
    # Children come after their parent, and every cut and leaf but the first cut has one.
    children = leaves.cuts.children
    assert (np.arange(len(children))[:, None] < children)[children >= 0].all()
    below = np.sort(children.ravel())
    np.testing.assert_array_equal(below, np.setdiff1d(np.arange(~(leaves.start.size - 2), len(children)), [0]))


@pytest.mark.parametrize("wild", [0.0, 0.05])
def test_that_any_number_of_cores_finds_the_same_leaves(monkeypatch, wild):
    cut_small_pieces(monkeypatch)
    found = []
    for cores in (1, 2, 4):
        monkeypatch.setattr(parallel, "available_cores", lambda cores=cores: cores)
        found.append(find_leaves(boxes_of(3_000, wild, m=6), 0, Progress()))
    for other in found[1:]:
        for one, same in zip((*found[0][:5], *found[0].cuts), (*other[:5], *other.cuts), strict=True):
            np.testing.assert_array_equal(one, same)


@pytest.mark.parametrize("m", [1, 5])
def test_that_of_few_attributes_a_leaf_holds_records_that_lack_the_same(monkeypatch, m):
    cut_small_pieces(monkeypatch)
    boxes = boxes_of(2_000, 0.1, m)
    leaves = find_leaves(boxes, 0, Progress())
    assert sorted(leaves.rows) == list(range(2_000))
    lacks = boxes.low[leaves.rows] == WILDCARD_LOW
    first = lacks[np.repeat(leaves.start[:-1], np.diff(leaves.start))]
    np.testing.assert_array_equal(lacks, first)
    np.testing.assert_array_equal(records_below(leaves, 0), leaves.rows)


def every_other(sets):
    return sets._replace(rows=sets.rows[::2], start=sets.start // 2)


@pytest.mark.parametrize("sampled", ["equal", "few values", "one other"])
def test_that_no_leaf_is_empty_or_overfull_where_a_sample_says_little(monkeypatch, sampled):
    cut_small_pieces(monkeypatch)
    generator = np.random.default_rng(1)
    ranks = generator.integers(1, 3_001, (3_000, 2)).astype(np.int32)
    monkeypatch.setattr(tree_leaves, "sample_of", every_other)
    seen = ranks[::2]
    seen[:] = generator.integers(1, 4, seen.shape) if sampled == "few values" else 1_500
    if sampled == "one other":
        seen[700] = 1
    leaves = find_leaves(RankBoxes(ranks, ranks), 0, Progress())
    assert sorted(leaves.rows) == list(range(3_000))
    sizes = np.diff(leaves.start)
    assert sizes.min() >= 1
    assert sizes.max() <= LEAF
    for cut in range(leaves.cuts.attribute.size):
        left, right = (
            ranks[records_below(leaves, child), leaves.cuts.attribute[cut]] for child in leaves.cuts.children[cut]
        )
        assert left.max() + 1 <= leaves.cuts.boundary[cut] <= right.min() + 1 or left.max() == right.min()


@pytest.mark.parametrize(
    "case", ["all wild", "one attribute all wild", "one has a rank", "ties", "own values", "equal"]
)
def test_that_what_a_sample_cannot_part_is_parted_later(monkeypatch, case):
    cut_small_pieces(monkeypatch)
    generator, n = np.random.default_rng(1), 3_000
    boxes = random_boxes(generator, n, 6, n, "permutation", 0.05, 0.05 if case == "own values" else 0.0)
    low, high = boxes.low, boxes.high
    some = {"one attribute all wild": slice(2, 3), "all wild": slice(6), "one has a rank": slice(6)}.get(case, slice(0))
    low[:, some], high[:, some] = WILDCARD_LOW, WILDCARD_HIGH
    if case == "one has a rank":
        low[1_001], high[1_001] = 7, 7
    if case in ("ties", "equal"):
        low[:] = generator.integers(1, 3, low.shape) if case == "ties" else 1
        high[:] = low
        low[::3, 0], high[::3, 0] = WILDCARD_LOW, WILDCARD_HIGH
    leaves = find_leaves(boxes, 0, Progress())
    assert set(leaves.rows) == set(range(n))
    assert leaves.rows.size <= MOST_PARTS * n
    assert np.diff(leaves.start).min() >= 1
    assert np.diff(leaves.start).max() <= LEAF
    np.testing.assert_array_equal(records_below(leaves, 0), leaves.rows)
    one_part_holds_each_rank(leaves, boxes, generator)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), m=st.integers(6, 8), wild=st.sampled_from([0.01, 0.05, 0.3, 0.8]))
def test_that_one_part_of_a_record_holds_each_rank_where_a_sample_says_the_first_cuts(seed, m, wild):
    generator, n = np.random.default_rng(seed), 2_000
    boxes = random_boxes(generator, n, m, n, "permutation", wild)
    with patch.multiple(tree_leaves, AT_ONCE=256, PIECE=64, SAMPLED=4), patch.object(sampled_cuts, "SAMPLED", 4):
        leaves = find_leaves(boxes, 0, Progress())
    assert leaves.rows.size <= MOST_PARTS * n
    one_part_holds_each_rank(leaves, boxes, generator)


def test_that_leaves_of_parts_are_as_many_where_a_sample_says_the_first_cuts(monkeypatch):
    boxes = random_boxes(np.random.default_rng(1), 20_000, 10, 20_000, "permutation", 0.05)
    sampled = find_leaves(boxes, 0, Progress())
    monkeypatch.setattr(tree_leaves, "AT_ONCE", 20_000)
    whole = find_leaves(boxes, 0, Progress())
    assert sampled.cut_before.size < 1.05 * whole.cut_before.size
    assert sampled.rows.size < 1.05 * whole.rows.size


def test_that_records_of_a_chunk_may_have_many_parts(monkeypatch):
    cut_small_pieces(monkeypatch)
    generator, boxes = np.random.default_rng(1), boxes_of(6_000, 0.0, 6)
    wild = np.zeros((6_000, 6), np.bool_)
    wild[:1_000] = generator.random((1_000, 6)) < 0.4
    boxes = points_or_wildcards(boxes.low, wild)
    leaves = find_leaves(boxes, 0, Progress())
    assert np.count_nonzero(leaves.rows < 1_000) > 3 * 1_000
    one_part_holds_each_rank(leaves, boxes, generator)


def test_that_parts_stay_few_where_every_sixteenth_record_is_complete(monkeypatch):
    monkeypatch.setattr(tree_leaves, "AT_ONCE", 1_000)
    monkeypatch.setattr(tree_leaves, "PIECE", 512)
    generator, boxes = np.random.default_rng(1), boxes_of(16_000, 0.0, 6)
    wild = generator.random((16_000, 6)) < 0.6
    wild[:: sampled_cuts.SAMPLED] = False
    boxes = points_or_wildcards(boxes.low, wild)
    leaves = find_leaves(boxes, 0, Progress())
    assert leaves.rows.size < MOST_PARTS * 16_000
    one_part_holds_each_rank(leaves, boxes, generator)


@pytest.mark.parametrize("m", [3, 6])
def test_that_what_has_one_rank_is_told_by_its_low_one(monkeypatch, m):
    cut_small_pieces(monkeypatch)
    boxes = boxes_of(3_000, 0.05, m)
    found, same = (find_leaves(RankBoxes(boxes.low, high), 0, Progress()) for high in (boxes.high, boxes.low))
    for one, other in zip((*found[:5], *found.cuts), (*same[:5], *same.cuts), strict=True):
        np.testing.assert_array_equal(one, other)


def test_that_one_record_is_one_leaf_without_cuts():
    leaves = find_leaves(boxes_of(1), 0, Progress())
    assert (leaves.rows.tolist(), leaves.start.tolist(), leaves.cuts.attribute.size) == ([0], [0, 1], 0)


@pytest.mark.parametrize(("wild", "m"), [(0.0, 3), (0.05, 3), (0.05, 6)])
@pytest.mark.parametrize("calls", range(6))
def test_that_a_stop_is_heard_between_pieces(monkeypatch, calls, wild, m):
    cut_small_pieces(monkeypatch)
    with pytest.raises(Cancelled):
        find_leaves(boxes_of(3_000, wild, m), 0, StopsAfter(calls))


@pytest.mark.parametrize("at_once", [256, 1 << 14])
@pytest.mark.parametrize(("wild", "m"), [(0.0, 3), (0.05, 3), (0.05, 6)])
def test_that_progress_ends_at_the_number_of_boxes(monkeypatch, wild, m, at_once):
    cut_small_pieces(monkeypatch)
    monkeypatch.setattr(tree_leaves, "AT_ONCE", at_once)
    progress = Progress()
    progress.begin("tree", 3_001)
    find_leaves(boxes_of(3_001, wild, m), 0, progress)
    assert progress.done == 3_001
