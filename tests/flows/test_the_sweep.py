"""An officer asks how much of a method is enough: a plan, a run, curves, a table, an answer, files."""

from __future__ import annotations

import csv
import io
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QPushButton

import permdesk.gui.dialogs.sweep as sweep_dialog
from permdesk.gui.dialogs.sweep import SweepDialog
from permdesk.gui.dialogs.sweep_form import METHODS
from permdesk.gui.sweep_task import write_sweep
from permdesk.masking.parameters import PARAMETERS, Method
from tests.command import ORIGINAL, run

SEED = 424242424242


@pytest.fixture
def sweep(qtbot, with_results, monkeypatch) -> SweepDialog:
    monkeypatch.setattr("secrets.randbits", lambda bits: SEED)
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(with_results, Qt.Key.Key_W, keys)
    dialog = with_results.demonstrations.sweep
    assert isinstance(dialog, SweepDialog)
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def choose(sweep, method=Method.NOISE, lowest=0.1, highest=3.0, steps=3, replicates=2, rate=40.0):
    sweep.form.method.setCurrentIndex(METHODS.index(method))
    sweep.form.lowest.setValue(lowest)
    sweep.form.highest.setValue(highest)
    sweep.form.steps.setValue(steps)
    sweep.form.replicates.setValue(replicates)
    sweep.form.goal.setCurrentIndex(1)
    sweep.form.rate.setValue(rate)


def run_it(qtbot, sweep):
    qtbot.mouseClick(sweep.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not sweep._runner.busy)


def rows_of(content):
    return list(csv.DictReader(io.StringIO(content)))


def test_that_the_answer_curves_and_table_are_those_of_the_command(qtbot, sweep, tmp_path, capsys):
    choose(sweep)
    run_it(qtbot, sweep)
    words = ("sweep", ORIGINAL, "--method", "noise", "--from", "0.1", "--to", "3", "--steps", "3", "--replicates", "2")
    assert run(*words, "--most-right-links", "0.4", "--seed", str(SEED), out=tmp_path) == 0
    with qtbot.waitSignal(sweep.written):
        sweep.write(tmp_path / "mine.csv")
    assert (tmp_path / "mine.csv").read_bytes() == (tmp_path / "sweep.csv").read_bytes()
    assert sweep.answer.text() in capsys.readouterr().out
    assert sweep.table.rows.rowCount() == 3
    assert all(plot.sweep is sweep.found for plot in sweep.plots)


def test_that_halving_tries_values_between_what_fails_and_what_suffices(qtbot, sweep):
    choose(sweep, steps=3, replicates=1)
    sweep.form.search.setCurrentIndex(1)
    assert "5 releases" in sweep.form.amount.text()
    run_it(qtbot, sweep)
    tried = [point.strength for point in sweep.found.points]
    assert len(tried) == 5
    assert tried == sorted(tried)
    assert sweep.found.fails_up_to < sweep.found.least


def test_that_reports_are_written_without_the_seed(qtbot, sweep, tmp_path):
    choose(sweep, steps=2, replicates=1)
    run_it(qtbot, sweep)
    for ending in ("html", "md", "json"):
        path = tmp_path / f"s.{ending}"
        sweep.write(path)
        qtbot.waitUntil(lambda: not sweep._runner.busy)
        assert str(SEED) not in path.read_text("utf-8")
    sweep.write(tmp_path / "s.odd")
    qtbot.waitUntil(lambda: not sweep._runner.busy)
    assert "ending" in sweep.answer.text()


def test_that_plots_are_saved_as_pictures(qtbot, sweep, tmp_path):
    choose(sweep, steps=2, replicates=1)
    run_it(qtbot, sweep)
    for place, ending in enumerate(("png", "svg", "svg")):
        path = tmp_path / f"{place}.{ending}"
        sweep.plots[place].write(path)
        assert path.stat().st_size > 2_000


def test_that_cancel_stops_at_once_and_keeps_what_was_found(qtbot, sweep):
    choose(sweep, steps=2, replicates=1)
    run_it(qtbot, sweep)
    before = sweep.found
    choose(sweep, steps=50, replicates=20)
    qtbot.mouseClick(sweep.run, Qt.MouseButton.LeftButton)
    assert sweep.cancel.isVisible()
    assert not sweep.run.isEnabled()
    qtbot.mouseClick(sweep.cancel, Qt.MouseButton.LeftButton)
    assert not sweep._runner.busy
    assert sweep.run.isEnabled()
    assert sweep.found is before


def test_that_a_plan_that_cannot_be_meant_is_refused_in_a_sentence(qtbot, sweep):
    choose(sweep, lowest=2.0, highest=1.0)
    run_it(qtbot, sweep)
    assert "do not increase" in sweep.answer.text()
    assert sweep.found is None


@pytest.mark.parametrize("method", Method)
def test_that_every_method_offers_the_range_of_its_parameter(sweep, method):
    sweep.form.method.setCurrentIndex(METHODS.index(method))
    parameter = PARAMETERS[method]
    plan = sweep.form.plan(1)
    assert plan.method is method
    assert parameter.least <= plan.strengths[0] <= plan.strengths[-1] <= parameter.most
    assert len(set(plan.strengths)) == len(plan.strengths)


def test_that_large_numbers_of_the_plan_are_grouped(sweep):
    choose(sweep, steps=20, replicates=100)
    assert "2,000 releases" in sweep.form.amount.text()


def test_that_the_goal_is_the_policy_or_few_right_links(sweep):
    assert sweep.form.plan(1).goal.most_right_links is None
    assert not sweep.form.rate.isEnabled()
    sweep.form.goal.setCurrentIndex(1)
    assert sweep.form.plan(1).goal.most_right_links == 0.01


def test_that_closing_stops_a_sweep_and_the_window_lives(qtbot, with_results, sweep):
    choose(sweep, steps=50, replicates=20)
    qtbot.mouseClick(sweep.run, Qt.MouseButton.LeftButton)
    sweep.close()
    assert with_results.demonstrations.sweep is None
    assert not with_results.demonstrations.sweeper.busy


def test_that_closing_waits_for_a_file_that_is_written(qtbot, with_results, sweep, tmp_path, monkeypatch):
    choose(sweep, steps=2, replicates=1)
    run_it(qtbot, sweep)
    gate = Event()
    monkeypatch.setattr(sweep_dialog, "write_sweep", lambda *given: gate.wait(120) and write_sweep(*given))
    sweep.write(tmp_path / "sweep.csv")
    qtbot.keyClick(sweep, Qt.Key.Key_Escape)
    assert sweep.isVisible()
    gate.set()
    qtbot.waitUntil(lambda: with_results.demonstrations.sweep is None)
    assert (tmp_path / "sweep.csv").exists()


def test_that_closing_is_forgotten_where_the_file_cannot_be_written(qtbot, sweep, tmp_path):
    choose(sweep, steps=2, replicates=1)
    run_it(qtbot, sweep)
    sweep.write(tmp_path / "absent" / "sweep.csv")
    qtbot.keyClick(sweep, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not sweep._runner.busy)
    assert sweep.isVisible()
    assert "folder does not exist" in sweep.answer.text()
    qtbot.keyClick(sweep, Qt.Key.Key_Escape)
    assert not sweep.isVisible()


def test_that_an_original_alone_is_enough(qtbot, window, settle, drop, paper):
    drop(window, paper[0])
    settle()
    window.show_sweep()
    dialog = window.demonstrations.sweep
    choose(dialog, steps=2, replicates=1)
    run_it(qtbot, dialog)
    assert dialog.found is not None, dialog.answer.text()
    assert len(dialog.found.points) == 2


def test_that_every_control_is_named_and_explained_and_its_table_passes_the_fatal_tester(qtbot, sweep):
    QAbstractItemModelTester(sweep.table.rows, QAbstractItemModelTester.FailureReportingMode.Fatal)
    choose(sweep, steps=2, replicates=1)
    run_it(qtbot, sweep)
    for kind in (QPushButton, QComboBox, QAbstractSpinBox):
        for control in sweep.findChildren(kind):
            if control.isVisibleTo(sweep):
                assert control.accessibleName(), control
                assert control.toolTip(), control.accessibleName()
