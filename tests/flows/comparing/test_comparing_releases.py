"""Several releases of one original are compared by drops, clicks and keys, in the whole window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFileDialog, QWidget

from permdesk.audit.recipe import Demonstration
from permdesk.data.choices import PairingBy
from permdesk.gui.charts.risk_map import NOWHERE
from permdesk.gui.dialogs.demonstration import DemonstrationDialog
from permdesk.gui.models.release_rows import Standing
from permdesk.gui.wrapped_label import WrappedLabel
from permdesk.masking.parameters import Method
from tests.command import run as command

LEFT, ALT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
COMPARE = 4


def names(page):
    rows = page.releases.table.rows
    return [rows.index(row, 0).data() for row in range(rows.rowCount())]


def column(page, title):
    return next(place for place, one in enumerate(page.releases.table.rows.columns) if one.title == title)


def scene_to_viewport(chart, place):
    scene = chart.box.mapViewToScene(QPointF(*chart.at(place)))
    return chart.view.mapFromScene(scene)


def test_that_the_tab_asks_for_an_original_first(qtbot, window):
    qtbot.keyClick(window, Qt.Key.Key_5, CONTROL)
    assert window.compare_page.currentWidget() is window.compare_page.invitation


def test_that_dropped_releases_are_audited_and_set_side_by_side(compared):
    assert [name.lstrip("⚠ ") for name in names(compared)] == ["near.csv", "middle.csv", "far.csv"]
    right = column(compared, "right links")
    texts = [compared.releases.table.rows.index(row, right).data() for row in range(3)]
    assert [text.startswith("★") for text in texts] == [False, False, True]
    assert compared.map.map.places == (2, 1, 0)
    assert compared.map.table.rows.rowCount() == 3


def test_that_the_open_release_is_added_by_a_click_on_the_empty_tab(qtbot, page, settle):
    qtbot.mouseClick(page.place.add_open, LEFT)
    settle()
    assert [name.lstrip("⚠ ") for name in names(page)] == ["near.csv"]
    assert not page.releases.add_open.isEnabled()


def test_that_files_are_chosen_together_by_keys(qtbot, window, page, files, settle):
    qtbot.keyClick(window, Qt.Key.Key_R, ALT)
    qtbot.waitUntil(lambda: bool(window.findChildren(QFileDialog)))
    dialog = window.findChildren(QFileDialog)[-1]
    dialog.filesSelected.emit([str(files["middle"]), str(files["far"])])
    dialog.reject()
    settle()
    assert [name.lstrip("⚠ ") for name in names(page)] == ["middle.csv", "far.csv"]


def test_that_a_bad_release_is_one_sentence_and_the_others_are_compared(window, page, drop, files, settle):
    drop(window, files["narrow"], files["far"])
    settle()
    assert page.releases.status.text().count("\n") == 0
    assert "narrow.csv" in page.releases.status.text() and "rent" in page.releases.status.text()
    assert names(page)[0] == "✕ narrow.csv"
    assert page.map.table.rows.rowCount() == 1


def test_that_a_click_on_a_heading_sorts(qtbot, compared):
    table = compared.releases.table
    header, section = table.horizontalHeader(), column(compared, "right links")
    at = QPoint(header.sectionViewportPosition(section) + 20, header.height() - 8)
    qtbot.mouseClick(header.viewport(), LEFT, pos=at)
    assert [name.lstrip("⚠ ") for name in names(compared)] == ["far.csv", "middle.csv", "near.csv"]


def test_that_every_heading_says_what_it_means(compared):
    rows = compared.releases.table.rows
    for section in range(rows.columnCount()):
        tip = rows.headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        assert len(tip) > 20


def test_that_the_pointer_names_a_release_on_the_map_and_a_click_opens_it(qtbot, window, compared, settle):
    chart = compared.map.map
    at = scene_to_viewport(chart, 1)
    qtbot.mouseMove(chart.view.viewport(), at)
    qtbot.waitUntil(lambda: chart.chosen == 1)
    assert "middle.csv" in chart.view.toolTip()
    qtbot.mouseClick(chart.view.viewport(), LEFT, pos=at)
    qtbot.waitUntil(lambda: window.tabs.currentIndex() == 2)
    settle()
    assert window.desk.workspace.setup.anonymized.table.path.name == "middle.csv"
    assert not window.desk.workspace.state.is_stale
    assert window.desk.workspace.undo_name == "open middle.csv"
    window.show_tab(COMPARE)
    assert "out of date" not in compared.releases.status.text()


def test_that_keys_walk_the_map_and_enter_opens(qtbot, window, compared, settle):
    chart = compared.map.map
    chart.view.setFocus()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Right):
        qtbot.keyClick(chart.view, key)
    assert chart.chosen == chart.places[1] == 1
    assert compared.map.table.currentIndex().row() == 1
    qtbot.keyClick(chart.view, Qt.Key.Key_Return)
    settle()
    assert window.desk.workspace.setup.anonymized.table.path.name == "middle.csv"


def test_that_enter_in_the_table_opens_and_delete_takes_out(qtbot, window, compared, settle):
    table = compared.releases.table
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_End, CONTROL)
    qtbot.keyClick(table, Qt.Key.Key_Return)
    settle()
    assert window.desk.workspace.setup.anonymized.table.path.name == "far.csv"
    window.show_tab(COMPARE)
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    assert len(names(compared)) == 2
    qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
    assert len(names(compared)) == 3


def test_that_the_views_show_the_releases_that_are_selected(qtbot, window, compared):
    table = compared.releases.table
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Home, CONTROL)
    qtbot.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(window, Qt.Key.Key_B, ALT)
    qtbot.waitUntil(compared.overlay.isVisible)
    qtbot.waitUntil(lambda: compared.is_up_to_date)
    assert [curve.name for curve in compared.overlay.plot.curves] == ["near.csv", "middle.csv"]
    assert compared.overlay.table.rows.rowCount() == 3
    qtbot.keyClick(window, Qt.Key.Key_W, ALT)
    qtbot.waitUntil(lambda: compared.two.isVisible() and compared.is_up_to_date)
    assert (compared.two.one.currentText(), compared.two.other.currentText()) == ("near.csv", "middle.csv")
    assert compared.two.table.rows.rowCount() == 90
    before = compared.two.plot.shares.copy()
    qtbot.keyClick(window, Qt.Key.Key_S, ALT)
    qtbot.waitUntil(lambda: compared.two.one.currentText() == "middle.csv")
    assert compared.two.other.currentText() == "near.csv"
    assert compared.two.plot.shares.sum() == pytest.approx(before.sum()) == pytest.approx(100)


def test_that_attributes_are_compared_by_the_figure_that_is_chosen(qtbot, window, compared):
    qtbot.keyClick(window, Qt.Key.Key_U, ALT)
    qtbot.waitUntil(lambda: compared.attributes.isVisible() and compared.is_up_to_date)
    rows = compared.attributes.table.rows
    assert [rows.index(row, 0).data() for row in range(3)] == ["age", "pay", "rent"]
    before = rows.index(0, 1).data()
    compared.attributes.figure.setFocus()
    qtbot.keyClick(compared.attributes.figure, Qt.Key.Key_Down)
    assert rows.index(0, 1).data() != before


def test_that_another_policy_makes_the_comparison_stale_until_it_is_run_again(qtbot, window, compared, settle):
    setup = window.desk.workspace.setup
    window.desk.decide("policy", replace(setup, policy=replace(setup.policy, max_lift=3.0)))
    settle()
    assert "3 releases are out of date" in compared.releases.status.text()
    assert all(name.startswith("↻") for name in names(compared))
    qtbot.keyClick(window, Qt.Key.Key_F6)
    settle()
    assert not any(name.startswith("↻") for name in names(compared))
    assert not compared.releases.status.isVisible()


def test_that_escape_stops_and_what_is_done_stays(qtbot, window, page, drop, files, settle):
    drop(window, files["near"], files["middle"], files["far"])
    qtbot.waitUntil(lambda: window.comparer.running is not None and window.comparer.running.place == 2, timeout=60_000)
    assert "2 of 3" in page.releases.status.text()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    settle()
    assert page.map.table.rows.rowCount() >= 1
    assert "rest" in page.releases.again.text()
    qtbot.mouseClick(page.releases.again, LEFT)
    settle()
    assert page.map.table.rows.rowCount() == 3


def test_that_a_demonstration_release_is_made_from_the_dialog(qtbot, window, page, tmp_path, settle):
    qtbot.keyClick(window, Qt.Key.Key_M, ALT)
    qtbot.waitUntil(lambda: window.findChild(DemonstrationDialog) is not None)
    dialog = window.findChild(DemonstrationDialog)
    for place in range(dialog.method.count()):  # no sentence is cut, and nothing stands apart
        dialog.method.setCurrentIndex(place)
        qtbot.waitUntil(lambda: dialog.height() >= dialog.heightForWidth(dialog.width()))
        assert all(part.height() >= part.heightForWidth(part.width()) for part in dialog.findChildren(WrappedLabel))
    dialog.method.setCurrentIndex(0)
    dialog.strengths.setText("0.1; 9")
    assert not dialog.go_on.isEnabled()
    dialog.strengths.setText("0.1; 0.5")
    assert "0.1" not in dialog.reason.text()
    qtbot.mouseClick(dialog.go_on, LEFT)
    qtbot.waitUntil(lambda: bool(window.findChildren(QFileDialog)))
    chooser = window.findChildren(QFileDialog)[-1]
    chooser.fileSelected.emit(str(tmp_path))
    chooser.reject()
    qtbot.waitUntil(lambda: len(page.compared) == 2, timeout=60_000)
    settle()
    assert [name.lstrip("⚠ ") for name in names(page)] == ["original-noise-0.1.csv", "original-noise-0.5.csv"]
    about = page.releases.about
    assert "Made here for demonstration" in about.text()
    assert about.height() >= about.heightForWidth(about.width())  # nothing of it is cut


def test_that_synthetic_records_are_paired_with_nobody_in_the_other_tabs_and_unpair_no_other_release(
    window, page, drop, files, settle, tmp_path
):
    drop(window, files["near"])
    settle()
    window.comparer.make((Demonstration(Method.SYNTHETIC, 1.0),), tmp_path)
    settle()
    near, synthetic = page.compared
    window.comparisons.open(synthetic)
    settle()
    state = window.desk.workspace.state
    assert state.audit.right_links is None and state.audit.pair.pairing is PairingBy.UNPAIRED
    assert "belong to nobody" in state.setup.choices.pairing_reason
    window.show_tab(COMPARE)
    assert [row.standing for row in page.compared] == [Standing.DONE, Standing.DONE]
    window.comparisons.open(near)
    settle()
    assert window.desk.workspace.state.audit.pair.pairing is PairingBy.ROW
    window.desk.open(anonymized=Path(synthetic.candidate.file.path))  # by the menu, not from the comparison
    settle()
    assert window.desk.workspace.state.audit.right_links is None


def test_that_a_release_of_another_length_that_is_open_unpairs_no_other(window, page, drop, files, settle, tmp_path):
    short = tmp_path / "short.csv"
    short.write_text("".join(files["near"].read_text("utf-8").splitlines(keepends=True)[:61]), "utf-8")
    drop(window, files["near"], short)
    settle()
    window.desk.open(anonymized=short)
    settle()
    assert window.desk.workspace.state.audit.right_links is None
    window.show_tab(COMPARE)
    assert [row.standing for row in page.compared] == [Standing.DONE, Standing.DONE]
    window.comparer.run()
    settle()
    near, other = (row.release.figures for row in page.compared)
    assert near.right_links is not None and other.right_links is None


@pytest.mark.parametrize("is_open", ["near", "synthetic"])
def test_that_the_command_finds_the_same_numbers_whichever_release_is_open(
    window, page, drop, files, settle, tmp_path, is_open
):
    drop(window, files["near"], files["far"])
    settle()
    window.comparer.make((Demonstration(Method.SYNTHETIC, 1.0),), tmp_path)
    settle()
    if is_open == "synthetic":
        window.comparisons.open(page.compared[2])
        settle()
    window.desk.save_recipe(tmp_path / "r.permdesk")
    window.comparisons.export(tmp_path / "window.csv")
    settle()
    assert command("compare", tmp_path / "r.permdesk", out=tmp_path / "out") == 0
    written = (tmp_path / "window.csv").read_bytes()
    assert written == (tmp_path / "out" / "comparison.csv").read_bytes()
    assert written.count(b"\n") == 4


def test_that_a_comparison_is_written_in_every_format(window, compared, settle, tmp_path):
    for ending in ("csv", "html", "xlsx", "docx", "pdf", "md", "json"):
        path = tmp_path / f"out.{ending}"
        window.comparisons.export(path)
        settle()
        assert path.stat().st_size > 200
    problems = []
    window.desk.reported.connect(problems.append)
    window.comparisons.export(tmp_path / "out.exe")
    settle()
    assert "ending" in problems[0].what


def test_that_the_export_is_asked_for_by_a_click(qtbot, window, compared, settle, answer_file_dialog, tmp_path):
    qtbot.mouseClick(compared.releases.export, LEFT)
    answer_file_dialog(tmp_path / "c.csv")
    settle()
    text = (tmp_path / "c.csv").read_text("utf-8")
    assert text.startswith("release,n_records,distance") and "middle.csv" in text


def test_that_pictures_of_the_comparison_are_saved_as_drawings(compared, tmp_path):
    for place, chart in enumerate((compared.map.map, compared.overlay.plot, compared.two.plot)):
        compared.views.choose(place)
        chart.write(tmp_path / "p.svg")
        assert b"<svg" in (tmp_path / "p.svg").read_bytes()


def test_that_every_control_has_a_name_a_meaning_and_a_key(qtbot, compared):
    for view in range(4):
        compared.views.choose(view)
        for widget in compared.findChildren(QWidget):
            reachable = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible()
            if not reachable or widget.objectName().startswith("qt_"):
                continue
            assert widget.accessibleName(), widget
            assert isinstance(widget, QAbstractItemView) or widget.toolTip(), widget.accessibleName()


def test_that_a_recipe_brings_the_releases_back(qtbot, window, compared, settle, tmp_path, files):
    window.desk.save_recipe(tmp_path / "r.permdesk")
    settle()
    window.comparer.remove(window.desk.workspace.setup.candidates)
    window.desk.open_recipe(tmp_path / "r.permdesk")
    settle()
    assert [name.lstrip("⚠○ ") for name in names(compared)] == ["near.csv", "middle.csv", "far.csv"]
    assert window.compare_page.map.map.chosen in (NOWHERE, 0, 1, 2)
    assert QApplication.activeWindow() is window


def test_that_the_presented_tab_is_no_wider_than_a_small_screen(window, compared):
    window.presentation.toggle(window)
    for view in range(4):
        compared.views.choose(view)
        assert compared.minimumSizeHint().width() <= 760
    window.presentation.toggle(window)


def test_that_stale_releases_are_on_no_map_and_in_no_export(window, compared, settle):
    setup = window.desk.workspace.setup
    window.desk.decide("policy", replace(setup, policy=replace(setup.policy, max_lift=3.0)))
    settle()
    assert not any("★" in one.text(row) for one in compared.releases.table.rows.columns for row in range(3))
    assert compared.map.map.places == ()
    assert "by the present settings" in compared.map.map.caption.text()
    assert not compared.releases.export.isEnabled()
    window.desk.workspace.undo()
    settle()
    assert compared.map.map.places == (2, 1, 0)
    assert compared.releases.export.isEnabled()
