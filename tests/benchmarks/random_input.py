"""Ten thousand clicks, keys and file drops at random: how long the window was deaf, and what its memory did.

Times are those of the processor for the window's thread, as the clock counts what else runs; "by clock" says both.

Usage: python -m tests.benchmarks.random_input [--steps N] [--seed N]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import traceback
from pathlib import Path

import numpy as np
import psutil
from PySide6.QtCore import QEvent, qInstallMessageHandler
from PySide6.QtWidgets import QApplication
from rich.console import Console

from permdesk.app import make_application, make_window
from permdesk.gui import main_window
from permdesk.gui.appearance import Scheme
from permdesk.gui.dialogs import preferences
from permdesk.gui.housekeeping import Housekeeping
from permdesk.resources import resource_path
from tests.flows.random_person import RandomPerson, Step

PATIENCE_S = 120
SHOWN = 12
SLOW_S = 0.2


def settle(window: main_window.MainWindow) -> None:
    """Let everything that runs come to its end."""
    end = time.monotonic() + PATIENCE_S
    while (window.desk.runner.busy or window.desk.reports.busy) and time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.002)


def used_at_random(steps: int, seed: int) -> int:
    """Use the window on the paper's example and print a line every tenth of the way; the number of exceptions and of
    words of Qt."""
    said: list[str] = []
    sys.excepthook = lambda *error: said.append("".join(traceback.format_exception(*error)))
    qInstallMessageHandler(
        lambda _kind, _context, words: None if "plugin does not support" in words else said.append(words)
    )
    main_window.open_outside = lambda _path: None  # type: ignore[assignment]
    preferences.empty_kernel_cache = preferences.kernel_cache  # those who come after would wait
    make_application()
    window = make_window(Scheme.LIGHT)
    Housekeeping((window.desk.runner, window.desk.reports), window).begin()
    window.show()
    window.desk.prepare()
    example = [resource_path("demo", "paper", name) for name in ("original.csv", "anonymized.csv")]
    window.desk.open(*example)
    settle(window)
    Path("zeros.csv").write_bytes(bytes(64))
    person = RandomPerson(window, [*example, Path("zeros.csv").resolve(), Path.cwd()], seed)
    done: list[Step] = []
    console = Console(width=100, highlight=False)
    console.print(
        f"{'steps':>7} {'median':>8} {'99 %':>8} {'longest':>8} {'by clock':>9} {'over 200 ms':>12} {'by clock':>9} "
        f"{'resident':>9} {'said':>5}"
    )
    for step in range(1, steps + 1):
        done.append(person.act())
        if step % max(1, steps // 10) == 0:
            settle(window)
            for shown in QApplication.topLevelWidgets():
                if shown.isVisible() and shown is not window:
                    shown.close()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            resident = psutil.Process().memory_info().rss / 2**20
            cpu = np.array([one.cpu_seconds for one in done])
            clock = np.array([one.seconds for one in done])
            median, high, most = np.quantile(cpu, [0.5, 0.99, 1]) * 1000
            console.print(
                f"{step:>7} {median:>5.1f} ms {high:>5.0f} ms {most:>5.0f} ms {clock.max() * 1000:>6.0f} ms "
                f"{np.sum(cpu > SLOW_S):>12} {np.sum(clock > SLOW_S):>9} {resident:>6.0f} MB {len(said):>5}",
            )
    console.print("The slowest, in ms of the processor and by the clock:")
    for one in sorted(done, key=lambda step: step.cpu_seconds, reverse=True)[:SHOWN]:
        console.print(f"{one.cpu_seconds * 1000:>7.0f} {one.seconds * 1000:>7.0f}  {one.what}", markup=False)
    console.print(*said, sep="\n", markup=False)
    return len(said)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        # What is saved by chance lands in a folder that goes away.
        os.chdir(folder)
        os.environ.update(HOME=folder, XDG_CONFIG_HOME=folder)
        try:
            os._exit(min(used_at_random(asked.steps, asked.seed), 1))
        except Exception:
            traceback.print_exc()  # the hook for what the window raises would keep it to itself
            os._exit(1)
