"""The search behind every permutation distance: nearest boxes in rank space under the maximum norm, exactly.

Small problems are compared pair by pair in numpy. Larger ones go through a tree:

1. ``distinct_boxes``: where a sample holds equal boxes, equal ones become one with a weight, in target and queries,
   found by a table of hashes.
2. ``tree_cuts``, ``best_cut``, ``tree_leaves``, ``sampled_cuts``: the target is halved, down to leaves of 32 records,
   along the attribute whose intervals lie furthest apart. A wildcard lies on both sides of a cut: each side holds a
   part of its record, with that side's share of the ranks. Exactly one part counts for each query, so that a leaf
   whose share does not hold the query is bounded by its ranked records (``tree_shares``). Once there are two parts
   of each record, those without a rank are set apart if they fill half a leaf; with the others parts are limited to
   2.5. Where there are parts, both sides are to make equally many leaves, and the last cuts, with a few leaves left
   to be filled, go where so few records lack a rank that no further leaf comes to be. The first cuts, down to some
   2,000 records, are those of a sample: of the others only the sides are found.
3. ``box_tree``, ``tree_build``, ``tree_fill``: 32 records make a leaf, up to 32 leaves a node, and so on up to one.
   Blocks hold 32 boxes side by side in ``coarse_ranks`` of 16 bits, whose gaps bound the true ones from below; with
   more than 5 attributes in ``bands`` of 8 bits, of which a query and its distance cover a range, four attributes in a
   word (``band_places``).
4. ``query_order``: queries are asked leaf by leaf of the cuts, so that what the last one read is still in the caches.
5. A query begins in the leaf that it lies in, climbs from block to block, and stops where everything outside of what it
   has seen lies further away than its best distance (``tree_rooms``). Which of 32 boxes are near it comes out of a
   handful of vector instructions for each attribute, or for four (``lanes``, ``band_lanes``). Boxes beyond the best
   distance so far are never opened. Records within it are compared by their exact ranks, those that seem nearest first,
   and counted if they tie. The first bound is the query's own release, or the match of a query before, which lies near
   it. With many ties only smaller distances are looked for; then ties are counted, by whole blocks whose every record
   is within the distance (``tie_walk``). A distance of 0 that is known beforehand is counted at once. The ranks of the
   queries to come, which lie anywhere in memory, are asked for some queries ahead, and so are the leaves of the next
   node and the records that bands leave (``batch_records``).
   ``tree_kernel``, with 5 attributes or fewer: one query after the other opens the nearest node first, and leaves as
   they come while the next two are fetched. ``tree_batches``, with more: up to 60,000 queries, those that lie near each
   other together, go from block to block, so that each block is fetched once for all of them. What each is to open is
   listed (``visits``), and sifted by some attributes before all of them are looked at (``sift``).
6. ``tie_edges``, ``tie_bits``, ``tie_count``: where attributes have few distinct values, or records of a sample overlap
   many others, as those that lack much do, many ties are counted by bits. These say for 1,024 records at once which
   overlap the query, were it wider by its distance, and which may; few remain whose ranks have to tell.

With 5 attributes or fewer, records that lack the same have leaves of their own (``presence_cuts``), and where there are
any, up to 32 queries that follow each other are searched at once (``tree_groups``): that measured faster than parts.

The lower limit: a search that knew the distance from the start would open nearly as many leaves, 1.92 of 1.98 for each
query of 10^5 records with m = 3, 33 of 36 with m = 10 (correlation 0.3, noise 0.5). A leaf is 32 m bytes of bands (m up
to an even number), twice that where intervals overlap: with m = 10 some 13 kB are read for each query. With few
attributes most of the time goes into queries and answers, which lie anywhere in memory; with many into leaves that no
cache holds, once for each batch. ``docs/benchmarks.md`` has the measurements, and how they grow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.crew import kept_crew
from permdesk.compute.few_attributes import searches_in_batches
from permdesk.compute.hurry import is_small
from permdesk.compute.kernel_steps import Kernels
from permdesk.compute.progress import Progress
from permdesk.compute.share import Share
from permdesk.compute.warm_up import wait_for_kernels

if TYPE_CHECKING:
    from permdesk.compute.box_tree import BoxTree

# Below this many comparisons plain numpy answers in a fraction of a second, without compiling anything.
SMALL = 1 << 24
# So many ranks fit the second cache of a core together with what is made of them.
CELLS_AT_ONCE = 1 << 16
FURTHEST = np.iinfo(np.int32).max


@dataclass(frozen=True, slots=True, eq=False)
class Nearest:
    """For each query: the smallest maximum rank deviation from any target record, how many attain it, and the first
    of them (row from 0)."""

    distance: Ranks
    n_matches: Rows
    first_match: Rows


class SearchTarget:
    """Target records that are searched more than once: the first large search builds their tree, later ones reuse it.

    Small searches never do. For one thread at a time.
    """

    def __init__(self, boxes: RankBoxes) -> None:
        self.boxes = boxes
        self._tree: BoxTree | None = None

    @property
    def has_tree(self) -> bool:
        return self._tree is not None

    def tree(self, progress: Progress) -> BoxTree:
        """The tree; ``progress`` advances by the target's records where it must be built. Raises Cancelled."""
        if self._tree is None:
            wait_to_search(self.boxes.n_attributes, progress)
            # Imported here so that small files never wait for the compiler.
            from permdesk.compute.tree_search import tree_over

            self._tree = tree_over(self.boxes, progress)
        return self._tree


def nearest(queries: RankBoxes, target: RankBoxes | SearchTarget, bound: Ranks | None, progress: Progress) -> Nearest:
    """Search every query in the target (Algorithm 2, with *all* records that attain the distance).

    Hand in a ``SearchTarget`` where the same target is searched again. ``bound`` (n_queries,) are distances known to be
    attained, such as the own release's; they only save time. A distance is at most the number of target records.
    ``progress`` advances by the queries in all. Raises Cancelled.
    """
    searched = SearchTarget(target) if isinstance(target, RankBoxes) else target
    n, n_queries = searched.boxes.n_records, queries.n_records
    if is_searched_by_comparison(queries, searched.boxes):
        return nearest_by_comparison(queries, searched.boxes, progress)
    building = 0 if searched.has_tree else n_queries // (4 + queries.n_attributes)
    with kept_crew():
        tree = searched.tree(Share(progress, building, n))
        from permdesk.compute.tree_search import nearest_in_tree, searches_in_groups

        if searches_in_groups(tree):
            wait_for_kernels(progress, Kernels.GROUPS)
        return nearest_in_tree(queries, tree, bound, Share(progress, n_queries - building, n_queries))


def is_searched_by_comparison(queries: RankBoxes, target: RankBoxes) -> bool:
    """Whether the queries are compared with every target record by numpy, and nothing is compiled."""
    return is_small(queries.n_records * target.n_records, SMALL)


def wait_to_search(n_attributes: int, progress: Progress) -> None:
    """Wait for the kernels that a search in a tree takes. Raises Cancelled."""
    wait_for_kernels(progress, Kernels.BATCHES if searches_in_batches(n_attributes) else Kernels.SEARCH)


def nearest_by_comparison(queries: RankBoxes, target: RankBoxes, progress: Progress) -> Nearest:
    """Compare every query with every target record."""
    n, n_queries = target.n_records, queries.n_records
    distance = np.empty(n_queries, np.int32)
    n_matches = np.empty(n_queries, np.int64)
    first_match = np.empty(n_queries, np.int64)
    # Attributes one below the other, so that the vector unit takes many records of one at a time.
    target_low = np.ascontiguousarray(target.low.T)
    target_high = target_low if target.low is target.high else np.ascontiguousarray(target.high.T)
    are_points = target.low is target.high and queries.low is queries.high
    step = max(1, CELLS_AT_ONCE // max(1, n))
    for start in range(0, n_queries, step):
        rows = slice(start, min(start + step, n_queries))
        furthest = np.zeros((rows.stop - start, n), np.int32)
        for j in range(target.n_attributes):
            gap = target_low[j] - queries.high[rows, j, None]
            if are_points:
                np.abs(gap, out=gap)
            else:
                np.maximum(gap, queries.low[rows, j, None] - target_high[j], out=gap)
            np.maximum(furthest, gap, out=furthest)
        least = furthest.min(axis=1)
        distance[rows] = np.minimum(least, n)
        # Whatever lies further away than there are records is as far as that.
        attains = furthest <= np.where(least < n, least, FURTHEST)[:, None]
        n_matches[rows] = np.count_nonzero(attains, axis=1)
        first_match[rows] = attains.argmax(axis=1)
        progress.advance(rows.stop - start)
    return Nearest(distance, n_matches, first_match)
