"""How soon the window itself answers who stops it: by Escape, or by the button that it shows, at many moments.

Usage: python -m tests.benchmarks.stopping_window [--records N] [--attributes M]

The window opens two CSV files, audits them, sweeps the original and writes reports and tables. Each of these is begun
again and again, each time until another moment: the first look at a stage, or when the process has computed for so many
seconds, which is the same moment on a busy machine. Then Escape is pressed, or, in the sweep, its button. Seconds run
from the key until the next command is begun by the worker that was stopped, with nothing shown as running any more; CPU
seconds are those of the whole process until then, and the longest turn is that of the window's thread, in processor
time, until half a second later. Each moment needs as much of an audit as comes before it, no more. Runs without a
screen unless QT_QPA_PLATFORM says otherwise.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from rich import box
from rich.console import Console
from rich.table import Table

from permdesk.app import make_application, make_window
from permdesk.compute.kernel_steps import Kernels
from permdesk.compute.progress import Progress
from permdesk.compute.warm_up import wait_for_kernels
from permdesk.gui.appearance import Scheme
from permdesk.gui.housekeeping import Housekeeping
from permdesk.gui.jobs import JobRunner
from permdesk.gui.main_window import MainWindow
from permdesk.report.formats import Format
from tests.benchmarks.stopping import GOAL
from tests.benchmarks.whole_audit import write_pair
from tests.benchmarks.window import Turns, rest

GOAL_TURN = 50.0
PATIENCE_SECONDS = 1200.0
AFTERWARDS_MS = 500
OPENING = ("reading", "cells", "columns", "typing")
AUDIT = ("ranks", "distances-anonymized", "random-records", "linkages", "random-ties")
REPORTS = (Format.PDF, Format.XLSX)
REPORT_SECONDS = (0.1, 1.0, 2.5, 4.5, 5.5)
TABLE_SECONDS = (0.1, 0.5, 1.5, 3.0)
SWEEP_SECONDS = (0.5, 5.0)


@dataclass(frozen=True, slots=True)
class WindowStop:
    """What was stopped where; the seconds and CPU seconds until the next command was begun, the longest turn of the
    window in milliseconds of its processor time, and the load of the machine."""

    what: str
    where: str
    answered: float
    cpu: float
    turn: float
    load: float


class Stops:
    """Begins, waits, presses the key, and measures."""

    def __init__(self, window: MainWindow) -> None:
        self.window, self.turns = window, Turns()
        self.found: list[WindowStop] = []
        self._stage = ""

    def at_stage(self, what: str, begin: Callable[[], object], stage: str) -> None:
        """Stop what the window reads or audits when it shows a stage."""
        runner = self.window.desk.runner
        seen = runner.progressed.connect(lambda shown, _done, _total: setattr(self, "_stage", shown))
        self._stage = ""
        self._stop(what, stage, begin, runner, self.window, lambda: self._stage == stage)
        runner.progressed.disconnect(seen)

    def after(self, what: str, begin: Callable[[], object], cpu: float, runner: JobRunner, pressed: QWidget) -> None:
        """Stop it when the process has computed for so many seconds since it was begun."""
        end = time.process_time() + cpu
        self._stop(what, f"after {cpu} CPU s", begin, runner, pressed, lambda: time.process_time() >= end)

    def _stop(
        self,
        what: str,
        where: str,
        begin: Callable[[], object],
        runner: JobRunner,
        pressed: QWidget,
        is_there: Callable[[], bool],
    ) -> None:
        begin()
        wait(lambda: is_there() or not runner.busy)
        if not runner.busy:
            return
        self.turns.forget()
        began, cpu = time.perf_counter(), time.process_time()
        if pressed is self.window:
            QTest.keyClick(pressed, Qt.Key.Key_Escape)
        else:
            QTest.mouseClick(pressed, Qt.MouseButton.LeftButton)
        wait(lambda: not runner.busy)
        next_began: list[tuple[float, float]] = []
        runner.start("", lambda _: next_began.append((time.perf_counter(), time.process_time())), ignore, ignore)
        wait(lambda: not runner.busy and not self.window.activity.cancel.isVisible())
        answered, computed = next_began[0]
        rest(AFTERWARDS_MS)
        turn = max(self.turns.processor)
        self.found.append(WindowStop(what, where, answered - began, computed - cpu, turn, os.getloadavg()[0]))
        Console(stderr=True, width=160).print(self.found[-1])


def ignore(_: object) -> None:
    """What comes of the next command."""


def wait(is_done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_done():
        if time.monotonic() > end:
            raise SystemExit("The window never came to that moment.")
        rest(2)


def measure(folder: Path, original: Path, anonymized: Path) -> list[WindowStop]:
    """Stops at every moment, one after another."""
    for kernels in Kernels:
        wait_for_kernels(Progress(), kernels)
    make_application()
    window = make_window(Scheme.LIGHT)
    Housekeeping((window.desk.runner, window.desk.reports), window).begin()
    window.show()
    desk = window.desk
    desk.prepare()
    rest(AFTERWARDS_MS)
    stops = Stops(window)
    for stage in OPENING:
        stops.at_stage("opening", partial(desk.open, original, anonymized), stage)
    desk.open(original, anonymized)
    wait(lambda: desk.workspace.setup.question is not None and not desk.is_opening)
    desk.stop()
    for stage in AUDIT:
        stops.at_stage("audit", desk.run, stage)
    desk.run()
    wait(lambda: not desk.runner.busy)
    measure_sweep(stops)
    for kind in REPORTS:
        measure_writing(stops, REPORT_SECONDS, folder / f"report.{kind.ending}", partial(desk.writing.export, kind))
    measure_writing(stops, TABLE_SECONDS, folder / "records.csv", desk.writing.export_records)
    measure_writing(stops, TABLE_SECONDS, folder / "records.xlsx", desk.writing.export_records)
    measure_writing(stops, TABLE_SECONDS, folder / "mapped.csv", desk.writing.export_reverse_mapped)
    window.leaving.do_without()
    window.close()
    return stops.found


def measure_sweep(stops: Stops) -> None:
    demonstrations = stops.window.demonstrations
    demonstrations.show_sweep()
    sweep = demonstrations.sweep
    assert sweep is not None
    for seconds in SWEEP_SECONDS:
        stops.after("sweep", sweep.start, seconds, demonstrations.sweeper, sweep.cancel)
    sweep.close()
    stops.window.activateWindow()  # keys are those of the active window
    wait(stops.window.isActiveWindow)


def measure_writing(stops: Stops, moments: tuple[float, ...], path: Path, export: Callable[[Path], object]) -> None:
    """Stop the writing of one file at moments, as long as it takes so long. The file may just have been written before
    the key was heard; nothing else may be there then."""
    for seconds in moments:
        before = len(stops.found)
        stops.after(f"writing {path.name}", partial(export, path), seconds, stops.window.desk.reports, stops.window)
        path.unlink(missing_ok=True)
        left = [one.name for one in path.parent.iterdir() if one.name not in ("original.csv", "anonymized.csv")]
        if left:
            raise SystemExit(f"What was stopped left {left}.")
        if len(stops.found) == before:
            return


def shown(title: str, found: list[WindowStop]) -> Table:
    table = Table(title=title, box=box.MARKDOWN)
    for name in ("stopped", "where", "answered, s", "CPU s", "longest turn, ms", "load", ""):
        table.add_column(name, justify="left" if name in ("stopped", "where", "") else "right")
    for one in found:
        sign = "✓" if min(one.answered, one.cpu) <= GOAL and one.turn <= GOAL_TURN else "✗"
        figures = f"{one.answered:.3f}", f"{one.cpu:.3f}", f"{one.turn:.1f}", f"{one.load:.1f}"
        table.add_row(one.what, one.where, *figures, sign)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--attributes", type=int, default=10)
    asked = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(HOME=folder, XDG_CONFIG_HOME=folder)  # nobody's settings, and none that stay
        files = Path(folder, "files")
        files.mkdir()
        paths = write_pair(files, asked.records, asked.attributes, "continuous")
        found = measure(files, *paths)
    Console(width=140).print(shown(f"The window, {asked.records:,} records", found))


if __name__ == "__main__":
    main()
