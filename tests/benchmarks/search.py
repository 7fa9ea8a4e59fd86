"""The search for permutation distances beside its peers: same data, same run, same answers.

Usage: python -m tests.benchmarks.search [--quick] [--records N ...] [--attributes M ...] [--correlations R ...]
       [--noises S ...] [--kinds continuous rounded missing] [--peers NAME ...] [--patience SECONDS] [--results FILE]

All answer one question for every original record: the smallest maximum rank deviation from any anonymized record, and
how many attain it, the time for building a tree included. scipy's k-d tree takes two passes, query and
query_ball_point, on all cores; scikit-learn's the same on one; brute force compares everything in numpy. The trees of
the peers know points only, so that they sit out where ties make intervals or missing values match anything.

A ratio is a peer's time divided by that of PermDesk: below 1 the peer was faster. CPU ratios compare the seconds that
all threads computed, which other work on the machine disturbs less. A peer that would take longer than ``--patience``
answers a sample of the queries, some seconds' worth, after as many others that are not measured, so that its caches
hold what they would hold; its time is then an estimate, marked with ~, and its answers are compared for the sample.
Brute force, to which each query costs the same, has an eighth of that patience and of the seconds of a sample.
"×" is the CPU seconds of rounded or missing data divided by those of continuous ones. Data are normal, anonymized by
normal noise of ``--noises`` standard deviations. Memory is what a search adds to the process at its peak; 0 means that
it fitted into what the process held already.

Each cell is added to the results file (JSON lines) as soon as it is measured, and not measured again while it is
there: a run that was stopped goes on. The table holds the cells of the file that were asked for; that of all cells is
made, and put into the documentation, by tests.benchmarks.search_table.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np

from permdesk.compute.boxes import RankBoxes, stack_boxes
from permdesk.compute.closest import closest_ranks
from permdesk.compute.own_deviation import own_deviation
from permdesk.compute.parallel import available_cores
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import record_ranks, value_classes
from permdesk.compute.search import nearest
from permdesk.compute.warm_up import warm_up
from tests.benchmarks.search_peers import PEERS, Answer, Ask, Peer
from tests.benchmarks.search_table import RESULTS, Cell, read_results, table_of

SAMPLE_SECONDS = 2.0
FEWEST_RUNS, MOST_RUNS, SECONDS_OF_RUNS, LONG = 5, 30, 1.0, 5.0
MISSING_SHARE = 0.05
DISTINCT_VALUES = 100
PAGE = 4096


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
    return ranked(original, anonymized)


def ranked(original: np.ndarray, anonymized: np.ndarray) -> Data:
    """Ranks of both files, attribute by attribute on all cores: of a million records it takes longer than most
    searches."""

    def ranks_of(x: np.ndarray, y: np.ndarray) -> tuple[RankBoxes, RankBoxes]:
        classes = value_classes(y, y)
        return closest_ranks(classes, x, x), record_ranks(classes)

    with ThreadPoolExecutor(available_cores()) as pool:
        queries, target = zip(*pool.map(ranks_of, original.T, anonymized.T), strict=True)
    return Data(stack_boxes(queries), stack_boxes(target))


def by_permdesk(queries: RankBoxes, target: RankBoxes) -> Answer:
    is_paired = queries.n_records == target.n_records
    own = own_deviation(queries, target, np.arange(queries.n_records), Progress()) if is_paired else None
    found = nearest(queries, target, own, Progress())
    return found.distance, found.n_matches


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


def further_runs(first: float) -> int:
    """How many runs follow one of so many seconds: what is short is disturbed most, what is ``LONG`` is not again."""
    return 0 if first > LONG else min(MOST_RUNS, max(FEWEST_RUNS, round(SECONDS_OF_RUNS / first))) - 1


def measure_permdesk(data: Data) -> tuple[dict[str, Any], Answer]:
    """The quickest of some runs; memory is that of the first, as later ones reuse what it left."""
    with peak_memory() as peak:
        clock = Clock()
        answer = by_permdesk(data.queries, data.target)
        seconds = clock.read()
    for _ in range(further_runs(seconds[0])):
        clock = Clock()
        by_permdesk(data.queries, data.target)
        seconds = np.minimum(seconds, clock.read())
    return _found(seconds, peak, data.queries.n_records, False), answer


def measure_peer(peer: Peer, data: Data, patience: float, right: Answer) -> dict[str, Any]:
    """What one peer took, to build and for all queries or, estimated, for a sample; its answers must be the right ones.

    It is the quickest of some runs, as for PermDesk.
    """
    n = data.queries.n_records
    peer.build(data.target.take(np.arange(2)))  # so that its library is loaded
    with peak_memory() as peak:
        clock = Clock()
        ask = peer.build(data.target)
        build = clock.read()
        rows, answer, seconds = _sample(peer, ask, data.queries)
        is_estimate = bool(build[0] + seconds[0] * n / rows.size > patience * peer.share)
        if not is_estimate:
            rows = np.arange(n)
            clock = Clock()
            answer = ask(data.queries)
            seconds = clock.read()
    for theirs, ours in zip(answer, right, strict=True):
        np.testing.assert_array_equal(theirs, ours[rows])
    seconds = seconds * n / rows.size
    for _ in range(0 if is_estimate else further_runs(build[0] + seconds[0])):
        clock = Clock()
        peer.build(data.target)
        build = np.minimum(build, clock.read())
        clock = Clock()
        ask(data.queries)
        seconds = np.minimum(seconds, clock.read())
    return _found(build + seconds, peak, rows.size, is_estimate)


def _sample(peer: Peer, ask: Ask, queries: RankBoxes) -> tuple[np.ndarray, Answer, np.ndarray]:
    """Random queries that take the peer's share of ``SAMPLE_SECONDS`` or so, their answers and the seconds these took;
    of a tree after as many others, unmeasured, as nothing is in the caches before."""
    n = queries.n_records
    order = np.random.default_rng(1).permutation(n)
    clock = Clock()
    ask(queries.take(order[: peer.few]))
    pace = peer.few / max(clock.read()[0], 1e-9)
    size = int(min(n // 2, max(peer.few, pace * SAMPLE_SECONDS * peer.share)))
    if peer.is_tree:
        ask(queries.take(order[:size]))
    rows = order[size : 2 * size]
    clock = Clock()
    answer = ask(queries.take(rows))
    return rows, answer, clock.read()


def _found(seconds: np.ndarray, peak: list[int], n_queries: int, is_estimate: bool) -> dict[str, Any]:
    megabytes = peak[0] / 1e6 if peak else None
    return {
        "s": float(seconds[0]),
        "cpu": float(seconds[1]),
        "mb": megabytes,
        "is_estimate": is_estimate,
        "queries": n_queries,
    }


def measure(cell: Cell, peers: list[Peer], patience: float) -> dict[str, Any]:
    data = make_data(*cell)
    ours, right = measure_permdesk(data)
    able = [peer for peer in peers if data.are_points or not peer.is_tree]
    found = {peer.name: measure_peer(peer, data, patience, right) for peer in able}
    return {"cell": list(cell), "load": os.getloadavg()[0], "PermDesk": ours, **found}


def _said_of(cell: Cell, found: dict[str, Any]) -> str:
    n, m, correlation, noise, kind = cell
    took = (
        f"{name} {'~' if one['is_estimate'] else ''}{one['s']:,.3f} s ({one['cpu']:,.3f} CPU s)"
        for name, one in found.items()
        if isinstance(one, dict)
    )
    return f"{n:,} x {m}, correlation {correlation}, noise {noise}, {kind}: {', '.join(took)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--attributes", type=int, nargs="+", default=[3, 5, 10, 20])
    parser.add_argument("--correlations", type=float, nargs="+", default=[0.0, 0.3])
    parser.add_argument("--noises", type=float, nargs="+", default=[0.1, 0.5])
    parser.add_argument("--kinds", nargs="+", default=["continuous", "rounded", "missing"])
    names = [peer.name for peer in PEERS]
    parser.add_argument("--peers", nargs="*", default=names, choices=names)
    parser.add_argument("--patience", type=float, default=8.0)
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
        sys.stderr.write(_said_of(cell, found) + "\n")
        done[cell] = found
    sys.stdout.write(f"Distances and numbers of matches of all records, {available_cores()} cores\n\n")
    sys.stdout.write(table_of({cell: done[cell] for cell in cells}) + "\n")


if __name__ == "__main__":
    main()
