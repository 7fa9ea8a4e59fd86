"""Of large files only chosen cells stay in memory; nothing that the officer decides, or takes back, is lost by that."""

from __future__ import annotations

import pytest

from permdesk.data.choices import Level
from permdesk.gui import tasks
from permdesk.gui import workspace as workspace_module
from permdesk.gui.desk import Desk
from permdesk.gui.jobs import JobRunner
from permdesk.gui.pages.data.attribute_decisions import at_level, has_cells
from permdesk.gui.workspace import Workspace

N = 40
COLUMNS = ("income", "age", "town")


def text(step: int) -> str:
    rows = (f"{step * i % 41},{step * i % 37},t{i % 3}\n" for i in range(N))
    return ",".join(COLUMNS) + "\n" + "".join(rows)


@pytest.fixture
def paths(tmp_path):
    found = tmp_path / "x.csv", tmp_path / "y.csv"
    for path, step in zip(found, (7, 5), strict=True):
        path.write_text(text(step), "utf-8")
    return found


@pytest.fixture
def desk(qapp, executor, paths, monkeypatch):
    monkeypatch.setattr(workspace_module, "SMALL", 2)
    desk = Desk(Workspace(), JobRunner(executor), JobRunner(executor))
    desk.open(*paths)
    settle(qapp, executor)
    assert desk.workspace.state.audit is not None
    return desk


@pytest.fixture
def problems(desk):
    problems = []
    desk.reported.connect(problems.append)
    return problems


def settle(qapp, executor):
    for _ in range(3):
        executor.run_all()
        qapp.processEvents()


def held(file):
    return tuple(report.name for report in file.columns)


def choose(desk, name, level):
    desk.decide(f"{name} {level}", at_level(desk.workspace.setup, [name], level))


def excluded_and_audited(desk, qapp, executor, name="age"):
    choose(desk, name, Level.EXCLUDED)
    desk.run()
    settle(qapp, executor)


def test_that_cells_of_an_excluded_attribute_leave_memory(desk, qapp, executor):
    excluded_and_audited(desk, qapp, executor)
    state = desk.workspace.state
    assert held(state.setup.original) == held(state.setup.anonymized) == ("income", "town")
    assert [fact.name for fact in state.setup.original.facts] == list(COLUMNS)
    assert not has_cells(state.setup, "age")
    assert not state.is_stale
    assert state.pair.report.attribute("age").original.n_read == N


def test_that_no_step_of_undo_holds_the_cells(desk, qapp, executor):
    excluded_and_audited(desk, qapp, executor)
    workspace = desk.workspace
    light = workspace.setup.original
    assert workspace.undo_name
    while workspace.undo_name:
        workspace.undo()
        assert workspace.setup.original in (None, light)


def test_that_cells_that_the_last_audit_needs_stay(desk, qapp, executor):
    choose(desk, "age", Level.EXCLUDED)
    settle(qapp, executor)
    state = desk.workspace.state
    assert state.is_stale and state.pair is not None
    assert "age" in held(state.answered.original)


def test_that_an_attribute_that_is_included_again_is_read_again(desk, qapp, executor, problems):
    excluded_and_audited(desk, qapp, executor)
    desk.workspace.undo()
    settle(qapp, executor)
    state = desk.workspace.state
    assert "age" in state.pair.names
    assert held(state.setup.original) == COLUMNS
    desk.run()
    settle(qapp, executor)
    assert "age" in desk.workspace.state.audit.names
    assert problems == []


def test_that_a_file_that_changed_meanwhile_is_told(desk, qapp, executor, problems, paths):
    excluded_and_audited(desk, qapp, executor)
    paths[0].write_text(text(3), "utf-8")
    desk.workspace.undo()
    settle(qapp, executor)
    assert "has changed" in problems[-1].what
    assert desk.workspace.state.pair is None
    assert "age" not in desk.workspace.state.audit.names
    desk.workspace.redo()
    settle(qapp, executor)
    assert desk.workspace.state.pair.names == ("income",)


def test_that_another_release_is_guessed_from_the_whole_original(desk, qapp, executor, tmp_path):
    excluded_and_audited(desk, qapp, executor)
    other = tmp_path / "z.csv"
    other.write_text(text(11), "utf-8")
    desk.open(anonymized=other)
    settle(qapp, executor)
    assert "age" in desk.workspace.state.audit.names


def test_that_small_files_stay_whole(desk, qapp, executor, monkeypatch):
    monkeypatch.setattr(workspace_module, "SMALL", N + 1)
    excluded_and_audited(desk, qapp, executor)
    assert held(desk.workspace.setup.original) == COLUMNS


def test_that_columns_are_freed_one_at_a_time(monkeypatch):
    columns, given_back = [object(), object()], []
    monkeypatch.setattr("permdesk.data.arrow_memory.give_back_memory", lambda: given_back.append(len(columns)))
    tasks.free(columns)
    assert (columns, given_back) == ([], [0])
