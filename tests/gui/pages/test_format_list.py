"""The list of formats shows every one whole, however narrow it is and however large type is."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from permdesk.gui.pages.report.format_list import FormatList


@pytest.mark.parametrize("points", [10, 14])
@pytest.mark.parametrize("width", [420, 600, 1000, 1400])
def test_that_no_format_is_cut_or_out_of_sight(qtbot, points, width):
    formats = FormatList()
    qtbot.addWidget(formats)
    formats.setStyleSheet(f"QListWidget {{ font-size: {points}pt; padding: 4px; }}")
    formats.resize(width, 200)
    formats.show()
    QApplication.processEvents()
    formats.give_room()
    QApplication.processEvents()
    places = [formats.visualItemRect(formats.item(place)) for place in range(formats.count())]
    assert all(formats.viewport().rect().contains(place) for place in places)
    needed = formats.fontMetrics().horizontalAdvance
    assert all(p.width() >= needed(formats.item(i).text()) + 30 for i, p in enumerate(places))
