"""How long a report goes on after a stop at the worst moment: the longest time between two looks, for each format.

Usage: python -m tests.benchmarks.stopping_reports [--records N] [--attributes M]

What all formats share, the blocks with their pictures, is made first, then each format. Seconds are processor time of
the thread that works, so that other work on the machine does not matter, but for the caches that it shares. Each is
made twice, and the second time counts: the first one imports libraries.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial

from rich import box
from rich.console import Console
from rich.table import Table

from permdesk.audit.description import Description
from permdesk.compute.progress import Progress
from permdesk.report.formats import Format, render
from permdesk.report.profile import Profile
from permdesk.report.publication import Publication, publish
from tests.benchmarks.large_findings import large_findings

DAY = date(2026, 1, 31)


class Looks(Progress):
    """Keeps the longest time between two questions whether to go on, in seconds of ``clock``, and counts them."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self.longest, self.number = 0.0, 0
        self._clock = clock
        self.began = self._last = clock()

    def check(self) -> None:
        self.longest = max(self.longest, self._clock() - self._last)
        self.number += 1
        super().check()
        self._last = self._clock()

    def seconds(self) -> float:
        """Since they began."""
        return self._clock() - self.began


@dataclass(frozen=True, slots=True)
class Made:
    """The seconds that all of it took, the longest between two looks, and how many these were."""

    what: str
    seconds: float
    longest: float
    n_looks: int


def made(what: str, make: Callable[[Progress], object], clock: Callable[[], float] = time.thread_time) -> Made:
    """How the second making went."""
    make(Progress())
    looks = Looks(clock)
    make(looks)
    looks.check()
    return Made(what, looks.seconds(), looks.longest, looks.number)


def measure(n: int, m: int, clock: Callable[[], float] = time.thread_time) -> list[Made]:
    """The blocks of the internal report, which holds most, and each format of it."""
    audit = large_findings(n, m)
    published: list[Publication] = []

    def blocks(progress: Progress) -> None:
        published[:] = [publish(audit, Description(), Profile.INTERNAL, DAY, progress=progress)]

    found = [made("blocks and pictures", blocks, clock)]
    for kind in Format:
        found.append(made(kind.value, partial(_render, published[0], kind), clock))
    return found


def _render(publication: Publication, kind: Format, progress: Progress) -> None:
    render(publication, kind, "report", progress)


def shown(title: str, found: list[Made]) -> Table:
    table = Table(title=f"{title} (load {os.getloadavg()[0]:.1f})", box=box.MARKDOWN)
    for name in ("made", "CPU s", "longest between two looks, CPU s", "looks"):
        table.add_column(name, justify="left" if name == "made" else "right")
    for one in found:
        table.add_row(one.what, f"{one.seconds:.2f}", f"{one.longest:.3f}", f"{one.n_looks:,}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--attributes", type=int, default=10)
    asked = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    found = measure(asked.records, asked.attributes)
    Console(width=140).print(shown(f"A report, {asked.records:,} records, {asked.attributes} attributes", found))


if __name__ == "__main__":
    main()
