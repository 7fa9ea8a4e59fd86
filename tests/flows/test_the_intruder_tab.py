"""What a person asks of the intruder tab, by clicks and keys, in the whole window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from permdesk.gui import workspace as workspace_module

LEFT, ALT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def noisy_pair(tmp_path):
    """Files whose random records are drawn, as there are too many combinations to count."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=(400, 4))
    paths = tmp_path / "original.csv", tmp_path / "anonymized.csv"
    for path, values in zip(paths, (x, x + 0.4 * rng.normal(size=x.shape)), strict=True):
        np.savetxt(path, values, "%.5f", ",", header="age,pay,rent,size", comments="")
    return paths


@pytest.fixture
def page(qtbot, window, drop, noisy_pair, settle):
    drop(window, *noisy_pair)
    settle()
    qtbot.keyClick(window, Qt.Key.Key_4, CONTROL)
    return window.result_pages[2]


def press(qtbot, window, key, table):
    """Press a button by its letter, and wait until ``table`` shows what it found."""
    qtbot.keyClick(window, key, ALT)
    qtbot.waitUntil(lambda: table.rows.rowCount() > 0 and not window.desk.runner.busy, timeout=60_000)


def test_that_more_random_records_fill_the_plot_and_settings_follow(qtbot, window, page, settle):
    plot = page.intruder.plot
    before, errors = plot.share_random.copy(), page.intruder.hellinger.detail
    with qtbot.waitSignal(window.explorer.drawn, timeout=60_000):
        qtbot.mouseClick(page.intruder.more, LEFT)
        assert not page.intruder.more.isEnabled()
    assert not np.array_equal(plot.share_random[: before.size], before)
    settle()
    draws = window.desk.workspace.setup.settings.draws
    assert draws > 10_000
    assert f"Compared with {draws:,} random records".replace(",", "") in plot.caption.text().replace(",", "")
    assert page.intruder.hellinger.detail != errors
    assert window.desk.workspace.undo_name == "more random records"
    assert page.intruder.more.isEnabled()


def test_that_escape_stops_drawing_and_keeps_what_was_drawn(qtbot, window, page, settle, monkeypatch):
    monkeypatch.setattr(workspace_module, "SMALL", 10)
    with qtbot.waitSignal(window.explorer.drawn, timeout=60_000) as drawn:
        qtbot.mouseClick(page.intruder.more, LEFT)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.desk.runner.busy
    draws = window.desk.workspace.setup.settings.draws
    assert draws >= drawn.args[0].n > 10_000
    assert page.intruder.plot.caption.text().replace(",", "").find(f"Compared with {draws} random") > 0
    assert window.stale_bar.isVisible()  # the verdict still rests on fewer


def test_that_knowledge_is_tried_by_keys_and_goes_out_of_date(qtbot, window, page, settle):
    qtbot.keyClick(window, Qt.Key.Key_K, ALT)
    qtbot.waitUntil(page.knowledge.isVisible)
    page.knowledge.known.setFocus()
    qtbot.keyClick(page.knowledge.known, Qt.Key.Key_Down)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert page.knowledge.ticked == ("age", "rent", "size")
    press(qtbot, window, Qt.Key.Key_T, page.knowledge.scenarios)
    assert page.knowledge.scenarios.rows.index(0, 0).data() == "age, rent, size"
    press(qtbot, window, Qt.Key.Key_L, page.knowledge.effects)
    assert page.knowledge.effects.rows.rowCount() == 4
    qtbot.keyClick(window, Qt.Key.Key_F5)
    settle()
    assert "Out of date" in page.knowledge.scenario.stale.text()
    assert "Out of date" in page.knowledge.leave_out.stale.text()


def test_that_information_is_measured_by_keys(qtbot, window, page, settle):
    qtbot.keyClick(window, Qt.Key.Key_N, ALT)
    qtbot.waitUntil(page.information.isVisible)
    press(qtbot, window, Qt.Key.Key_M, page.information.table)
    names = [page.information.table.rows.index(row, 0).data() for row in range(4)]
    assert names == ["age", "pay", "rent", "size"]


def test_that_progress_of_what_is_asked_shows_and_can_be_cancelled(qtbot, window, page, settle):
    qtbot.keyClick(window, Qt.Key.Key_K, ALT)
    qtbot.mouseClick(page.knowledge.leave_out.button, LEFT)
    assert window.activity.cancel.isVisible()
    qtbot.mouseClick(window.activity.cancel, LEFT)
    assert not window.activity.cancel.isVisible()
    assert page.knowledge.effects.rows.rowCount() == 0
    assert window.desk.workspace.state.audit is not None


def test_that_the_report_says_what_was_asked_until_another_audit_comes(qtbot, window, page, settle):
    knowledge = page.knowledge
    for place, button in (
        *((3, page.information.measure), (2, knowledge.scenario)),
        *((2, knowledge.scenario), (2, knowledge.leave_out)),
    ):
        qtbot.mouseClick(page.views.buttons[place], LEFT)
        qtbot.mouseClick(button.button, LEFT)
        settle()
    further = window.desk.workspace.state.further
    assert [attribute.name for attribute in further.information.attributes] == ["age", "pay", "rent", "size"]
    assert [scenario.known for scenario in further.scenarios] == [("age", "pay", "rent", "size")]
    assert len(further.leave_one_out.effects) == 4
    window.show_tab(5)
    settle()
    qtbot.waitUntil(lambda: "information" in window.report_page.preview.toPlainText().lower())
    with_it = len(window.report_page.preview.toPlainText())
    qtbot.keyClick(window, Qt.Key.Key_F5)
    settle()
    assert window.desk.workspace.state.further is None
    qtbot.waitUntil(lambda: len(window.report_page.preview.toPlainText()) < with_it)
