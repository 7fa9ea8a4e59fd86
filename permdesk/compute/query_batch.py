"""Queries that go through the tree together: what is known of each so far, and what is near it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.asked import Asked, fetch_question_soon
from permdesk.compute.band_places import n_kept, range_in, range_size
from permdesk.compute.bands import BandArray, Range, nothing_near
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.coarse_ranks import Coarse, aligned, coarse_query
from permdesk.compute.gaps import NO_ROW, gap_to
from permdesk.compute.lanes import WIDTH, fetch_soon, inlined_kernel
from permdesk.compute.near_blocks import look
from permdesk.compute.tie_walk import Ties, new_ties
from permdesk.compute.tree_fetches import fetch_leaf_soon
from permdesk.compute.visits import Visits, new_visits

# So many queries go together at most, no more than 16 bits tell apart. The more, the less often blocks are fetched that
# lie far from their queries.
AT_ONCE = 60_000
# A query is asked for so many before its turn, as it may lie anywhere in memory.
AHEAD = 16
# So many before, where its bands lie among those of a batch.
BANDS_AHEAD = 4
# So many records wait to be compared at most: they are asked for, which takes some time.
CANDIDATES = 1024
NO_RECORD = -1

Places = NDArray[np.uint16]


class Batch(NamedTuple):
    """Queries that go through the tree together, in arrays that one thread works in; query i is the one at place i.

    ``rows`` (n,) are the queries, ``homes`` the leaves that they lie in, ``seen`` the blocks around these in which they
    have nothing left to open, ``best``, ``n_found`` and ``first_row`` their answers so far, and ``n_ties`` how many
    boxes attain them. ``low`` and ``high`` (n, m) are their ranks, kept side by side as those asked lie anywhere in
    memory; ``coarse_low`` and ``coarse_high`` (n, m) are their coarse ranks, and ``bands`` (n * range_size,) those of
    what is near them, all of a query in a row, as one line of the caches is read sooner than two; ``own`` (n_kept(m),)
    are the bands that one of them begins in, 0 for attributes that do not exist. ``left`` are the places of those that
    may have more to open; those that have gone up to a level begin at ``begins`` (height + 1,), after those further up.
    ``waiting`` (height + 1, 32, n) are those that are near each child of the node that is open at a level,
    ``n_waiting`` (height + 1, 32) how many. ``visits`` are what is to be opened next; ``near`` (visits.size,) are the
    records of a leaf that are near a query, by their bands, and above bit 32 the number of the visit. The first
    ``n_candidates`` (1,) of the ``candidates`` (CANDIDATES,) wait to be compared with the queries ``candidates_of``.
    ``nearest`` (1,) is the record that was found last to be nearer than others.
    """

    rows: Ranks
    homes: Ranks
    seen: Ranks
    best: Ranks
    n_found: Rows
    first_row: Rows
    n_ties: Ranks
    low: Ranks
    high: Ranks
    coarse_low: Coarse
    coarse_high: Coarse
    bands: BandArray
    range_size: int
    own: BandArray
    left: Places
    begins: Rows
    opened: Rows
    unseen: NDArray[np.uint32]
    waiting: Places
    n_waiting: Rows
    visits: Visits
    near: NDArray[np.uint64]
    candidates: Rows
    candidates_of: Places
    n_candidates: Rows
    nearest: Rows
    ties: Ties


def new_batch(tree: BoxTree, asked: Asked, n_queries: int) -> Batch:
    """Room for as many of the ``n_queries`` that one thread asks a tree as go together."""
    n = min(AT_ONCE, n_queries)
    m, kind, n_levels = tree.low.shape[1], tree.leaf_low.dtype, tree.height + 1
    low, visits = np.empty((n, m), np.int32), new_visits()
    return Batch(
        rows=np.empty(n, np.int32),
        homes=np.empty(n, np.int32),
        seen=np.empty(n, np.int32),
        best=np.empty(n, np.int32),
        n_found=np.empty(n, np.int64),
        first_row=np.empty(n, np.int64),
        n_ties=np.empty(n, np.int32),
        low=low,
        high=low if asked.have_one_rank else np.empty_like(low),
        coarse_low=np.empty((n, m), np.uint16),
        coarse_high=np.empty((n, m), np.uint16),
        bands=aligned(n * range_size(m, kind), kind),
        range_size=range_size(m, kind),
        own=np.zeros(n_kept(m, kind), kind),
        left=np.empty(n, np.uint16),
        begins=np.empty(n_levels, np.int64),
        opened=np.empty(n_levels, np.int64),
        unseen=np.empty(n_levels, np.uint32),
        waiting=np.empty((n_levels, WIDTH, n), np.uint16),
        n_waiting=np.empty((n_levels, WIDTH), np.int64),
        visits=visits,
        near=np.empty(visits.size, np.uint64),
        candidates=np.empty(CANDIDATES, np.int64),
        candidates_of=np.empty(CANDIDATES, np.uint16),
        n_candidates=np.zeros(1, np.int64),
        nearest=np.full(1, NO_RECORD),
        ties=new_ties(tree),
    )


@inlined_kernel
def gather(tree: BoxTree, asked: Asked, order: Ranks, i: int, leaf: int, batch: Batch) -> None:
    """Begin with query order[i], which lies in a leaf, as the one at place i."""
    # One at a time: too many at once are not fetched.
    fetch_question_soon(asked, int(np.int64(order[min(i + AHEAD, order.size - 1)])))
    row = int(np.int64(order[i]))
    if i == 0 or leaf != batch.homes[i - 1]:
        fetch_leaf_soon(tree, leaf)
    batch.rows[i], batch.homes[i], batch.seen[i] = row, leaf, leaf
    _keep_ranks(asked, row, i, batch)
    coarse_query(batch.low[i], batch.high[i], tree.steps, batch.coarse_low[i], batch.coarse_high[i])
    come_nearer(batch, i, min(tree.n_records - 1, int(np.int64(asked.bound[row]))))
    approach(tree, i, batch.best[i], batch)


@inlined_kernel
def _keep_ranks(asked: Asked, row: int, i: int, batch: Batch) -> None:
    for j in range(np.uint64(asked.low.shape[1])):
        batch.low[i, j] = asked.low[row, j]
    if not asked.have_one_rank:
        for j in range(np.uint64(asked.high.shape[1])):
            batch.high[i, j] = asked.high[row, j]


@inlined_kernel
def come_nearer(batch: Batch, i: int, distance: int) -> None:
    """Let a distance be the best of query i so far, at which no record has been found yet."""
    batch.best[i], batch.n_found[i], batch.first_row[i], batch.n_ties[i] = distance, 0, NO_ROW, 0


@inlined_kernel
def approach(tree: BoxTree, i: int, distance: int, batch: Batch) -> None:
    """Only what is within a distance matters to query i from now on."""
    if batch.best[i] == 0:
        # Those at distance 0 are counted once this is known (``tree_batches``).
        nothing_near(near_query(batch, i))
        return
    look(tree, batch.coarse_low[i], batch.coarse_high[i], distance, near_query(batch, i))


@inlined_kernel
def near_query(batch: Batch, i: int) -> Range:
    """The bands of what is near query i."""
    return range_in(batch.bands, np.uint64(i) * np.uint64(batch.range_size), batch.coarse_low.shape[1])


@inlined_kernel
def fetch_bands_soon(places: Places, place: int, n_places: int, batch: Batch) -> None:
    """Ask the caches for the bands of a query whose turn comes soon."""
    i = int(np.int64(places[min(place + BANDS_AHEAD, n_places - 1)]))
    fetch_soon(batch.bands, i * batch.range_size)


@inlined_kernel
def bound_by_nearest(tree: BoxTree, i: int, batch: Batch) -> None:
    """The match of a query before is near query i, too."""
    if batch.nearest[0] != NO_RECORD:
        gap = gap_to(tree.low, tree.high, batch.nearest[0], batch.low[i], batch.high[i])
        if gap < batch.best[i]:
            come_nearer(batch, i, gap)
            approach(tree, i, gap, batch)
