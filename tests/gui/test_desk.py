"""What follows from what the officer does, step by step: jobs wait until the test lets them run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from permdesk.audit.description import Description
from permdesk.data.choices import Level
from permdesk.gui import workspace as workspace_module
from permdesk.gui.desk import Desk
from permdesk.gui.jobs import JobRunner
from permdesk.gui.report_tasks import Export
from permdesk.gui.theme import LIGHT
from permdesk.gui.workspace import Workspace
from permdesk.report.formats import Format
from permdesk.resources import resource_path

ORIGINAL, ANONYMIZED = (resource_path("demo", "paper", name) for name in ("original.csv", "anonymized.csv"))


@pytest.fixture
def desk(qapp, executor):
    return Desk(Workspace(), JobRunner(executor), JobRunner(executor))


@pytest.fixture
def with_results(desk, executor):
    desk.open_demonstration()
    executor.run_all()
    assert desk.workspace.state.audit is not None
    return desk


@pytest.fixture
def problems(desk):
    problems = []
    desk.reported.connect(problems.append)
    return problems


def with_draws(setup, draws):
    return replace(setup, settings=replace(setup.settings, draws=draws))


def without_attribute(setup, place):
    attributes = list(setup.choices.attributes)
    attributes[place] = replace(attributes[place], level=Level.EXCLUDED)
    return replace(setup, choices=replace(setup.choices, attributes=tuple(attributes)))


def test_that_two_files_become_results_by_themselves(desk, executor, problems):
    desk.open(ORIGINAL, ANONYMIZED)
    executor.run_all()
    assert desk.workspace.state.audit.distances.d == 1
    assert not desk.workspace.state.is_stale
    assert problems == []


def test_that_what_is_decided_while_files_are_read_is_kept(desk, executor):
    desk.open(ORIGINAL, ANONYMIZED)
    desk.decide("draws", with_draws(desk.workspace.setup, 321))
    executor.run_all()
    assert desk.workspace.setup.original is not None
    assert desk.workspace.state.audit.settings.draws == 321


def test_that_a_decision_does_not_stop_files_from_being_read(with_results, executor):
    desk = with_results
    before = desk.workspace.setup.anonymized
    desk.open(anonymized=ANONYMIZED)
    desk.decide("draws", with_draws(desk.workspace.setup, 321))
    desk.run()
    executor.run_all()
    assert desk.workspace.setup.anonymized is not before
    assert desk.workspace.state.audit.settings.draws == 321
    assert not desk.workspace.state.is_stale


def test_that_a_decision_made_while_a_wrong_file_was_read_is_still_followed(with_results, executor, problems, tmp_path):
    desk = with_results
    desk.open(anonymized=tmp_path / "absent.csv")
    desk.decide("draws", with_draws(desk.workspace.setup, 321))
    executor.run_all()
    assert len(problems) == 1
    assert desk.workspace.state.audit.settings.draws == 321


def test_that_a_decision_made_while_reading_was_cancelled_is_still_followed(with_results, executor):
    desk = with_results
    desk.open(anonymized=ANONYMIZED)
    desk.decide("draws", with_draws(desk.workspace.setup, 321))
    desk.cancel()
    executor.run_all()
    assert desk.workspace.state.audit.settings.draws == 321


def test_that_a_changed_attribute_is_followed_while_files_are_small(with_results, executor):
    desk = with_results
    desk.decide("exclude", without_attribute(desk.workspace.setup, 0))
    assert desk.workspace.state.is_stale
    executor.run_all()
    assert desk.workspace.state.audit.names == ("X2", "X3")


def test_that_large_files_are_paired_but_not_audited_behind_the_officers_back(with_results, executor, monkeypatch):
    desk, before = with_results, with_results.workspace.state.audit
    monkeypatch.setattr(workspace_module, "SMALL", 5)
    desk.decide("exclude", without_attribute(desk.workspace.setup, 0))
    executor.run_all()
    assert desk.workspace.state.pair.names == ("X2", "X3")
    assert desk.workspace.state.audit is before
    assert desk.workspace.state.is_stale
    desk.run()
    executor.run_all()
    assert desk.workspace.state.audit.names == ("X2", "X3")


def test_that_large_files_are_audited_when_they_are_opened(desk, executor, monkeypatch):
    monkeypatch.setattr(workspace_module, "SMALL", 5)
    desk.open(ORIGINAL, ANONYMIZED)
    executor.run_all()
    assert desk.workspace.state.audit is not None


def test_that_a_description_starts_nothing(with_results, executor):
    with_results.decide("describe", replace(with_results.workspace.setup, description=Description(title="t")))
    assert not with_results.runner.busy


def test_that_choices_that_leave_nothing_say_so_and_keep_the_last_results(with_results, executor, problems):
    desk, before = with_results, with_results.workspace.state.audit
    for place in range(3):
        desk.decide("exclude", without_attribute(desk.workspace.setup, place))
    executor.run_all()
    state = desk.workspace.state
    assert [problem.what.startswith("No attribute is left") for problem in problems] == [True]
    assert state.problems == tuple(problems)
    assert (state.audit, state.is_stale, state.pair) == (before, True, None)
    desk.workspace.undo()
    executor.run_all()
    assert desk.workspace.state.problems == ()
    assert desk.workspace.state.audit.names == ("X3",)


def test_that_two_first_files_with_nothing_in_common_stay_to_be_mended(desk, executor, problems, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text("p;q\n1;2\n3;4\n", "utf-8")
    desk.open(ORIGINAL, other)
    executor.run_all()
    assert desk.workspace.setup.anonymized.table.path == other
    assert desk.workspace.setup.question is None
    assert len(problems) == 1


def test_that_a_policy_file_changes_the_thresholds(with_results, executor, problems, tmp_path):
    path = tmp_path / "policy.toml"
    path.write_text('name = "strict"\nmin_distance = 9\n', "utf-8")
    with_results.open_policy(path)
    executor.run_all()
    assert with_results.workspace.state.audit.verdict.policy.name == "strict"
    path.write_text("min_distanse = 9\n", "utf-8")
    with_results.open_policy(path)
    executor.run_all()
    assert with_results.workspace.setup.policy.name == "strict"
    assert len(problems) == 1


def test_that_no_export_is_lost_to_another_or_to_a_preview(with_results, executor, problems, tmp_path):
    written = []
    with_results.written.connect(lambda found: written.extend(path.name for path in found.paths))
    with_results.writing.preview_report(LIGHT, lambda _: written.append("preview"))
    with_results.writing.export(Format.HTML, tmp_path / "report.html")
    with_results.writing.export(Export.NUMBERS, tmp_path)
    with_results.save_recipe(tmp_path / "audit.permdesk")
    with_results.writing.save_policy(tmp_path / "policy.toml")
    with_results.writing.preview_report(LIGHT, lambda _: written.append("preview"))
    executor.run_all()
    assert written == ["report.html", "audit.json", "records.csv", "audit.permdesk", "policy.toml", "preview"]
    assert problems == []
    assert {path.name for path in tmp_path.iterdir()} == set(written[:-1])


def test_that_only_what_had_failed_takes_its_message_back(desk, executor, problems, tmp_path):
    taken_back = []
    desk.settled.connect(taken_back.append)
    desk.open_policy(tmp_path / "absent.toml")
    desk.open(ORIGINAL, ANONYMIZED)
    executor.run_all()
    assert len(problems) == 1
    assert desk.workspace.state.audit is not None
    assert taken_back == []
    path = tmp_path / "policy.toml"
    path.write_text("min_distance = 9\n", "utf-8")
    desk.open_policy(path)
    executor.run_all()
    assert taken_back == problems


def test_that_an_audit_that_works_again_takes_its_message_back(with_results, executor, problems):
    taken_back = []
    with_results.settled.connect(taken_back.append)
    for place in range(3):
        with_results.decide("exclude", without_attribute(with_results.workspace.setup, place))
    executor.run_all()
    assert taken_back == []
    with_results.workspace.undo()
    executor.run_all()
    assert taken_back == problems != []
