"""The time left of an audit follows its pace and the shares of its stages."""

from __future__ import annotations

import pytest

from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.progress import COMPILING, Progress
from permdesk.time_left import ORDER, SAYS_NOTHING_BEFORE, SHARES, TimeLeft
from tests.audit.auditing import ANYTHING_GOES, noisy, seeded
from tests.pairs import pair_of

WHOLE = sum(SHARES.values())


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def audit(clock, pace=1.0, stages=ORDER):
    """(stage, units done of 10, seconds gone) of an audit on a machine of that pace."""
    for stage in stages:
        for done in range(11):
            yield stage, done
            if done < 10:
                clock.now += SHARES[stage] / 10 * pace


@pytest.mark.parametrize("pace", [0.5, 1.0, 7.0])
def test_that_the_pace_so_far_tells_what_an_audit_will_still_take(clock, pace):
    left = TimeLeft(clock)
    for stage, done in audit(clock, pace):
        seconds = left.seconds(stage, done, 10)
        if clock.now > SAYS_NOTHING_BEFORE:
            assert seconds == pytest.approx(WHOLE * pace - clock.now, abs=1e-6)


def test_that_stages_passed_over_are_not_waited_for(clock):
    left = TimeLeft(clock)
    stages = [stage for stage in ORDER if stage != "random-ties"]
    told = {(stage, done): left.seconds(stage, done, 10) for stage, done in audit(clock, 1.0, stages)}
    assert told["linkages", 5] == pytest.approx(WHOLE - sum(SHARES[s] for s in ORDER[:6]) - SHARES["linkages"] / 2)
    assert told["variances", 5] == pytest.approx(2.5)


def test_that_a_stage_of_its_own_is_judged_by_its_own_pace_before_what_follows(clock):
    left = TimeLeft(clock)
    for stage, done in audit(clock, 2.0, ORDER[:3]):
        left.seconds(stage, done, 10)
    later = 2.0 * sum(SHARES[stage] for stage in ORDER[3:])
    for stage in ("ranks", "other-linkages"):
        assert left.seconds(stage, 0, 100) is None
        clock.now += 10.0
        assert left.seconds(stage, 25, 100) == pytest.approx(30.0 + later)
    assert left.seconds("other-linkages", 5, 100) is None
    clock.now += 10.0
    assert left.seconds("other-linkages", 50, 100) == pytest.approx(10.0 + later)
    left.seconds("distances-anonymized", 0, 10)
    clock.now += 6.0
    rest = SHARES["distances-anonymized"] / 2 + sum(SHARES[stage] for stage in ORDER[4:])
    pace = (2.0 * sum(SHARES[stage] for stage in ORDER[:3]) + 6.0) / (sum(SHARES[stage] for stage in ORDER[:3]) + 3.0)
    assert left.seconds("distances-anonymized", 5, 10) == pytest.approx(pace * rest)


def test_that_nothing_is_said_before_it_can_be_known(clock):
    left = TimeLeft(clock)
    left.seconds("report", 0, 0)
    clock.now = 1.0
    assert left.seconds("report", 50, 100) is None
    clock.now = 9.0
    assert left.seconds("report", 50, 0) is None
    assert left.seconds("report", 0, 100) is None
    assert left.seconds("typing", 0, 100) is None


def test_that_the_first_of_many_steps_tells_nothing(clock):
    left = TimeLeft(clock)
    left.seconds("sweep", 0, 2000)
    clock.now = 8.0
    assert left.seconds("sweep", 1, 2000) is None
    assert left.seconds("sweep", 20, 2000) == pytest.approx(8.0 * 99)
    slow = TimeLeft(clock)
    slow.seconds("sweep", 0, 2000)
    clock.now += 60.0
    assert slow.seconds("sweep", 10, 2000) == pytest.approx(60.0 * 199)


def test_that_an_audit_goes_through_these_stages_in_this_order():
    seen = ["typing"]

    class Stages(Progress):
        def begin(self, stage, total):
            seen.append(stage)
            super().begin(stage, total)

    x, y = noisy(seeded(1))
    y[1] = y[0]
    run_audit(pair_of(x, y), Settings(replicates=1, draws=100), ANYTHING_GOES, Stages())
    assert seen == list(ORDER)


def test_that_time_for_compiling_says_nothing_of_the_pace(clock):
    left = TimeLeft(clock)
    told = {}
    for stage, done in audit(clock):
        if (stage, done) in (("distances-anonymized", 0), ("variances", 0)):
            for _ in range(3):
                assert left.seconds(COMPILING, 0, 0) is None
                clock.now += 20.0
        told[stage, done] = left.seconds(stage, done, 10)
    assert told["distances-anonymized", 5] == pytest.approx(WHOLE - sum(SHARES[s] for s in ORDER[:3]) - 3.0)
    assert told["variances", 5] == pytest.approx(2.5)
