"""More random records: live, kept when cancelled, dropped when the question changes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from permdesk.gui.desk import Desk
from permdesk.gui.explorer import Explorer, next_precision
from permdesk.gui.jobs import JobRunner
from permdesk.gui.workspace import Workspace


@pytest.fixture
def desk(qapp):
    desk = Desk(Workspace(), JobRunner(), JobRunner())
    yield desk
    desk.shutdown()


@pytest.fixture
def asked(qtbot, desk, tmp_path):
    """An explorer whose desk has an audit with few draws."""
    rng = np.random.default_rng(8)
    x = rng.normal(size=(300, 4))
    paths = [tmp_path / "original.csv", tmp_path / "anonymized.csv"]
    for path, values in zip(paths, (x, x + 0.5 * rng.normal(size=x.shape)), strict=True):
        np.savetxt(path, values, "%.5f", ",", header="a,b,c,d", comments="")
    explorer = Explorer(desk, desk)
    setup = desk.workspace.setup
    desk.workspace.decide("few draws", replace(setup, settings=replace(setup.settings, draws=100)))
    desk.open(*paths)
    qtbot.waitUntil(lambda: desk.workspace.state.audit is not None and not desk.runner.busy, timeout=60_000)
    return explorer


def draw(desk, explorer):
    audit = desk.workspace.state.audit
    explorer.draw_more(audit, audit.random_match)


def test_that_more_draws_are_shown_live_and_become_a_setting_that_can_be_undone(asked, desk, qtbot):
    seen = []
    asked.drawn.connect(seen.append)
    draw(desk, asked)
    qtbot.waitUntil(lambda: desk.workspace.setup.settings.draws > 100 and not desk.runner.busy, timeout=60_000)
    sizes = [found.n for found in seen]
    assert len(sizes) > 1 and sizes == sorted(sizes)
    audit = desk.workspace.state.audit
    assert desk.workspace.undo_name == "more random records"
    assert audit.random_match.n == sizes[-1]
    assert audit.random_match.hellinger == pytest.approx(seen[-1].hellinger)
    desk.workspace.undo()
    qtbot.waitUntil(lambda: not desk.runner.busy and not desk.workspace.state.is_stale, timeout=60_000)
    assert desk.workspace.state.audit.random_match.n == 100


def test_that_cancelling_keeps_what_was_drawn(asked, desk, qtbot):
    with qtbot.waitSignal(asked.drawn, timeout=60_000) as first:
        draw(desk, asked)
    desk.cancel()
    assert desk.workspace.setup.settings.draws >= first.args[0].n > 100


def test_that_what_arrives_after_cancelling_is_not_shown(asked, desk, qtbot):
    question, found = desk.workspace.state.answered, desk.workspace.state.audit.random_match
    draw(desk, asked)
    desk.cancel()
    asked.drawn.connect(pytest.fail)
    asked._interim.emit(question, found)
    qtbot.wait(50)


def test_that_a_changed_question_drops_what_was_drawn(asked, desk, qtbot):
    with qtbot.waitSignal(asked.drawn, timeout=60_000):
        draw(desk, asked)
    setup = desk.workspace.setup
    desk.decide("seed", replace(setup, settings=replace(setup.settings, seed=5)))
    qtbot.waitUntil(lambda: not desk.runner.busy, timeout=60_000)
    assert desk.workspace.setup.settings.draws == 100
    assert desk.workspace.undo_name == "seed"


def test_that_nothing_is_explored_while_an_audit_runs(asked, desk, qtbot):
    audit = desk.workspace.state.audit
    desk.run()
    assert not asked.available
    asked.run_scenario(audit, audit.names, pytest.fail)
    asked.draw_more(audit, audit.random_match)
    qtbot.waitUntil(lambda: not desk.runner.busy, timeout=60_000)
    assert desk.workspace.state.audit is not audit


def test_that_availability_is_told(asked, desk, qtbot):
    told = []
    asked.availability_changed.connect(told.append)
    draw(desk, asked)
    desk.cancel()
    assert told == [False, True]


def test_that_draws_that_are_exact_enough_are_made_twice_as_exact(asked, desk):
    found = desk.workspace.state.audit.random_match
    assert next_precision(found).standard_error == 0.005
    errors = replace(found.errors, hellinger=0.001, ks=0.002, overlap=0.003, critical_distance=0.1)
    exact = replace(found, errors=errors, n_undecided=0)
    assert next_precision(exact).standard_error == 0.0015
