"""The Report tab, by keys and clicks only: formats, an agency's template, all files together, undo."""

from __future__ import annotations

from dataclasses import replace
from zipfile import ZipFile

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument

from permdesk.gui.dialogs.validation import ValidationDialog
from permdesk.report.formats import Format
from permdesk.report.profile import Profile

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def report_tab(qtbot, with_results, settle):
    qtbot.keyClick(with_results, Qt.Key.Key_E, CONTROL)
    settle()
    return with_results


@pytest.fixture
def agency(tmp_path):
    folder = tmp_path / "office"
    folder.mkdir()
    (folder / "template.toml").write_text('agency = "Office of Figures"\nheader = "Figures"\n', "utf-8")
    (folder / "front.md").write_text("We count.\n", "utf-8")
    return folder


def tick(qtbot, formats, kind):
    formats.setFocus()
    formats.setCurrentRow(list(Format).index(kind))
    qtbot.keyClick(formats, Qt.Key.Key_Space)


def test_that_all_ticked_formats_are_written_into_one_folder_together(
    qtbot, report_tab, settle, answer_file_dialog, tmp_path
):
    card = report_tab.report_page.export
    for kind in (Format.PDF, Format.MARKDOWN, Format.DDI):
        tick(qtbot, card.formats, kind)
    out = tmp_path / "out"
    out.mkdir()
    qtbot.mouseClick(card.all, Qt.MouseButton.LeftButton)
    answer_file_dialog(out)
    settle()
    names = {path.name for path in out.iterdir()}
    assert {"report.html", "report.docx", "report.xlsx", "report.md", "report.ddi.xml"} <= names
    assert "report.pdf" not in names
    assert any(name.startswith("report-") and name.endswith(".svg") for name in names)
    assert "Open folder" in report_tab.banner.offer.text()


def test_that_the_records_are_written_beside_an_internal_report_and_beside_no_other(
    qtbot, report_tab, settle, answer_file_dialog, tmp_path
):
    card = report_tab.report_page.export
    for profile in Profile:
        card.profile.setCurrentIndex(list(Profile).index(profile))
        card.profile.activated.emit(card.profile.currentIndex())
        settle()
        out = tmp_path / profile.name
        out.mkdir()
        qtbot.mouseClick(card.all, Qt.MouseButton.LeftButton)
        answer_file_dialog(out)
        settle()
        is_internal = profile is Profile.INTERNAL
        assert (out / "report.html").exists()
        assert (out / "records.csv").exists() == is_internal
        assert ("records.csv" in report_tab.banner.what.text()) == is_internal
        assert ("records.csv" in (out / "report.html").read_text("utf-8")) == is_internal
    n_lines = len((tmp_path / "INTERNAL" / "records.csv").read_text("utf-8").splitlines())
    assert n_lines == 1 + report_tab.desk.workspace.state.audit.n_original


def test_that_nothing_is_written_where_one_file_cannot_be(qtbot, report_tab, settle, answer_file_dialog, tmp_path):
    (tmp_path / "report.xlsx").mkdir()
    qtbot.mouseClick(report_tab.report_page.export.all, Qt.MouseButton.LeftButton)
    answer_file_dialog(tmp_path)
    settle()
    assert [path.name for path in tmp_path.iterdir()] == ["report.xlsx"]
    assert "folder" in report_tab.banner.what.text()


def test_that_without_a_ticked_format_there_is_nothing_to_export_together(qtbot, report_tab):
    card = report_tab.report_page.export
    for kind in (Format.HTML, Format.DOCX, Format.PDF, Format.XLSX):
        assert card.all.isEnabled()
        tick(qtbot, card.formats, kind)
    assert not card.all.isEnabled()
    qtbot.keyClick(report_tab, Qt.Key.Key_Z, CONTROL)
    assert card.all.isEnabled()


def test_that_a_template_is_in_the_preview_and_in_the_document_until_it_is_undone(
    qtbot, report_tab, settle, answer_file_dialog, agency, tmp_path
):
    page = report_tab.report_page
    qtbot.mouseClick(page.export.template, Qt.MouseButton.LeftButton)
    answer_file_dialog(agency)
    settle()
    assert page.export.agency.text() == "Template of Office of Figures."
    assert "We count." in page.preview.toPlainText()
    page.export.formats.setCurrentRow(list(Format).index(Format.DOCX))
    qtbot.mouseClick(page.export.one, Qt.MouseButton.LeftButton)
    answer_file_dialog(tmp_path / "r.docx")
    settle()
    with ZipFile(tmp_path / "r.docx") as document:
        assert "Office of Figures" in document.read("docProps/core.xml").decode()
    qtbot.mouseClick(page.export.no_template, Qt.MouseButton.LeftButton)
    settle()
    assert "We count." not in page.preview.toPlainText()


def test_that_a_folder_without_a_template_is_said(qtbot, report_tab, settle, answer_file_dialog, tmp_path):
    qtbot.mouseClick(report_tab.report_page.export.template, Qt.MouseButton.LeftButton)
    answer_file_dialog(tmp_path)
    settle()
    assert report_tab.banner.what.text() == "template.toml: This file does not exist."
    assert report_tab.desk.workspace.setup.report.template is None


def test_that_what_a_public_report_would_tell_is_said_and_nothing_written(
    qtbot, report_tab, settle, tmp_path, monkeypatch
):
    from permdesk.report.withheld import LeakError

    def leaks(*_arguments):
        raise LeakError("a path", "the section “Files”")

    monkeypatch.setattr("permdesk.report.publication.release_facts", leaks)
    report_tab.desk.writing.export(Format.HTML, tmp_path / "r.html")
    settle()
    assert "a path" in report_tab.banner.what.text()
    assert not (tmp_path / "r.html").exists()


def test_that_the_preview_keeps_no_document_but_the_one_it_shows(qtbot, report_tab):
    page = report_tab.report_page
    first = page.preview.document()
    seen = [first]
    for title in ("Income", "Income of households", "Income of households 2026"):
        setup = report_tab.desk.workspace.setup
        said = replace(setup.description, title=title)
        report_tab.desk.decide("title", replace(setup, description=said))
        qtbot.waitUntil(lambda: page.preview.document() is not seen[-1])
        seen.append(page.preview.document())
    qtbot.waitUntil(lambda: page.preview.findChildren(QTextDocument) == [page.preview.document()])
    assert title in page.preview.toPlainText()


def test_that_a_preview_whose_place_another_task_took_comes_after_it(qtbot, with_results, settle):
    page = with_results.report_page
    with_results.show_tab(5)
    with_results.dialogs.validate()
    (dialog,) = with_results.findChildren(ValidationDialog)
    assert page.preview.toPlainText() == ""
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    settle()
    assert "original.csv" in page.preview.toPlainText()
