"""The search for permutation distances beside its peers: same data, same run, same answers.

Usage: python -m tests.benchmarks.search [--records N ...] [--attributes M ...] [--correlations R ...] [--noises S ...]
       [--kinds continuous rounded missing] [--patience SECONDS]

All answer one question for every original record: the smallest maximum rank deviation from any anonymized record, and
how many attain it. scipy's k-d tree takes two passes, query and query_ball_point, on all cores; scikit-learn's the
same on one; brute force compares everything in numpy. Peers know points only, so that they sit out where ties make
intervals or missing values match anything. A ratio below 1 says that the peer was faster.

A peer that would take longer than ``--patience`` answers a sample of the queries; its time is then an estimate, marked
with ~, and its answers are compared for the sample. Data are normal, anonymized by normal noise of ``--noises``
standard deviations. Memory is what a search adds to the process at its peak.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from threading import Event, Thread

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.spatial import cKDTree
from sklearn.neighbors import KDTree

from permdesk.compute.boxes import RankBoxes, stack_boxes
from permdesk.compute.closest import closest_ranks
from permdesk.compute.parallel import available_cores
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import record_ranks, value_classes
from permdesk.compute.search import nearest, nearest_by_comparison
from permdesk.compute.warm_up import warm_up

SAMPLE = 500
MISSING_SHARE = 0.05
DISTINCT_VALUES = 100
PAGE = 4096

Answer = tuple[np.ndarray, np.ndarray]
Search = Callable[[RankBoxes, RankBoxes], Answer]


@dataclass(frozen=True)
class Data:
    """Queries and target of an audit of n records with m attributes."""

    queries: RankBoxes
    target: RankBoxes

    @property
    def are_points(self) -> bool:
        return all(np.array_equal(boxes.low, boxes.high) for boxes in (self.queries, self.target))


def make_data(n: int, m: int, correlation: float, noise: float, kind: str, seed: int = 1) -> Data:
    generator = np.random.default_rng(seed)
    common = generator.standard_normal((n, 1))
    original = np.sqrt(correlation) * common + np.sqrt(1 - correlation) * generator.standard_normal((n, m))
    anonymized = original + noise * generator.standard_normal((n, m))
    if kind == "rounded":
        step = np.ptp(original, axis=0) / (DISTINCT_VALUES - 1)
        original, anonymized = np.round(original / step), np.round(anonymized / step)
    if kind == "missing":
        for values in (original, anonymized):
            values[generator.random((n, m)) < MISSING_SHARE] = np.nan
    classes = [value_classes(anonymized[:, j], anonymized[:, j]) for j in range(m)]
    queries = stack_boxes([closest_ranks(c, original[:, j], original[:, j]) for j, c in enumerate(classes)])
    return Data(queries, stack_boxes([record_ranks(c) for c in classes]))


def by_permdesk(queries: RankBoxes, target: RankBoxes) -> Answer:
    own = np.maximum(target.low - queries.high, queries.low - target.high).max(axis=1).clip(0, target.n_records)
    found = nearest(queries, target, own.astype(np.int32), Progress())
    return found.distance, found.n_matches


def by_scipy(queries: RankBoxes, target: RankBoxes) -> Answer:
    tree = cKDTree(target.low)
    distance, _ = tree.query(queries.low, p=np.inf, workers=available_cores())
    return distance, tree.query_ball_point(
        queries.low, distance + 0.5, p=np.inf, workers=available_cores(), return_length=True
    )


def by_sklearn(queries: RankBoxes, target: RankBoxes) -> Answer:
    tree = KDTree(target.low, metric="chebyshev")
    distance = tree.query(queries.low)[0][:, 0]
    return distance, tree.query_radius(queries.low, distance + 0.5, count_only=True)


def by_brute_force(queries: RankBoxes, target: RankBoxes) -> Answer:
    found = nearest_by_comparison(queries, target, Progress())
    return found.distance, found.n_matches


PEERS: dict[str, Search] = {"scipy": by_scipy, "scikit-learn": by_sklearn, "brute force": by_brute_force}


@contextmanager
def peak_memory() -> Iterator[list[int]]:
    """The bytes by which the process grew at its peak, in a list of one; empty where the system does not say."""
    statistics, peak, over = Path("/proc/self/statm"), [], Event()
    if not statistics.exists():
        yield peak
        return

    def resident() -> int:
        return int(statistics.read_text().split()[1]) * PAGE

    before = resident()

    def watch() -> None:
        highest = before
        while not over.wait(0.002):
            highest = max(highest, resident())
        peak.append(max(highest, resident()) - before)

    watcher = Thread(target=watch)
    watcher.start()
    try:
        yield peak
    finally:
        over.set()
        watcher.join()


def timed(search: Search, queries: RankBoxes, target: RankBoxes) -> tuple[float, Answer, str]:
    with peak_memory() as peak:
        start = time.perf_counter()
        answer = search(queries, target)
        seconds = time.perf_counter() - start
    return seconds, answer, f"{peak[0] / 1e6:,.0f}" if peak else ""


def timed_peer(search: Search, data: Data, patience: float, right: Answer) -> tuple[float, str, str]:
    """Seconds for all queries, what to print for them, and the memory; answers must be the right ones."""
    n = data.queries.n_records
    rows = np.random.default_rng(1).choice(n, min(n, SAMPLE), replace=False)
    # The time for a single query is that for building the tree.
    build, _, _ = timed(search, data.queries.take(rows[:1]), data.target)
    seconds, answer, memory = timed(search, data.queries.take(rows), data.target)
    estimate = build + max(0.0, seconds - build) * n / rows.size
    mark = "~"
    if estimate <= patience:
        rows = np.arange(n)
        estimate, answer, memory = timed(search, data.queries, data.target)
        mark = ""
    for theirs, ours in zip(answer, right, strict=True):
        np.testing.assert_array_equal(theirs, ours[rows])
    return estimate, f"{mark}{estimate:.2f}", memory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--attributes", type=int, nargs="+", default=[3, 5, 10, 20])
    parser.add_argument("--correlations", type=float, nargs="+", default=[0.0, 0.3])
    parser.add_argument("--noises", type=float, nargs="+", default=[0.1, 0.5])
    parser.add_argument("--kinds", nargs="+", default=["continuous", "rounded", "missing"])
    parser.add_argument("--peers", nargs="*", default=list(PEERS), choices=list(PEERS))
    parser.add_argument("--patience", type=float, default=60.0)
    parser.add_argument("--repeats", type=int, default=3, help="the quickest of so many runs of PermDesk counts")
    asked = parser.parse_args()

    table = Table(title=f"Distances and numbers of matches of all records, {available_cores()} cores")
    for column in ("records", "m", "corr.", "noise", "kind", "PermDesk s", "MB"):
        table.add_column(column, justify="right")
    for peer in asked.peers:
        for column in (f"{peer} s", "ratio", "MB"):
            table.add_column(column, justify="right")
    warm_up().join()
    cells = product(asked.records, asked.attributes, asked.correlations, asked.noises, asked.kinds)
    for n, m, correlation, noise, kind in cells:
        data = make_data(n, m, correlation, noise, kind)
        runs = [timed(by_permdesk, data.queries, data.target) for _ in range(asked.repeats)]
        ours, right, _ = min(runs, key=lambda run: run[0])
        memory = runs[0][2]  # of the first run, as later ones reuse what it left
        row = [f"{n:,}", str(m), str(correlation), str(noise), kind, f"{ours:.3f}", memory]
        for peer in asked.peers:
            if data.are_points:
                seconds, shown, peer_memory = timed_peer(PEERS[peer], data, asked.patience, right)
                row += [shown, f"{seconds / ours:.1f}", peer_memory]
            else:
                row += ["", "", ""]
        table.add_row(*row)
        Console(stderr=True).print(" ".join(row))
    Console(width=160).print(table)


if __name__ == "__main__":
    main()
