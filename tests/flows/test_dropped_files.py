"""Files that are dropped on the window: one, two, too many, wrong ones."""

from __future__ import annotations

import shutil

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from permdesk.gui.dialogs.which_original import WhichOriginal


def test_that_two_dropped_files_are_told_apart_by_their_names(window, settle, paper, drop):
    drop(window, paper[1], paper[0])
    settle()
    assert window.strip.original.text() == "original.csv"
    assert window.strip.distance.value.text() == "1"


def test_that_names_that_do_not_tell_are_asked_about(qtbot, window, settle, paper, drop, tmp_path):
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    shutil.copy(paper[0], first)
    shutil.copy(paper[1], second)
    drop(window, first, second)
    dialog = window.findChild(WhichOriginal)
    assert [button.text() for button in dialog.buttons] == ["a.csv", "b.csv"]
    qtbot.mouseClick(dialog.buttons[1], Qt.MouseButton.LeftButton)
    settle()
    assert (window.strip.original.text(), window.strip.anonymized.text()) == ("b.csv", "a.csv")


def test_that_the_question_can_be_left_by_escape(qtbot, window, settle, paper, drop, tmp_path):
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    shutil.copy(paper[0], first)
    shutil.copy(paper[1], second)
    drop(window, first, second)
    dialog = window.findChild(WhichOriginal)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    settle()
    assert window.desk.workspace.setup.original is None


def test_that_files_dropped_one_after_the_other_fill_both_places(window, settle, paper, drop):
    drop(window, paper[0])
    settle()
    assert window.strip.original.text() == "original.csv"
    drop(window, paper[1])
    settle()
    assert window.strip.distance.value.text() == "1"


def test_that_three_files_are_refused_with_a_sentence(window, paper, drop):
    drop(window, *paper, paper[0])
    assert window.banner.isVisible()
    assert window.banner.what.text() == "3 files were given."


def test_that_a_folder_is_refused_with_a_sentence_on_every_tab(window, paper, drop, tmp_path):
    for place in range(6):
        window.show_tab(place)
        drop(window, tmp_path)
        assert window.banner.what.text() == f"{tmp_path.name}: It is a folder, not a file."
        window.banner.hide()
    assert window.desk.workspace.setup.original is None


def test_that_what_is_on_the_web_is_refused_with_a_sentence(window):
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/release.csv")])
    how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(300, 300), *how))
    QApplication.sendEvent(window, QDropEvent(QPointF(300, 300), *how))
    assert "on the web" in window.banner.what.text()
    assert not window.desk.runner.busy


def test_that_a_recipe_is_opened_from_every_tab_and_refused_with_one_file(window, settle, paper, drop):
    recipe = paper[0].parent / "paper.permdesk"
    drop(window, recipe, paper[0])
    assert "A recipe was given with what does not belong to it." in window.banner.what.text()
    assert not window.desk.runner.busy
    window.show_tab(4)
    drop(window, recipe)
    settle()
    assert window.desk.workspace.state.audit is not None
    assert window.windowTitle() == "paper.permdesk[*] – PermDesk"


def test_that_no_field_takes_a_dropped_file_for_text(with_results, settle):
    for place in range(6):
        with_results.show_tab(place)
        settle()
        fields = with_results.tabs.currentWidget().findChildren(QLineEdit)
        assert not any(field.acceptDrops() for field in fields)


def test_that_a_wrong_file_says_so_once_and_loses_nothing(qtbot, with_results, settle, drop, tmp_path):
    window, before = with_results, with_results.desk.workspace.state
    wrong = tmp_path / "wrong_release.csv"
    for content in (b"", b"\x00\x01\x02\x03", b"a,b\n"):
        wrong.write_bytes(content)
        drop(window, wrong)
        settle()
        assert window.banner.isVisible()
        assert window.banner.what.text()
        assert window.banner.remedy.text()
        assert window.desk.workspace.state == before
        qtbot.mouseClick(window.banner.dismiss, Qt.MouseButton.LeftButton)
        assert not window.banner.isVisible()
    drop(window, tmp_path / "absent_release.csv")
    settle()
    assert window.banner.isVisible()
    assert window.desk.workspace.state == before


def test_that_a_file_with_nothing_in_common_replaces_nothing(with_results, settle, drop, tmp_path):
    window, before = with_results, with_results.desk.workspace.state
    other = tmp_path / "other_release.csv"
    other.write_text("p,q\n1,2\n3,4\n5,6\n", "utf-8")
    drop(window, other)
    settle()
    assert "in common" in window.banner.what.text()
    assert window.desk.workspace.state == before


def test_that_a_message_goes_when_the_next_file_is_right(window, settle, paper, drop, tmp_path):
    drop(window, tmp_path / "absent.csv")
    settle()
    assert window.banner.isVisible()
    drop(window, *paper)
    settle()
    assert not window.banner.isVisible()
