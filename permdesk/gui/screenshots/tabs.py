"""Draws every tab of the window into PNG files, with or without a screen."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from permdesk.data.problem import Problem
from permdesk.gui.main_window import MainWindow
from permdesk.gui.screenshots.drawing import draw, settle, wait_until_idle

NAMES = ("data", "reverse-mapping", "permutation-distance", "intruder", "compare", "report")


def draw_tabs(window: MainWindow, folder: Path, begin: Callable[[], object]) -> int:
    """Show ``window``, ``begin`` what opens its files, and write one PNG per tab into ``folder``.

    Returns the exit status: 1, with a sentence on the standard error, when there was a Problem.
    """
    folder.mkdir(parents=True, exist_ok=True)
    problems: list[Problem] = []
    window.desk.reported.connect(problems.append)
    window.show()
    settle()
    draw(window, folder / "welcome.png")
    begin()
    wait_until_idle(window.desk.runner, window.desk.reports)
    for place, name in enumerate(NAMES):
        window.show_tab(place)
        settle()
        wait_until_idle(window.desk.runner, window.desk.reports)
        draw(window, folder / f"{name}.png")
    window.leave()
    for problem in problems:
        print(problem.sentence, file=sys.stderr)  # noqa: T201 - there is no window to show it in
    return 1 if problems else 0
