"""The reports of comparisons and sweeps: what they conclude, which cells they mark, and that no seed is in them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from permdesk.audit.findings import Outcome
from permdesk.audit.policy import Policy
from permdesk.audit.release_figures import Figure
from permdesk.audit.sweep import Goal, Sweep, SweepPlan
from permdesk.compute.progress import Progress
from permdesk.masking.parameters import PARAMETERS, Method, Unit
from permdesk.report.blocks import Figure as Picture
from permdesk.report.blocks import Mark, Paragraph, texts
from permdesk.report.comparison_conclusions import conclusions
from permdesk.report.comparison_figures import MOST_NAMED, risk_utility_map
from permdesk.report.comparison_map import fails_policy
from permdesk.report.comparison_report import comparison_report, comparison_table
from permdesk.report.comparison_words import (
    NUMBERS,
    figure_meaning,
    figure_title,
    method_title,
    parameter_title,
    strength_text,
)
from permdesk.report.html import render_html
from permdesk.report.sweep_conclusions import answer_sentence, goal_sentence, mean_of
from permdesk.report.sweep_report import sweep_report, sweep_table
from permdesk.translation import in_language
from tests.audit.test_release_figures import line
from tests.audit.test_sweep import points
from tests.report.test_html import Page

DAY = date(2026, 1, 31)
LINES = (
    line("safe", right_links=0.01, correlation_loss=0.3),
    line("useful", right_links=0.4, correlation_loss=0.1, outcome=Outcome.FAIL),
    line("worse", right_links=0.5, correlation_loss=0.2, outcome=Outcome.NOT_APPLICABLE),
)


def sweep(*shares, halvings=0, method=Method.NOISE, strengths=None):
    plan = SweepPlan(method, (1.0,), Goal(0.5), 4, halvings, seed=918273645)
    return Sweep(plan, points(*shares, strengths=strengths))


def test_that_the_best_of_each_column_is_marked_and_no_other():
    table = comparison_table(LINES, Policy())
    place = 1 + list(Figure).index(Figure.RIGHT_LINKS)
    assert [bool(row[place].mark & Mark.BOLD) for row in table.rows] == [True, False, False]
    same = 1 + list(Figure).index(Figure.HELLINGER)
    assert not any(row[same].mark for row in table.rows)


def test_that_each_outcome_has_a_sign_of_its_own():
    assert [row[-1].value[0] for row in comparison_table(LINES, Policy()).rows] == ["✓", "✕", "?"]


def test_that_the_conclusions_name_what_passes_and_what_is_not_beaten():
    passing, front, others = conclusions(LINES)
    assert "safe" in passing and "useful" not in passing
    assert "safe, ✕ useful" in front and "worse" not in front
    assert "Every other" in others
    assert "No release" in conclusions([line(outcome=Outcome.FAIL)])[0]


def test_that_a_comparison_without_right_links_says_why_there_is_no_map():
    report = comparison_report("x.csv", [line(right_links=None, lift=None)], Policy(), DAY)
    assert not any(isinstance(block, Picture) for block in report.blocks)
    assert any(isinstance(block, Paragraph) and "no map" in block.text for block in report.blocks)


def test_that_marginals_are_on_the_map_where_correlations_are_not_known():
    report = comparison_report("x.csv", [line(correlation_loss=None)], Policy(), DAY)
    (picture,) = (block for block in report.blocks if isinstance(block, Picture))
    assert figure_title(Figure.MARGINAL_LOSS) in picture.svg


def test_that_a_release_that_fails_the_policy_has_a_cross_on_the_map_though_nothing_beats_it():
    lines = [line("kept", right_links=0.5), line("failed", right_links=0.1, outcome=Outcome.FAIL)]
    picture = risk_utility_map(lines, Progress())
    assert "✕ failed" in picture
    assert "✕ kept" not in picture
    crossed = comparison_report("x.csv", lines, Policy(), DAY)
    uncrossed = comparison_report("x.csv", lines[:1], Policy(), DAY)
    captions = [
        block.caption for report in (crossed, uncrossed) for block in report.blocks if isinstance(block, Picture)
    ]
    assert [fails_policy() in caption for caption in captions] == [True, False]


def test_that_a_release_that_fails_is_crossed_out_even_where_no_name_has_room():
    many = [line(f"r{place}", right_links=0.5 + place / 100) for place in range(MOST_NAMED + 1)]
    failing = [*many[:-1], replace(many[-1], outcome=Outcome.FAIL)]
    assert all(many[-1].name not in risk_utility_map(lines, Progress()) for lines in (many, failing))
    assert risk_utility_map(failing, Progress()) != risk_utility_map(many, Progress())


def test_that_names_with_dollars_and_tags_are_drawn_as_they_are():
    report = comparison_report("<x>.csv", [line("a$b$<c>")], Policy(), DAY)
    assert Page(render_html(report))


def test_that_the_reports_are_well_formed_and_the_same_every_time():
    for make in (
        lambda: comparison_report("x.csv", LINES, Policy(), DAY),
        lambda: sweep_report("x.csv", sweep(0, 1), DAY),
    ):
        assert render_html(make()) == render_html(make())
        assert Page(render_html(make()))


def test_that_no_seed_is_in_the_report_of_a_sweep():
    report = sweep_report("x.csv", sweep(0, 1), DAY)
    assert "918273645" not in render_html(report)
    assert not any("918273645" in text for text in texts(report))


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ((0, 0.5, 1), "From 3 on, every release reaches it; at 2 one still failed"),
        ((1, 1), "Every value that was tried reaches it; the least was 1"),
        ((1, 0.5), "Even 2, the strongest that was tried, does not reach it"),
    ],
)
def test_that_the_answer_says_no_more_than_was_tried(shares, words):
    assert words in answer_sentence(sweep(*shares))


def test_that_goals_read_as_sentences():
    assert "within the policy" in goal_sentence(Goal(None))
    assert "1.0 %" in goal_sentence(Goal(0.01))


def test_that_the_table_has_the_share_that_reaches_the_goal_and_means():
    table = sweep_table(sweep(0.25, 1))
    assert [row[1].value for row in table.rows] == [0.25, 1]
    place = 2 + list(Figure).index(Figure.RIGHT_LINKS)
    assert table.rows[0][place].value == pytest.approx((0.1 + 3 * 0.9) / 4)
    assert mean_of([None, None]) is None
    assert mean_of([None, 2.0]) == 2.0


@pytest.mark.parametrize("figure", Figure)
def test_that_every_column_has_words_and_a_format(figure):
    assert figure_title(figure) and figure_meaning(figure) and NUMBERS[figure]


@pytest.mark.parametrize("method", Method)
def test_that_every_method_has_words(method):
    assert method_title(method) and parameter_title(method)
    assert strength_text(0.25, PARAMETERS[method].unit) in ("25 %", "0.25")


def test_that_strengths_of_shares_are_drawn_as_shares():
    report = sweep_report("x.csv", sweep(0, 1, method=Method.RANK_SWAPPING, strengths=(0.1, 0.2)), DAY)
    (picture,) = (block for block in report.blocks if isinstance(block, Picture))
    assert "20 %" in picture.svg


def test_that_of_many_releases_the_first_are_named_and_the_others_counted():
    lines = [line(name=f"r{place}", right_links=0.1 * place, correlation_loss=-0.1 * place) for place in range(9)]
    within, front = conclusions(
        [*lines, line(name="bad", outcome=Outcome.FAIL, right_links=1.0, correlation_loss=1.0)]
    )[:2]
    assert within == "Within the policy: r0, r1, r2, r3, r4 and 4 more."
    assert "r5" not in front and "and 4 more" in front


def test_that_a_parameter_is_spelled_as_other_shares_are_in_each_language():
    assert strength_text(0.1, Unit.SHARE) == "10 %"
    with in_language("de"):
        assert strength_text(0.125, Unit.SHARE) == "12,5 %"
