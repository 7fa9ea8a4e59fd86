"""How soon an audit stops when it is told to: told at many moments, with compiled kernels and without any.

Usage: python -m tests.benchmarks.stopping [--records N] [--attributes M] [--times K]

The pair is read and audited once to the end, then told to stop at K moments, spread evenly over the time that took.
Seconds run from the word until nothing of the audit computes any more. Then one more process does the same with an
empty kernel cache, told at K moments of the first audit's first half minute, in which kernels compile: each needs an
empty cache of its own, so K processes are started.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.table import Table

from permdesk.audit.load_pair import load_pair
from permdesk.audit.policy import Policy
from permdesk.audit.recipe import InputFile, Recipe
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.warm_up import warm_up
from permdesk.data.problem import Problem
from tests.benchmarks.whole_audit import write_pair

ROOT = Path(__file__).parents[2]
GOAL = 0.2
COMPILING_SECONDS = 30.0


def audit_of(original: str, anonymized: str) -> Callable[[Progress], object]:
    """What is to be stopped: reading and auditing the two files."""

    def audit(progress: Progress) -> object:
        pair = load_pair(Recipe(InputFile(original), InputFile(anonymized)), progress)
        if isinstance(pair, Problem):
            raise SystemExit(pair.sentence)
        return run_audit(pair, Settings(), Policy(), progress)

    return audit


def stopped(work: Callable[[Progress], object], after: float) -> tuple[str, float] | None:
    """The stage in which ``work`` was told to stop, and the seconds until it had; None if it had ended before."""
    progress = Progress()

    def run() -> None:
        with suppress(Cancelled):
            work(progress)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(after)
    if not thread.is_alive():
        return None
    stage, began = progress.stage, time.perf_counter()
    progress.cancel()
    thread.join()
    return stage, time.perf_counter() - began


def with_kernels(original: str, anonymized: str, times: int) -> list[tuple[str, float]]:
    """Stops at moments spread over the whole audit."""
    warm_up().join()
    work = audit_of(original, anonymized)
    began = time.perf_counter()
    work(Progress())
    whole = time.perf_counter() - began
    found = (stopped(work, whole * (k + 0.5) / times) for k in range(times))
    return [stop for stop in found if stop is not None]


def without_kernels(original: str, anonymized: str, times: int) -> list[tuple[str, float]]:
    """Stops while kernels compile, each in a process with an empty cache."""
    found = []
    for k in range(times):
        after = COMPILING_SECONDS * (k + 0.5) / times
        with tempfile.TemporaryDirectory() as cache:
            command = [sys.executable, "-m", "tests.benchmarks.stopping", "--one", original, anonymized, str(after)]
            environment = os.environ | {"NUMBA_CACHE_DIR": cache}
            done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE)
        answer = json.loads(done.stdout)
        if answer is not None:
            found.append((str(answer[0]), float(answer[1])))
    return found


def show(title: str, stops: list[tuple[str, float]]) -> None:
    """The worst stop of every stage."""
    table = Table(title=title)
    for column in ("stage", "times told", "longest s", f"over {GOAL} s"):
        table.add_column(column, justify="right")
    for stage in dict.fromkeys(stage for stage, _ in stops):
        took = [seconds for name, seconds in stops if name == stage]
        table.add_row(stage, str(len(took)), f"{max(took):.3f}", str(sum(seconds > GOAL for seconds in took)))
    Console(width=100).print(table)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--attributes", type=int, default=10)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--one", nargs=3, metavar=("ORIGINAL", "ANONYMIZED", "AFTER"), help="stop one audit, as JSON")
    asked = parser.parse_args(arguments)
    if asked.one:
        original, anonymized, after = asked.one
        sys.stdout.write(json.dumps(stopped(audit_of(original, anonymized), float(after))) + "\n")
        sys.stdout.flush()
        os._exit(0)  # the compiler's thread would compile on
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(path) for path in write_pair(Path(folder), asked.records, asked.attributes, "continuous")]
        show("Told to stop, kernels compiled", with_kernels(*paths, asked.times))
        show("Told to stop, no kernel compiled", without_kernels(*paths, asked.times))


if __name__ == "__main__":
    main()
