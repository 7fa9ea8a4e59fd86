"""The exact search through a box tree."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Ranks, as_kernels_take
from permdesk.compute.asked import Asked
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.coarse_ranks import wide_attributes
from permdesk.compute.distinct_boxes import distinct_boxes
from permdesk.compute.few_attributes import searches_in_batches
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.query_batch import new_batch
from permdesk.compute.query_group import new_group
from permdesk.compute.query_order import query_order
from permdesk.compute.ranks import WILDCARD_LOW
from permdesk.compute.search import Nearest
from permdesk.compute.share import Share
from permdesk.compute.tie_count import count_ties, new_counted
from permdesk.compute.tree_batches import search_batches
from permdesk.compute.tree_build import build_tree
from permdesk.compute.tree_groups import search_groups
from permdesk.compute.tree_kernel import new_scratch, search_tree

FIRST_CHUNK = 256
CHUNK_SECONDS = 0.05


def tree_over(target: RankBoxes, progress: Progress) -> BoxTree:
    """A tree for any number of searches. ``progress`` advances by target records. Raises Cancelled."""
    return build_tree(boxes_as_kernels_take(target), progress)


def nearest_in_tree(
    queries: RankBoxes, tree: BoxTree, bound: Ranks | None, progress: Progress, threads: int = 0
) -> Nearest:
    """Search every query in a tree; see ``search.nearest``. 0 threads means one for each core."""
    queries = boxes_as_kernels_take(queries)
    n_queries = queries.n_records
    share = n_queries // 16
    asked = distinct_boxes(queries, Share(progress, share, n_queries))
    n_asked = asked.boxes.n_records
    order, home = query_order(asked.boxes, tree.cuts, tree.steps.shift, tree.n_leaves, Share(progress, share, n_asked))
    limit = np.full(n_asked, tree.n_records, np.int32)
    if bound is not None:
        if asked.of_record is None:
            np.minimum(limit, bound, out=limit)
        else:
            np.minimum.at(limit, asked.of_record, bound)
    found = Nearest(np.empty(n_asked, np.int32), np.empty(n_asked, np.int64), np.empty(n_asked, np.int64))

    boxes = asked.boxes
    answers = found.distance, found.n_matches, found.first_match
    for_kernels = Asked(boxes.low, boxes.high, limit, *answers, boxes.low is boxes.high)
    in_groups, in_batches = searches_in_groups(tree), searches_in_batches(queries.n_attributes)

    def search(start: int, stop: int) -> None:
        if in_groups:
            search_groups(tree, for_kernels, order, home, start, stop, new_group(tree))
        elif in_batches:
            search_batches(tree, for_kernels, order, home, start, stop, new_batch(tree, for_kernels, stop - start))
        else:
            search_tree(tree, for_kernels, order, home, start, stop, new_scratch(tree))
        if tree.tie_bits.n_rows:
            count_ties(tree, for_kernels, order, start, stop, new_counted(tree))

    run_chunks(search, n_asked, FIRST_CHUNK, Share(progress, n_queries - 2 * share, n_asked), threads, CHUNK_SECONDS)
    if (limit < found.distance).any():
        raise ValueError("a bound that no target record attains")
    if asked.of_record is None:
        return found
    of_record = asked.of_record
    return Nearest(found.distance[of_record], found.n_matches[of_record], found.first_match[of_record])


def searches_in_groups(tree: BoxTree) -> bool:
    """Whether queries are searched 32 at a time: where records lack ranks and have few attributes."""
    return not searches_in_batches(tree.low.shape[1]) and bool((tree.block_low[-1] == WILDCARD_LOW).any())


def boxes_as_kernels_take(boxes: RankBoxes) -> RankBoxes:
    """The boxes in arrays of one kind, as every other kind would make each kernel compile once more: read-only, so that
    those of an audit need not be copied. In one array where none has more than one rank in an attribute: what has none
    is told by its low rank then, and half as much is read."""
    low, high = (as_kernels_take(ranks.astype(np.int32, copy=False)) for ranks in (boxes.low, boxes.high))
    is_wide = wide_attributes(RankBoxes(low, low if boxes.low is boxes.high else high, boxes.is_wide))
    return RankBoxes(low, high if is_wide.any() else low, is_wide)
