"""Names of attributes are shown as they stand, also those that would be markup."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QLabel, QWidget

from permdesk.gui.charts.plot import Plot
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.segments import Segments

NAMES = ("<b>bold</b>", "pay<1000", "<img src=x>", "R&amp;D")


@pytest.fixture
def with_odd_names(window, settle, drop, tmp_path):
    random = np.random.default_rng(3)
    x = random.normal(size=(30, len(NAMES)))
    paths = (tmp_path / "x.csv", tmp_path / "x_masked.csv")
    for path, values in zip(paths, (x, x + 0.1 * random.normal(size=x.shape)), strict=True):
        np.savetxt(path, values, "%.5f", ",", header=",".join(NAMES), comments="")
    drop(window, *paths)
    settle()
    assert window.desk.workspace.state.audit.names == NAMES
    return window


def is_markup(text):
    """What Qt would not show as it stands, but for what we escaped."""
    return GuiQt.mightBeRichText(text) and any(name in text for name in NAMES)


def test_that_no_name_is_taken_for_markup(qtbot, with_odd_names, settle):
    window, titles, n_tips = with_odd_names, set(), 0
    for place in range(window.tabs.count()):
        window.show_tab(place)
        page = window.tabs.widget(place)
        settle()
        for view in [None, *(button for bar in page.findChildren(Segments) for button in bar.buttons)]:
            if view is not None and view.isVisible():
                qtbot.mouseClick(view, Qt.MouseButton.LeftButton)
                settle()
            for plot in page.findChildren(Plot):
                titles |= {plot.canvas.getAxis(side).label.toPlainText().strip() for side in ("bottom", "left")}
        for part in page.findChildren(QWidget):
            assert not is_markup(part.toolTip()), (type(part), part.toolTip())
            assert not isinstance(part, QLabel) or not is_markup(part.text()) or plain(part), part.text()
        for table in page.findChildren(TableView):
            rows = table.rows
            for column in range(rows.columnCount()):
                tip = rows.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) or ""
                n_tips += bool(tip)
                assert not is_markup(tip), tip
    assert NAMES[0] in titles  # of the marginal distributions
    assert n_tips > 20
    assert not is_markup(window.strip.variance.toolTip())


def plain(shown):
    return shown.textFormat() is Qt.TextFormat.PlainText
