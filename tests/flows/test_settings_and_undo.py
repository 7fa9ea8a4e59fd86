"""Choices and settings: results follow, large files wait, everything can be taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from permdesk.audit.settings import Ties
from permdesk.data.choices import Level, PairingBy
from permdesk.gui import workspace as workspace_module
from permdesk.gui.pages.data.attribute_model import LEVEL
from permdesk.gui.pages.data.choice_box import ChoiceBox

CONTROL = Qt.KeyboardModifier.ControlModifier


def choose(qtbot, box, places_down):
    """Open a list of choices and go down by keys."""
    box.setFocus()
    for _ in range(places_down):
        qtbot.keyClick(box, Qt.Key.Key_Down)


def choose_level(qtbot, window, row, level):
    table = window.data_page.attributes.table
    table.setCurrentIndex(table.attributes.index(row, LEVEL))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    box = table.viewport().findChildren(ChoiceBox)[-1]
    view = box.view()
    for _ in range(list(Level).index(level)):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def test_that_excluding_an_attribute_reruns_a_small_file_and_can_be_undone(qtbot, with_results, settle):
    window = with_results
    choose_level(qtbot, window, 1, Level.EXCLUDED)
    settle()
    assert window.strip.attributes.value.text() == "2"
    assert window.desk.workspace.state.audit.names == ("X1", "X3")
    assert not window.desk.workspace.state.is_stale
    assert window.desk.workspace.undo_name == "exclude X2"
    qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
    settle()
    assert window.desk.workspace.state.audit.names == ("X1", "X2", "X3")
    qtbot.keyClick(window, Qt.Key.Key_Y, CONTROL)
    settle()
    assert window.desk.workspace.state.audit.names == ("X1", "X3")


def test_that_every_setting_is_a_step_that_can_be_undone(qtbot, with_results, settle):
    window, page = with_results, with_results.data_page
    before = window.desk.workspace.setup
    choose(qtbot, page.audit.ties, 1)
    choose(qtbot, page.audit.missing, 1)
    for field, text in (
        (page.audit.draws, "500"),
        (page.audit.alpha, "0.1"),
        (page.audit.seed, "9"),
        (page.policy.distance, "3"),
        (page.policy.lift, "7"),
        (page.policy.links, "12"),
        (page.policy.defensible, "4"),
        (page.policy.variance, "2"),
    ):
        line = field.findChild(QLineEdit)
        field.selectAll()
        qtbot.keyClicks(line, text)
        qtbot.keyClick(line, Qt.Key.Key_Return)
    settle()
    after = window.desk.workspace.setup
    assert (after.settings.ties, after.settings.draws, after.settings.alpha, after.settings.seed) == (
        *(Ties.RANDOM, 500, 0.1, 9),
    )
    policy = after.policy
    assert (policy.min_distance, policy.max_lift, policy.max_right_links, policy.max_defensible_right) == (
        3,
        7,
        0.12,
        4,
    )
    assert policy.min_variance_share == 0.02
    assert policy.name == "set by hand"
    for _ in range(10):
        qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
    settle()
    assert window.desk.workspace.setup == before
    assert not window.desk.workspace.state.is_stale


def test_that_the_pairing_can_be_changed(qtbot, with_results, settle):
    window = with_results
    choose(qtbot, window.data_page.pairing.by, 1)
    settle()
    assert window.desk.workspace.setup.choices.pairing is PairingBy.UNPAIRED
    assert window.desk.workspace.state.audit.right_links is None
    assert window.strip.links.detail.text() == "unpaired"


def test_that_results_of_large_files_wait_for_f5(qtbot, with_results, settle, monkeypatch):
    window = with_results
    monkeypatch.setattr(workspace_module, "SMALL", 10)
    before = window.desk.workspace.state.audit
    setup = window.desk.workspace.setup
    window.desk.decide("draws", replace(setup, settings=replace(setup.settings, draws=200)))
    settle()
    assert window.desk.workspace.state.audit is before
    assert window.stale_bar.isVisible()
    assert not window.report_page.export.one.isEnabled()
    qtbot.keyClick(window, Qt.Key.Key_F5)
    settle()
    assert window.desk.workspace.state.audit is not before
    assert not window.stale_bar.isVisible()


def test_that_undo_of_large_files_never_runs_by_itself_and_one_click_does(qtbot, with_results, settle, monkeypatch):
    window = with_results
    monkeypatch.setattr(workspace_module, "SMALL", 10)
    before = window.desk.workspace.state.audit
    choose(qtbot, window.data_page.audit.ties, 1)
    settle()
    assert window.desk.workspace.state.audit is before
    assert window.stale_bar.isVisible()
    qtbot.mouseClick(window.stale_bar.again, Qt.MouseButton.LeftButton)
    settle()
    after = window.desk.workspace.state.audit
    assert after is not before
    qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
    settle()
    assert window.desk.workspace.state.audit is after
    assert window.stale_bar.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_Y, CONTROL)
    settle()
    assert not window.stale_bar.isVisible()


@pytest.mark.parametrize("place", range(5))
def test_that_every_tab_has_a_key(qtbot, with_results, place):
    qtbot.keyClick(with_results, Qt.Key(Qt.Key.Key_1 + place), CONTROL)
    assert with_results.tabs.currentIndex() == place
