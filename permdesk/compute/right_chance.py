"""How likely a link is right when records are compared by the sum or the sum of squares of their gaps."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Floats, Rows, as_kernels_take
from permdesk.compute.blocks import Blocks, make_blocks
from permdesk.compute.box_rows import outwards
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.hurry import is_small
from permdesk.compute.kernel_steps import Kernels
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.share import Share
from permdesk.compute.value_boxes import ValueBoxes
from permdesk.compute.warm_up import wait_for_kernels

if TYPE_CHECKING:
    from permdesk.compute.distinct_boxes import DistinctBoxes

# Up to this many comparisons plain numpy answers at once, without compiling anything.
SMALL = 1 << 21
CELLS_AT_ONCE = 1 << 19
# The first chunk; where records are hardly apart from each other, a query looks at all of them.
QUERIES_AT_ONCE = 16
CHUNK_SECONDS = 0.03
# Sums of values that are equal in decimals differ in binary by their rounding. Sums of ranks are exact.
ROUNDING = 1e-12
SINGLE = 2.0**24
# The gap between a wildcard and anything is below this, the gap between two intervals of ranks or of values is not.
# An interval of values may be wider than any of ranks.
WILD_RANKS = -(2.0**27)
WILD_VALUES = -float(np.finfo(np.float64).max)

Boxes = RankBoxes | ValueBoxes


class Total(Enum):
    """What is added up over the attributes: gaps, or their squares."""

    SUM = 1
    SQUARES = 2


def distinct_for(target: RankBoxes, n_queries: int, progress: Progress) -> DistinctBoxes | None:
    """Equal records of ``target`` as one, with the numbers of records that ``right_chance`` takes; None where nearly
    all differ, and for few comparisons. Raises Cancelled."""
    if is_small(n_queries * target.n_records, SMALL):
        return None
    wait_for_kernels(progress, Kernels.LINKAGES)
    # Imported here so that small files never wait for the compiler.
    from permdesk.compute.distinct_boxes import distinct_boxes

    distinct = distinct_boxes(target, Share(progress, 0, target.n_records))
    return None if distinct.of_record is None else distinct


def blocks_for(target: Boxes, n_queries: int, progress: Progress) -> Blocks | None:
    """What several calls of ``right_chance`` with one target can share; None for few comparisons. Raises Cancelled."""
    if is_small(n_queries * target.n_records, SMALL):
        return None
    return make_blocks(target.low, target.high, progress)


def right_chance(
    queries: Boxes,
    target: Boxes,
    own: Rows,
    total: Total,
    progress: Progress,
    for_missing: float = 0.0,
    blocks: Blocks | None = None,
    weight: Rows | None = None,
) -> Floats:
    """Chance (n_queries,) that a link drawn from the nearest target records is the query's own release ``own``.

    It is 0 if any target record has a smaller total than the own one, else 1 / (number of records with the same).
    A target box k stands for ``weight[k]`` equal records, or for one.
    Gaps of ranks count up to the number of target records, which is what a missing value of its own is away from
    all others. A wildcard, on either side, adds ``for_missing`` to the total, whatever it meets. Exact: ranks are
    added as whole numbers (exact up to 2^53), values with a relative slack of 1e-12.
    ``blocks`` are those of ``blocks_for`` if they were made before.
    ``progress`` advances by the queries. Raises Cancelled.
    """
    is_ranks = isinstance(target, RankBoxes)
    weight = np.ones(target.n_records, np.int64) if weight is None else weight
    cap = float(weight.sum()) if is_ranks else np.inf
    slack = 0.0 if is_ranks else ROUNDING
    if is_small(queries.n_records * target.n_records, SMALL):
        return _by_comparison(queries, target, own, weight, total, cap, slack, for_missing, progress)
    wait_for_kernels(progress, Kernels.LINKAGES)
    blocks = blocks_for(target, queries.n_records, progress) if blocks is None else blocks
    assert blocks is not None
    return chance_in_blocks(queries, blocks, own, weight, total, cap, slack, for_missing, progress)


def chance_in_blocks(
    queries: Boxes,
    blocks: Blocks,
    own: Rows,
    weight: Rows,
    total: Total,
    cap: float,
    slack: float,
    for_missing: float,
    progress: Progress,
) -> Floats:
    """``right_chance`` as the kernel finds it, which is compiled if it was not yet."""
    # Imported here so that small files never wait for the compiler.
    from permdesk.compute.right_chance_kernel import count_rivals

    chance = np.empty(queries.n_records)
    wild = _wild(blocks.low)
    # Whole numbers below it, and gaps of ranks up to it, are exact in 32 bits.
    are_whole = blocks.low.dtype.kind != "f" and cap <= SINGLE and float(for_missing).is_integer()
    asked = outwards(queries.low, queries.high)
    rows = (blocks.records, blocks.blocks, blocks.wides)
    arrays = tuple(
        as_kernels_take(numbers)
        for numbers in (
            *(queries.low, queries.high, *asked, blocks.low, blocks.high, blocks.order, weight[blocks.order]),
            *(ends for boxes in rows for ends in (boxes.low, boxes.high)),
            own,
        )
    )

    def answer(start: int, stop: int) -> None:
        count_rivals(  # type: ignore[call-arg]
            *arrays,
            total is Total.SQUARES,
            float(cap),
            float(slack),
            float(for_missing),
            wild,
            SINGLE if are_whole else 0.0,
            chance,
            start,
            stop,
        )

    run_chunks(answer, queries.n_records, QUERIES_AT_ONCE, progress, seconds=CHUNK_SECONDS)
    return chance


def has_missing(boxes: Boxes) -> bool:
    """Whether any interval is a wildcard."""
    return bool((boxes.low < _wild(boxes.low)).any())


def _wild(ends: NDArray[Any]) -> float:
    """What the gap between a wildcard and anything is below."""
    return WILD_VALUES if ends.dtype.kind == "f" else WILD_RANKS


def _by_comparison(
    queries: Boxes,
    target: Boxes,
    own: Rows,
    weight: Rows,
    total: Total,
    cap: float,
    slack: float,
    for_missing: float,
    progress: Progress,
) -> Floats:
    chance = np.empty(queries.n_records)
    step = max(1, CELLS_AT_ONCE // max(1, target.n_records))
    for start in range(0, queries.n_records, step):
        rows = slice(start, min(start + step, queries.n_records))
        sums = np.zeros((rows.stop - start, target.n_records))
        for j in range(target.low.shape[1]):
            low, high = queries.low[rows, j, None], queries.high[rows, j, None]
            sums += _gaps(low, high, target.low[:, j], target.high[:, j], total, cap, for_missing)
        limit = np.take_along_axis(sums, own[rows, None], axis=1)
        closer = (sums < limit * (1 - slack)).any(axis=1)
        as_close = (sums <= limit * (1 + slack)) @ weight
        chance[rows] = np.where(closer, 0.0, 1 / as_close)
        progress.advance(rows.stop - start)
    return chance


def _gaps(
    low: NDArray[Any],
    high: NDArray[Any],
    other_low: NDArray[Any],
    other_high: NDArray[Any],
    total: Total,
    cap: float,
    for_missing: float,
) -> Floats:
    """What one attribute adds to the total of each pair of intervals that broadcasting makes."""
    gap = np.maximum(other_low - high, low - other_high).astype(np.float64)
    found: Floats = np.clip(gap, 0.0, cap)
    if total is Total.SQUARES:
        found *= found
    if for_missing:
        found[gap < _wild(low)] = for_missing
    return found
