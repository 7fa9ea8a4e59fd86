"""The notes about the paper's running example hold the paper's figures."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.audit.ordered_values import average_ranks_of, values_between
from permdesk.report.derivations.attribute_findings import mean_noise, mean_residual_noise, spearman_xz
from permdesk.report.derivations.data_set import median_distance, smallest_distance
from permdesk.report.derivations.derivation import Derivation, Step, listed, listed_values
from permdesk.report.derivations.deviations import deviation, largest_deviation
from permdesk.report.derivations.distributions import original_share, random_share
from permdesk.report.derivations.local_variance import record_variance, smallest_variance
from permdesk.report.derivations.matches import first_match, match_count
from permdesk.report.derivations.random_match import critical_distance, p_value
from permdesk.report.derivations.record_distance import record_distance
from permdesk.report.derivations.right_links import expected_right_links, n_several, n_sole_right, n_wrong
from permdesk.report.derivations.values import noise, residual_noise, reverse_mapped
from tests.gui.audits import audit_of
from tests.pairs import pair_of, paper_pair


class Plain:
    """Numbers as Python writes them."""

    def count(self, number):
        return str(int(number))

    def decimal(self, value, places=2):
        return f"{value:.{places}f}"

    def significant(self, value, digits=4):
        return f"{value:.{digits}g}"

    def exact(self, value):
        return f"{value:.15g}"

    def percent(self, share, places=1):
        return f"{100 * share:.{places}f} %"

    def probability(self, value):
        return f"{value:.4f}"

    def interval(self, low, high):
        return str(low) if low == high else f"{low}–{high}"


PLAIN = Plain()


@pytest.fixture(scope="module")
def audit():
    return audit_of(paper_pair())


def texts(said: Derivation) -> str:
    return "\n".join(step.text for step in said.steps)


def test_that_table_3_is_told_as_the_paper_tells_it(audit):
    said = record_distance(audit.distances, audit.names, 2, PLAIN)
    assert said.number == 4
    assert said.formula == "d_i = min_p max_j |(y_p^j) − (y_*^j)|"
    assert "X1: the closest value has rank 8, record 10 has rank 12: |12 − 8| = 4" in texts(said)
    assert "X2: the closest value has rank 2, record 10 has rank 3: |3 − 2| = 1" in texts(said)
    assert "X3: the closest value has rank 16, record 10 has rank 12: |12 − 16| = 4" in texts(said)
    assert "Record 10: max(4; 1; 4) = 4" in texts(said)
    assert "d₃ = the smallest of these maxima over the 20 records of Y = 4, attained by record 10" in texts(said)
    assert "4 / 20 = 20.0 %" in texts(said)


def test_that_every_distance_and_match_is_the_papers(audit, expected):
    for found, key in ((audit.distances, "records_XY"), (audit.distances_z, "linkage_XZ")):
        for known in expected[key]:
            row = known["record"] - 1
            assert record_distance(found, audit.names, row, PLAIN).number == known["d"]
            assert match_count(found, row, PLAIN).number == len(known["matches"])
            assert first_match(found, row, PLAIN).number == known["matches"][0]
            listed_matches = "; ".join(map(str, known["matches"]))
            assert f"They are: {listed_matches}" in texts(match_count(found, row, PLAIN))


def test_that_every_deviation_of_table_3_is_the_papers(audit, expected):
    for row, deviations in enumerate(expected["table3_record3_deviations"]):
        for j, known in enumerate(deviations):
            assert deviation(audit.distances, 2, row, j, audit.names, PLAIN).number == known
        assert largest_deviation(audit.distances, 2, row, audit.names, PLAIN).number == max(deviations)


def test_that_variances_list_the_values_of_their_windows(audit, expected):
    for known in expected["records_XY"]:
        row = known["record"] - 1
        for j in range(3):
            said = record_variance(audit, row, j, "", PLAIN)
            results = [step.result for step in said.steps if step.by is not None]
            assert results == pytest.approx([known["variance_at_d"][j], known["variance_at_own_d"][j]])
    said = texts(record_variance(audit, 2, 0, "", PLAIN))
    assert "90.83; 91.57; 96.6; 100.31; 100.41; 103.07; 103.12; 104; 104.82" in said  # S¹(4) of the paper
    assert [smallest_variance(audit, j, PLAIN).number for j in range(3)] == pytest.approx(expected["v"])


def test_that_reverse_mapping_and_noise_are_the_papers(audit, expected):
    assert "The anonymized value 108.18 has rank 14 among 20" in texts(reverse_mapped(audit, 0, 0, "", PLAIN))
    for row in range(20):
        for j in range(3):
            assert reverse_mapped(audit, row, j, "", PLAIN).number == expected["Z"][row][j]
            assert noise(audit, row, j, "", PLAIN).number == pytest.approx(expected["noise"][row][j])
            assert residual_noise(audit, row, j, "", PLAIN).number == pytest.approx(expected["residual_noise"][row][j])
    for j, rho in enumerate(expected["spearman_XZ"]):
        assert spearman_xz(audit, j, "", PLAIN).number == pytest.approx(rho)
        assert mean_noise(audit, j, "", PLAIN).number == pytest.approx(np.abs(expected["noise"])[:, j].mean())
        residual = np.abs(expected["residual_noise"])[:, j].mean()
        assert mean_residual_noise(audit, j, "", PLAIN).number == pytest.approx(residual)
    assert "1 − 6 · 370 / (20 · (20² − 1)) = 0.722" in texts(spearman_xz(audit, 0, "", PLAIN))


def test_that_the_distributions_are_those_of_table_6(audit, expected):
    for d, (x, a) in enumerate(zip(expected["histogram_X"], expected["histogram_A_of_8000"], strict=True)):
        assert original_share(audit, d, d, "", PLAIN).number == pytest.approx(x / 20)
        assert random_share(audit.random_match, d, d, "", PLAIN).number == pytest.approx(a / 8000)
    assert "469 of 8000 random records" in texts(random_share(audit.random_match, 1, 1, "", PLAIN))
    assert "Within distance 4: 6495 of 8000 random records; 6495 / 8000 = 0.8119" in texts(p_value(audit, 0, "", PLAIN))
    said = critical_distance(audit, "", PLAIN)
    assert said.number == 0
    assert "P(D ≤ 1) = 0.0611, more than α = 0.05" in texts(said)


def test_that_right_links_are_counted_as_table_5_gives_them(audit, expected):
    right, counts = audit.right_links, expected["linkage_counts"]
    assert n_sole_right(audit, right, "", PLAIN).number == counts["correct"]
    assert "4; 5; 7; 12; 14; 20" in texts(n_sole_right(audit, right, "", PLAIN))
    assert n_several(audit, right, "", PLAIN).number == counts["multiple"]
    assert n_wrong(audit, right, "", PLAIN).number == counts["wrong"]
    said = expected_right_links(audit, right, "", PLAIN)
    assert said.number == pytest.approx(7.5 / 20)
    assert "6 · 1/1 + 3 · 1/2 = 7.5" in texts(said)


def test_that_the_data_sets_distance_names_its_records(audit):
    said = smallest_distance(audit.distances, "1", PLAIN)
    assert said.number == 1
    assert "Records at this distance: 4 (7; 9; 11; 17)" in texts(said)
    assert median_distance(audit.distances, "3", PLAIN).number == 3


def test_that_ties_are_told_as_intervals():
    values = np.array([[1, 5], [1, 6], [1, 7], [2, 8], [3, 9]], float)
    said = record_distance(audit_of(pair_of(values, values[::-1])).distances, ("a", "b"), 0, PLAIN)
    assert said.number == 0
    assert "low(y_p^j)" in said.formula
    assert "a: the closest value has the ranks 1–3, record 5 has 1–3: the gap is 0" in texts(said)


def test_that_missing_values_are_told_as_matching_anything():
    values = np.array([[1, 5], [2, 6], [3, 7], [4, 8]], float)
    released = values.copy()
    released[0, 0] = np.nan
    said = record_distance(audit_of(pair_of(values, released)).distances, ("a", "b"), 0, PLAIN)
    assert "a: the closest value has 1, record 1 has any rank (missing): they match, so 0" in texts(said)


def test_that_drawn_random_records_are_never_told_as_none():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(300, 3))
    audit = audit_of(pair_of(x, x + 0.01 * rng.normal(size=x.shape)), draws=500)
    said = p_value(audit, 0, "", PLAIN)
    assert said.formula == "p_i = (1 + |{a : d_a ≤ d_i}|) / (1 + N)"
    assert said.number > 0
    assert "500 drawn" in texts(said)


def test_that_the_quantile_rule_is_told_where_lengths_differ():
    x = np.random.default_rng(2).normal(size=(12, 1))
    audit = audit_of(pair_of(x, x[:5] + 0.1, own=None))
    said = reverse_mapped(audit, 0, 0, "", PLAIN)
    assert "⌈12 · (" in texts(said)
    assert [step.recomputed for step in said.steps if step.by] == [step.result for step in said.steps if step.by]


def test_that_long_lists_are_cut_and_keep_their_last():
    assert listed(["a"] * 3) == "a; a; a"
    assert listed([str(n) for n in range(100)]).endswith("; 10; …; 99")
    assert listed([*map(str, range(1, 13)), "…"]).endswith("; 11; …")
    assert listed_values(np.arange(100.0), "{:.0f}".format) == listed([str(n) for n in range(100)])
    assert listed_values(np.arange(3.0), "{:.0f}".format) == "0; 1; 2"


def test_that_average_ranks_follow_from_ranks_that_break_ties_in_any_order():
    values = np.array([5.0, 1.0, 5.0, np.nan, 2.0])
    for ranks in ([3, 1, 4, 0, 2], [4, 1, 3, 0, 2]):
        found = average_ranks_of(values, np.array(ranks, np.int32))
        assert found == pytest.approx([3.5, 1.0, 3.5, np.nan, 2.0], nan_ok=True)
    assert np.isnan(average_ranks_of(np.array([np.nan]), np.array([0], np.int32))).all()
    assert values_between(values, np.array([3, 1, 4, 0, 2], np.int32), 2, 3).tolist() == [2.0, 5.0]


def test_that_a_step_without_an_operation_computes_nothing():
    assert Step("said").recomputed is None
    assert Step("said", 3.0, max, (1.0, 3.0)).recomputed == 3.0
