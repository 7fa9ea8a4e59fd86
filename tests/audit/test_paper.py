"""Every figure of the paper's running example, with its errata mended."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.audit.findings import RandomRecords
from permdesk.audit.policy import Policy
from permdesk.audit.record_table import record_table
from tests import naive
from tests.audit.auditing import audited, found
from tests.pairs import pair_of, paper_pair


@pytest.fixture(scope="module")
def audit():
    return audited(paper_pair())


def test_that_every_expected_figure_is_held_by_a_test_here(expected):
    assert set(expected) == {
        *("rank_X", "rank_Y", "Z", "residual_noise", "noise", "spearman_XZ", "records_XY", "d", "v"),
        *("table3_record3_deviations", "linkage_XZ", "linkage_counts", "histogram_X", "histogram_A_of_8000"),
        "synthetic_record_example",
    }


def test_that_ranks_z_and_noise_are_those_of_tables_1_and_2(audit, expected):
    mapping = audit.mapping
    assert mapping.ranks_original.tolist() == expected["rank_X"]
    assert mapping.ranks_anonymized.tolist() == expected["rank_Y"]
    assert mapping.values.tolist() == expected["Z"]
    assert mapping.is_permutation
    for j in range(3):
        np.testing.assert_allclose(mapping.noise(j), np.array(expected["noise"])[:, j], atol=1e-9)
        np.testing.assert_allclose(mapping.residual_noise(j), np.array(expected["residual_noise"])[:, j], atol=1e-9)


def test_that_attributes_have_their_correlations_and_mean_noise(audit, expected):
    assert [a.spearman for a in audit.attributes] == pytest.approx(expected["spearman_XZ"], abs=1e-12)
    for key, name in (("noise", "mean_abs_noise"), ("residual_noise", "mean_abs_residual_noise")):
        mean = np.abs(expected[key]).mean(axis=0).tolist()
        assert [getattr(a, name) for a in audit.attributes] == pytest.approx(mean, abs=1e-9)
    smaller = (np.abs(expected["residual_noise"]) < np.abs(expected["noise"])).mean(axis=0).tolist()
    assert [a.residual_smaller_share for a in audit.attributes] == pytest.approx(smaller)


def test_that_records_have_their_closest_ranks_distances_and_all_matches(audit, expected):
    d = audit.distances
    for record, row in enumerate(expected["records_XY"]):
        assert row["record"] == record + 1
        assert d.closest_low[record].tolist() == d.closest_high[record].tolist() == row["closest_ranks"]
        assert d.distance[record] == row["d"]
        assert (record_table(d, record).matches + 1).tolist() == row["matches"]
        assert (d.n_matches[record], d.first_match[record] + 1) == (len(row["matches"]), row["matches"][0])


def test_that_variances_are_those_of_table_4(audit, expected):
    for record, row in enumerate(expected["records_XY"]):
        np.testing.assert_allclose(audit.variances.at_d[record], row["variance_at_d"], rtol=1e-9)
        np.testing.assert_allclose(audit.variances.at_own[record], row["variance_at_own_d"], rtol=1e-9)


def test_that_the_data_set_has_the_privacy_of_the_bottom_row(audit, expected):
    assert audit.distances.d == expected["d"] == 1
    np.testing.assert_allclose(audit.variances.v, expected["v"], rtol=1e-9)
    assert [f"{v:.6g}" for v in audit.variances.v] == ["0.009025", "11.0737", "30.2621"]


def test_that_table_3_of_record_3_is_the_papers(audit, expected):
    table = record_table(audit.distances, 2)
    assert table.deviations.tolist() == expected["table3_record3_deviations"]
    assert table.maxima.tolist() == [max(row) for row in expected["table3_record3_deviations"]]


def test_that_links_are_those_of_table_5(audit, expected):
    for record, row in enumerate(expected["linkage_XZ"]):
        assert row["record"] == record + 1
        assert audit.links.distance[record] == row["d"]
        assert (record_table(audit.links, record).matches + 1).tolist() == row["matches"]
    right = audit.right_links
    counts = {"correct": right.sole_correct, "multiple": right.multiple, "wrong": right.wrong}
    assert counts == expected["linkage_counts"]


def test_that_histograms_are_those_of_table_6(audit, expected):
    random = audit.random_match
    shown = len(random.distance)
    assert (random.method, random.n) == (RandomRecords.EXHAUSTIVE, 8000)
    np.testing.assert_allclose(random.share_original * 20, expected["histogram_X"][:shown], atol=1e-9)
    np.testing.assert_allclose(random.share_random * 8000, expected["histogram_A_of_8000"][:shown], atol=1e-9)
    assert sum(expected["histogram_X"][shown:]) == sum(expected["histogram_A_of_8000"][shown:]) == 0


def test_that_the_synthetic_record_matches_as_the_paper_says(audit, expected):
    example = expected["synthetic_record_example"]
    z = audit.mapping.values
    # Two records, as an audit needs them: the same one twice.
    asked = audited(pair_of([example["record"]] * 2, z, own=None))
    d = asked.distances
    assert d.distance.tolist() == [example["d"]] * 2
    assert (record_table(d, 0).matches + 1).tolist() == example["matches"]


def test_that_p_values_are_shares_of_the_eight_thousand(audit, expected):
    weights = expected["histogram_A_of_8000"]
    p = [float(naive.share_within(weights, row["d"])) for row in expected["linkage_XZ"]]
    assert audit.random_match.p_values.tolist() == pytest.approx(p, rel=1e-12)
    assert audit.random_match.critical_distance == naive.critical(weights, 0.05)
    assert audit.random_match.defensible.tolist() == naive.defended(p, 0.05)


# Errata: what the paper prints and what its data give.


def test_that_six_links_are_right_and_ten_wrong_where_the_text_says_five_and_eleven(audit):
    sole = audit.links.n_matches == 1
    right = np.flatnonzero(sole & audit.links.own_matches) + 1
    assert right.tolist() == [4, 5, 7, 12, 14, 20]
    assert (audit.right_links.multiple, audit.right_links.wrong) == (4, 10)


def test_that_the_third_variance_of_record_6_is_not_the_printed_one(audit):
    assert round(audit.variances.at_d[5, 2], 2) == 1738.89


def test_that_several_records_match_where_table_4_prints_one(audit):
    several = {record + 1: [p + 1 for p in matches] for record, (_, matches) in enumerate(found(audit.distances))}
    assert {k: v for k, v in several.items() if len(v) > 1} == {2: [2, 4], 10: [13, 15], 15: [10, 13, 15]}


def test_that_the_example_satisfies_its_own_privacy_with_at_least_instead_of_greater():
    v = audited(paper_pair()).variances.v
    policy = Policy("own", 1, None, dict(zip(("X1", "X2", "X3"), map(float, v), strict=True)), None, None, None, None)
    audit = audited(paper_pair(), policy)
    assert audit.satisfies.all()
    assert audit.verdict.outcome == "pass"
    barely_more = dict(policy.min_variance) | {"X1": float(np.nextafter(v[0], 1))}
    stricter = Policy("more", 1, None, barely_more, None, None, None, None)
    assert audited(paper_pair(), stricter).verdict.outcome == "fail"
    assert not audited(paper_pair(), stricter).satisfies.all()


def test_that_records_19_and_20_of_z_match_several_too(audit):
    links = [p + 1 for _, matches in found(audit.links) for p in matches]
    assert [p for p in sorted(set(links)) if links.count(p) > 1] == [4, 7, 10, 12, 13, 19, 20]
