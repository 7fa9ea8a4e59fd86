"""Draws every tab of the window into PNG files, with or without a screen."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer, SignalInstance
from PySide6.QtWidgets import QWidget

from permdesk.data.problem import Problem
from permdesk.gui.main_window import MainWindow

NAMES = ("data", "reverse-mapping", "permutation-distance", "intruder", "compare", "report")
SETTLE_MS = 350
LONGEST_MS = 600_000


def draw_tabs(window: MainWindow, folder: Path, begin: Callable[[], object]) -> int:
    """Show ``window``, ``begin`` what opens its files, and write one PNG per tab into ``folder``.

    Returns the exit status: 1, with a sentence on the standard error, when there was a Problem.
    """
    folder.mkdir(parents=True, exist_ok=True)
    problems: list[Problem] = []
    window.desk.reported.connect(problems.append)
    window.show()
    _settle()
    draw(window, folder / "welcome.png")
    begin()
    _wait_until_idle(window)
    for place, name in enumerate(NAMES):
        window.show_tab(place)
        _settle()
        _wait_until_idle(window)
        draw(window, folder / f"{name}.png")
    window.close()
    for problem in problems:
        print(problem.sentence, file=sys.stderr)  # noqa: T201 - there is no window to show it in
    return 1 if problems else 0


def draw(widget: QWidget, path: Path) -> None:
    """Write what a widget shows."""
    widget.grab().save(str(path))


def _wait_until_idle(window: MainWindow) -> None:
    for runner in (window.desk.runner, window.desk.reports):
        while runner.busy:
            _wait_for(runner.idle)
    _settle()


def _wait_for(signal: SignalInstance) -> None:
    loop = QEventLoop()
    signal.connect(loop.quit)
    QTimer.singleShot(LONGEST_MS, loop.quit)
    loop.exec()
    signal.disconnect(loop.quit)


def _settle() -> None:
    """Let layouts, delayed paints and pictures come to rest."""
    loop = QEventLoop()
    QTimer.singleShot(SETTLE_MS, loop.quit)
    loop.exec()
