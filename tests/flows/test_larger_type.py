"""Type that a person has made half as large again cuts no words off."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QToolButton, QWidget

from permdesk.gui.appearance import POINTS, PRESENTED, Scheme
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.segments import Segments


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


def test_that_buttons_that_are_icons_grow_with_the_type_when_presented(with_results, qtbot):
    window = with_results
    window.show_tab(5)
    buttons = [part for part in window.report_page.findChildren(QToolButton) if part.property("role") == "icon"]
    assert len(buttons) > 4
    usual = {button.iconSize().width() for button in buttons}
    assert usual == {18}
    window.toggle_presentation()
    try:
        qtbot.waitUntil(lambda: {button.iconSize().width() for button in buttons} == {round(18 * PRESENTED)})
    finally:
        window.toggle_presentation()
    qtbot.waitUntil(lambda: {button.iconSize().width() for button in buttons} == usual)


def test_that_columns_of_the_data_tab_hold_their_titles_and_its_side_its_words_when_presented(with_results, qtbot):
    window = with_results
    window.show_tab(0)
    table = window.data_page.attributes.table
    window.toggle_presentation()
    try:
        metrics = table.horizontalHeader().fontMetrics()
        for column in range(table.model().columnCount()):
            title = str(table.model().headerData(column, Qt.Orientation.Horizontal))
            assert table.isColumnHidden(column) or table.columnWidth(column) > metrics.horizontalAdvance(title)
        (side,) = (area for area in window.findChildren(QScrollArea) if area.accessibleName().startswith("Pairing"))
        qtbot.waitUntil(lambda: cut_off(side) == 0)
    finally:
        window.toggle_presentation()


def test_that_the_data_tab_fits_a_narrow_window_without_scrolling_sideways(with_results, qtbot):
    window = with_results
    window.show_tab(0)
    window.resize(800, 800)
    areas = [area for area in window.findChildren(QScrollArea) if area.isVisible()]
    assert len(areas) > 1
    qtbot.waitUntil(lambda: [area.horizontalScrollBar().maximum() for area in areas] == [0] * len(areas))


@pytest.mark.parametrize("place", range(2))
def test_that_no_button_is_cut_off_when_the_intruder_tab_is_presented(with_results, qtbot, place):
    window = with_results
    window.show_tab(3)
    window.tabs.currentWidget().findChildren(Segments)[0].choose(place)
    window.toggle_presentation()
    try:
        qtbot.wait(50)
        buttons = [button for button in window.findChildren(QToolButton) if button.isVisible() and button.text()]
        assert len(buttons) > 4
        line = buttons[0].fontMetrics().height()
        assert [button.text() for button in buttons if button.height() < line + 10] == []
    finally:
        window.toggle_presentation()


@pytest.mark.parametrize(("place", "view"), [(3, 0), (3, 1), (5, None)])
def test_that_a_presented_tab_fits_a_narrow_window_without_scrolling_sideways(with_results, qtbot, place, view):
    window = with_results
    window.show_tab(place)
    area = window.tabs.currentWidget()
    if view is not None:
        area.findChildren(Segments)[0].choose(view)
    window.toggle_presentation()
    try:
        window.resize(800, 800)
        qtbot.waitUntil(lambda: area.viewport().width() < 800)
        qtbot.waitUntil(lambda: area.horizontalScrollBar().maximum() == 0)
    finally:
        window.toggle_presentation()


def test_that_presented_tables_of_the_protector_fit_beside_each_other_without_scrolling_sideways(with_results, qtbot):
    window = with_results
    window.show_tab(3)
    area = window.tabs.currentWidget()
    area.findChildren(Segments)[0].choose(1)
    window.toggle_presentation()

    def is_wide():
        window.resize(1320, 860)
        return area.viewport().width() > 1_250

    try:
        qtbot.waitUntil(is_wide)
        tables = [table for table in area.findChildren(TableView) if table.isVisible()]
        assert len(tables) == 2
        qtbot.waitUntil(lambda: [table.horizontalScrollBar().maximum() for table in tables] == [0, 0])
    finally:
        window.toggle_presentation()


def test_that_form_and_preview_of_the_report_are_under_each_other_in_a_narrow_window_and_stay_usable(
    with_results, qtbot
):
    window = with_results
    window.show_tab(5)
    page = window.report_page
    form, preview = page.form.parentWidget().parentWidget(), page.states
    window.toggle_presentation()
    try:
        window.resize(800, 800)
        qtbot.waitUntil(lambda: preview.geometry().top() > form.geometry().bottom() > 240)
        qtbot.waitUntil(lambda: preview.height() > 240 and form.width() > 640)
    finally:
        window.toggle_presentation()
    window.resize(1_320, 860)
    qtbot.waitUntil(lambda: form.x() + form.width() < preview.x() and form.width() == 400)
