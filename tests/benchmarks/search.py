"""The search for permutation distances against scipy's k-d tree: same data, same run, same answers.

Usage: python -m tests.benchmarks.search [--records N ...] [--attributes M ...]

Both answer one question for every original record: the smallest maximum rank deviation from any anonymized record,
and how many attain it. The tree answers in two passes, query and query_ball_point, on all cores. A ratio below 1
says that the peer was faster. Data are normal with correlation 0.3, anonymized by noise of half a standard deviation.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import TypeVar

import numpy as np
import scipy
from rich.console import Console
from rich.table import Table
from scipy.spatial import cKDTree

from permdesk.compute.boxes import RankBoxes, stack_boxes
from permdesk.compute.closest import closest_ranks
from permdesk.compute.parallel import available_cores
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import record_ranks, value_classes
from permdesk.compute.search import nearest

CORRELATION = 0.3
NOISE = 0.5  # in standard deviations
COMPILES = 5_000  # records: enough that the search does not answer by plain comparison

Answer = TypeVar("Answer")


def rank_boxes(n: int, m: int, seed: int = 1) -> tuple[RankBoxes, RankBoxes]:
    """Queries and target of an audit of n records with m attributes."""
    generator = np.random.default_rng(seed)
    covariance = np.full((m, m), CORRELATION) + (1 - CORRELATION) * np.eye(m)
    original = generator.multivariate_normal(np.zeros(m), covariance, n)
    anonymized = original + NOISE * generator.standard_normal((n, m))
    classes = [value_classes(anonymized[:, j], anonymized[:, j]) for j in range(m)]
    queries = stack_boxes([closest_ranks(c, original[:, j], original[:, j]) for j, c in enumerate(classes)])
    return queries, stack_boxes([record_ranks(c) for c in classes])


def by_permdesk(queries: RankBoxes, target: RankBoxes) -> tuple[np.ndarray, np.ndarray]:
    own = np.maximum(target.low - queries.high, queries.low - target.high).max(axis=1).clip(0).astype(np.int32)
    found = nearest(queries, target, own, Progress())
    return found.distance, found.n_matches


def by_scipy(queries: RankBoxes, target: RankBoxes) -> tuple[np.ndarray, np.ndarray]:
    tree = cKDTree(target.low)
    distance, _ = tree.query(queries.low, p=np.inf, workers=available_cores())
    n_matches = tree.query_ball_point(
        queries.low, distance + 0.5, p=np.inf, workers=available_cores(), return_length=True
    )
    return distance, n_matches


def timed(work: Callable[[], Answer]) -> tuple[float, Answer]:
    start = time.perf_counter()
    answer = work()
    return time.perf_counter() - start, answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--attributes", type=int, nargs="+", default=[5, 10])
    asked = parser.parse_args()

    table = Table(title=f"Distances and numbers of matches of all records, {available_cores()} cores")
    for column in ("records", "attributes", "permdesk s", f"scipy {scipy.__version__} s", "ratio"):
        table.add_column(column, justify="right")
    by_permdesk(*rank_boxes(COMPILES, 3))
    for n in asked.records:
        for m in asked.attributes:
            queries, target = rank_boxes(n, m)
            ours, answer = timed(lambda q=queries, t=target: by_permdesk(q, t))
            theirs, reference = timed(lambda q=queries, t=target: by_scipy(q, t))
            for mine, right in zip(answer, reference, strict=True):
                np.testing.assert_array_equal(mine, right)
            table.add_row(f"{n:,}", str(m), f"{ours:.2f}", f"{theirs:.2f}", f"{theirs / ours:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
