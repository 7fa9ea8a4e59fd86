"""Compares queries that go together with the records of leaves, first by bands and then by exact ranks.

The few records that bands leave lie anywhere in memory. So they are asked for, and wait until other leaves are through.
"""

from __future__ import annotations

import numpy as np

from permdesk.compute.bands import find_own
from permdesk.compute.box_tree import BoxTree, weight_of
from permdesk.compute.gaps import FEW_TIES, gap_to
from permdesk.compute.lanes import WIDTH, at_most, fetch_row_soon, first_bit, inlined_kernel, n_bits, nearest_gap
from permdesk.compute.near_blocks import counts, near_records, record_gaps
from permdesk.compute.query_batch import CANDIDATES, Batch, approach, come_nearer, near_query
from permdesk.compute.sift import sift
from permdesk.compute.tree_fetches import fetch_record_soon
from permdesk.compute.visits import block_of, query_of

# More records of a leaf than so many are compared with a query at once: the nearest of them spares it others.
FEW_RECORDS = 3


@inlined_kernel
def open_leaves(tree: BoxTree, n_visits: int, batch: Batch) -> int:
    """Look for records near the queries of ``n_visits``, in the leaves of these; return how many were compared. Where
    a leaf has few, these wait."""
    n_near, n_compared = np.uint64(0), 0
    if batch.n_candidates[0] + FEW_RECORDS * n_visits > CANDIDATES:
        n_compared += compare_candidates(tree, batch)
    if not tree.leaf_high.size:
        n_visits = sift(tree, n_visits, batch)
    for k in range(np.uint64(n_visits)):
        visit = batch.visits[k]
        mask = near_records(tree, block_of(visit), near_query(batch, query_of(visit)))
        batch.near[n_near] = np.uint64(k) << np.uint64(WIDTH) | np.uint64(mask)
        n_near += np.uint64(1) if mask else np.uint64(0)
    for k in range(n_near):
        mask, visit = np.uint32(batch.near[k]), batch.visits[batch.near[k] >> np.uint64(WIDTH)]
        leaf, i = block_of(visit), query_of(visit)
        if n_bits(mask) > FEW_RECORDS:
            # Another leaf may have had a nearer one by now.
            mask = near_records(tree, leaf, near_query(batch, i))
        if n_bits(mask) > FEW_RECORDS:
            n_compared += _compare_nearest_first(tree, i, leaf, mask, batch)
        else:
            while mask:
                _compare_later(tree, i, leaf * WIDTH + first_bit(mask), batch)
                mask &= mask - np.uint32(1)
    return n_compared


@inlined_kernel
def _compare_later(tree: BoxTree, i: int, record: int, batch: Batch) -> None:
    """Let a record wait to be compared with query i, and ask the memory for both."""
    fetch_record_soon(tree, record)
    fetch_row_soon(batch.low, i)
    fetch_row_soon(batch.high, i)
    n = batch.n_candidates[0]
    batch.candidates[n], batch.candidates_of[n] = record, i
    batch.n_candidates[0] = n + 1


@inlined_kernel
def compare_candidates(tree: BoxTree, batch: Batch) -> int:
    """Compare all records that wait with the queries that they are near to; return how many these were."""
    n = int(np.int64(batch.n_candidates[0]))
    for k in range(n):
        _compare(tree, int(np.int64(batch.candidates_of[k])), batch.candidates[k], batch)
    batch.n_candidates[0] = 0
    return n


@inlined_kernel
def _compare_nearest_first(tree: BoxTree, i: int, leaf: int, mask: np.uint32, batch: Batch) -> int:
    """Compare query i with records of a leaf, that which seems nearest before others, as long as any are near enough;
    return with how many."""
    n_compared, bands = 0, near_query(batch, i)
    find_own(tree.bands, batch.coarse_low[i], batch.own)
    while mask:
        gaps = record_gaps(tree, leaf, batch.own)
        lane = first_bit(mask & at_most(gaps, nearest_gap(gaps, mask)))
        mask &= ~(np.uint32(1) << np.uint32(lane))
        n_compared += 1
        if _compare(tree, i, leaf * WIDTH + lane, batch):
            mask &= near_records(tree, leaf, bands)
    return n_compared


@inlined_kernel
def _compare(tree: BoxTree, i: int, record: int, batch: Batch) -> bool:
    """Compare query i with a record by their exact ranks; return whether less is near the query from now on."""
    low, high = batch.low[i], batch.high[i]
    gap = gap_to(tree.low, tree.high, record, low, high)
    if gap > batch.best[i] or not counts(tree, record, low):
        return False
    is_nearer = gap < batch.best[i]
    if is_nearer:
        come_nearer(batch, i, gap)
        batch.nearest[0] = record
    batch.n_ties[i] += 1
    batch.n_found[i] += weight_of(tree, record)
    batch.first_row[i] = min(batch.first_row[i], tree.first_row[record])
    if is_nearer or batch.n_ties[i] == FEW_TIES + 1:
        approach(tree, i, gap if is_nearer else max(0, gap - 1), batch)
        return True
    return False
