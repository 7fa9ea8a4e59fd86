"""The exact search through a box tree."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Ranks
from permdesk.compute.box_tree import build_tree
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.distinct_boxes import distinct_boxes
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.search import Nearest
from permdesk.compute.share import Share
from permdesk.compute.tree_kernel import new_scratch, search_tree
from permdesk.compute.tree_order import tree_order

# Queries of one neighbourhood in rank space follow each other; more order than that costs more than it saves.
NEIGHBOURHOOD = 1024
FIRST_CHUNK = 256
CHUNK_SECONDS = 0.05


def nearest_in_tree(
    queries: RankBoxes, target: RankBoxes, bound: Ranks | None, progress: Progress, threads: int = 0
) -> Nearest:
    """Search every query in a tree over the target; see ``search.nearest``. 0 threads means one for each core.

    ``progress`` advances by the queries in all; a share of them stands for building the tree.
    """
    queries, target = _as_kernels_take(queries), _as_kernels_take(target)
    n, n_queries = target.n_records, queries.n_records
    share = n_queries // (4 + queries.n_attributes)
    targets = distinct_boxes(target, Share(progress, share // 2, n))
    tree = build_tree(targets, n, Share(progress, share, targets.boxes.n_records))
    asked = distinct_boxes(queries, Share(progress, share // 2, n_queries))
    n_asked = asked.boxes.n_records
    order = tree_order(asked.boxes, NEIGHBOURHOOD, Share(progress, share, n_asked))
    limit = np.full(n_asked, n, np.int32)
    if bound is not None:
        of_record = np.arange(n_queries, dtype=np.int32) if asked.of_record is None else asked.of_record
        np.minimum.at(limit, of_record, bound)
    found = Nearest(np.empty(n_asked, np.int32), np.empty(n_asked, np.int64), np.empty(n_asked, np.int64))

    def search(start: int, stop: int) -> None:
        low, high = asked.boxes.low, asked.boxes.high
        answers = found.distance, found.n_matches, found.first_match
        search_tree(tree, low, high, order, limit, *answers, start, stop, new_scratch(queries.n_attributes))

    left = n_queries - 2 * share - 2 * (share // 2)
    run_chunks(search, n_asked, FIRST_CHUNK, Share(progress, left, n_asked), threads, CHUNK_SECONDS)
    if (limit < found.distance).any():
        raise ValueError("a bound that no target record attains")
    if asked.of_record is None:
        return found
    of_record = asked.of_record
    return Nearest(found.distance[of_record], found.n_matches[of_record], found.first_match[of_record])


def _as_kernels_take(boxes: RankBoxes) -> RankBoxes:
    """The boxes in arrays of one kind, as every other kind would make each kernel compile once more."""
    return RankBoxes(np.require(boxes.low, np.int32, ["C", "W"]), np.require(boxes.high, np.int32, ["C", "W"]))
