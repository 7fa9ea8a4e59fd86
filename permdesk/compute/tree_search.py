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


def nearest_in_tree(
    queries: RankBoxes, target: RankBoxes, bound: Ranks | None, progress: Progress, threads: int = 0
) -> Nearest:
    """Search every query in a tree over the target; see ``search.nearest``. 0 threads means one for each core."""
    n, n_queries = target.n_records, queries.n_records
    share = n_queries // (4 + queries.n_attributes)
    targets = distinct_boxes(target, Share(progress, share // 2, n))
    tree = build_tree(targets, n, Share(progress, share, targets.boxes.n_records))
    asked = distinct_boxes(queries, Share(progress, share // 2, n_queries))
    n_asked = asked.boxes.n_records
    order = tree_order(asked.boxes, NEIGHBOURHOOD, Share(progress, share, n_asked))
    limit = np.full(n_asked, n, np.int32)
    if bound is not None:
        if asked.of_record is None:
            limit = bound
        else:
            np.minimum.at(limit, asked.of_record, bound)
    distance = np.empty(n_asked, np.int32)
    n_matches = np.empty(n_asked, np.int64)
    first_match = np.empty(n_asked, np.int64)
    visits = np.zeros(3, np.int64)
    run_chunks(
        lambda a, b: search_tree(
            tree,
            asked.boxes.low,
            asked.boxes.high,
            order,
            limit,
            distance,
            n_matches,
            first_match,
            a,
            b,
            visits,
            new_scratch(queries.n_attributes),
        ),
        n_asked,
        1024,
        Share(progress, n_queries - 2 * share - 2 * (share // 2), n_asked),
        threads,
    )
    if asked.of_record is None:
        return Nearest(distance, n_matches, first_match)
    return Nearest(distance[asked.of_record], n_matches[asked.of_record], first_match[asked.of_record])
