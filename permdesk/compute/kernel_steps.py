"""What compiles the kernels, or loads them from their cache: some small work with each, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum

import numpy as np

from permdesk.compute.arrays import frozen
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.few_attributes import FEW_ATTRIBUTES
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW


class Kernels(Enum):
    """What kernels are for. They are compiled in this order, in which an audit needs them, but those that somebody
    waits for come first. Each kind suffices for what waits for it, whatever is compiled or not of the others, except
    that groups are searched in trees that were built with those for a ``SEARCH``."""

    TIES = "ties"
    SEARCH = "search"
    BATCHES = "batches"
    LINKAGES = "linkages"
    WINDOWS = "windows"
    GROUPS = "groups"


def _break_ties() -> Iterator[None]:
    """Break a tie of two records."""
    from permdesk.compute.tie_order import ranks_by_dice

    ranks_by_dice(np.ones(2, np.int32), np.array([0, 2]), np.zeros(2))
    yield


def _search() -> Iterator[None]:
    """Search a few boxes, some of them equal, some with more than one rank: that takes every kernel."""
    low = np.arange(2_100, dtype=np.int32)[:, None] % 1_050 + 1
    few = low % 2 + 1
    return _search_each(RankBoxes(low, low), RankBoxes(low, low + 1), RankBoxes(few, few + 1))


def _search_batches() -> Iterator[None]:
    """Search boxes of more than a few attributes, whose bands are of another kind."""
    low = np.tile(np.arange(1, 65, dtype=np.int32)[:, None], FEW_ATTRIBUTES + 1)
    few = low % 2 + 1
    return _search_each(RankBoxes(low, low), RankBoxes(few, few + 1))


def _search_groups() -> Iterator[None]:
    """Search boxes of few attributes of which one lacks a rank."""
    low = np.arange(64, dtype=np.int32)[:, None]
    high = low.copy()
    low[0], high[0] = WILDCARD_LOW, WILDCARD_HIGH
    return _search_each(RankBoxes(low, high))


def _search_each(*searched: RankBoxes) -> Iterator[None]:
    """Compare boxes with each other, cut the leaves and place the steps of many, then search each of some in itself."""
    from permdesk.compute.coarse_ranks import BITS, find_ends, find_steps
    from permdesk.compute.own_deviation import compiled_own_deviation
    from permdesk.compute.tie_edges import expected_ties
    from permdesk.compute.tree_leaves import AT_ONCE, find_leaves
    from permdesk.compute.tree_search import nearest_in_tree, tree_over

    first = searched[0]
    expected_ties(first)
    compiled_own_deviation(first, first, np.zeros(first.n_records, np.int64), Progress())
    many = frozen(np.tile(np.arange(AT_ONCE + 1, dtype=np.int32)[:, None], 2))
    boxes, is_wide = RankBoxes(many, many), np.ones(2, np.bool_)
    find_leaves(boxes, 0, Progress())
    find_steps(find_ends(boxes, 1 << BITS, is_wide, Progress()), is_wide)
    yield
    for boxes in searched:
        tree = tree_over(boxes, Progress())
        yield
        nearest_in_tree(boxes, tree, None, Progress(), threads=1)
        yield


def _link() -> Iterator[None]:
    """Bring equal records together, and link two by ranks and by values."""
    from permdesk.compute.blocks import make_blocks
    from permdesk.compute.distinct_boxes import distinct_boxes
    from permdesk.compute.right_chance import Total, chance_in_blocks
    from permdesk.compute.value_boxes import ValueBoxes

    ranks, values = frozen(np.array([[1], [2]], np.int32)), np.array([[1.0], [2.0]])
    distinct_boxes(RankBoxes(ranks, ranks), Progress())
    yield
    for boxes in (RankBoxes(ranks, ranks), ValueBoxes(values, values)):
        blocks = make_blocks(boxes.low, boxes.high, Progress())
        chance_in_blocks(boxes, blocks, np.arange(2), np.ones(2, np.int64), Total.SUM, 2.0, 0.0, 0.0, Progress())
        yield


def _vary() -> Iterator[None]:
    """Variances of a window."""
    from permdesk.compute.windows import compiled_variances

    rank = np.ones(1, np.int32)
    compiled_variances(np.zeros(1), rank, rank, Progress())
    yield


STEPS: dict[Kernels, Callable[[], Iterator[None]]] = {
    Kernels.TIES: _break_ties,
    Kernels.SEARCH: _search,
    Kernels.BATCHES: _search_batches,
    Kernels.LINKAGES: _link,
    Kernels.WINDOWS: _vary,
    Kernels.GROUPS: _search_groups,
}
"""The steps of each kind."""
