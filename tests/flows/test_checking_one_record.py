"""A person holds one record against the release, and PermDesk against the paper."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from permdesk.audit import self_check as self_check_module
from permdesk.audit.self_check import Agreement, Line, SelfCheck
from permdesk.data.problem import Problem
from tests.flows.conftest import answer_file_dialog

LEFT = Qt.MouseButton.LeftButton
CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def dialog(qtbot, with_results):
    qtbot.keyClick(with_results, Qt.Key.Key_R, CONTROL_SHIFT)
    dialog = QApplication.activeModalWidget()
    assert dialog.windowTitle() == "Check one record"
    return dialog


def fill(qtbot, dialog, **values):
    for name, text in values.items():
        dialog.fields[name].setFocus()
        dialog.fields[name].selectAll()
        qtbot.keyClicks(dialog.fields[name], text)


def menu_action(window, text):
    found = [action for menu in window.actions_shown.menus for action in menu.actions() if action.text() == text]
    return found[0]


def test_that_a_typed_record_gets_table_3_its_distance_and_what_stays_open(qtbot, dialog, settle):
    fill(qtbot, dialog, X1="100.87", X2="902.21", X3="5108.54")
    qtbot.keyClick(dialog.fields["X3"], Qt.Key.Key_Return)
    settle()
    assert dialog.sentence.text() == (
        "Permutation distance: 4 of 20 ranks (20.0 %). Matched records of the release: 10."
    )
    rows = dialog.table.rows
    maxima = [int(rows.columns[-1].text(row)) for row in range(20)]
    assert (min(maxima), maxima.index(4)) == (4, 9)
    assert "cannot show a change of scale" in dialog.open_questions.text()
    assert [dialog.summary.rows.index(row, 2).data() for row in range(3)] == ["4", "1", "4"]


def test_that_a_record_can_be_picked_from_the_original(qtbot, dialog, settle):
    line = dialog.picked.findChild(QLineEdit)
    dialog.picked.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, "3")
    qtbot.mouseClick(dialog.pick, LEFT)
    assert dialog.record == {"X1": "100.87", "X2": "902.21", "X3": "5108.54"}


def test_that_unknown_attributes_are_left_out_and_named(qtbot, dialog, settle):
    fill(qtbot, dialog, X1="100.87")
    qtbot.mouseClick(dialog.check, LEFT)
    settle()
    assert dialog.summary.rows.rowCount() == 1
    assert "Attributes that were not given (X2, X3)" in dialog.open_questions.text()


def test_that_a_record_of_a_pure_permutation_is_compared_with_chance(qtbot, dialog, settle):
    fill(qtbot, dialog, X1="108.18", X2="1020.73", X3="4900.68")  # values of the release, of different records
    qtbot.mouseClick(dialog.pure, LEFT, pos=dialog.pure.rect().center())
    if not dialog.pure.isChecked():
        qtbot.keyClick(dialog.pure, Qt.Key.Key_Space)
    qtbot.mouseClick(dialog.check, LEFT)
    settle()
    said = dialog.sentence.text()
    assert "random records match at least as closely." in said
    assert ("plausible as chance" in said) or ("hardly chance" in said)


def test_that_what_is_no_number_is_refused_in_words_and_the_last_result_stays(qtbot, dialog, settle):
    fill(qtbot, dialog, X1="100.87")
    qtbot.mouseClick(dialog.check, LEFT)
    settle()
    before = dialog.sentence.text()
    fill(qtbot, dialog, X1="tall")
    qtbot.mouseClick(dialog.check, LEFT)
    settle()
    assert "is no number" in dialog.message.text()
    assert dialog.message.property("role") == "danger"
    assert dialog.sentence.text() == before


def test_that_everything_can_be_copied_as_text(qtbot, dialog, settle):
    assert not dialog.copy.isEnabled()
    fill(qtbot, dialog, X1="100.87", X2="902.21", X3="5108.54")
    qtbot.mouseClick(dialog.check, LEFT)
    settle()
    qtbot.mouseClick(dialog.copy, LEFT)
    text = QApplication.clipboard().text()
    assert "Permutation distance: 4 of 20 ranks" in text
    assert "X2\t902.21\t1\t" in text
    assert "What this leaves open:" in text


def check_record_3(qtbot, dialog, settle):
    fill(qtbot, dialog, X1="100.87", X2="902.21", X3="5108.54")
    qtbot.mouseClick(dialog.check, LEFT)
    settle()


def test_that_what_was_found_can_be_saved_as_a_page_to_print(qtbot, dialog, settle, tmp_path):
    assert not dialog.save.isEnabled()
    check_record_3(qtbot, dialog, settle)
    qtbot.mouseClick(dialog.save, LEFT)
    answer_file_dialog(qtbot, dialog, tmp_path / "record.html")
    settle()
    assert dialog.message.text() == "Saved as record.html."
    page = (tmp_path / "record.html").read_text("utf-8")
    assert "X1 = 100.87, X2 = 902.21, X3 = 5108.54" in page
    assert "permutation distance 4" in page
    assert [path.name for path in tmp_path.iterdir()] == ["record.html"]


def test_that_the_page_can_be_saved_with_keys_alone(qtbot, dialog, settle, tmp_path):
    check_record_3(qtbot, dialog, settle)
    qtbot.keyClick(dialog, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    answer_file_dialog(qtbot, dialog, tmp_path / "record.html")
    settle()
    assert (tmp_path / "record.html").exists()


def test_that_a_page_that_cannot_be_written_is_said_in_one_sentence(qtbot, dialog, settle, tmp_path):
    check_record_3(qtbot, dialog, settle)
    before = dialog.sentence.text()
    dialog.write(tmp_path / "absent" / "record.html")
    settle()
    assert "folder" in dialog.message.text()
    assert dialog.message.property("role") == "danger"
    assert dialog.sentence.text() == before


def test_that_closing_waits_for_the_page_that_is_being_written(qtbot, dialog, settle, tmp_path):
    check_record_3(qtbot, dialog, settle)
    dialog.write(tmp_path / "record.html")
    qtbot.mouseClick(dialog.close_button, LEFT)
    assert dialog.isVisible()
    with qtbot.waitSignal(dialog.finished):
        settle()
    assert (tmp_path / "record.html").exists()


def test_that_closing_does_not_hide_that_the_page_was_not_written(qtbot, dialog, settle, tmp_path):
    check_record_3(qtbot, dialog, settle)
    dialog.write(tmp_path / "absent" / "record.html")
    qtbot.mouseClick(dialog.close_button, LEFT)
    settle()
    assert dialog.isVisible()
    assert "folder" in dialog.message.text()
    qtbot.mouseClick(dialog.close_button, LEFT)
    assert not dialog.isVisible()


def test_that_every_control_of_the_dialog_has_a_name_and_a_meaning(dialog):
    for control in dialog.findChildren(QWidget):
        is_ours = not control.objectName().startswith("qt_") and not isinstance(control.parentWidget(), QLineEdit)
        if control.focusPolicy() & Qt.FocusPolicy.TabFocus and is_ours and control.isVisible():
            assert control.accessibleName(), control
            assert control.toolTip(), control.accessibleName()


def test_that_nothing_can_be_checked_before_a_release_is_open(window):
    assert not menu_action(window, "Check &one record…").isEnabled()


def test_that_validation_lists_every_line_with_its_agreement(qtbot, with_results, settle):
    menu_action(with_results, "&Validate…").trigger()
    dialog = QApplication.activeModalWidget()
    assert dialog.bar.isVisible()
    settle()
    rows = dialog.lines.rows
    n = rows.rowCount()
    shown = [rows.index(row, 1).data() for row in range(n)]
    assert n > 100
    assert set(shown) == {"✓ agrees", "ℹ erratum"}
    assert dialog.outcome.text() == (
        f"✓ {shown.count('✓ agrees')} lines agree with print, {shown.count('ℹ erratum')} are known errata of the "
        "paper, 0 differ."
    )
    erratum = shown.index("ℹ erratum")
    assert rows.index(erratum, 2).data() != rows.index(erratum, 3).data()
    assert rows.index(erratum, 4).data()
    metrics = dialog.lines.fontMetrics()
    for section in range(2, 5):  # what is compared is not cut
        longest = max(metrics.horizontalAdvance(rows.index(row, section).data()) for row in range(n))
        assert dialog.lines.columnWidth(section) > longest
    qtbot.mouseClick(dialog.copy, LEFT)
    assert len(QApplication.clipboard().text().splitlines()) == n + 2
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_that_a_line_that_differs_is_not_hidden(qtbot, with_results, settle, monkeypatch):
    lines = (
        Line("Table 1, row 1", "1  2", "1  2", Agreement.AGREES),
        Line("Table 1, row 2", "3  4", "3  5", Agreement.DIFFERS),
    )
    monkeypatch.setattr(self_check_module, "self_check", lambda _progress: SelfCheck(lines))
    with_results.dialogs.validate()
    dialog = QApplication.activeModalWidget()
    settle()
    assert dialog.outcome.text().startswith("✗ 1 lines agree")
    assert dialog.outcome.property("role") == "danger"
    dialog.lines.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert dialog.lines.rows.index(0, 1).data() == "✗ differs"


def test_that_an_incomplete_installation_is_said(qtbot, with_results, settle, monkeypatch):
    problem = Problem("It cannot be read.", "original.csv", "Install PermDesk again.")
    monkeypatch.setattr(self_check_module, "self_check", lambda _progress: problem)
    with_results.dialogs.validate()
    dialog = QApplication.activeModalWidget()
    settle()
    assert dialog.outcome.text() == "✗ original.csv: It cannot be read. Install PermDesk again."
    assert not dialog.copy.isEnabled()
