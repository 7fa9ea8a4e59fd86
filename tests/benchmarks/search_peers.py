"""Searches by other people, which the benchmark of the search sets beside that of PermDesk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree

from permdesk.compute.boxes import RankBoxes
from permdesk.compute.parallel import available_cores
from permdesk.compute.progress import Progress
from permdesk.compute.search import nearest_by_comparison

Answer = tuple[np.ndarray, np.ndarray]
Ask = Callable[[RankBoxes], Answer]


@dataclass(frozen=True)
class Peer:
    """Somebody else's search: ``build`` takes a target and returns what answers queries, with the distance of each and
    the number of its matches. A tree knows points only, and reads the same boxes again and again. ``few`` queries take
    a moment at any size. ``share`` of the patience and of the seconds of a sample are enough for it."""

    name: str
    build: Callable[[RankBoxes], Ask]
    is_tree: bool
    few: int
    share: float


def by_scipy(target: RankBoxes) -> Ask:
    tree = cKDTree(target.low)

    def ask(queries: RankBoxes) -> Answer:
        distance, _ = tree.query(queries.low, p=np.inf, workers=available_cores())
        return distance, tree.query_ball_point(
            queries.low, distance + 0.5, p=np.inf, workers=available_cores(), return_length=True
        )

    return ask


def by_sklearn(target: RankBoxes) -> Ask:
    # Imported here so that the others can be measured without it.
    from sklearn.neighbors import KDTree

    tree = KDTree(target.low, metric="chebyshev")

    def ask(queries: RankBoxes) -> Answer:
        distance = tree.query(queries.low)[0][:, 0]
        return distance, tree.query_radius(queries.low, distance + 0.5, count_only=True)

    return ask


def by_brute_force(target: RankBoxes) -> Ask:
    def ask(queries: RankBoxes) -> Answer:
        found = nearest_by_comparison(queries, target, Progress())
        return found.distance, found.n_matches

    return ask


PEERS = (
    Peer("scipy", by_scipy, is_tree=True, few=200, share=1.0),
    Peer("scikit-learn", by_sklearn, is_tree=True, few=100, share=1.0),
    Peer("brute force", by_brute_force, is_tree=False, few=8, share=0.125),  # each query costs it the same
)
