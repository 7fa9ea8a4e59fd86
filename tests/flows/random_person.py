"""A person who clicks, types and drops files at random: what she does follows from a seed alone."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import shiboken6
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from permdesk.gui.main_window import MainWindow

KEYS = (
    *(Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Space, Qt.Key.Key_Delete),
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End),
    *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_F1, Qt.Key.Key_F2, Qt.Key.Key_F5, Qt.Key.Key_F11),
    *(Qt.Key.Key_0, Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_9, Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_E, Qt.Key.Key_Z),
    *(Qt.Key.Key_Less, Qt.Key.Key_Period, Qt.Key.Key_Comma, Qt.Key.Key_Minus, Qt.Key.Key_Backspace),
)
MODIFIERS = (
    *(Qt.KeyboardModifier.NoModifier,) * 6,
    *(Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier),
)


class StaysOpen(QObject):
    """Keeps a window from closing, so that the person cannot leave."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Close:
            event.ignore()
            return True
        return False


@dataclass(frozen=True, slots=True)
class Step:
    """What was done, and how long the window took for it, in seconds by the clock and of the processor."""

    what: str
    seconds: float
    cpu_seconds: float


class RandomPerson:
    """Uses a window at random; ``files`` are what she drops on it."""

    def __init__(self, window: MainWindow, files: Sequence[Path], seed: int) -> None:
        self._window, self._files = window, files
        self._random = random.Random(seed)
        self._guard = StaysOpen(window)
        window.installEventFilter(self._guard)
        # The menu of a tool button returns only when it is closed, and so would the click that opened it.
        self._impatience = QTimer(window)
        self._impatience.setInterval(50)
        self._impatience.timeout.connect(_close_popup)
        self._impatience.start()

    def act(self) -> Step:
        """Do one thing, and let the window answer. Closed dialogs go before, as they do between events of the
        application: one that waited for the loop of the next dialog would take that with it."""
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect(1)
        action = self._random.choices((self._click, self._type, self._turn_wheel, self._drop), (50, 40, 8, 1))[0]
        before, cpu_before = time.perf_counter(), time.thread_time()
        try:
            what = action()
        except RuntimeError:  # Qt had taken the chosen widget away; what the window itself raises does not come here
            what = "nothing"
        QApplication.processEvents()
        seconds, cpu_seconds = time.perf_counter() - before, time.thread_time() - cpu_before
        for dialog in self._window.findChildren(QFileDialog):
            dialog.reject()  # it shows the folders of this machine, where nothing may be written
        return Step(what, seconds, cpu_seconds)

    def leave(self) -> None:
        """Close what was opened and let go of all keys, which Qt takes for held until it hears of another one."""
        for shown in QApplication.topLevelWidgets():
            if shown.isVisible() and shown is not self._window:
                shown.close()
        self._impatience.stop()
        QTest.keyClick(self._window, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)

    def _place(self) -> QWidget:
        popup = QApplication.activePopupWidget()
        modal = QApplication.activeModalWidget()
        top = popup or modal or self._random.choice([w for w in QApplication.topLevelWidgets() if w.isVisible()])
        inside = [part for part in top.findChildren(QWidget) if part.isVisible() and part.isEnabled() and part.width()]
        return self._random.choice(inside) if inside else top

    def _click(self) -> str:
        part = self._place()
        at = QPoint(self._random.randrange(part.width()), self._random.randrange(max(part.height(), 1)))
        button = self._random.choices((Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton), (9, 1))[0]
        how = self._random.choices((QTest.mouseClick, QTest.mouseDClick, self._drag), (8, 1, 1))[0]
        what = f"{how.__name__} {button.name} {type(part).__name__} {part.objectName() or part.accessibleName()} {at}"
        how(part, button, self._random.choice(MODIFIERS), at)
        return what

    def _drag(self, part: QWidget, button: Qt.MouseButton, modifier: Qt.KeyboardModifier, at: QPoint) -> None:
        QTest.mousePress(part, button, modifier, at)
        for _ in range(3):
            at = at + QPoint(self._random.randrange(-80, 80), self._random.randrange(-80, 80))
            if shiboken6.isValid(part):
                QTest.mouseMove(part, at)
        if shiboken6.isValid(part):
            QTest.mouseRelease(part, button, modifier, at)

    def _type(self) -> str:
        part = QApplication.focusWidget() or self._place()
        key, modifier = self._random.choice(KEYS), self._random.choice(MODIFIERS)
        what = f"{key.name} {modifier.name} {type(part).__name__} {part.accessibleName()}"
        QTest.keyClick(part, key, modifier)
        return what

    def _turn_wheel(self) -> str:
        part = self._place()
        middle = QPointF(part.rect().center())
        turn = QPoint(0, self._random.choice((-120, 120, 360)))
        what = f"wheel {type(part).__name__}"
        QApplication.sendEvent(
            part,
            QWheelEvent(
                middle,
                QPointF(part.mapToGlobal(middle.toPoint())),
                QPoint(),
                turn,
                Qt.MouseButton.NoButton,
                self._random.choice(MODIFIERS),
                Qt.ScrollPhase.NoScrollPhase,
                False,
            ),
        )
        return what

    def _drop(self) -> str:
        if QApplication.activeModalWidget() is not None:
            return "nothing"
        dropped = self._random.sample(list(self._files), self._random.randint(1, min(3, len(self._files))))
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in dropped])
        how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self._window, QDragEnterEvent(QPoint(300, 300), *how))
        QApplication.sendEvent(self._window, QDropEvent(QPointF(300, 300), *how))
        return f"drop {[path.name for path in dropped]}"


def _close_popup() -> None:
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()
