"""The agency's thresholds: changed, explained, loaded, saved, undone; the verdict follows and leads to records."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit

from permdesk.audit.findings import Outcome
from permdesk.audit.policy import Policy, PublicStatement, read_policy
from permdesk.gui import workspace as workspace_module
from permdesk.report.blocks import texts
from permdesk.report.build import build_report
from permdesk.report.profile import Profile
from tests.file_dialogs import type_path

CONTROL, LEFT = Qt.KeyboardModifier.ControlModifier, Qt.MouseButton.LeftButton


@pytest.fixture
def policy(qtbot, with_results):
    """The window of the policy, opened by its key."""
    qtbot.keyClick(with_results, Qt.Key.Key_P, CONTROL)
    assert with_results.dialogs.policy.isVisible()
    return with_results.dialogs.policy


def come_to_front(qtbot, window):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def write(qtbot, field, text):
    line = field if isinstance(field, QLineEdit) else field.findChild(QLineEdit)
    field.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, text)
    qtbot.keyClick(line, Qt.Key.Key_Return)


def test_that_a_click_on_the_verdict_opens_its_checks(qtbot, with_results):
    qtbot.mouseClick(with_results.strip.verdict, LEFT)
    verdict = with_results.dialogs.policy.verdict
    assert with_results.dialogs.policy.isVisible()
    assert verdict.outcome.text().startswith("✗ Outside the policy")
    assert len(verdict.cards) == 4
    assert any(
        "can link 60 % of the records to their own release; the policy allows 5 %" in s for s in verdict.sentences
    )


def test_that_a_changed_threshold_changes_the_verdict_and_can_be_undone(qtbot, with_results, policy, settle):
    write(qtbot, policy.links, "70")
    settle()
    window = with_results
    assert window.desk.workspace.state.audit.verdict.outcome is Outcome.PASS
    assert policy.verdict.outcome.text().startswith("✓ Within the policy")
    assert window.strip.verdict.text() == "✓ Within the policy"
    assert window.strip.reason.text().endswith("set by hand")
    come_to_front(qtbot, window)
    qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
    settle()
    assert window.desk.workspace.setup.policy == Policy()
    assert policy.links.number == 0.05
    assert policy.verdict.outcome.text().startswith("✗")


def test_that_what_a_cautious_report_may_say_is_ticked_saved_shown_and_undone(
    qtbot, with_results, policy, settle, tmp_path
):
    window, boxes = with_results, policy.statements.boxes
    assert not any(box.isChecked() for box in boxes.values())
    boxes[PublicStatement.RIGHT_LINKS].setFocus()
    qtbot.keyClick(boxes[PublicStatement.RIGHT_LINKS], Qt.Key.Key_Space)
    boxes[PublicStatement.VERDICT].setFocus()
    qtbot.keyClick(boxes[PublicStatement.VERDICT], Qt.Key.Key_Space)
    settle()
    allowed = (PublicStatement.VERDICT, PublicStatement.RIGHT_LINKS)
    assert window.desk.workspace.setup.policy.public_statements == allowed
    qtbot.mouseClick(policy.save, LEFT)
    type_path(qtbot, policy, tmp_path / "policy.toml")
    settle()
    assert read_policy(tmp_path / "policy.toml").public_statements == allowed
    state = window.desk.workspace.state
    report = build_report(state.audit, state.setup.description, Profile.PUBLIC, date(2026, 11, 28))
    said = " ".join(texts(report))
    assert "The release does not keep every threshold of the policy." in said
    assert "Right links by the strongest linkage: the threshold of the policy was not kept." in said
    come_to_front(qtbot, window)
    qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
    settle()
    assert policy.statements.statements == (PublicStatement.RIGHT_LINKS,)


def test_that_every_threshold_can_be_set(qtbot, with_results, policy, settle):
    for field, text in (
        (policy.distance, "2"),
        (policy.distance_share, "5"),
        (policy.links, "50"),
        (policy.lift, "9"),
        (policy.defensible, "3"),
        (policy.variance_share, "0.5"),
        (policy.variances["X2"], "12.5"),
    ):
        write(qtbot, field, text)
    settle()
    assert with_results.desk.workspace.setup.policy == Policy("set by hand", 2, 0.05, {"X2": 12.5}, 0.005, 0.5, 9.0, 3)
    assert "Smallest variance" in " ".join(card.findChildren(QLabel)[0].text() for card in policy.verdict.cards)
    policy.variances["X2"].setValue(policy.variances["X2"].minimum())
    assert with_results.desk.workspace.setup.policy.min_variance == {}


def test_that_every_threshold_explains_itself(policy):
    fields = [
        policy.distance,
        policy.distance_share,
        policy.links,
        policy.lift,
        policy.defensible,
        policy.variance_share,
    ]
    for field in [*fields, *policy.variances.values()]:
        assert field.accessibleName()
        assert len(field.toolTip()) > 40
    for button in (policy.load, policy.save, policy.default, policy.close_button):
        assert button.accessibleName() and button.toolTip()


def test_that_a_name_stays_once_it_was_given(qtbot, with_results, policy, settle):
    write(qtbot, policy.name, "of our agency")
    write(qtbot, policy.lift, "7")
    settle()
    assert with_results.desk.workspace.setup.policy.name == "of our agency"
    assert with_results.strip.reason.text().endswith("of our agency")
    with_results.show_tab(5)
    assert with_results.report_page.export.policy.text() == "Judged by the policy “of our agency”."
    write(qtbot, policy.name, " ")
    assert policy.name.text() == "of our agency"


def test_that_a_name_that_was_only_passed_by_does_not_stay_with_other_thresholds(qtbot, with_results, policy, settle):
    policy.name.setFocus()
    qtbot.keyClick(policy.name, Qt.Key.Key_Return)
    assert with_results.desk.workspace.undo_name != "change the policy"
    write(qtbot, policy.lift, "7")
    settle()
    assert with_results.desk.workspace.setup.policy.name == "set by hand"


def test_that_a_policy_is_saved_and_loaded_again(qtbot, with_results, policy, settle, tmp_path):
    write(qtbot, policy.name, "strict")
    write(qtbot, policy.distance, "3")
    settle()
    path = tmp_path / "strict.toml"
    qtbot.mouseClick(policy.save, LEFT)
    type_path(qtbot, policy, path)
    settle()
    saved = read_policy(path)
    assert saved == replace(Policy(), name="strict", min_distance=3)
    qtbot.mouseClick(policy.default, LEFT)
    settle()
    assert with_results.desk.workspace.setup.policy == Policy()
    qtbot.mouseClick(policy.load, LEFT)
    type_path(qtbot, policy, path)
    settle()
    assert with_results.desk.workspace.setup.policy == saved
    assert policy.name.text() == "strict"


def test_that_a_check_leads_to_the_records_that_break_it(qtbot, with_results, policy, settle):
    write(qtbot, policy.distance, "3")
    settle()
    qtbot.mouseClick(policy.verdict.buttons[0], LEFT)
    records = with_results.result_pages[1].records
    assert with_results.tabs.currentIndex() == 2
    assert records.condition.text() == "satisfies = no"
    check = with_results.desk.workspace.state.audit.verdict.checks[0]
    assert records.table.rows.rowCount() == check.n_records == 8
    assert records.record == check.records[0]


def test_that_the_verdict_says_when_it_is_out_of_date(qtbot, with_results, policy, settle, monkeypatch):
    monkeypatch.setattr(workspace_module, "SMALL", 10)
    write(qtbot, policy.lift, "7")
    settle()
    assert policy.verdict.outcome.text().startswith("↻ Out of date")
    assert with_results.desk.workspace.setup.policy.name == "set by hand"
    assert with_results.report_page.export.policy.text() == "Judged by the policy “illustrative”."


def test_that_escape_closes_the_window_and_the_key_opens_it_again(qtbot, with_results, policy):
    qtbot.keyClick(policy, Qt.Key.Key_Escape)
    assert not policy.isVisible()
    come_to_front(qtbot, with_results)
    qtbot.keyClick(with_results, Qt.Key.Key_P, CONTROL)
    assert with_results.dialogs.policy is policy and policy.isVisible()


def test_that_without_results_there_is_no_verdict(qtbot, window):
    qtbot.keyClick(window, Qt.Key.Key_P, CONTROL)
    assert window.dialogs.policy.verdict.outcome.text() == "No results yet"
    assert window.dialogs.policy.verdict.cards == []


def test_that_both_places_of_a_threshold_name_and_show_it_alike(qtbot, with_results):
    window = with_results
    setup = window.desk.workspace.setup
    asked = Policy("agency", 3_000_000, None, {}, 0.00006, 0.0123, 12.34, 2_000_000)
    window.desk.decide("another policy", replace(setup, policy=asked))
    window.dialogs.show_policy()
    card, dialog = window.data_page.policy, window.dialogs.policy
    pairs = [(card.distance, dialog.distance), (card.variance, dialog.variance_share), (card.links, dialog.links),
             (card.lift, dialog.lift), (card.defensible, dialog.defensible)]  # fmt: skip
    for here, there in pairs:
        assert (here.accessibleName(), here.toolTip()) == (there.accessibleName(), there.toolTip())
        assert here.text() == there.text()
    assert [here.number for here, _ in pairs] == [3_000_000, 0.00006, 0.0123, 12.34, 2_000_000]
