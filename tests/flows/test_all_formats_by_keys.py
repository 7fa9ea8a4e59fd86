"""From two files to every format of the report, to tables, pictures and the description, without a mouse."""

from __future__ import annotations

import json
import zipfile

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit

from permdesk.report.formats import Format

CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
MOST_TABS = 120
BEGINNINGS = {
    Format.HTML: b"<!DOCTYPE html>",
    Format.DOCX: b"PK",
    Format.PDF: b"%PDF-",
    Format.XLSX: b"PK",
    Format.MARKDOWN: b"**",
    Format.JSON: b"{",
    Format.DDI: b"<?xml",
    Format.SIMS: b"",
}


@pytest.fixture(autouse=True)
def no_mouse(qapp, monkeypatch):
    """Whoever pressed a button of the mouse here would not be working by keys."""

    def refuse(*_, **__):
        raise AssertionError("by keys only")

    for name in ("mouseClick", "mousePress", "mouseRelease", "mouseDClick", "mouseMove"):
        monkeypatch.setattr(QTest, name, refuse)


def press(qtbot, key, *modifiers):
    focus = QApplication.focusWidget()
    assert focus is not None
    how = Qt.KeyboardModifier.NoModifier
    for modifier in modifiers:
        how |= modifier
    qtbot.keyClick(focus, key, how)


def tab_to(qtbot, is_wanted):
    """Go on with Tab until the focus is where it is wanted."""
    for _ in range(MOST_TABS):
        focus = QApplication.focusWidget()
        if focus is not None and is_wanted(focus):
            return focus
        press(qtbot, Qt.Key.Key_Tab)
    raise AssertionError("Tab never came there")


def named(name):
    return lambda widget: widget.accessibleName() == name


def type_into_file_dialog(qtbot, window, path):
    """Where a file dialog opens the keys are in its field: what is typed replaces what is suggested."""
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), QFileDialog))
    dialog = QApplication.activeModalWidget()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    press(qtbot, Qt.Key.Key_A, CONTROL)
    qtbot.keyClicks(field, str(path))
    press(qtbot, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def open_both(qtbot, window, settle, paper):
    press(qtbot, Qt.Key.Key_O, CONTROL)
    type_into_file_dialog(qtbot, window, paper[0])
    settle()
    press(qtbot, Qt.Key.Key_O, CONTROL, SHIFT)
    type_into_file_dialog(qtbot, window, paper[1])
    settle()
    assert window.desk.workspace.state.audit is not None


def whole(path, kind):
    content = path.read_bytes()
    assert content.startswith(BEGINNINGS[kind]) and len(content) > 500, path.name
    if kind in (Format.DOCX, Format.XLSX):
        assert zipfile.ZipFile(path).testzip() is None
    if kind is Format.JSON:
        json.loads(content)
    return True


def test_that_two_files_become_one_file_of_each_of_the_eight_formats(qtbot, window, settle, paper, tmp_path):
    open_both(qtbot, window, settle, paper)
    press(qtbot, Qt.Key.Key_E, CONTROL)
    settle()
    for kind in Format:
        tab_to(qtbot, named("Formats of the report"))
        press(qtbot, Qt.Key.Key_Home)
        for _ in range(tuple(Format).index(kind)):
            press(qtbot, Qt.Key.Key_Down)
        tab_to(qtbot, named("Export"))
        press(qtbot, Qt.Key.Key_Return)
        target = tmp_path / f"r.{kind.ending}"
        type_into_file_dialog(qtbot, window, target)
        settle()
        assert window.banner.what.text() == f"Written: r.{kind.ending}." or kind is Format.MARKDOWN
        assert whole(target, kind)
    assert len(list(tmp_path.glob("r.*"))) >= len(Format)


def test_that_all_ticked_formats_are_written_at_once_into_a_folder(qtbot, window, settle, paper, tmp_path):
    open_both(qtbot, window, settle, paper)
    press(qtbot, Qt.Key.Key_E, CONTROL)
    settle()
    tab_to(qtbot, named("Formats of the report"))
    press(qtbot, Qt.Key.Key_Home)
    formats = window.report_page.export.formats
    for place in range(len(Format)):
        if formats.item(place).checkState() is Qt.CheckState.Unchecked:
            press(qtbot, Qt.Key.Key_Space)
        press(qtbot, Qt.Key.Key_Down)
    assert window.desk.workspace.setup.report.formats == tuple(Format)
    tab_to(qtbot, named("Export all"))
    press(qtbot, Qt.Key.Key_Space)
    type_into_file_dialog(qtbot, window, tmp_path)
    settle()
    assert all(whole(tmp_path / f"report.{kind.ending}", kind) for kind in Format)
    assert (tmp_path / "records.csv").exists()


def menu_item(qtbot, window, menu, name):
    """Open a menu by its letter, go to the item with the arrows and press Enter."""
    letter = next(
        action.text().partition("&")[2][:1].lower()
        for action in window.menuBar().actions()
        if action.text().replace("&", "") == menu
    )
    press(qtbot, letter, ALT)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    shown = QApplication.activePopupWidget()
    for _ in range(40):
        active = shown.activeAction()
        if active is not None and active.text().replace("&", "") == name:
            qtbot.keyClick(shown, Qt.Key.Key_Return)
            return
        qtbot.keyClick(shown, Qt.Key.Key_Down)
    raise AssertionError(f"{name} is not in the menu")


def test_that_every_table_is_written_by_the_keys_of_the_file_menu(qtbot, window, settle, paper, tmp_path):
    open_both(qtbot, window, settle, paper)
    window.desk.prepare()
    for name, file in (("Export records…", "records.csv"), ("Export the record's table…", "record.csv")):
        menu_item(qtbot, window, "File", name)
        type_into_file_dialog(qtbot, window, tmp_path / file)
        settle()
        assert len((tmp_path / file).read_text("utf-8").splitlines()) == 21
    menu_item(qtbot, window, "File", "Export reverse-mapped file…")
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
    warning = QApplication.activeModalWidget()
    warning.activateWindow()
    qtbot.waitUntil(warning.isActiveWindow)
    press(qtbot, Qt.Key.Key_W, ALT)
    type_into_file_dialog(qtbot, window, tmp_path / "z.csv")
    settle()
    assert len((tmp_path / "z.csv").read_text("utf-8").splitlines()) == 21


def test_that_a_picture_is_written_from_its_own_button(qtbot, window, settle, paper, tmp_path):
    open_both(qtbot, window, settle, paper)
    press(qtbot, Qt.Key.Key_4, CONTROL)
    settle()
    tab_to(qtbot, lambda widget: widget.accessibleName().startswith("Save"))
    press(qtbot, Qt.Key.Key_Return)
    type_into_file_dialog(qtbot, window, tmp_path / "picture.svg")
    assert b"<svg" in (tmp_path / "picture.svg").read_bytes()


def test_that_the_anonymization_is_described_with_the_keys(qtbot, window, settle, paper):
    open_both(qtbot, window, settle, paper)
    press(qtbot, Qt.Key.Key_6, CONTROL)
    settle()
    software = tab_to(qtbot, lambda widget: widget is window.report_page.form.release.software)
    qtbot.keyClicks(software, "sdcMicro 5.7")
    add = window.report_page.form.steps.add
    tab_to(qtbot, lambda widget: widget is add)
    press(qtbot, Qt.Key.Key_Return)
    name = window.report_page.form.editor.name
    qtbot.waitUntil(lambda: window.desk.workspace.setup.description.steps != ())
    tab_to(qtbot, lambda widget: widget is name)
    qtbot.keyClicks(name, "additive noise")
    press(qtbot, Qt.Key.Key_Return)
    settle()
    assert window.desk.workspace.setup.description.steps[0].method == "additive noise"
    assert "sdcMicro 5.7" in window.report_page.preview.toPlainText()
