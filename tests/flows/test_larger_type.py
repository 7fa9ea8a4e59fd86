"""Type that a person has made half as large again cuts no words off."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from permdesk.gui.appearance import POINTS, Scheme


def cut_off(area: QScrollArea) -> int:
    """How many pixels of a content are out of reach, as its area does not scroll sideways."""
    content = area.widget()
    if content is None or area.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
        return 0
    return max(0, content.width() - area.viewport().width())


@pytest.mark.parametrize("place", range(6))
def test_that_no_tab_cuts_words_off(with_results, settle, monkeypatch, place, qtbot):
    window = with_results
    monkeypatch.setattr("permdesk.gui.appearance.system_enlargement", lambda: 1.5)
    window.set_scheme(Scheme.DARK)
    try:
        assert window.font().pointSizeF() == pytest.approx(1.5 * POINTS)
        window.show_tab(place)
        settle()
        qtbot.wait(50)
        areas = [area for area in window.findChildren(QScrollArea) if area.isVisible()]
        assert areas
        assert [(area.accessibleName(), cut_off(area)) for area in areas if cut_off(area)] == []
    finally:
        monkeypatch.undo()
        window.set_scheme(Scheme.LIGHT)


def test_that_every_part_takes_the_size_of_type_at_once_and_gives_it_back(with_results, qtbot):
    window = with_results
    tab_bar = window.tabs.tabBar()
    usual = tab_bar.tabRect(1).width()
    for is_larger in (True, False, True, False):
        window.toggle_presentation()
        size = QApplication.font().pointSizeF()
        assert (size > POINTS) is is_larger
        plain = [part for part in window.findChildren(QWidget) if part.property("role") is None and part.isVisible()]
        assert [(type(part), part.objectName()) for part in plain if part.font().pointSizeF() != size] == []
        qtbot.wait(10)
        assert (tab_bar.tabRect(1).width() > usual) is is_larger
