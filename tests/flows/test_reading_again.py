"""A file that was read wrongly is read again as the officer says."""

from __future__ import annotations

import zipfile

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QScrollArea

from permdesk.gui.dialogs.reading_fields import Layout
from permdesk.gui.side import Side


@pytest.fixture
def dialog(qtbot, with_results, settle):
    qtbot.mouseClick(with_results.data_page.cards[Side.ANONYMIZED].change, Qt.MouseButton.LeftButton)
    dialog = QApplication.activeModalWidget()
    settle()
    assert dialog is not None
    return dialog


def shown(dialog):
    model = dialog.rows.rows
    return [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]


def test_that_the_preview_shows_the_file_and_why_it_is_read_so(dialog):
    assert shown(dialog) == ["X1", "X2", "X3"]
    assert dialog.rows.rows.rowCount() == 20
    assert "20 records" in dialog.message.text()


def test_that_all_of_the_form_stands_in_one_column(dialog):
    assert dialog.detect.mapTo(dialog, QPoint()).x() == dialog.fields.mapTo(dialog, QPoint()).x()


def test_that_the_form_is_within_its_card_in_the_type_of_presentation(qtbot, with_results, settle):
    with_results.presentation.toggle(with_results)
    settle()
    qtbot.mouseClick(with_results.data_page.cards[Side.ANONYMIZED].change, Qt.MouseButton.LeftButton)
    dialog = QApplication.activeModalWidget()
    settle()
    area = next(one for one in dialog.findChildren(QScrollArea) if one.isAncestorOf(dialog.fields))
    assert area.widget().width() <= area.viewport().width()
    dialog.reject()
    with_results.presentation.toggle(with_results)
    settle()


def test_that_the_preview_follows_every_override(qtbot, dialog, settle):
    qtbot.keyClick(dialog.fields.separator, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: len(shown(dialog)) == 1)
    qtbot.keyClick(dialog.fields.separator, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: len(shown(dialog)) == 3)
    qtbot.mouseClick(dialog.fields.header, Qt.MouseButton.LeftButton, pos=dialog.fields.header.rect().center() / 4)
    qtbot.waitUntil(lambda: dialog.rows.rows.rowCount() == 21)


def test_that_a_new_missing_code_is_used_and_can_be_undone(qtbot, with_results, dialog, settle):
    window = with_results
    dialog.fields.missing.selectAll()
    qtbot.keyClicks(dialog.fields.missing, "blank, 108.18")
    qtbot.waitUntil(dialog.take.isEnabled)
    qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
    settle()
    assert window.desk.workspace.setup.anonymized.table.dialect.missing_codes == ("", "108.18")
    assert window.desk.workspace.state.audit.pair.attributes[0].anonymized.n_missing == 1
    assert not window.desk.workspace.state.is_stale
    window.desk.workspace.undo()
    settle()
    assert window.desk.workspace.state.audit.pair.attributes[0].anonymized.n_missing == 0


def test_that_nonsense_cannot_be_taken(qtbot, dialog, settle):
    dialog.fields.encoding.setEditText("klingon")
    dialog.fields.encoding.activated.emit(0)
    qtbot.waitUntil(lambda: dialog.message.text().startswith("✗"))
    assert not dialog.take.isEnabled()
    assert dialog.message.text().startswith("✗")


@pytest.fixture
def open_dialog(qtbot, window, settle, drop, tmp_path):
    """The reading dialog of an original file with this text."""

    def open_it(text, name="x.csv"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        drop(window, path)
        settle()
        qtbot.mouseClick(window.data_page.cards[Side.ORIGINAL].change, Qt.MouseButton.LeftButton)
        dialog = QApplication.activeModalWidget()
        settle()
        return dialog

    return open_it


def go_to(qtbot, box, value):
    """Choose a value of a box by keys."""
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    for _ in range(box._values.index(value)):
        qtbot.keyClick(box, Qt.Key.Key_Down)


def test_that_another_scale_needs_a_confirmation_that_names_the_column(qtbot, window, open_dialog, settle):
    rows = "".join(f"{i};1.{i}\n" for i in range(100, 160))
    dialog = open_dialog("n;income\n" + rows)
    assert dialog.take.isEnabled()
    go_to(qtbot, dialog.fields.decimal, ",")
    go_to(qtbot, dialog.fields.thousands, ".")
    assert (dialog.dialect.decimal_mark, dialog.dialect.thousands_mark) == (",", ".")
    qtbot.waitUntil(dialog.changes.isVisible)
    assert not dialog.take.isEnabled()
    assert dialog.changes.confirm.text() == "Yes, these are the numbers of income."
    shown = [dialog.changes.samples.rows.index(0, column).data() for column in range(5)]
    assert shown[0] == "income"
    assert [text.replace(",", "") for text in shown[1:4]] == ["1.100", "1.1", "1100"]
    qtbot.keyClick(dialog.changes.confirm, Qt.Key.Key_Space)
    assert dialog.take.isEnabled()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_that_marks_and_separator_changed_together_need_a_confirmation_that_is_kept(qtbot, window, open_dialog, settle):
    dialog = open_dialog("n;k|income\n" + "".join(f"{i};x|1.{i}\n" for i in range(100, 160)))
    assert dialog.dialect.separator == ";"
    for box, value in ((dialog.fields.separator, "|"), (dialog.fields.decimal, ","), (dialog.fields.thousands, ".")):
        go_to(qtbot, box, value)
    assert not dialog.take.isEnabled()
    qtbot.waitUntil(dialog.changes.isVisible)
    assert dialog.changes.confirm.text() == "Yes, these are the numbers of income."
    assert not dialog.take.isEnabled()
    qtbot.keyClick(dialog.changes.confirm, Qt.Key.Key_Space)
    qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
    settle()
    dialect = window.desk.workspace.setup.original.table.dialect
    assert (dialect.separator, dialect.decimal_mark, dialect.scale_confirmed) == ("|", ",", True)


def test_that_nothing_can_be_taken_before_it_was_looked_at(qtbot, window, open_dialog, settle):
    dialog = open_dialog("n;income\n" + "".join(f"{i};1.{i}\n" for i in range(100, 160)))
    assert dialog.take.isEnabled()
    go_to(qtbot, dialog.fields.thousands, ",")
    assert not dialog.take.isEnabled()
    qtbot.waitUntil(dialog.take.isEnabled)
    assert not dialog.dialect.scale_confirmed


def test_that_columns_are_marked_by_keys_alone_and_the_file_is_read_so(qtbot, window, open_dialog, settle):
    dialog = open_dialog("".join(f"{i:03}{i % 90 + 10}x\n" for i in range(30)), "x.txt")
    go_to(qtbot, dialog.fields.layout_of_lines, Layout.FIXED)
    ruler = dialog.columns.ruler
    assert ruler.isVisible()
    assert ruler.length == 6
    ruler.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_End, Qt.Key.Key_Return):
        qtbot.keyClick(ruler, key)
    assert ruler.borders == (3, 5)
    names = dialog.columns.names
    names.model().setData(names.model().index(0, 0), "id")
    names.model().setData(names.model().index(1, 0), "age")
    names.model().setData(names.model().index(2, 0), "")
    assert [(field.name, field.first, field.width) for field in dialog.dialect.fields] == [("id", 1, 3), ("age", 4, 2)]
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)


def test_that_rows_can_be_skipped(qtbot, window, open_dialog, settle):
    dialog = open_dialog("S,T\na,b\n" + "1,2\n" * 30)
    dialog.fields.skipped.setFocus()
    qtbot.keyClick(dialog.fields.skipped, Qt.Key.Key_Up)
    assert dialog.dialect.rows_to_skip == 1
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)


def test_that_settings_that_do_not_matter_are_not_shown(qtbot, window, open_dialog):
    dialog = open_dialog("a,b\n" + "1,2\n" * 30)
    fields = dialog.fields
    assert [fields.sheet.isVisible(), fields.member.isVisible(), fields.drop_codebook.isVisible()] == [False] * 3
    go_to(qtbot, fields.layout_of_lines, Layout.FIXED)
    assert [fields.separator.isVisible(), fields.quote.isVisible(), fields.header.isVisible()] == [False] * 3
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)


def test_that_a_file_that_cannot_be_read_as_guessed_is_read_as_the_officer_says(qtbot, window, settle, drop, tmp_path):
    path = tmp_path / "ragged.csv"
    path.write_text("a;b\n" + "".join(f"{i};{i},{i},5\n" for i in range(30)) + "1;2;3\n", "utf-8")
    drop(window, path)
    settle()
    assert window.desk.workspace.setup.original is None
    assert window.banner.offer.text() == "Say how it is read…"
    qtbot.mouseClick(window.banner.offer, Qt.MouseButton.LeftButton)
    dialog = QApplication.activeModalWidget()
    settle()
    assert not dialog.take.isEnabled()
    go_to(qtbot, dialog.fields.layout_of_lines, Layout.FIXED)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.desk.workspace.setup.original is None


def test_that_the_file_inside_an_archive_is_chosen(qtbot, window, settle, drop, tmp_path):
    path = tmp_path / "two.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("a.csv", "b.csv"):
            archive.writestr(name, f"{name[0]},v\n" + "".join(f"{i},{i * i}\n" for i in range(30)))
    drop(window, path)
    settle()
    qtbot.mouseClick(window.banner.offer, Qt.MouseButton.LeftButton)
    dialog = QApplication.activeModalWidget()
    settle()
    assert dialog.fields.member.isVisible()
    assert not dialog.take.isEnabled()
    dialog.fields.member.setFocus()
    while dialog.fields.member.currentText() != "b.csv":
        qtbot.keyClick(dialog.fields.member, Qt.Key.Key_Down)
    qtbot.waitUntil(dialog.take.isEnabled)
    qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
    settle()
    assert window.desk.workspace.setup.original.table.names == ("b", "v")
    assert not window.banner.isVisible()
