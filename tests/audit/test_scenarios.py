"""Intruders who know less find what an audit of those attributes finds; leaving one out says what it does."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.audit.scenarios import Effect, LeaveOneOut, Scenario, leave_one_out, run_scenario
from permdesk.audit.settings import Ties
from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.problem import Problem
from tests.audit.auditing import audit_of, audited, noisy, seeded
from tests.pairs import pair_of, paper_pair
from tests.stopping import StopsAfter

NAMES = ("age", "income", "rooms", "weight")


@pytest.fixture(scope="module")
def files():
    """Noise that grows from attribute to attribute; the last is noise alone."""
    x = seeded(0).normal(size=(300, 4))
    return x, x + seeded(1).normal(size=x.shape) * [0.1, 0.4, 1, 20]


@pytest.fixture(scope="module")
def audit(files):
    return audited(pair_of(*files, names=NAMES), draws=50)


@pytest.mark.parametrize("known", [NAMES, ("age", "rooms"), ("weight",)])
def test_that_a_scenario_is_an_audit_of_the_known_attributes(audit, files, known):
    scenario = run_scenario(audit, known, Progress())
    columns = [NAMES.index(name) for name in known]
    alone = audited(pair_of(*(file[:, columns] for file in files), names=known), draws=50)
    assert isinstance(scenario, Scenario)
    assert scenario.known == known
    assert scenario.battery == alone.right_links.battery
    assert scenario.strongest == alone.right_links.strongest
    assert scenario.median_distance == alone.distances_z.median
    assert scenario.mean_links == alone.distances_z.n_matches.mean()


def test_that_known_attributes_may_be_named_in_any_order(audit):
    assert run_scenario(audit, ("rooms", "age"), Progress()) == run_scenario(audit, ("age", "rooms"), Progress())


def test_that_leaving_out_says_which_attribute_gives_away_and_which_protects(audit):
    found = leave_one_out(audit, Progress())
    assert isinstance(found, LeaveOneOut)
    assert [effect.name for effect in found.effects] == list(NAMES)
    assert {effect.name: effect.effect for effect in found.effects} == {
        "age": Effect.GIVES_AWAY,
        "income": Effect.GIVES_AWAY,
        "rooms": Effect.UNCLEAR,
        "weight": Effect.PROTECTS,
    }
    assert found.everything.battery == audit.right_links.battery


def test_that_a_change_is_the_difference_of_two_audits_with_its_paired_error(audit):
    found = leave_one_out(audit, Progress())
    for effect in found.effects:
        others = tuple(name for name in NAMES if name != effect.name)
        without = run_scenario(audit, others, Progress())
        assert effect.without == without
        assert effect.change == pytest.approx(audit.right_links.strongest.rate - without.strongest.rate)
        # Chances lie between 0 and 1, so that their differences deviate by at most 1.
        assert 0 <= effect.standard_error <= 1 / np.sqrt(300)


def test_that_an_attribute_of_no_use_has_no_clear_effect():
    x, y = noisy(seeded(3), n=120, m=2)
    constant = np.ones((120, 1))
    found = leave_one_out(audit_of(np.hstack([x, constant]), np.hstack([y, constant]), draws=50), Progress())
    effect = found.effects[2]
    assert (effect.change, effect.standard_error, effect.effect) == (0, 0, Effect.UNCLEAR)


def test_that_ties_broken_at_random_make_no_scenario_look_safer(files):
    rounded = np.round(files[0]), np.round(files[1])
    plain = audited(pair_of(*rounded, names=NAMES), draws=50)
    random = audited(pair_of(*rounded, names=NAMES), draws=50, ties=Ties.RANDOM)
    assert random.right_links.battery != plain.right_links.battery
    assert run_scenario(random, NAMES, Progress()) == run_scenario(plain, NAMES, Progress())


def test_that_without_a_pairing_the_intruders_view_is_left(files):
    audit = audit_of(*files, own=None, draws=50)
    scenario = run_scenario(audit, ("X1", "X2"), Progress())
    assert (scenario.battery, scenario.strongest) == ((), None)
    assert scenario.median_distance == audit_of(*(f[:, :2] for f in files), draws=50).distances_z.median


@pytest.mark.parametrize(
    ("known", "what"),
    [
        ((), "An intruder who knows no attribute cannot link anything."),
        (("age", "height"), "height is not an audited attribute."),
    ],
)
def test_that_what_cannot_be_meant_is_refused(audit, known, what):
    refused = run_scenario(audit, known, Progress())
    assert isinstance(refused, Problem)
    assert refused.what == what
    assert "age, income, rooms, weight" in refused.remedy


@pytest.mark.parametrize(
    ("columns", "own", "what"),
    [
        (1, "row", "With one attribute there is nothing to leave out."),
        (3, None, "Without a pairing nobody knows which links are right."),
    ],
)
def test_that_leaving_out_needs_attributes_and_a_pairing(files, columns, own, what):
    refused = leave_one_out(audit_of(*(f[:30, :columns] for f in files), own=own, draws=50), Progress())
    assert isinstance(refused, Problem)
    assert refused.what == what


def test_that_progress_counts_scenarios_and_a_stop_is_heard():
    audit, progress = audited(paper_pair()), Progress()
    leave_one_out(audit, progress)
    assert (progress.stage, progress.done, progress.total) == ("scenarios", 4, 4)
    with pytest.raises(Cancelled):
        leave_one_out(audit, StopsAfter(8))
