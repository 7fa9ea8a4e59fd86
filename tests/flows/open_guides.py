"""What the tests of the first page, the tour and the guide do alike."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from permdesk.gui.guide.guide_window import GuideWindow
from permdesk.gui.main_window import MainWindow


def press(qtbot, key: Qt.Key) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    qtbot.keyClick(focus, key)


def opened_guide(qtbot, window: MainWindow) -> GuideWindow:
    assert window.guidance.guide is not None
    qtbot.waitUntil(window.guidance.guide.isActiveWindow)
    return window.guidance.guide


def shown(guide: GuideWindow) -> str:
    return guide.page.toPlainText().splitlines()[0]
