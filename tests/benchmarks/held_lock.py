"""How long an audit holds the interpreter's lock in one piece, which is how long the window would stand still.

Usage: python -m tests.benchmarks.held_lock [--records N] [--attributes M] [--kinds KIND ...]
       [--longer-than MILLISECONDS]

A thread asks for the lock every millisecond while an audit runs, one chunk at a time. Where the answer is late, the
processor time that the process took meanwhile is what was taken holding the lock, however busy the machine is. The
table has the longest for each stage and line: a thread is seen at the line where it lets go, which may be the one after
the call that held on. Where the system says how long the asking thread waited for a core, that is no time in which
anybody held the lock: a kernel that lets it go may have had the core.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from types import FrameType
from unittest.mock import patch

from rich import box
from rich.console import Console
from rich.table import Table

from permdesk.audit.load_pair import load_pair
from permdesk.audit.policy import Policy
from permdesk.audit.recipe import InputFile, Recipe
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.kernel_steps import Kernels
from permdesk.compute.progress import Progress
from permdesk.compute.warm_up import wait_for_kernels
from permdesk.data.problem import Problem
from tests.benchmarks.whole_audit import write_pair

TICK = 0.001
LINES_SHOWN = 3


@dataclass
class Holds:
    """The longest time, in seconds of its processor time, that a thread held the lock, for each stage and line."""

    longest: dict[tuple[str, str], float] = field(default_factory=dict)
    number: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, stage: str, line: str, seconds: float) -> None:
        place = stage, line
        self.longest[place] = max(seconds, self.longest.get(place, 0.0))
        self.number[place] = self.number.get(place, 0) + 1


def measure(work: Callable[[Progress], object], longer_than: float) -> Holds:
    """Run ``work`` on a thread of its own and note each time it held the lock for more than ``longer_than`` seconds."""
    holds, progress = Holds(), Progress()
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work(progress)
        except BaseException as error:
            failed.append(error)

    worker = threading.Thread(target=run, name="measured")
    # One chunk after the other: the processor time of the process then is that of whoever holds the lock.
    with patch("permdesk.compute.parallel.available_cores", return_value=1):
        worker.start()
        last = time.process_time()
        while worker.is_alive():
            asked, without_core = time.perf_counter(), _seconds_without_core()
            time.sleep(TICK)
            late = time.perf_counter() - asked - (_seconds_without_core() - without_core)
            lines = _lines_at_work()
            now = time.process_time()
            if min(late, now - last) > longer_than:
                holds.add(progress.stage, lines, min(late, now - last))
            last = now
        worker.join()
    if failed:
        raise failed[0]
    return holds


def _seconds_without_core() -> float:
    """How long this thread was ready in all but had no core; 0 where the system does not say."""
    try:
        return int(Path(f"/proc/self/task/{threading.get_native_id()}/schedstat").read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


def _lines_at_work() -> str:
    """Where threads other than this one are in the package, but for those that wait for another."""
    own = threading.get_ident()
    lines = (_line_of(frame) for thread, frame in sys._current_frames().items() if thread != own)
    return " | ".join(sorted(line for line in lines if line))


def _line_of(frame: FrameType | None) -> str:
    """The lines of the package that a thread is in, from the inside out; empty where it waits."""
    lines: list[str] = []
    if frame is not None and Path(frame.f_code.co_filename).name in ("threading.py", "_base.py", "thread.py"):
        return ""
    while frame is not None and len(lines) < LINES_SHOWN:
        path = Path(frame.f_code.co_filename)
        if "permdesk" in path.parts and path.name not in ("progress.py", "share.py", "parallel.py", "unstoppable.py"):
            lines.append(f"{path.parent.name}/{path.name}:{frame.f_lineno}")
        frame = frame.f_back
    return " < ".join(lines)


def audit(original: Path, anonymized: Path, progress: Progress) -> None:
    """From two files to all findings, as the window does it."""
    pair = load_pair(Recipe(InputFile(str(original)), InputFile(str(anonymized))), progress)
    assert not isinstance(pair, Problem)
    run_audit(pair, Settings(), Policy(), progress)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, nargs="+", default=[100_000])
    parser.add_argument("--attributes", type=int, default=10)
    parser.add_argument("--kinds", nargs="+", default=["continuous", "rounded", "missing"])
    parser.add_argument("--longer-than", type=float, default=20.0, help="milliseconds")
    asked = parser.parse_args(arguments)
    for kernels in Kernels:
        wait_for_kernels(Progress(), kernels)
    table = Table(box=box.MARKDOWN)
    for name in ("records", "attributes", "kind", "stage", "line", "longest, ms", "times"):
        table.add_column(name)
    for n, kind in product(asked.records, asked.kinds):
        with tempfile.TemporaryDirectory() as folder:
            files = write_pair(Path(folder), n, asked.attributes, kind)
            holds = measure(partial(audit, *files), asked.longer_than / 1000)
        for (stage, line), seconds in sorted(holds.longest.items(), key=lambda item: -item[1]):
            times = holds.number[stage, line]
            table.add_row(f"{n:,}", str(asked.attributes), kind, stage, line, f"{seconds * 1000:.0f}", str(times))
    Console(width=200).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
