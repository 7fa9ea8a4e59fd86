"""The sweep: the least strength that meets a goal, what is between failing and sufficient, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from threading import Event, get_ident

import numpy as np
import pytest

from permdesk.audit import sweep
from permdesk.audit.masked_pair import masked_pair
from permdesk.audit.nobodys_records import nobodys_sentence
from permdesk.audit.policy import Policy
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.audit.sweep import Goal, Sweep, SweepPlan, SweepPoint, plan_problem, run_sweep, strengths_between
from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.choices import Level, PairingBy
from permdesk.data.file_pair import LeftOut
from permdesk.data.problem import Problem
from permdesk.masking.methods import Masking
from permdesk.masking.parameters import Method
from permdesk.report.sweep_conclusions import answer_sentence
from tests.audit.auditing import noisy, seeded
from tests.audit.test_release_figures import line
from tests.pairs import pair_of

QUICK = Settings(draws=200)


def pair():
    return pair_of(*noisy(seeded(), n=80))


def swept(plan, policy=None) -> Sweep:
    found = run_sweep(pair(), plan, QUICK, policy or Policy(), Progress())
    assert isinstance(found, Sweep), found
    return found


def plan(strengths=(0.1, 1.0), method=Method.NOISE, goal=None, **rest):
    return SweepPlan(method, strengths, goal or Goal(0.2), **rest)


def points(*shares, strengths=None):
    """Points at 1, 2, ... of which these shares of four releases meet a rate of at most 0.5."""
    return tuple(
        SweepPoint(
            float(place + 1) if strengths is None else strengths[place],
            tuple(line(right_links=0.1 if k < share * 4 else 0.9) for k in range(4)),
        )
        for place, share in enumerate(shares)
    )


@pytest.mark.parametrize(
    ("shares", "least", "fails_up_to"),
    [
        ((0, 0.5, 1, 1), 3, 2),
        ((1, 0.75, 1), 3, 2),
        ((1, 1), 1, None),
        ((0, 1, 0.75), None, 3),
        ((0,), None, 1),
    ],
)
def test_that_the_least_strength_is_the_one_from_which_every_release_meets_the_goal(shares, least, fails_up_to):
    found = Sweep(plan(goal=Goal(0.5)), points(*shares))
    assert (found.least, found.fails_up_to) == (least, fails_up_to)


@pytest.mark.parametrize(
    ("shares", "met"),
    [((1, 0.75, 1), 1), ((0, 1, 0.75), 2), ((1, 1, 0), 1), ((0.75, 1, 1), None), ((1, 1), None), ((0,), None)],
)
def test_that_a_goal_that_is_met_missed_and_met_again_is_said_to_be_so(shares, met):
    found = Sweep(plan(goal=Goal(0.5)), points(*shares))
    assert found.met_below_failing == met
    assert ("not always safer" in answer_sentence(found)) == (met is not None)


def test_that_any_number_of_steps_is_refused_before_memory_is_full():
    strengths = strengths_between(Method.NOISE, 0.0, 1.0, 10**12)
    assert isinstance(plan_problem(plan(strengths, replicates=1)), Problem)
    assert strengths_between(Method.MICROAGGREGATION, 2, 40, 10**12) == tuple(map(float, range(2, 41)))


def test_that_a_range_of_one_point_is_one_value():
    assert strengths_between(Method.NOISE, 0.5, 0.5, 5) == (0.5,)
    found = swept(plan(strengths_between(Method.NOISE, 3.0, 3.0, 5), goal=Goal(0.9), replicates=20, halvings=6))
    assert [len(point.releases) for point in found.points] == [20]
    assert len(set(found.points[0].releases)) > 10  # each has a seed of its own
    assert (found.least, found.fails_up_to) == (3.0, None)
    assert "Every value that was tried reaches it" in answer_sentence(found)


def test_that_a_stop_is_heard_wherever_the_sweep_is(monkeypatch, without_the_clock):
    """Whatever asks whether to go on: a release that is made, an audit, a kernel's chunks."""
    asked, last = 0, 10**9
    check, here = Progress.check, get_ident()

    def counted(progress):
        nonlocal asked
        if get_ident() == here:  # and not what another test stopped, which ends unseen
            asked += 1
            if asked == last:
                progress.cancel()
        check(progress)

    monkeypatch.setattr(Progress, "check", counted)
    monkeypatch.setenv("PERMDESK_THREADS", "1")
    two = plan((0.5, 1.0), replicates=1)
    run_sweep(pair(), two, QUICK, Policy(), Progress())  # after which no kernel is waited for
    asked = 0
    run_sweep(pair(), two, QUICK, Policy(), Progress())
    total = asked
    assert total > 50
    for last in (1, 2, 3, total // 4, total // 2 - 1, total // 2, total // 2 + 1, 3 * total // 4, total - 1, total):
        asked = 0
        with pytest.raises(Cancelled):
            run_sweep(pair(), two, QUICK, Policy(), Progress())
        assert asked == last


def test_that_more_noise_gives_fewer_right_links_and_the_same_plan_the_same_figures():
    found = swept(plan((0.01, 0.5, 3.0), replicates=2, seed=4))
    rates = [np.mean([release.right_links for release in point.releases]) for point in found.points]
    assert rates[0] == 1.0
    assert rates[0] > rates[1] > rates[2]
    assert swept(plan((0.01, 0.5, 3.0), replicates=2, seed=4)) == found


def test_that_a_strength_has_the_same_releases_whatever_the_others_are():
    alone, among = swept(plan((0.5,))), swept(plan((0.1, 0.5)))
    assert alone.points[0] == among.points[1]


def test_that_halvings_close_in_on_the_least_strength():
    found = swept(plan((0.01, 3.0), replicates=1, halvings=4))
    assert len(found.points) == 6
    assert found.least - found.fails_up_to == pytest.approx((3.0 - 0.01) / 16)


def test_that_halvings_end_between_neighbouring_numbers_of_records():
    found = swept(plan((2, 40), Method.MICROAGGREGATION, replicates=1, halvings=9))
    assert all(point.strength == int(point.strength) for point in found.points)
    assert found.least - found.fails_up_to == 1


def test_that_the_goal_may_be_the_policy():
    strict = Policy("nobody", None, None, {}, None, 0.0, None, None)
    assert swept(plan((0.5,), goal=Goal(None), replicates=1), strict).least is None


def test_that_an_unpaired_release_meets_no_goal_of_right_links():
    assert swept(plan((1.0,), Method.SYNTHETIC, replicates=1)).least is None


@pytest.mark.parametrize(
    "wrong",
    [
        plan(()),
        plan((0.5, 0.5)),
        plan((1.0, 0.5)),
        plan((-1.0,)),
        plan((float("nan"),)),
        plan((0.5,), replicates=0),
        plan((0.5,), halvings=-1),
        plan((0.5,), replicates=5000),
    ],
)
def test_that_a_plan_that_cannot_be_meant_is_a_problem(wrong):
    assert isinstance(plan_problem(wrong), Problem)
    assert isinstance(run_sweep(pair(), wrong, QUICK, Policy(), Progress()), Problem)


def test_that_progress_counts_releases_and_a_stop_is_heard_inside_an_audit():
    progress = Progress()
    run_sweep(pair(), plan((0.5, 1.0), replicates=2), QUICK, Policy(), progress)
    assert (progress.stage, progress.done, progress.total) == ("sweep", 4, 4)
    progress.cancel()
    with pytest.raises(Cancelled):
        progress.part().check()


def test_that_the_seed_is_not_in_what_is_printed_of_a_plan():
    assert "98765" not in repr(plan(seed=98765))


# Releases made here


def release_of(method, strength, original=None):
    base = pair() if original is None else original
    return masked_pair(base, Masking(method, strength, 1), "made", Progress())


def test_that_synthetic_records_belong_to_nobody_and_others_to_their_own():
    assert release_of(Method.SYNTHETIC, 1.0).pairing is PairingBy.UNPAIRED
    assert release_of(Method.NOISE, 0.5).own.tolist() == list(range(80))


def test_that_an_increasing_map_is_at_distance_0_against_z_and_all_links_are_right():
    audit = run_audit(release_of(Method.INCREASING_MAP, 0.5), QUICK, Policy(), Progress())
    assert audit.distances_z.max == 0
    assert audit.right_links.strongest.rate == 1
    assert audit.distances.max > 0  # whatever Algorithm 2 on Y says


def test_that_shuffled_records_are_a_pure_permutation():
    audit = run_audit(release_of(Method.SHUFFLING, 0.7), QUICK, Policy(), Progress())
    assert np.array_equal(audit.mapping.values, audit.mapping.anonymized)


@pytest.mark.parametrize("share", [0.03, 0.1, 0.4])
def test_that_rank_swapping_moves_no_attribute_further_than_its_share(share):
    audit = run_audit(release_of(Method.RANK_SWAPPING, share), QUICK, Policy(), Progress())
    moved = np.abs(audit.mapping.ranks_original - audit.mapping.ranks_anonymized)
    assert 0 < moved.max() <= share * 80


def test_that_missing_values_are_masked_as_missing():
    x, y = noisy(seeded())
    x[3, 0] = np.nan
    made = release_of(Method.NOISE, 0.5, pair_of(x, y))
    assert made.attributes[0].anonymized.n_missing == 1
    assert np.isnan(made.attributes[0].anonymized.lower[3])


@pytest.mark.parametrize("rate", [1.0, 40.0, -0.1, float("nan")])
def test_that_a_goal_that_every_release_or_none_would_meet_is_a_problem(rate):
    assert isinstance(plan_problem(plan(goal=Goal(rate))), Problem)


def test_that_a_plan_without_values_says_so():
    problem = plan_problem(plan(strengths=()))
    assert problem is not None and "no value" in problem.sentence


def test_that_a_release_made_of_the_very_records_is_judged_however_little_it_has_to_do_with_them():
    found = run_sweep(pair(), plan((1.0,), Method.PRAM, Goal(0.5), replicates=4), QUICK, Policy(), Progress())
    assert isinstance(found, Sweep)
    assert all(release.right_links is not None for release in found.points[0].releases)
    loose = Policy(min_distance=None, max_right_links=0.5, max_lift=None, max_defensible_right=80)
    assert swept(plan((1.0,), Method.PRAM, Goal(), replicates=4), loose).least == 1.0


@pytest.mark.parametrize("ends", [(2, np.nan), (2, np.inf), (-np.inf, 5)])
@pytest.mark.parametrize("method", [Method.NOISE, Method.MICROAGGREGATION])
def test_that_ends_that_are_no_numbers_are_a_problem(method, ends):
    assert isinstance(plan_problem(plan(strengths_between(method, *ends, 5), method)), Problem)


def test_that_a_seed_that_cannot_be_is_a_problem():
    assert isinstance(plan_problem(plan(seed=-1)), Problem)
    assert plan_problem(plan(seed=0)) is None


def test_that_a_sweep_names_the_attributes_that_it_left_out_but_no_identifier():
    left = (LeftOut("job", Level.NOMINAL, "no order"), LeftOut("id", Level.RECORD_ID, "it identifies"))
    found = run_sweep(replace(pair(), left_out=left), plan(replicates=1), QUICK, Policy(), Progress())
    assert isinstance(found, Sweep)
    assert found.left_out == ("job",)
    assert "job" in answer_sentence(found)
    assert "job" not in answer_sentence(swept(plan(replicates=1)))


def test_that_a_sweep_of_synthetic_releases_says_why_none_reaches_the_goal():
    assert answer_sentence(swept(plan((1.0,), Method.SYNTHETIC))) == nobodys_sentence()


def test_that_a_stop_is_answered_while_the_figures_of_a_release_are_found(monkeypatch):
    progress, may_end = Progress(), Event()

    def goes_on(*_):
        progress.cancel()
        assert may_end.wait(60), "nobody could leave this"

    monkeypatch.setattr(sweep, "release_figures", goes_on)
    try:
        with pytest.raises(Cancelled):
            run_sweep(pair(), plan((0.5,)), QUICK, Policy(), progress)
        assert not may_end.is_set()
    finally:
        may_end.set()
