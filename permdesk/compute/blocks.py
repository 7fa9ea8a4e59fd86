"""Records in an order in which neighbours are close, with the bounds of every 32 and every 1,024 of them."""

from __future__ import annotations

from dataclasses import dataclass

from permdesk.compute.arrays import Rows
from permdesk.compute.block_order import block_order
from permdesk.compute.box_rows import BoxRows, Numbers, bounds_of_rows, box_rows
from permdesk.compute.progress import Progress


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """The boxes (n, m) of records, and in the order of the rows ``order``: a row of 32 ``records`` is a block, a row of
    32 bounds of ``blocks`` is bounded by one of ``wides``."""

    low: Numbers
    high: Numbers
    order: Rows
    records: BoxRows
    blocks: BoxRows
    wides: BoxRows


def make_blocks(low: Numbers, high: Numbers, progress: Progress) -> Blocks:
    """The blocks of boxes (n, m) in an order made for them. Raises Cancelled."""
    return blocks_in_order(block_order(low, high, progress), low, high, progress)


def blocks_in_order(order: Rows, low: Numbers, high: Numbers, progress: Progress) -> Blocks:
    """The blocks of boxes (n, m) in the order of the rows ``order``, say of others of the same records. Raises
    Cancelled."""
    records = box_rows(low, high, order, progress)
    blocks = bounds_of_rows(records, progress)
    return Blocks(low, high, order, records, blocks, bounds_of_rows(blocks, progress))
