"""What the report of a comparison says beyond its figures: warnings, what was made here, distributions, attributes."""

from __future__ import annotations

from datetime import date

from permdesk.audit.policy import Policy
from permdesk.audit.recipe import Demonstration
from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem, Severity
from permdesk.masking.parameters import Method
from permdesk.report.blocks import Figure, Notice, texts
from permdesk.report.comparison_details import MOST_CURVES, comparison_details
from permdesk.report.comparison_report import comparison_report
from permdesk.report.formats import Format, render_report
from permdesk.report.template import PLAIN
from tests.gui.models.test_release_columns import release

WARNING = Problem("Nothing was protected.", "", "Do not publish it.", Severity.WARNING)
RELEASES = (
    release("a.csv", warnings=(WARNING,)),
    release("b$.csv", made=Demonstration(Method.NOISE, 0.5), right_links=None),
)


def report():
    lines = [one.figures for one in RELEASES]
    return comparison_report("x.csv", lines, Policy(), date(2026, 1, 31), RELEASES)


def test_that_warnings_stand_beside_the_numbers_with_their_release():
    (notice,) = (block for block in report().blocks if isinstance(block, Notice))
    assert notice.where == "a.csv" and "Nothing was protected." in notice.text


def test_that_a_release_made_here_is_called_a_demonstration():
    assert "b$.csv: Noise addition, 0.5" in "\n".join(texts(report()))


def test_that_attributes_and_quantiles_have_a_row_for_each_release():
    made = report()
    assert [row[1].value for row in made.table("Attributes").rows] == ["a.csv", "b$.csv"] * 2
    assert [row[0].value for row in made.table("Distances").rows] == ["a.csv", "b$.csv"]
    assert made.table("Distances").rows[0][4].value == 0.2


def test_that_only_so_many_curves_are_drawn_and_that_is_said():
    (picture,) = (
        b for b in comparison_details([release(f"r{i}") for i in range(9)], Progress()) if isinstance(b, Figure)
    )
    assert f"The first {MOST_CURVES} releases are drawn." in picture.caption


def test_that_the_figures_alone_make_the_shorter_report():
    assert comparison_details((), Progress()) == ()


def test_that_the_same_comparison_is_the_same_bytes():
    for kind in (Format.HTML, Format.XLSX):
        assert render_report(report(), PLAIN, kind, "c") == render_report(report(), PLAIN, kind, "c")
