"""From two files to results and a report, by keys and clicks only."""

from __future__ import annotations

import json

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_that_two_opened_files_show_results_and_can_be_exported(
    qtbot, window, settle, paper, answer_file_dialog, tmp_path
):
    qtbot.keyClick(window, Qt.Key.Key_O, CONTROL)
    answer_file_dialog(paper[0])
    settle()
    assert window.strip.original.text() == "original.csv"
    assert window.strip.verdict.text() == "No results yet"
    qtbot.keyClick(window, Qt.Key.Key_O, CONTROL | SHIFT)
    answer_file_dialog(paper[1])
    settle()
    assert window.strip.distance.value.text() == "1"
    assert window.strip.distance_z.value.text() == "2"
    assert window.strip.records.value.text() == "20"
    assert window.strip.attributes.value.text() == "3"
    assert window.strip.verdict.text() == "✗ Outside the policy"

    qtbot.keyClick(window, Qt.Key.Key_E, CONTROL)
    settle()
    assert window.tabs.tabText(window.tabs.currentIndex()) == "Report"
    card = window.report_page.export
    assert window.focusWidget() is card.one
    assert "anonymized.csv" in window.report_page.preview.toPlainText()
    for place, name in enumerate(("r.html", "r.docx", "r.pdf", "r.xlsx")):
        card.formats.setFocus()
        card.formats.setCurrentRow(0)
        for _ in range(place):
            qtbot.keyClick(card.formats, Qt.Key.Key_Down)
        qtbot.mouseClick(card.one, Qt.MouseButton.LeftButton)
        answer_file_dialog(tmp_path / name)
        settle()
        assert window.banner.what.text() == f"Written: {name}."
    assert b"<svg" in (tmp_path / "r.html").read_bytes()
    assert (tmp_path / "r.docx").read_bytes()[:2] == (tmp_path / "r.xlsx").read_bytes()[:2] == b"PK"
    assert (tmp_path / "r.pdf").read_bytes()[:5] == b"%PDF-"
    qtbot.mouseClick(card.numbers, Qt.MouseButton.LeftButton)
    answer_file_dialog(tmp_path)
    settle()
    assert json.loads((tmp_path / "audit.json").read_text("utf-8"))["permutation"]["d"] == 1
    assert len((tmp_path / "records.csv").read_text("utf-8").splitlines()) == 21


def test_that_an_export_that_cannot_be_written_says_why(qtbot, with_results, settle, tmp_path):
    from permdesk.report.formats import Format

    with_results.desk.writing.export(Format.HTML, tmp_path / "absent" / "r.html")
    settle()
    assert with_results.banner.isVisible()
    assert "folder" in with_results.banner.what.text()


def test_that_what_was_typed_about_the_steps_is_in_the_report(qtbot, with_results, settle):
    window = with_results
    qtbot.keyClick(window, Qt.Key.Key_6, CONTROL)
    form = window.report_page.form
    QTest.keyClicks(form.release.software, "sdcMicro 5.7")
    qtbot.mouseClick(form.steps.add, Qt.MouseButton.LeftButton)
    QTest.keyClicks(form.editor.name, "additive noise")
    qtbot.keyClick(form.editor.name, Qt.Key.Key_Return)
    settle()
    assert window.desk.workspace.setup.description.steps[0].method == "additive noise"
    assert not window.desk.workspace.state.is_stale
    shown = window.report_page.preview.toPlainText()
    assert "sdcMicro 5.7" in shown and "additive noise" in shown


def test_that_the_example_is_one_click_away(qtbot, window, settle):
    assert isinstance(window.data_page.welcome.example, QPushButton)
    qtbot.mouseClick(window.data_page.welcome.example, Qt.MouseButton.LeftButton)
    settle()
    assert window.strip.distance.value.text() == "1"


def test_that_a_recipe_gives_the_same_results_again(qtbot, with_results, settle, answer_file_dialog, tmp_path):
    window = with_results
    before = window.desk.workspace.state.audit
    target = tmp_path / "audit.permdesk"
    qtbot.keyClick(window, Qt.Key.Key_S, CONTROL)
    answer_file_dialog(target)
    settle()
    assert target.exists()
    window.openings.open_paths([target])
    settle()
    after = window.desk.workspace.state.audit
    assert after is not before
    assert after.distances.distance.tolist() == before.distances.distance.tolist()
    assert after.pair.choices.attributes[0].level == before.pair.choices.attributes[0].level
