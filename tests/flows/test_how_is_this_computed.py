"""A note about a number: how it is opened, read, copied and left."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QToolTip

from permdesk.gui.derivations.figure_label import FigureLabel
from tests.flows.open_notes import choose_from_menu, no_note, open_note

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def test_that_shift_f1_in_a_table_explains_the_current_cell_and_escape_goes_back_to_it(qtbot, records):
    qtbot.keyClick(records, Qt.Key.Key_F1, SHIFT)
    note = open_note(qtbot)
    said = note.page.toPlainText()
    assert "Distance of record 6 to Y" in said
    assert "max(3; 1; 0) = 3" in said
    assert "attained by record 6" in said
    assert "Algorithm 2" in said
    assert note.page.cursorWidth() == 0  # it would stand through the first letter
    qtbot.keyClick(note.page, Qt.Key.Key_Right, SHIFT)
    assert note.page.cursorWidth() == 1
    qtbot.keyClick(note.page, Qt.Key.Key_Escape)
    qtbot.waitUntil(no_note)
    assert QApplication.focusWidget() is records
    assert records.rows.source_row(records.currentIndex().row()) == 5


def test_that_the_context_menu_explains_the_cell_under_the_pointer(qtbot, records):
    index = records.rows.index(2, 1)
    place = records.visualRect(index).center()
    qtbot.mouseClick(records.viewport(), LEFT, pos=place)
    choose_from_menu(qtbot, "How is this computed?")
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, records.viewport().mapToGlobal(place))
    QApplication.sendEvent(records.viewport(), event)
    note = open_note(qtbot)
    assert "record 3" in note.said.title
    assert note.said.shown == "4"
    note.close()


def test_that_the_context_menu_of_frozen_columns_explains_them_too(qtbot, records):
    assert records.pinned.is_visible
    place = records.pinned.view.visualRect(records.rows.index(4, 2)).center()
    choose_from_menu(qtbot, "How is this computed?")
    viewport = records.pinned.view.viewport()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, viewport.mapToGlobal(place))
    QApplication.sendEvent(viewport, event)
    assert open_note(qtbot).said.title == "Distance of record 5 to Z"
    open_note(qtbot).close()


def test_that_the_bottom_row_explains_d_and_v(qtbot, records):
    bottom = records.window().result_pages[1].records.bottom
    column = next(j for j, one in enumerate(bottom.rows.columns) if one.text(0).startswith("v = "))
    bottom.scrollTo(bottom.rows.index(0, column))
    place = bottom.visualRect(bottom.rows.index(0, column)).center()
    choose_from_menu(qtbot, "How is this computed?")
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, bottom.viewport().mapToGlobal(place))
    QApplication.sendEvent(bottom.viewport(), event)
    note = open_note(qtbot)
    assert note.said.title == "Smallest local variance of X1"
    assert note.said.shown == "0.009025"
    note.close()


def test_that_the_header_explains_a_column_with_the_current_row_put_in(qtbot, records):
    header = records.horizontalHeader()
    section = next(j for j, column in enumerate(records.rows.columns) if column.title == "to Z")
    place = QPoint(header.sectionViewportPosition(section) + 10, header.height() - 8)
    choose_from_menu(qtbot, "How is this computed?")
    header.customContextMenuRequested.emit(place)
    note = open_note(qtbot)
    assert note.said.title == "Distance of record 6 to Z"
    assert note.said.shown == "2"
    note.close()
    qtbot.keyClick(records, Qt.Key.Key_F1, SHIFT)
    assert open_note(qtbot).said.title == "Distance of record 6 to Y"  # the column that was pointed at is forgotten
    open_note(qtbot).close()


def test_that_a_click_on_a_figure_of_the_strip_explains_it(qtbot, with_results):
    before = QApplication.focusWidget()
    qtbot.mouseClick(with_results.strip.distance.value, LEFT)
    note = open_note(qtbot)
    assert note.said.title == "Permutation distance d against Y"
    assert "The median of the 20 distances: 3" in note.page.toPlainText()
    qtbot.keyClick(note.page, Qt.Key.Key_Escape)
    qtbot.waitUntil(no_note)
    assert QApplication.focusWidget() is before


def test_that_the_strip_is_reached_by_tab_and_opens_by_enter(qtbot, with_results):
    figures = [figure.value for figure in (with_results.strip.records, with_results.strip.attributes)]
    figures[0].setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(figures[0], Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is figures[1]
    qtbot.keyClick(figures[1], Qt.Key.Key_Return)
    note = open_note(qtbot)
    assert "Audited: X1; X2; X3" in note.page.toPlainText()
    qtbot.keyClick(note.page, Qt.Key.Key_Escape)
    qtbot.waitUntil(no_note)
    assert QApplication.focusWidget() is figures[1]


def test_that_the_verdict_keeps_its_click_and_is_explained_by_key(qtbot, with_results):
    with_results.strip.verdict.setFocus()
    qtbot.keyClick(with_results.strip.verdict, Qt.Key.Key_F1, SHIFT)
    note = open_note(qtbot)
    assert note.said.term == "verdict"
    assert "Broken: " in note.page.toPlainText()
    note.close()
    qtbot.mouseClick(with_results.strip.verdict, LEFT)
    assert with_results.dialogs.policy.isVisible()
    with_results.dialogs.policy.close()


def test_that_the_whole_note_is_copied_where_nothing_is_selected(qtbot, records):
    qtbot.keyClick(records, Qt.Key.Key_F1, SHIFT)
    note = open_note(qtbot)
    qtbot.keyClick(note.page, Qt.Key.Key_C, CONTROL)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("Distance of record 6 to Y\n3\n\nd_i = min_p max_j")
    assert "Domingo-Ferrer and Muralidhar (2016)" in copied
    QGuiApplication.clipboard().clear()
    qtbot.mouseClick(note.copy, LEFT)
    assert QGuiApplication.clipboard().text() == copied
    qtbot.mouseClick(note.close_button, LEFT)
    qtbot.waitUntil(no_note)


def test_that_a_selection_is_copied_as_it_is(qtbot, records):
    qtbot.keyClick(records, Qt.Key.Key_F1, SHIFT)
    note = open_note(qtbot)
    note.page.moveCursor(note.page.textCursor().MoveOperation.Start)
    for _ in range(8):
        qtbot.keyClick(note.page, Qt.Key.Key_Right, SHIFT)
    qtbot.keyClick(note.page, Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text() == "Distance"
    note.close()


def test_that_the_note_tells_a_screen_reader_everything(qtbot, records):
    qtbot.keyClick(records, Qt.Key.Key_F1, SHIFT)
    note = open_note(qtbot)
    assert note.accessibleName() == "How is this computed? Distance of record 6 to Y: 3"
    for part in ("The figures put in", "What it means", "What it does not mean", "Source"):
        assert part in note.page.accessibleDescription()
    assert note.page.hasFocus()
    note.close()


def test_that_the_glossary_tells_more_about_the_term(qtbot, records):
    qtbot.keyClick(records, Qt.Key.Key_F1, SHIFT)
    note = open_note(qtbot)
    qtbot.mouseClick(note.glossary, LEFT)
    guide = records.window().guidance.guide
    qtbot.waitUntil(guide.isVisible)
    assert no_note()
    assert guide.windowTitle()
    place = guide._history.place
    assert (place.chapter.name, place.anchor) == ("GLOSSARY", "permutation-distance")
    guide.close()


def test_that_the_glossary_opens_when_the_number_is_gone_meanwhile(qtbot, with_results):
    number = next(part for part in with_results.strip.findChildren(FigureLabel) if part.isVisible())
    qtbot.mouseClick(number, LEFT)
    note = open_note(qtbot)
    shiboken6.delete(number)
    qtbot.mouseClick(note.glossary, LEFT)
    qtbot.waitUntil(with_results.guidance.guide.isVisible)
    with_results.guidance.guide.close()


def test_that_asking_without_a_number_says_how_to_choose_one(qtbot, window):
    window.tabs.tabBar().setFocus()
    qtbot.keyClick(window.tabs.tabBar(), Qt.Key.Key_F1, SHIFT)
    qtbot.waitUntil(QToolTip.isVisible)
    assert "Choose a number first" in QToolTip.text()
    assert no_note()
    QToolTip.hideText()


def test_that_a_note_grows_with_the_type_of_presentation_mode_and_stays_on_the_screen(qtbot, records):
    qtbot.keyClick(records, Qt.Key.Key_F1, SHIFT)
    small = open_note(qtbot)
    size = small.page.font().pointSizeF()
    small.close()
    qtbot.keyClick(records.window(), Qt.Key.Key_F11)
    qtbot.keyClick(records, Qt.Key.Key_F1, SHIFT)
    large = open_note(qtbot)
    assert large.page.font().pointSizeF() > 1.2 * size
    assert large.screen().availableGeometry().contains(large.geometry())
    large.close()
    qtbot.keyClick(records.window(), Qt.Key.Key_F11)
