"""Waits until a window has come to rest, and writes what a widget shows into a PNG file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QTimer, SignalInstance
from PySide6.QtWidgets import QApplication, QWidget

from permdesk.gui.jobs import JobRunner

SETTLE_MS = 350
LONGEST_MS = 600_000
TURN_MS = 20


def draw(widget: QWidget, path: Path) -> None:
    """Write what a widget shows."""
    widget.grab().save(str(path))


def wait_until_idle(*runners: JobRunner) -> None:
    """Let jobs end, and everything settle then."""
    for runner in runners:
        while runner.busy:
            _wait_for(runner.idle)
    settle()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Let the window live until something is so. Raises TimeoutError when that takes too long."""
    for _ in range(LONGEST_MS // TURN_MS):
        if is_so():
            return
        settle(TURN_MS)
    raise TimeoutError


def settle(milliseconds: int = SETTLE_MS) -> None:
    """Let layouts, delayed paints and pictures come to rest, and what is to be deleted go."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _wait_for(signal: SignalInstance) -> None:
    loop = QEventLoop()
    signal.connect(loop.quit)
    QTimer.singleShot(LONGEST_MS, loop.quit)
    loop.exec()
    signal.disconnect(loop.quit)
