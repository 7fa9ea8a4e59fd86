"""How many records lie at a distance that is known, and which is the first: told by bits, where many do.

A record lies within the distance if it overlaps the query, were that wider by the distance on both sides. What is
smaller was looked for before (``tree_kernel``), so that all such records are at the distance. Queries go through the
groups of records together, so that the bits of a group stay in the caches for all that are near it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.asked import Asked, answer
from permdesk.compute.bit_lanes import both, n_set, row_of, without, words_of
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.coarse_ranks import aligned
from permdesk.compute.gaps import NO_ROW, TO_COUNT, gap_to, last_rank
from permdesk.compute.lanes import WIDTH, borrowing_kernel, first_bit, inlined_kernel, put
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_LOW
from permdesk.compute.tie_bits import ALL, FIRST_PLANE, GROUP, NONE, Words, n_below

# So many queries go through the groups together: the bits of a group stay in the caches meanwhile. More where ranks
# have to tell, too: each query needs those of a few records of a group, which no cache has at first.
AT_ONCE = 512
MORE_AT_ONCE = 4096
# After so many rows it is worth a look whether any record is left.
ROWS_BETWEEN = 4


class Counted(NamedTuple):
    """Queries whose ties are counted together, in arrays that one thread works in.

    ``queries`` (n,) are their rows, ``n_found`` and ``first_row`` their answers so far. ``low`` and ``high`` (n, m) are
    their ranks, wider by their distances on both sides. ``rows`` (n, 2 m) begins with the ``n_rows`` rows of bits that
    a record must be in. What is in the ``n_sure`` rows that ``sure`` begins with, too, overlaps the query; of the rest
    ranks have to tell. Bit k of ``near[w, i]`` says whether group 32 w + k, of 1,024, is near query i. ``words`` are
    two rows of bits to work on.
    """

    queries: Rows
    n_found: Rows
    first_row: Rows
    low: Ranks
    high: Ranks
    rows: Ranks
    n_rows: Ranks
    sure: Ranks
    n_sure: Ranks
    near: Words
    words: Words


def new_counted(tree: BoxTree) -> Counted:
    """Room for queries to one tree."""
    m = tree.low.shape[1]
    n = (AT_ONCE if tree.tie_bits.is_exact.all() else MORE_AT_ONCE) if tree.tie_bits.n_rows else 0
    return Counted(
        queries=np.empty(n, np.int64),
        n_found=np.empty(n, np.int64),
        first_row=np.empty(n, np.int64),
        low=np.empty((n, m), np.int32),
        high=np.empty((n, m), np.int32),
        rows=np.empty((n, 2 * m), np.int32),
        n_rows=np.empty(n, np.int32),
        sure=np.empty((n, 2 * m), np.int32),
        n_sure=np.empty(n, np.int32),
        near=np.empty((WIDTH, n), np.uint32),
        words=aligned(4 * WIDTH).view(np.uint32),
    )


@borrowing_kernel
def count_ties(tree: BoxTree, asked: Asked, order: Ranks, start: int, stop: int, counted: Counted) -> None:
    """Answer those of the queries order[start:stop] whose distance is known and whose matches are ``TO_COUNT``."""
    root = tree.in_use.size - 1
    k = start
    while k < stop:
        n = 0
        while k < stop and n < counted.queries.size:
            query = order[k]
            k += 1
            if asked.n_matches[query] != TO_COUNT:
                continue
            low, high, best = asked.low[query], asked.high[query], asked.distance[query]
            if gap_to(tree.inner_low, tree.inner_high, root, low, high) <= best:
                asked.n_matches[query], asked.first_match[query] = tree.block_weight[root], tree.block_first_row[root]
                continue
            counted.queries[n] = query
            _find_rows(tree, low, high, best, counted, n)
            n += 1
        _walk(tree, n, counted)
        for i in range(n):
            query = counted.queries[i]
            best = asked.distance[query]
            answer(asked, query, best, counted.n_found[i], counted.first_row[i], tree.n_records)


@inlined_kernel
def _find_rows(tree: BoxTree, low: Ranks, high: Ranks, best: int, counted: Counted, i: int) -> None:
    """Find what a record overlaps that is within the distance ``best``: the query, if it were wider by as much."""
    bits = tree.tie_bits
    n_rows, n_sure = 0, 0
    for j in range(low.size):
        first, last = int(np.int64(low[j])), int(np.int64(last_rank(low[j], high[j])))
        counted.low[i, j], counted.high[i, j] = first - best, last + best
        if first != WILDCARD_LOW and first < MISSING_RANK:
            # What lies beyond all ranks is no match, however large the distance.
            first, last = first - best, min(last + best, tree.n_records if bits.is_exact[j] else MISSING_RANK - 1)
        if last < bits.most_low[j]:
            c = n_below(bits, j, last)
            counted.rows[i, n_rows] = bits.first[j] + c
            n_rows += 1
            if not bits.is_exact[j] and bits.edges[j, c] != last + 1:
                counted.sure[i, n_sure] = bits.first[j] + c - 1 if c > 0 else NONE
                n_sure += 1
        if first > bits.least_high[j]:
            c, middle = n_below(bits, j, first), bits.first[j] + bits.n_edges[j]
            if c > 0:
                counted.rows[i, n_rows] = middle + c - 1
                n_rows += 1
            if not bits.is_exact[j] and (c == 0 or bits.edges[j, c - 1] != first):
                counted.sure[i, n_sure] = middle + c if c < bits.n_edges[j] else NONE
                n_sure += 1
    counted.n_rows[i], counted.n_sure[i] = n_rows, n_sure
    counted.n_found[i], counted.first_row[i] = 0, NO_ROW


@inlined_kernel
def _walk(tree: BoxTree, n: int, counted: Counted) -> None:
    """Count the records of each group, for all queries that are near it."""
    bits = tree.tie_bits
    for top in range(0, bits.n_groups, GROUP):
        for i in range(n):
            put(counted.words, 0, _in_all(bits.tops, bits.n_rows, top // GROUP, counted, i))
            for word in range(WIDTH):
                counted.near[word, i] = counted.words[word]
        for group in range(top, min(bits.n_groups, top + GROUP)):
            word, bit = group % GROUP // 32, np.uint32(group % 32)
            for i in range(n):
                if counted.near[word, i] >> bit & np.uint32(1):
                    _count(tree, group, counted, i)


@inlined_kernel
def _in_all(rows: Words, n_rows: int, group: int, counted: Counted, i: int):  # type: ignore[no-untyped-def]
    """The bits of a group that are in all rows of query i."""
    begin = np.uint64(group) * np.uint64(n_rows)
    bits = row_of(rows, (begin + np.uint64(ALL)) * np.uint64(WIDTH))
    last = np.uint64(counted.n_rows[i])
    r = np.uint64(0)
    while r < last and words_of(bits):
        end = min(last, r + np.uint64(ROWS_BETWEEN))
        while r < end:
            bits = both(bits, rows, (begin + np.uint64(counted.rows[i, r])) * np.uint64(WIDTH))
            r += np.uint64(1)
    return bits


@inlined_kernel
def _count(tree: BoxTree, group: int, counted: Counted, i: int) -> None:
    """Count the records of a group that are within the distance of query i."""
    ties = tree.tie_bits
    bits = _in_all(ties.rows, ties.n_rows, group, counted, i)
    if words_of(bits) == 0:
        return
    if counted.n_sure[i]:
        bits = _told_by_ranks(tree, bits, group, counted, i)
    words = words_of(bits)
    if words == 0:
        return
    begin = np.uint64(group) * np.uint64(ties.n_rows)
    n_found = n_set(bits)
    for plane in range(np.uint64(ties.n_planes_of[group])):
        place = (begin + np.uint64(FIRST_PLANE) + plane) * np.uint64(WIDTH)
        n_found += n_set(both(bits, ties.rows, place)) << np.int64(plane)
    counted.n_found[i] += n_found
    if ties.first_row[group] < counted.first_row[i]:
        put(counted.words, 0, bits)
        word = first_bit(words)
        record = ties.record[group * GROUP + 32 * word + first_bit(counted.words[word])]
        counted.first_row[i] = min(counted.first_row[i], tree.first_row[record])


@inlined_kernel
def _told_by_ranks(tree: BoxTree, bits, group: int, counted: Counted, i: int):  # type: ignore[no-untyped-def]
    """Those of the bits whose records overlap query i. No branch depends on a record: the processor would often guess
    wrong."""
    ties = tree.tie_bits
    sure, begin = bits, np.uint64(group) * np.uint64(ties.n_rows)
    for r in range(np.uint64(counted.n_sure[i])):
        sure = both(sure, ties.rows, (begin + np.uint64(counted.sure[i, r])) * np.uint64(WIDTH))
    doubtful = without(bits, sure)
    put(counted.words, 0, doubtful)
    put(counted.words, WIDTH, bits)
    words = words_of(doubtful)
    while words:
        word = first_bit(words)
        mask = counted.words[word]
        k = first_bit(mask)
        mask &= mask - np.uint32(1)
        counted.words[word] = mask
        words &= ~(np.uint32(mask == 0) << np.uint32(word))
        lies_apart = not _overlaps(tree, ties.record[group * GROUP + 32 * word + k], counted, i)
        counted.words[WIDTH + word] &= ~(np.uint32(lies_apart) << np.uint32(k))
    return row_of(counted.words, WIDTH)


@inlined_kernel
def _overlaps(tree: BoxTree, record: int, counted: Counted, i: int) -> bool:
    """Whether a record overlaps query i. No branch: the processor would often guess wrong where much is missing."""
    overlaps = True
    for j in range(np.uint64(tree.low.shape[1])):
        low, high = tree.low[np.uint64(record), j], tree.high[np.uint64(record), j]
        begins = low <= counted.high[i, j]
        reaches = (high >= counted.low[i, j]) | (low == WILDCARD_LOW)
        overlaps = overlaps & begins & reaches
    return overlaps
