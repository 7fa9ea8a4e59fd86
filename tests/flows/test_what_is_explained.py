"""Every number of every tab has a note that says how it is computed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QLabel, QToolTip

from permdesk.gui.derivations.explained import ExplainedFigure, explained_at
from permdesk.gui.derivations.outdated import why_outdated
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.footer_row import FooterRow
from tests.flows.open_notes import choose_from_menu, no_note, open_note
from tests.gui.derivations.test_every_number_is_explained import NAMES

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def test_that_every_figure_of_every_tab_is_explained(qtbot, with_results, settle):
    n_figures = 0
    for place in range(1, 4):
        with_results.show_tab(place)
        settle()
        page = with_results.result_pages[place - 1]
        if place == 3:
            for button in page.views.buttons:
                qtbot.mouseClick(button, LEFT)
        for label in [*page.findChildren(QLabel), *with_results.strip.findChildren(QLabel)]:
            if label.property("role") == "figure" and label.text() not in ("", "–"):
                found = explained_at(label)
                assert found is not None, label.text()
                assert found.derivation().shown == label.text()
                n_figures += 1
    assert n_figures > 20


def test_that_every_column_of_every_table_in_the_window_is_explained(qtbot, with_results, settle):
    """Fails where a new table or column comes without a note."""
    window = with_results
    mapping, distance, intruder = window.result_pages
    for place in range(1, 4):
        window.show_tab(place)
        settle()
    qtbot.mouseClick(mapping.side.buttons[3], LEFT)
    qtbot.mouseClick(distance.side.buttons[1], LEFT)
    for button in intruder.views.buttons:
        qtbot.mouseClick(button, LEFT)
        settle()
    for button in (intruder.knowledge.scenario, intruder.knowledge.leave_out, intruder.information.measure):
        button.button.click()
        settle()
    qtbot.waitUntil(lambda: distance.requirement.table.rows.rowCount() > 0)
    tables = [table for page in window.result_pages for table in page.findChildren(TableView) if table.rows.columns]
    assert len(tables) >= 14
    lacking = [
        (table.accessibleName(), column.spoken)
        for table in tables
        if not isinstance(table, FooterRow)
        for column in table.rows.columns
        if column.derived is None and column.title not in NAMES
    ]
    assert lacking == []


def test_that_sentences_with_numbers_are_explained_by_key(qtbot, records):
    page = records.window().result_pages[1]
    for sentence, title in (
        (page.record.sentence, "Distance of record 6 to Y"),
        (page.records.summary, "Permutation distance d against Y"),
    ):
        sentence.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(sentence, Qt.Key.Key_F1, SHIFT)
        note = open_note(qtbot)
        assert note.said.title == title
        note.close()


def test_that_what_lies_within_a_distance_is_explained_without_what_only_the_agency_knows(qtbot, with_results):
    with_results.show_tab(3)
    page = with_results.result_pages[2]
    sentence = page.intruder.within.sentence
    sentence.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(sentence, Qt.Key.Key_F1, SHIFT)
    note = open_note(qtbot)
    assert "0 / 20 = 0.0 %" in note.page.toPlainText()
    assert "Expected right" not in note.page.toPlainText()
    note.close()
    qtbot.mouseClick(page.views.buttons[1], LEFT)
    sentence = page.protector.within.sentence
    sentence.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(sentence, Qt.Key.Key_F1, SHIFT)
    assert "Expected right" in open_note(qtbot).page.toPlainText()
    open_note(qtbot).close()


def test_that_the_cards_open_by_click_and_by_key(qtbot, with_results):
    with_results.show_tab(3)
    card = with_results.result_pages[2].intruder.hellinger
    qtbot.mouseClick(card, LEFT, pos=card.rect().center())
    note = open_note(qtbot)
    assert note.said.title == "Hellinger distance"
    note.close()
    card.setFocus(Qt.FocusReason.TabFocusReason)
    QToolTip.hideText()
    qtbot.keyClick(card, Qt.Key.Key_Space)
    assert open_note(qtbot).said.shown == card.figure
    open_note(qtbot).close()


def test_that_a_right_button_on_a_card_offers_its_note(qtbot, with_results):
    with_results.show_tab(3)
    card = with_results.result_pages[2].intruder.ks
    choose_from_menu(qtbot, "How is this computed?")
    place = card.rect().center()
    QApplication.sendEvent(card, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, card.mapToGlobal(place)))
    assert open_note(qtbot).said.title == "Largest gap (KS)"
    open_note(qtbot).close()


def test_that_checks_of_the_policy_are_explained_in_their_window(qtbot, with_results):
    qtbot.mouseClick(with_results.strip.verdict, LEFT)
    dialog = with_results.dialogs.policy
    qtbot.waitUntil(dialog.isActiveWindow)
    found = dialog.verdict.findChildren(ExplainedFigure)
    assert len(found) == len(dialog.verdict.cards) > 2
    label = found[0].parent()
    label.setFocus()
    qtbot.keyClick(label, Qt.Key.Key_F1, SHIFT)
    note = open_note(qtbot)
    assert note.said.title.startswith("Check of the policy")
    qtbot.keyClick(note.page, Qt.Key.Key_Escape)
    qtbot.waitUntil(no_note)
    assert dialog.isVisible()
    dialog.close()


@pytest.fixture
def columns(qtbot, with_results):
    """The table of the Data tab, with the different values of X2 in the original current."""
    qtbot.keyClick(with_results, Qt.Key.Key_1, CONTROL)
    table = with_results.data_page.attributes.table
    table.setFocus()
    table.setCurrentIndex(table.attributes.index(1, 3))
    return table


def test_that_shift_f1_explains_a_figure_of_the_data_tab(qtbot, columns):
    qtbot.keyClick(columns, Qt.Key.Key_F1, SHIFT)
    note = open_note(qtbot)
    assert note.said.title == "Different values of X2 in X"
    qtbot.keyClick(note.page, Qt.Key.Key_Escape)
    qtbot.waitUntil(no_note)
    assert QApplication.focusWidget() is columns


def test_that_the_context_menu_explains_the_figure_under_the_pointer(qtbot, columns):
    place = columns.visualRect(columns.attributes.index(2, 8)).center()
    choose_from_menu(qtbot, "How is this computed?")
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, columns.viewport().mapToGlobal(place))
    QApplication.sendEvent(columns.viewport(), event)
    note = open_note(qtbot)
    assert note.said.title == "Missing: X3 in Y"
    note.close()


def test_that_sentences_of_the_data_tab_are_explained_by_keys(qtbot, with_results):
    page = with_results.data_page
    for sentence in (*(card.extent for card in page.cards.values()), page.pairing.outcome):
        sentence.setFocus()
        qtbot.keyClick(sentence, Qt.Key.Key_F1, SHIFT)
        note = open_note(qtbot)
        assert note.said.shown == "20"
        note.close()
        qtbot.waitUntil(no_note)
        assert sentence.toolTip()


def test_that_notes_of_results_older_than_the_settings_say_so_until_it_is_run_again(with_results, settle):
    window, setup = with_results, with_results.desk.workspace.setup
    parts = (window.strip, *window.result_pages, window.report_page)
    assert {why_outdated(part) for part in parts} == {""}
    window.desk.decide("alpha", replace(setup, settings=replace(setup.settings, alpha=0.01)))
    assert {why_outdated(part) for part in parts} == {"Results are older than the settings."}
    assert why_outdated(window.data_page) == ""
    settle()
    assert {why_outdated(part) for part in parts} == {""}
