"""How soon an audit stops when it is told to: told at many moments, with compiled kernels and without any.

Usage: python -m tests.benchmarks.stopping [--records N] [--attributes M] [--times K]

The pair is read and audited once to the end, then told to stop at K moments, spread evenly over the time that took.
Seconds run from the word until whoever waits has the answer, and until nothing of the audit computes any more: work
that cannot be asked to end goes on unseen for a moment. CPU seconds are those of the whole process until the answer; on
a busy machine they say more than the clock, but while kernels compile they count the compiler as well.

Files of more than 100,000 records are audited in the window instead, where each moment needs as much of the audit as
comes before it and no more (``stopping_window``), and reports of their size are held against their looks
(``stopping_reports``).

Then the first with an empty kernel cache, told at K / 3 moments of the first half minute of an audit: each needs an
empty cache, so as many processes are started. A smaller pair is audited then, which soon waits for kernels.
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
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from rich import box
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
RECORDS_WITH_KERNELS, RECORDS_WITHOUT_KERNELS = 100_000, 20_000
FURTHER = ("tests.benchmarks.stopping_window", "tests.benchmarks.stopping_reports")
WORKERS = ("permdesk-unstoppable", "permdesk-chunks")


@dataclass(frozen=True)
class Stop:
    """The stage in which work was told to stop; the seconds, and CPU seconds, until that was answered; the seconds
    until no thread of it was left."""

    stage: str
    answered: float
    cpu: float
    ended: float


def audit_of(original: str, anonymized: str) -> Callable[[Progress], object]:
    """What is to be stopped: reading and auditing the two files."""

    def audit(progress: Progress) -> object:
        pair = load_pair(Recipe(InputFile(original), InputFile(anonymized)), progress)
        if isinstance(pair, Problem):
            raise SystemExit(pair.sentence)
        return run_audit(pair, Settings(), Policy(), progress)

    return audit


def stopped(work: Callable[[Progress], object], after: float) -> Stop | None:
    """How ``work`` stopped when it was told to after so many seconds; None if it had ended before."""
    progress = Progress()

    def run() -> None:
        with suppress(Cancelled):
            work(progress)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(after)
    if not thread.is_alive():
        return None
    stage, began, cpu = progress.stage, time.perf_counter(), time.process_time()
    progress.cancel()
    thread.join()
    answered, cpu = time.perf_counter() - began, time.process_time() - cpu
    for left in threading.enumerate():
        if left.name.startswith(WORKERS):
            left.join()
    return Stop(stage, answered, cpu, time.perf_counter() - began)


def with_kernels(original: str, anonymized: str, times: int) -> list[Stop]:
    """Stops at moments spread over the whole audit."""
    warm_up().join()
    work = audit_of(original, anonymized)
    began = time.perf_counter()
    work(Progress())
    whole = time.perf_counter() - began
    found = (stopped(work, whole * (k + 0.5) / times) for k in range(times))
    return [stop for stop in found if stop is not None]


def without_kernels(original: str, anonymized: str, times: int) -> list[Stop]:
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
            found.append(Stop(**answer))
    return found


def show(title: str, stops: list[Stop]) -> None:
    """The stops of every stage."""
    table = Table(title=f"{title} (load {os.getloadavg()[0]:.1f})", box=box.MARKDOWN)
    for column in ("stage", "times told", "median s", "longest s", "longest CPU s", "until all has ended, longest s"):
        table.add_column(column, justify="right")
    table.add_column(f"answered after {GOAL} s", justify="right")
    for stage in dict.fromkeys(stop.stage for stop in stops):
        found = [stop for stop in stops if stop.stage == stage]
        took = [stop.answered for stop in found]
        figures = median(took), max(took), max(stop.cpu for stop in found), max(stop.ended for stop in found)
        n_late = sum(seconds > GOAL for seconds in took)
        table.add_row(
            stage or "before the first", str(len(found)), *(f"{figure:.3f}" for figure in figures), str(n_late)
        )
    Console(width=140).print(table)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--attributes", type=int, default=10)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--one", nargs=3, metavar=("ORIGINAL", "ANONYMIZED", "AFTER"), help="stop one audit, as JSON")
    asked = parser.parse_args(arguments)
    if asked.one:
        original, anonymized, after = asked.one
        stop = stopped(audit_of(original, anonymized), float(after))
        sys.stdout.write(json.dumps(stop and asdict(stop)) + "\n")
        sys.stdout.flush()
        os._exit(0)  # the compiler's thread would compile on
    with tempfile.TemporaryDirectory() as folder:
        some = min(asked.records, RECORDS_WITH_KERNELS)
        paths = [str(path) for path in write_pair(Path(folder), some, asked.attributes, "continuous")]
        show(f"{some:,} records, kernels compiled", with_kernels(*paths, asked.times))
        few = min(asked.records, RECORDS_WITHOUT_KERNELS)
        paths = [str(path) for path in write_pair(Path(folder), few, asked.attributes, "continuous")]
        show(f"{few:,} records, no kernel compiled", without_kernels(*paths, max(1, asked.times // 3)))
    for module in FURTHER:  # a process of its own, as the window takes some of it over
        size = ["--records", str(asked.records), "--attributes", str(asked.attributes)]
        subprocess.run([sys.executable, "-m", module, *size], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
