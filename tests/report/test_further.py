"""What is measured on demand stands in the report where it was asked for, with the numbers of the findings."""

from dataclasses import replace

import numpy as np
import pytest

from permdesk.audit.description import Description
from permdesk.audit.information import EXPONENTS, find_information
from permdesk.audit.scenarios import Effect, leave_one_out, run_scenario
from permdesk.compute.progress import Progress
from permdesk.report.blocks import Heading, Viewer, texts
from permdesk.report.build import build_report
from permdesk.report.further import FurtherFindings
from permdesk.report.profile import Profile
from tests.pairs import pair_of
from tests.report.conftest import DAY, audited


@pytest.fixture(scope="module")
def audit():
    random = np.random.default_rng(6)
    original = random.normal(size=(150, 3))
    return audited(pair_of(original, original + random.normal(0, [0.1, 0.3, 5], original.shape)))


@pytest.fixture(scope="module")
def further(audit):
    progress = Progress()
    return FurtherFindings(
        find_information(audit, progress), leave_one_out(audit, progress), (run_scenario(audit, ("X1",), progress),)
    )


@pytest.fixture(scope="module")
def report(audit, further):
    return build_report(audit, Description(), Profile.FULL, DAY, further)


def rows(table):
    return [[cell.value for cell in row] for row in table.rows]


def test_that_information_has_the_numbers_of_the_findings(report, further):
    for row, found in zip(rows(report.table("Order kept")), further.information.attributes, strict=True):
        kept = found.kept
        assert row[:5] == [found.name, kept.estimate, kept.most, kept.estimate / kept.most, kept.bias]
        assert row[5:] == [found.n_classes, 150, found.links.mean, found.links.most]
    for row, found in zip(rows(report.table("Displacement")), further.information.attributes, strict=True):
        assert row[1:] == [mean.share for mean in found.displacement]
        assert len(row) == 1 + len(EXPONENTS)


def test_that_an_attribute_without_measure_says_why(unpaired_audit):
    further = FurtherFindings(find_information(unpaired_audit, Progress()))
    report = build_report(unpaired_audit, Description(), Profile.FULL, DAY, further)
    for row in rows(report.table("Order kept")):
        assert row[1] is None
        assert row[-1].startswith("Without a pairing")
    assert "Displacement" not in [table.name for table in report.tables]


def test_that_every_attribute_is_left_out_in_turn(report, further):
    effects = further.leave_one_out.effects
    assert {effect.effect for effect in effects} >= {Effect.GIVES_AWAY}
    for row, found in zip(rows(report.table("Leave one out")), effects, strict=True):
        without = found.without.strongest
        assert row[0] == found.name
        assert row[1] == {"gives-away": "gives away"}.get(found.effect, found.effect)
        assert row[2:8] == [
            100 * found.change,
            100 * found.standard_error,
            without.rate,
            *without.interval,
            without.lift,
        ]


def test_that_scenarios_name_what_the_intruder_knows(report, further):
    ((known, rate, *_, median, links),) = rows(report.table("Scenarios"))
    (scenario,) = further.scenarios
    assert (known, rate, median) == ("X1", scenario.strongest.rate, scenario.median_distance)
    assert links == scenario.mean_links


def test_that_unpaired_scenarios_have_no_rate(unpaired_audit):
    further = FurtherFindings(scenarios=(run_scenario(unpaired_audit, ("X1", "X2"), Progress()),))
    report = build_report(unpaired_audit, Description(), Profile.FULL, DAY, further)
    ((known, *rate, name, _, _),) = rows(report.table("Scenarios"))
    assert (known, rate, name) == ("X1, X2", [None] * 4, None)


def test_that_both_sections_are_the_protectors(report):
    viewers = {block.text: block.viewer for block in report.blocks if isinstance(block, Heading)}
    assert viewers["What could intruders do who know less?"] is Viewer.PROTECTOR
    assert viewers["How much does the release keep of each attribute?"] is Viewer.PROTECTOR


@pytest.mark.parametrize(
    ("left", "table", "formula"),
    [("information", "Order kept", "Miller 1955"), ("leave_one_out", "Leave one out", "Δ_j")],
)
def test_that_what_was_not_asked_for_is_not_mentioned(audit, further, report, left, table, formula):
    without = build_report(audit, Description(), Profile.FULL, DAY, replace(further, **{left: None}))
    assert table not in [shown.name for shown in without.tables]
    assert any(formula in text for text in texts(report))
    assert not any(formula in text for text in texts(without))


def test_that_the_cautious_report_shows_none_of_it(audit, further):
    with_it = build_report(audit, Description(), Profile.PUBLIC, DAY, further)
    assert with_it == build_report(audit, Description(), Profile.PUBLIC, DAY)
