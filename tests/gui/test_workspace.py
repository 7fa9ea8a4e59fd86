"""Decisions can be taken back by name, findings follow, and results know when they are out of date."""

from __future__ import annotations

from dataclasses import replace

import pytest

from permdesk.audit.description import Description
from permdesk.audit.settings import Ties
from permdesk.gui.workspace import MOST_UNDO, Setup, Workspace
from permdesk.report.further import FurtherFindings


def with_ties(setup, ties):
    return replace(setup, settings=replace(setup.settings, ties=ties))


def test_that_a_decision_is_undone_and_redone_by_its_name(workspace):
    before = workspace.setup
    workspace.decide("random ties", with_ties(before, Ties.RANDOM))
    assert workspace.undo_name == "random ties"
    workspace.undo()
    assert workspace.setup == before
    assert (workspace.undo_name, workspace.redo_name) == ("open", "random ties")
    workspace.redo()
    assert workspace.setup.settings.ties is Ties.RANDOM
    assert workspace.redo_name == ""


def test_that_a_new_decision_forgets_what_was_undone(workspace):
    workspace.decide("random ties", with_ties(workspace.setup, Ties.RANDOM))
    workspace.undo()
    workspace.decide("describe", replace(workspace.setup, description=Description(title="t")))
    assert workspace.redo_name == ""


def test_that_deciding_the_same_again_is_no_step():
    workspace = Workspace()
    workspace.decide("nothing", Setup())
    assert workspace.undo_name == ""


def test_that_undo_and_redo_with_nothing_to_do_change_nothing():
    workspace, seen = Workspace(), []
    workspace.changed.connect(seen.append)
    workspace.undo()
    workspace.redo()
    assert seen == []


def test_that_the_way_back_has_an_end(workspace):
    for draws in range(1, MOST_UNDO + 20):
        setup = workspace.setup
        workspace.decide(f"draws {draws}", replace(setup, settings=replace(setup.settings, draws=draws)))
    steps = 0
    while workspace.undo_name:
        workspace.undo()
        steps += 1
    assert steps == MOST_UNDO


def test_that_results_are_stale_exactly_while_the_question_is_another(workspace):
    assert not workspace.state.is_stale
    workspace.decide("random ties", with_ties(workspace.setup, Ties.RANDOM))
    assert workspace.state.is_stale
    workspace.undo()
    assert not workspace.state.is_stale


def test_that_a_description_does_not_make_results_stale(workspace):
    workspace.decide("describe", replace(workspace.setup, description=Description(title="t")))
    assert not workspace.state.is_stale


def test_that_the_pair_goes_with_the_choices_and_comes_back_with_them(workspace):
    pair, choices = workspace.state.pair, workspace.setup.choices
    fewer = replace(choices, attributes=choices.attributes[:2])
    workspace.decide("fewer", replace(workspace.setup, choices=fewer))
    assert workspace.state.pair is None
    workspace.undo()
    assert workspace.state.pair is pair


def test_that_settings_leave_the_pair(workspace):
    pair = workspace.state.pair
    workspace.decide("random ties", with_ties(workspace.setup, Ties.RANDOM))
    assert workspace.state.pair is pair


def test_that_what_was_asked_besides_goes_with_its_audit(workspace):
    audit, answered = workspace.state.audit, workspace.state.answered
    further = FurtherFindings()
    workspace.found_further(replace(audit), further)
    assert workspace.state.further is None
    workspace.found_further(audit, further)
    assert workspace.state.further is further
    workspace.found(audit, answered)
    assert workspace.state.further is None


def test_that_every_change_is_announced_with_the_state_before(workspace):
    seen, before = [], workspace.state
    workspace.changed.connect(seen.append)
    workspace.decide("random ties", with_ties(workspace.setup, Ties.RANDOM))
    assert seen == [before]


@pytest.mark.parametrize("missing", ["original", "anonymized", "choices"])
def test_that_there_is_no_question_while_something_is_missing(workspace, missing):
    assert replace(workspace.setup, **{missing: None}).question is None
