"""The figures that releases are compared by, against their definitions, and which release is best."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ks_2samp

from permdesk.audit.figure_basis import largest_difference
from permdesk.audit.findings import Outcome
from permdesk.audit.release_figures import (
    Figure,
    ReleaseFigures,
    best,
    pareto_front,
    release_figures,
)
from tests.audit.auditing import audit_of, audited, noisy, seeded
from tests.pairs import paper_pair

NUMBERS = st.lists(st.sampled_from([0.0, 1.0, 1.5, 2.0, 9.0, math.nan]), min_size=1, max_size=12).map(np.array)


def line(name="a", **figures):
    usual = {
        "n_records": 10,
        "distance": 0.1,
        "median_distance": 0.2,
        "variance": 0.3,
        "right_links": 0.1,
        "lift": 1.0,
        "defensible": 0.0,
        "defensible_right": 0.0,
        "hellinger": 0.1,
        "correlation_loss": 0.1,
        "marginal_loss": 0.1,
        "outcome": Outcome.PASS,
    }
    return ReleaseFigures(name=name, **(usual | figures))


def test_that_the_papers_example_has_the_figures_of_its_audit():
    audit = audited(paper_pair())
    figures = release_figures(audit, "paper")
    assert figures.distance == min(audit.distances.d, audit.distances_z.d) / 20
    assert figures.right_links == audit.right_links.strongest.rate
    shares = [audit.variances.v[j] / audit.mapping.anonymized[:, j].var() for j in range(3)]
    assert figures.variance == pytest.approx(min(shares))
    differences = [
        abs(audit.mapping.spearman_original[j, k] - audit.mapping.spearman_anonymized[j, k])
        for j, k in ((0, 1), (0, 2), (1, 2))
    ]
    assert figures.correlation_loss == pytest.approx(sum(differences) / 3)
    assert figures.marginal_loss == pytest.approx(
        np.mean([ks_2samp(audit.mapping.original[:, j], audit.mapping.anonymized[:, j]).statistic for j in range(3)])
    )


def test_that_an_unchanged_release_loses_nothing_and_protects_nobody():
    x, _ = noisy(seeded())
    figures = release_figures(audit_of(x, x), "same")
    assert (figures.distance, figures.median_distance) == (0, 0)
    assert (figures.right_links, figures.lift) == (1, len(x))
    assert (figures.correlation_loss, figures.marginal_loss) == (0, 0)


def test_that_an_attribute_made_constant_loses_its_correlations():
    x = np.column_stack([np.arange(20.0), np.arange(20.0)])
    figures = release_figures(audit_of(x, np.column_stack([x[:, 0], np.ones(20)])), "constant")
    assert figures.correlation_loss == pytest.approx(1)


def test_that_a_change_of_scale_is_not_taken_for_distance():
    x, _ = noisy(seeded())
    figures = release_figures(audit_of(x, 1.1 * x), "scaled")
    assert (figures.distance, figures.median_distance) == (0, 0)


def test_that_what_is_not_known_is_none():
    x, y = noisy(seeded(), m=1)
    figures = release_figures(audit_of(x, y, own=None), "unpaired")
    assert figures.value(Figure.RIGHT_LINKS) is None
    assert figures.value(Figure.LIFT) is None
    assert figures.value(Figure.CORRELATION_LOSS) is None


@given(x=NUMBERS, y=NUMBERS)
def test_that_the_largest_difference_is_that_of_the_cumulative_frequencies_with_missing_values_last(x, y):
    at = {value for value in (*x, *y) if not math.isnan(value)}
    expected = max((abs((x <= t).mean() - (y <= t).mean()) for t in at), default=0.0)
    assert largest_difference(x, y) == pytest.approx(expected)
    assert largest_difference(x, y) >= abs(np.isnan(x).mean() - np.isnan(y).mean()) - 1e-12


def test_that_what_is_suppressed_is_lost():
    x, _ = noisy(seeded(), n=100)
    y = x.copy()
    y[seeded(1).random(y.shape) < 0.6] = np.nan
    assert release_figures(audit_of(x, y), "suppressed").marginal_loss >= np.isnan(y).mean() - 1e-12


@pytest.mark.parametrize("figure", Figure)
def test_that_every_column_has_a_value(figure):
    assert line().value(figure) is not None


def test_that_the_best_is_the_largest_distance_and_the_smallest_rate():
    lines = [line(distance=0.1, right_links=0.5), line(distance=0.3, right_links=0.2), line(distance=0.3)]
    assert best(lines, Figure.DISTANCE) == {1, 2}
    assert best(lines, Figure.RIGHT_LINKS) == {2}


def test_that_nothing_is_best_where_all_are_alike_or_unknown():
    assert best([line(), line()], Figure.LIFT) == frozenset()
    assert best([line(lift=None), line(lift=2.0)], Figure.LIFT) == frozenset()
    assert best([], Figure.LIFT) == frozenset()


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8))
def test_that_no_release_on_the_front_is_beaten_and_every_other_is(points):
    lines = [line(right_links=float(risk), marginal_loss=float(loss)) for risk, loss in points]
    front = pareto_front(lines, Figure.RIGHT_LINKS, Figure.MARGINAL_LOSS)
    for place, (risk, loss) in enumerate(points):
        is_beaten = any(a <= risk and b <= loss and (a < risk or b < loss) for a, b in points)
        assert (place in front) is not is_beaten


def test_that_a_release_without_the_figure_is_not_on_the_front():
    assert pareto_front([line(right_links=None)], Figure.RIGHT_LINKS, Figure.MARGINAL_LOSS) == frozenset()
    assert not math.isnan(line().marginal_loss)


def test_that_last_digits_make_no_release_the_best_and_beat_none():
    lines = [line(variance=0.3, correlation_loss=0.1), line(variance=0.3 - 5e-17, correlation_loss=0.1 + 1.4e-17)]
    assert lines[0].variance != lines[1].variance
    assert lines[0].correlation_loss != lines[1].correlation_loss
    assert best(lines, Figure.VARIANCE) == frozenset()
    assert best([*lines, line(variance=0.1)], Figure.VARIANCE) == {0, 1}
    assert pareto_front(lines, Figure.RIGHT_LINKS, Figure.CORRELATION_LOSS) == {0, 1}
