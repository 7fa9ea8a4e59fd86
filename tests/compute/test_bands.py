"""Bands: whatever lies within a distance lies in the range of bands, and tied values have bands of their own."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.band_places import n_kept, range_in, range_size
from permdesk.compute.bands import (
    N_BANDS,
    Bands,
    Range,
    _tell_by_cell,
    band_at,
    even_band,
    find_bands,
    find_own,
    find_range,
    have_one_band,
    nothing_near,
    own_bands,
)
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.coarse_ranks import (
    BEYOND,
    NO_PLACE,
    PLACE_BITS,
    Steps,
    coarse,
    find_ends,
    find_steps,
    wide_attributes,
)
from permdesk.compute.gaps import coarse_limit
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.tree_search import tree_over
from tests.compute.bands_of_blocks import by_attribute, ends_of, in_bits, range_of
from tests.compute.boxes_to_search import SHAPES, random_boxes
from tests.compute.test_coarse_ranks import classes_of


@borrowing_kernel
def _band(rank, bands, steps, attribute):
    return band_at(rank, bands, steps, attribute)


@borrowing_kernel
def _find(bands, steps, low, high, best, own, near):
    find_own(bands, low, own)
    find_range(bands, steps, low, high, coarse_limit(best, steps.shift), near)


@borrowing_kernel
def _find_in(bands, steps, low, high, best, kept, place):
    near = range_in(kept, np.uint64(place), low.size)
    find_range(bands, steps, low, high, coarse_limit(best, steps.shift), near)


def made_for(boxes, n):
    is_wide = wide_attributes(boxes)
    is_end = find_ends(boxes, n, is_wide, Progress())
    steps = find_steps(is_end, is_wide)
    return find_bands(is_end, is_wide, steps), steps


def bands_at(ranks, bands, steps, attribute=0):
    return np.array([_band(int(rank), bands, steps, attribute) for rank in ranks], np.int64)


@settings(max_examples=80, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    n=st.sampled_from([1, 2, 40, 253, 254, 255, 5_000, 32_768, 100_000]),
    shape=SHAPES,
    best=st.integers(0, 3_000),
    are_own=st.booleans(),
)
def test_that_what_is_within_the_distance_lies_in_the_range_of_bands(seed, n, shape, best, are_own):
    generator = np.random.default_rng(seed)
    target, queries = (random_boxes(generator, 60, 2, n, shape, 0.1, 0.1) for _ in range(2))
    bands, steps = made_for(target, n)
    bands = own_bands() if are_own else bands
    best = min(best, n - 1)
    own, *ends = np.empty((3, 2), bands.of_coarse.dtype)
    near = range_of(*ends)
    first, last = ends_of(near, 2)
    for i in range(60):
        low, high = (
            np.array([coarse(int(ranks[i, j]), steps, j) for j in range(2)], np.uint16)
            for ranks in (queries.low, queries.high)
        )
        _find(bands, steps, low, high, best, own, near)
        assert own.tolist() == [_band(int(queries.low[i, j]), bands, steps, j) for j in range(2)]
        for j in range(2):
            begin, end = (bands_at(ranks[:, j], bands, steps, j) for ranks in (target.low, target.high))
            gaps = np.maximum(target.low[:, j] - queries.high[i, j], queries.low[i, j] - target.high[:, j])
            is_near = (begin <= last[j]) & (end >= first[j])
            assert is_near[gaps <= best].all()
            has_no_rank = target.low[:, j] == MISSING_RANK
            if 0 < queries.low[i, j] < MISSING_RANK:
                assert not is_near[has_no_rank].any()


@settings(max_examples=60, deadline=None)
@given(
    sizes=st.lists(st.sampled_from([1, 2, 3, 7, 500, 40_001]), min_size=1, max_size=400),
    n_points=st.sampled_from([0, 3, 70_000]),
)
def test_that_cells_tell_the_bands_of_ranks_as_coarse_ranks_do(sizes, n_points):
    boxes, n = classes_of([*sizes, *[1] * n_points])
    bands, steps = made_for(boxes, n)
    ranks = np.unique(np.r_[boxes.low[:, 0], boxes.high[:, 0], np.arange(1, n + 1, 97)])
    ranks = [WILDCARD_LOW, 0, *ranks.tolist(), n + 5, MISSING_RANK, WILDCARD_HIGH]
    of_coarse = [bands.of_coarse[0, min(coarse(rank, steps, 0), bands.of_coarse.shape[1] - 1)] for rank in ranks]
    assert bands_at(ranks, bands, steps).tolist() == of_coarse
    assert of_coarse == sorted(of_coarse) and 1 <= of_coarse[1] <= of_coarse[-4] <= N_BANDS


def test_that_cells_without_a_step_have_one_band_with_as_many_ranks_as_there_can_be():
    cells = np.array([[NO_PLACE, 0xFFFF, NO_PLACE | 1 << PLACE_BITS]], np.uint32)
    steps, of_cell = Steps(cells, np.zeros(1, np.bool_), 16), np.zeros((1, 3), np.uint32)
    _tell_by_cell(steps, 0, np.array([0, 5, 6, 7], np.uint8), of_cell[0])
    bands = Bands(np.zeros((1, 4), np.uint8), of_cell, np.zeros(1, np.bool_), np.uint32(1))
    assert bands_at([0, 0xFFFF, 0x10000, 0x1FFFE, 0x1FFFF, 0x20000, 0x2FFFF], bands, steps).tolist() == [
        *[5] * 4,
        *[6] * 3,
    ]


@pytest.mark.parametrize("sizes", [[10] * 30, [1] * 300, [1] * 100_000])
def test_that_a_wildcard_is_near_all_bands_and_a_missing_value_near_its_own_only(sizes):
    boxes, n = classes_of(sizes)
    bands, steps = made_for(boxes, n)
    assert bands.are_even.all() == (sizes[0] == 1)
    own, *ends = np.empty((3, 2), np.uint8)
    near = range_of(*ends)
    low, high = (
        np.array([coarse(rank, steps, 0) for rank in ranks], np.uint16)
        for ranks in ((WILDCARD_LOW, MISSING_RANK), (WILDCARD_HIGH, MISSING_RANK))
    )
    two = bands._replace(of_coarse=np.repeat(bands.of_coarse, 2, axis=0), are_even=np.repeat(bands.are_even, 2))
    _find(two, steps, low, high, n - 1, own, near)
    assert near.bands.tolist() == [0, 255, 255, 255]


@settings(max_examples=60, deadline=None)
@given(sizes=st.lists(st.sampled_from([1, 2, 31, 33, 700, 50_000]), min_size=2, max_size=300))
def test_that_bands_ascend_and_no_class_of_ties_has_two(sizes):
    boxes, n = classes_of(sizes)
    bands, steps = made_for(boxes, n)
    low, high = bands_at(boxes.low[:, 0], bands, steps), bands_at(boxes.high[:, 0], bands, steps)
    np.testing.assert_array_equal(low, high)
    assert (np.diff(low) >= 0).all()
    assert low[0] >= 1 and high[-1] <= 254
    assert have_one_band(boxes, bands, steps)


@pytest.mark.parametrize("size", [1, 40, 4_000])
@pytest.mark.parametrize("n_classes", [2, 100, 253])
def test_that_up_to_253_classes_have_a_band_each(size, n_classes):
    boxes, n = classes_of([size + 1] * n_classes)
    bands, steps = made_for(boxes, n)
    if size + 1 >= 1 << steps.shift:
        assert (np.diff(bands_at(boxes.low[:, 0], bands, steps)) == 1).all()


@pytest.mark.parametrize("n_classes", [254, 1_000, 20_000])
def test_that_more_classes_share_bands_of_about_equal_width(n_classes):
    boxes, n = classes_of([7] * n_classes)
    bands, steps = made_for(boxes, n)
    n_in_band = np.bincount(bands_at(boxes.low[:, 0], bands, steps))[1:]
    assert n_in_band.max() <= 3 * n_classes / 253 + 1


def test_that_ranks_without_ties_use_nearly_all_bands():
    for n in (254, 10_000, 33_000, 1_000_000):
        ranks = np.unique(np.linspace(1, n, 3_000).astype(np.int32))[:, None]
        bands, steps = made_for(RankBoxes(ranks, ranks), n)
        assert np.unique(bands_at(ranks[:, 0], bands, steps)).size >= 230


def test_that_intervals_which_overlap_have_no_single_band():
    boxes = RankBoxes(np.array([[1], [11]], np.int32), np.array([[20], [30]], np.int32))
    assert not have_one_band(boxes, *made_for(boxes, 30))


def test_that_wildcards_do_not_keep_a_file_from_having_one_band():
    boxes = RankBoxes(np.array([[1], [WILDCARD_LOW]], np.int32), np.array([[20], [WILDCARD_HIGH]], np.int32))
    assert have_one_band(boxes, *made_for(boxes, 20))


def test_that_bands_of_few_attributes_are_coarse_ranks_and_those_of_more_take_a_byte():
    for m, kind in ((5, np.uint16), (6, np.uint8)):
        tree = tree_over(random_boxes(np.random.default_rng(1), 300, m, 300, "permutation"), Progress())
        assert {array.dtype for array in (tree.leaf_low, tree.leaf_high, tree.node_low, tree.node_high)} == {
            np.dtype(kind)
        }


@pytest.mark.parametrize(("shape", "one"), [("permutation", True), ("classes", True), ("intervals", False)])
def test_that_leaves_hold_one_band_of_each_record_where_that_is_enough(shape, one):
    tree = tree_over(random_boxes(np.random.default_rng(1), 3_000, 7, 3_000, shape, 0.1), Progress())
    assert (tree.leaf_high.size == 0) is one


def test_that_a_record_with_more_than_one_band_is_near_all_where_leaves_hold_one():
    """One that is not among those that were looked at."""
    boxes = random_boxes(np.random.default_rng(1), 5_000, 7, 5_000, "classes")
    low, high = boxes.low.copy(), boxes.high.copy()
    looked_at = np.linspace(0, 4_999, 1 << 11).astype(np.int64)
    row = int(np.setdiff1d(np.arange(5_000), looked_at)[0])
    low[row, 3], high[row, 3] = 1, 5_000
    tree = tree_over(RankBoxes(low, high), Progress())
    assert tree.leaf_high.size == 0
    is_used = in_bits(tree.in_use[: tree.n_leaves]).ravel()
    (record,) = np.flatnonzero(is_used & (tree.low[:, 3] == 1) & (tree.high[:, 3] == 5_000))
    of_leaf = by_attribute(tree.leaf_low, 7)[record // 32]
    assert of_leaf[3, record % 32] == 0
    assert (np.delete(of_leaf[:, record % 32], 3) > 0).all()


@pytest.mark.parametrize(("m", "size"), [(1, 32), (10, 32), (16, 32), (17, 64), (20, 64), (33, 96)])
def test_that_the_bands_of_a_query_are_kept_side_by_side(m, size):
    boxes, n = classes_of([10] * 30)
    one, steps = made_for(boxes, n)
    bands = one._replace(of_coarse=np.repeat(one.of_coarse, m, axis=0), are_even=np.repeat(one.are_even, m))
    steps = steps._replace(cells=np.repeat(steps.cells, m, 0), is_even=np.zeros(m, bool))
    low = np.array([coarse(11 + 5 * (j % 3), steps, j) for j in range(m)], np.uint16)
    own, *ends = np.empty((3, m), np.uint8)
    kept, near = np.full((3, range_size(m, np.uint8)), 77, np.uint8), range_of(*ends)
    _find(bands, steps, low, low, 25, own, near)
    _find_in(bands, steps, low, low, 25, kept.ravel(), size)
    first, last = ends_of(near, m)
    rest = [77] * (n_kept(m, np.uint8) - m)
    assert kept.shape == (3, size)
    assert kept[1].tolist() == [*first, *rest, *last, *rest, *[77] * (size - 2 * n_kept(m, np.uint8))]
    assert (kept[[0, 2]] == 77).all()


@borrowing_kernel
def _empty(near):
    nothing_near(near)


def test_that_nothing_with_a_rank_lies_in_an_empty_range_by_any_attribute():
    bands = np.full(12, 77, np.uint8)
    _empty(Range(bands, np.uint64(2), np.uint64(6)))
    assert bands.tolist() == [77, 77, *[255] * 4, *[0] * 4, 77, 77]


@borrowing_kernel
def _even(coarse_ranks, bands, found):
    for k in range(coarse_ranks.size):
        found[k] = even_band(coarse_ranks[k], bands)


@pytest.mark.parametrize("n", [1, 2, 253, 254, 5_000, 32_768, 1_000_000])
def test_that_even_bands_are_told_by_scale_as_by_their_table(n):
    ranks = np.arange(1, n + 1, dtype=np.int32)[:, None]
    bands, steps = made_for(RankBoxes(ranks, ranks), n)
    assert bands.are_even.all()
    largest = steps.cells.shape[1] + 1
    coarse_ranks = np.append(np.arange(largest + 1), BEYOND).astype(np.uint16)
    found = np.empty(coarse_ranks.size, np.int64)
    _even(coarse_ranks, bands, found)
    table = bands.of_coarse[0, np.minimum(coarse_ranks, largest + 1)]
    np.testing.assert_array_equal(found, table)
    assert found[0] == 0 and found[-1] == 255 and 1 <= found[1] <= found[-2] <= 254


def test_that_attributes_with_ties_have_no_even_bands():
    low = np.array([[1, 1], [2, 1]], np.int32)
    bands, _ = made_for(RankBoxes(low, np.array([[1, 2], [2, 2]], np.int32)), 2)
    assert bands.are_even.tolist() == [True, False]
