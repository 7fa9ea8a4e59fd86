"""File dialogs of Qt's own cut no column, and their arrows follow the theme."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QToolButton, QTreeView, QWidget

from permdesk.gui.appearance import apply_theme
from permdesk.gui.dialogs.files import ask_file, ask_files
from permdesk.gui.theme import DARK, HIGH_CONTRAST, LIGHT, contrast


@pytest.mark.parametrize("ask", [ask_file, ask_files])
def test_that_no_column_of_a_file_dialog_is_cut(qtbot, look, ask):
    apply_theme(look, LIGHT)
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    dialog = ask(window, "Open", "All files (*)", lambda _: None)
    qtbot.waitExposed(dialog)
    files = dialog.findChild(QTreeView)
    header = files.header()
    for column in range(1, header.count()):
        assert header.sectionSize(column) >= max(files.sizeHintForColumn(column), header.sectionSizeHint(column))
    assert header.length() <= files.viewport().width()
    dialog.reject()


@pytest.mark.parametrize("theme", [DARK, HIGH_CONTRAST, LIGHT])
def test_that_the_arrows_of_a_file_dialog_are_seen_on_every_ground(qtbot, look, theme):
    apply_theme(look, theme)
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    dialog = ask_file(window, "Open", "All files (*)", lambda _: None)
    for name in ("toParentButton", "backButton", "forwardButton"):
        drawn = dialog.findChild(QToolButton, name).icon().pixmap(24).toImage()
        inks = [drawn.pixelColor(x, y) for x in range(drawn.width()) for y in range(drawn.height())]
        strongest = max(inks, key=QColor.alpha)
        assert contrast(strongest.name(), theme.surface) >= 3
    dialog.reject()
