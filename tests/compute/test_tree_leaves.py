"""Leaves cut out on all cores: the same for any number of them, joined below the cuts between their pieces."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.compute import parallel, sampled_cuts, tree_leaves
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.ranks import WILDCARD_LOW
from permdesk.compute.tree_cuts import LEAF, MOST_PARTS
from permdesk.compute.tree_leaves import find_leaves
from tests.compute.boxes_to_search import random_boxes
from tests.compute.test_tree_cuts import records_below
from tests.stopping import StopsAfter


def cut_small_pieces(monkeypatch):
    """Pieces of 64 records, which every other record says how to cut off, or of 512 where there are wildcards."""
    monkeypatch.setattr(tree_leaves, "PIECE", 256)
    monkeypatch.setattr(sampled_cuts, "SAMPLED", 2)
    monkeypatch.setattr(sampled_cuts, "AT_ONCE", 256)


def boxes_of(n, wild=0.0, m=3):
    return random_boxes(np.random.default_rng(1), n, m, n, "permutation", wild)


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


@pytest.mark.parametrize("sampled", ["equal", "few values", "one other"])
def test_that_no_leaf_is_empty_or_overfull_where_a_sample_says_little(monkeypatch, sampled):
    cut_small_pieces(monkeypatch)
    generator = np.random.default_rng(1)
    ranks = generator.integers(1, 3_001, (3_000, 2)).astype(np.int32)
    # Every other record is one of the sample.
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


def test_that_all_records_are_cut_in_halves_where_a_sample_leaves_too_many_together(monkeypatch):
    cut_small_pieces(monkeypatch)
    boxes = boxes_of(3_000)
    sampled = find_leaves(boxes, 0, Progress())
    monkeypatch.setattr(sampled_cuts, "LARGEST", 30)
    leaves, progress = find_leaves(boxes, 0, Progress()), Progress()
    assert sorted(leaves.rows) == list(range(3_000))
    assert (np.diff(leaves.start) == LEAF).sum() > (np.diff(sampled.start) == LEAF).sum()
    np.testing.assert_array_equal(records_below(leaves, 0), leaves.rows)
    progress.begin("tree", 3_000)
    find_leaves(boxes, 0, progress)
    assert progress.done == 3_000


def test_that_one_record_is_one_leaf_without_cuts():
    leaves = find_leaves(boxes_of(1), 0, Progress())
    assert (leaves.rows.tolist(), leaves.start.tolist(), leaves.cuts.attribute.size) == ([0], [0, 1], 0)


@pytest.mark.parametrize("calls", range(6))
def test_that_a_stop_is_heard_between_pieces(monkeypatch, calls):
    cut_small_pieces(monkeypatch)
    with pytest.raises(Cancelled):
        find_leaves(boxes_of(3_000), 0, StopsAfter(calls))


def test_that_progress_ends_at_the_number_of_boxes():
    progress = Progress()
    progress.begin("tree", 3_001)
    find_leaves(boxes_of(3_001), 0, progress)
    assert progress.done == 3_001
