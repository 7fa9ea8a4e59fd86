"""Keys of findings become words, all of them."""

import pytest

from permdesk.audit.findings import Check, LinkageRate, Measure, Outcome, Target
from permdesk.audit.information import EXPONENTS
from permdesk.audit.linkage_battery import MISSING_BY_CHANCE
from permdesk.audit.other_linkages import MIRRORED, PLAIN
from permdesk.audit.scenarios import Effect
from permdesk.report.wording import check_title, effect_title, exponent_title, linkage_title


def titled(measure):
    return linkage_title(LinkageRate(f"{measure}, anonymized", Target.ANONYMIZED, 0.1, 2.0))


def test_that_every_measure_has_a_title_of_its_own():
    measures = (*Measure, PLAIN, MIRRORED)
    titles = [titled(measure) for measure in measures]
    assert len(set(titles)) == len(measures)
    assert not set(titles) & {str(measure) for measure in measures}


@pytest.mark.parametrize("measure", [Measure.SUM, Measure.SQUARES, Measure.STANDARDIZED])
def test_that_the_treatment_of_missing_values_is_said_beside_the_measure(measure):
    title = titled(f"{measure}{MISSING_BY_CHANCE}")
    assert title == f"{titled(measure)}, with missing values as by chance"


def test_that_a_linkage_of_a_later_version_keeps_its_name():
    assert titled("angle") == "angle"


def test_that_every_check_of_a_verdict_has_a_title(paper_audit):
    for check in paper_audit.verdict.checks:
        assert check_title(check) != check.name
    assert check_title(Check("other", "s", Outcome.PASS, 1.0, 1.0)) == "other"


def test_that_effects_and_exponents_have_titles():
    assert len({effect_title(effect) for effect in Effect}) == len(Effect)
    assert [exponent_title(exponent) for exponent in EXPONENTS] == [
        "smallest",
        "harmonic",
        "geometric",
        "mean",
        "quadratic",
        "largest",
    ]
    assert exponent_title(3.0) == "3"
