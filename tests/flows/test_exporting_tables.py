"""Z, all records and one record's table are written as files; Z only after a warning."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.gui.dialogs.true_values import TrueValuesWarning

CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def warning(qtbot):
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, TrueValuesWarning)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def said(window):
    return window.banner.findChildren(type(window.data_page.pairing.outcome))


def banner_text(window):
    return " ".join(label.text() for label in said(window))


def test_that_z_is_written_after_the_warning_and_the_message_repeats_it(
    qtbot, with_results, settle, answer_file_dialog, tmp_path
):
    window, path = with_results, tmp_path / "z.csv"
    window.show_tab(1)
    qtbot.mouseClick(window.result_pages[0].export, Qt.MouseButton.LeftButton)
    qtbot.keyClick(warning(qtbot), Qt.Key.Key_W, Qt.KeyboardModifier.AltModifier)
    answer_file_dialog(path)
    settle()
    table = read_table(path, None, Progress())
    assert not isinstance(table, Problem)
    original = window.desk.workspace.setup.original.table
    for name in ("X1", "X2", "X3"):
        assert sorted(map(float, table.column(name).texts)) == sorted(map(float, original.column(name).texts))
    assert "Written: z.csv." in banner_text(window)
    assert "true values of the original" in banner_text(window)


def test_that_escape_at_the_warning_writes_nothing(qtbot, with_results):
    window = with_results
    qtbot.keyClick(window, Qt.Key.Key_M, CONTROL_SHIFT)
    dialog = warning(qtbot)
    assert dialog.cancel.isDefault()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert not window.findChildren(QFileDialog)


def test_that_enter_at_the_warning_writes_nothing(qtbot, with_results):
    window = with_results
    qtbot.keyClick(window, Qt.Key.Key_M, CONTROL_SHIFT)
    qtbot.keyClick(warning(qtbot), Qt.Key.Key_Return)
    assert not window.findChildren(QFileDialog)


@pytest.mark.parametrize("ending", ["csv", "xlsx", "sav", "dta", "xpt", "parquet"])
def test_that_all_records_can_be_written_in_every_format(
    qtbot, with_results, settle, answer_file_dialog, tmp_path, ending
):
    path = tmp_path / f"records.{ending}"
    qtbot.keyClick(with_results, Qt.Key.Key_E, CONTROL_SHIFT)
    answer_file_dialog(path)
    settle()
    assert path.stat().st_size > 500
    assert f"Written: records.{ending}." in banner_text(with_results)


def test_that_the_record_that_is_shown_is_the_one_that_is_written(
    qtbot, with_results, settle, answer_file_dialog, tmp_path
):
    window, path = with_results, tmp_path / "seven.csv"
    window.show_tab(2)
    page = window.result_pages[1]
    page.records.table.choose(6)
    qtbot.mouseClick(page.record.export, Qt.MouseButton.LeftButton)
    assert "record 7" in window.findChildren(QFileDialog)[-1].windowTitle()
    answer_file_dialog(path)
    settle()
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) == 21
    deviations = [int(line.split(",")[-2]) for line in lines[1:]]
    assert min(deviations) == window.desk.workspace.state.audit.distances.distance[6]


def test_that_a_table_that_cannot_be_written_is_said(qtbot, with_results, settle, tmp_path):
    with_results.desk.writing.export_records(tmp_path / "nowhere" / "records.csv")
    settle()
    assert "The folder does not exist." in banner_text(with_results)


def test_that_choosing_a_kind_of_file_changes_the_ending(qtbot, with_results):
    qtbot.keyClick(with_results, Qt.Key.Key_E, CONTROL_SHIFT)
    dialog = with_results.findChildren(QFileDialog)[-1]
    dialog.filterSelected.emit("Stata (*.dta)")
    assert dialog.defaultSuffix() == "dta"
    assert dialog.selectedFiles()[0].endswith("records.dta")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
