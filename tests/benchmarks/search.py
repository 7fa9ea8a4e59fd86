"""The search for permutation distances beside its peers: same data, same run, same answers.

Usage: python -m tests.benchmarks.search [--quick] [--records N ...] [--attributes M ...] [--correlations R ...]
       [--noises S ...] [--kinds continuous rounded missing] [--peers NAME ...] [--patience SECONDS] [--results FILE]

All answer one question for every original record: the smallest maximum rank deviation from any anonymized record, and
how many attain it, the time for building a tree included. scipy's k-d tree takes two passes, query and
query_ball_point, on all cores; scikit-learn's the same on one; brute force compares everything in numpy. The trees of
the peers know points only, so that they sit out where ties make intervals or missing values match anything.

A ratio is a peer's time divided by that of PermDesk: below 1 the peer was faster. CPU ratios compare the seconds that
all threads computed, which other work on the machine disturbs less. A peer that would take longer than ``--patience``
answers a sample of the queries; its time is then an estimate, marked with ~, and its answers are compared for the
sample. Data are normal, anonymized by normal noise of ``--noises`` standard deviations. Memory is what a search adds
to the process at its peak.

Each cell is added to the results file (JSON lines) as soon as it is measured, and not measured again while it is there:
a run that was stopped goes on. The table, in Markdown, holds all cells of the file that were asked for.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np
from scipy.spatial import cKDTree

from permdesk.compute.boxes import RankBoxes, stack_boxes
from permdesk.compute.closest import closest_ranks
from permdesk.compute.linkage import own_deviation
from permdesk.compute.parallel import available_cores
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import record_ranks, value_classes
from permdesk.compute.search import nearest, nearest_by_comparison
from permdesk.compute.warm_up import warm_up

# A sample has so many queries, or fewer where brute force would make more comparisons than that.
SAMPLE, MOST_COMPARISONS = 200, 400_000_000
REPEATS, REPEATS_OF_MILLIONS = 3, 1
MISSING_SHARE = 0.05
DISTINCT_VALUES = 100
PAGE = 4096
RESULTS = Path("build/benchmarks/search.jsonl")

Answer = tuple[np.ndarray, np.ndarray]
Ask = Callable[[RankBoxes], Answer]
Cell = tuple[int, int, float, float, str]


@dataclass(frozen=True)
class Data:
    """Queries and target of an audit of n records with m attributes."""

    queries: RankBoxes
    target: RankBoxes

    @property
    def are_points(self) -> bool:
        return all(np.array_equal(boxes.low, boxes.high) for boxes in (self.queries, self.target))


@dataclass(frozen=True)
class Peer:
    """Somebody else's search: ``build`` takes a target and returns what answers queries."""

    name: str
    build: Callable[[RankBoxes], Ask]
    knows_boxes: bool


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
    return ranked(original, anonymized)


def ranked(original: np.ndarray, anonymized: np.ndarray) -> Data:
    classes = [value_classes(column, column) for column in anonymized.T]
    queries = stack_boxes([closest_ranks(c, column, column) for c, column in zip(classes, original.T, strict=True)])
    return Data(queries, stack_boxes([record_ranks(c) for c in classes]))


def by_permdesk(queries: RankBoxes, target: RankBoxes) -> Answer:
    own = own_deviation(queries, target, np.arange(queries.n_records), Progress())
    found = nearest(queries, target, own, Progress())
    return found.distance, found.n_matches


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
    Peer("scipy", by_scipy, knows_boxes=False),
    Peer("scikit-learn", by_sklearn, knows_boxes=False),
    Peer("brute force", by_brute_force, knows_boxes=True),
)


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
        while not over.wait(0.005):
            highest = max(highest, resident())
        peak.append(max(highest, resident()) - before)

    watcher = Thread(target=watch)
    watcher.start()
    try:
        yield peak
    finally:
        over.set()
        watcher.join()


class Clock:
    """Seconds, and CPU seconds of all threads, since it was made."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def read(self) -> np.ndarray:
        return np.array([time.perf_counter() - self._wall, time.process_time() - self._cpu])


def measure_permdesk(data: Data, repeats: int) -> tuple[dict[str, Any], Answer]:
    """The quickest of some runs; memory is that of the first, as later ones reuse what it left."""
    with peak_memory() as peak:
        clock = Clock()
        answer = by_permdesk(data.queries, data.target)
        seconds = clock.read()
    for _ in range(repeats - 1):
        clock = Clock()
        by_permdesk(data.queries, data.target)
        seconds = np.minimum(seconds, clock.read())
    return _found(seconds, peak, False), answer


def measure_peer(peer: Peer, data: Data, patience: float, right: Answer, repeats: int) -> dict[str, Any]:
    """What one peer took for all queries, the quickest of as many runs as PermDesk had; its answers must be the right
    ones."""
    n = data.queries.n_records
    size = MOST_COMPARISONS // (n * data.queries.n_attributes) if peer.build is by_brute_force else SAMPLE
    rows = np.random.default_rng(1).choice(n, min(n, SAMPLE, size), replace=False)
    with peak_memory() as peak:
        clock = Clock()
        ask = peer.build(data.target)
        build = clock.read()
        clock = Clock()
        answer = ask(data.queries.take(rows))
        seconds = clock.read() * n / rows.size
        is_estimate = bool(build[0] + seconds[0] > patience)
        if not is_estimate:
            rows = np.arange(n)
            clock = Clock()
            answer = ask(data.queries)
            seconds = clock.read()
    for _ in range(0 if is_estimate else repeats - 1):
        clock = Clock()
        peer.build(data.target)
        build = np.minimum(build, clock.read())
        clock = Clock()
        ask(data.queries)
        seconds = np.minimum(seconds, clock.read())
    for theirs, ours in zip(answer, right, strict=True):
        np.testing.assert_array_equal(theirs, ours[rows])
    return _found(build + seconds, peak, is_estimate)


def _found(seconds: np.ndarray, peak: list[int], is_estimate: bool) -> dict[str, Any]:
    megabytes = peak[0] / 1e6 if peak else None
    return {"s": float(seconds[0]), "cpu": float(seconds[1]), "mb": megabytes, "is_estimate": is_estimate}


def measure(cell: Cell, peers: list[Peer], patience: float) -> dict[str, Any]:
    data = make_data(*cell)
    repeats = REPEATS if cell[0] < 1_000_000 else REPEATS_OF_MILLIONS
    ours, right = measure_permdesk(data, repeats)
    able = [peer for peer in peers if peer.knows_boxes or data.are_points]
    found = {peer.name: measure_peer(peer, data, patience, right, repeats) for peer in able}
    return {"cell": list(cell), "load": os.getloadavg()[0], "PermDesk": ours, **found}


def table_of(results: dict[Cell, dict[str, Any]], peers: list[Peer]) -> str:
    """The results side by side, as a Markdown table."""
    head = ["records", "m", "corr.", "noise", "kind", "PermDesk s", "CPU s", "MB", "× cont."]
    for peer in peers:
        head += [f"{peer.name} s", "ratio", "CPU ratio", "MB"]
    lines = [head, ["---:"] * len(head)]
    for cell, found in results.items():
        ours, continuous = found["PermDesk"], results.get((*cell[:4], "continuous"))
        times = f"{ours['cpu'] / continuous['PermDesk']['cpu']:.1f}" if continuous else ""
        line = [f"{cell[0]:,}", *map(str, cell[1:]), f"{ours['s']:.3f}", f"{ours['cpu']:.3f}", _megabytes(ours), times]
        for peer in peers:
            theirs = found.get(peer.name)
            if theirs is None:
                line += [""] * 4
                continue
            seconds = ("~" if theirs["is_estimate"] else "") + f"{theirs['s']:.2f}"
            ratios = (f"{theirs[unit] / ours[unit]:.1f}" for unit in ("s", "cpu"))
            line += [seconds, *ratios, _megabytes(theirs)]
        lines.append(line)
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _megabytes(found: dict[str, Any]) -> str:
    return "" if found["mb"] is None else f"{found['mb']:,.0f}"


def read_results(path: Path) -> dict[Cell, dict[str, Any]]:
    lines = path.read_text().splitlines() if path.exists() else []
    return {tuple(found["cell"]): found for found in map(json.loads, lines)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--attributes", type=int, nargs="+", default=[3, 5, 10, 20])
    parser.add_argument("--correlations", type=float, nargs="+", default=[0.0, 0.3])
    parser.add_argument("--noises", type=float, nargs="+", default=[0.1, 0.5])
    parser.add_argument("--kinds", nargs="+", default=["continuous", "rounded", "missing"])
    names = [peer.name for peer in PEERS]
    parser.add_argument("--peers", nargs="*", default=names, choices=names)
    parser.add_argument("--patience", type=float, default=60.0)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--quick", action="store_true", help="10^4 records, two numbers of attributes: a minute")
    asked = parser.parse_args()
    if asked.quick:
        asked.records, asked.attributes, asked.correlations, asked.noises = [10_000], [3, 10], [0.3], [0.5]
        asked.patience, asked.results = 5.0, RESULTS.with_name("quick.jsonl")
        asked.results.unlink(missing_ok=True)

    peers = [peer for peer in PEERS if peer.name in asked.peers]
    cells = list(product(asked.records, asked.attributes, asked.correlations, asked.noises, asked.kinds))
    done = read_results(asked.results)
    asked.results.parent.mkdir(parents=True, exist_ok=True)
    warm_up().join()
    for cell in cells:
        if cell in done:
            continue
        found = measure(cell, peers, asked.patience)
        with asked.results.open("a") as file:
            file.write(json.dumps(found) + "\n")
        sys.stderr.write(json.dumps(found) + "\n")
        done[cell] = found
    sys.stdout.write(f"Distances and numbers of matches of all records, {available_cores()} cores\n\n")
    sys.stdout.write(table_of({cell: done[cell] for cell in cells}, peers) + "\n")


if __name__ == "__main__":
    main()
