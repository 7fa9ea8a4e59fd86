"""A whole audit against the definitions, on small files of every kind."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.audit.settings import MissingRule
from tests import naive
from tests.audit.auditing import audit_of, audited, found
from tests.pairs import pair_of
from tests.strategies import NUMBERS, columns, files, generalized_columns, two_files

BOTH_RULES = st.sampled_from(MissingRule)
few = settings(max_examples=40)


@st.composite
def two_generalized_files(draw):
    """Bounds (lower, upper), each (n, m), of an original and of a release, ranges and missing values in both."""
    m = draw(st.integers(1, 2))
    both = []
    for _ in range(2):
        n = draw(st.integers(2, 5))
        kinds = [draw(generalized_columns(n, n) | columns(least=n, most=n)) for _ in range(m)]
        both.append(tuple(np.column_stack(side) for side in zip(*kinds, strict=True)))
    return both


def cells_of(lower, upper):
    return [[naive.cell(a, b) for a, b in zip(*rows, strict=True)] for rows in zip(lower, upper, strict=True)]


@few
@given(two_files(), BOTH_RULES)
def test_that_distances_and_all_matches_against_y_and_z_are_those_of_the_definition(pair, missing):
    x, y = (naive.file_of(rows) for rows in pair)
    audit = audit_of(*pair, own=None, missing=missing)
    own_value = missing is MissingRule.OWN_VALUE
    assert found(audit.distances) == naive.distances(x, y, own_value)
    assert found(audit.distances_z) == naive.distances(x, y, own_value, naive.searched_in_reverse_mapped)
    for d in (audit.distances, audit.distances_z):
        assert [len(matches) for _, matches in found(d)] == d.n_matches.tolist()
        assert [matches[0] for _, matches in found(d)] == d.first_match.tolist()
        assert [least for least, _ in found(d)] == d.distance.tolist()


@few
@given(two_generalized_files(), BOTH_RULES)
def test_that_generalized_values_keep_the_definition_too(bounds, missing):
    (x_low, x_high), (y_low, y_high) = bounds
    pair = pair_of(x_low, y_low, None, bounds=(y_low, y_high), original_bounds=(x_low, x_high))
    audit = audited(pair, missing=missing)
    x, y = cells_of(x_low, x_high), cells_of(y_low, y_high)
    own_value = missing is MissingRule.OWN_VALUE
    assert found(audit.distances) == naive.distances(x, y, own_value)
    assert found(audit.distances_z) == naive.distances(x, y, own_value, naive.searched_in_reverse_mapped)


@few
@given(two_files())
def test_that_variances_are_those_of_the_windows_by_definition(pair):
    x, y = (naive.file_of(rows) for rows in pair)
    audit = audit_of(*pair, own=None)
    v = audit.variances
    for j in range(len(y[0])):
        values, seen = naive.column(y, j), []
        for i, record in enumerate(x):
            if record[j] is None or not naive.present(values):
                assert np.isnan([v.at_d[i, j], v.at_own[i, j]]).all()
                continue
            at_d = naive.variance(naive.window(values, record[j], audit.distances.d))
            at_own = naive.variance(naive.window(values, record[j], int(audit.distances.distance[i])))
            assert v.at_d[i, j] == pytest.approx(float(at_d), rel=1e-9, abs=1e-30)
            assert v.at_own[i, j] == pytest.approx(float(at_own), rel=1e-9, abs=1e-30)
            seen.append(float(at_d))
        assert v.v[j] == pytest.approx(min(seen), rel=1e-9, abs=1e-30) if seen else np.isnan(v.v[j])


@few
@given(two_files(same_size=True), st.randoms(use_true_random=False))
def test_that_right_links_are_counted_by_definition(pair, random):
    n = len(pair[0])
    own = random.sample(range(n), n)
    own = [p if random.random() < 0.8 else -1 for p in own]
    audit = audit_of(*pair, own=np.array(own))
    if max(own) < 0:
        assert audit.right_links is None
        return
    right, links = audit.right_links, found(audit.links)
    paired = [(matches, p) for (_, matches), p in zip(links, own, strict=True) if p >= 0]
    assert right.sole_correct == sum(matches == [p] for matches, p in paired)
    assert right.among_several == sum(p in matches and len(matches) > 1 for matches, p in paired)
    assert right.wrong == sum(p not in matches and len(matches) == 1 for matches, p in paired)
    assert right.multiple == sum(len(matches) > 1 for matches, _ in paired)
    rate = float(naive.expected_right_rate([matches for _, matches in links], own))
    assert right.expected_correct_rate == pytest.approx(rate, abs=1e-12)
    assert (right.chance, right.lift) == (1 / n, pytest.approx(rate * n))
    for linkage, d in zip(("reverse-mapped", "anonymized"), (audit.distances_z, audit.distances), strict=True):
        expected = float(naive.expected_right_rate([matches for _, matches in found(d)], own))
        tried = [one.rate for one in right.battery if one.name == f"maximum, {linkage}"]
        assert tried == [pytest.approx(expected, abs=1e-12)]
    assert right.strongest.rate == max(one.rate for one in right.battery)
    assert right.strongest.rate >= right.expected_correct_rate - 1e-12


@few
@given(two_files(cells=NUMBERS, most=5))
def test_that_the_test_of_chance_is_the_definition_on_z(pair):
    x, y = (naive.file_of(rows) for rows in pair)
    audit = audit_of(*pair, own=None)
    against = (
        naive.searched_in_reverse_mapped if audit.links.target == "reverse-mapped" else naive.searched_in_anonymized
    )
    asked, targets = against(x, y)
    weights = naive.random_record_distances(asked, targets, len(y))
    d = [distance for distance, _ in naive.nearest_intervals(asked, targets, len(y), [[False] * len(x)] * len(x[0]))]
    random = audit.random_match
    p = [naive.share_within(weights, distance) for distance in d]
    assert random.p_values.tolist() == pytest.approx([float(value) for value in p], rel=1e-12)
    assert random.defensible.tolist() == naive.defended(p, 0.05)
    assert random.critical_distance == naive.critical(weights, 0.05)
    of_original = [d.count(t) / len(d) for t in range(len(weights))]
    of_random = [weight / sum(weights) for weight in weights]
    assert random.share_original.tolist() == pytest.approx(of_original[: len(random.distance)])
    assert random.share_random.tolist() == pytest.approx(of_random[: len(random.distance)])
    assert random.hellinger == pytest.approx(naive.hellinger(of_original, of_random), abs=1e-7)
    assert random.ks == pytest.approx(naive.kolmogorov_smirnov(of_original, of_random), abs=1e-12)


@few
@given(two_files(same_size=True))
def test_that_z_and_both_noises_are_those_of_algorithm_1(pair):
    x, y = pair
    audit = audit_of(x, y)
    mapping = audit.mapping
    for j in range(x.shape[1]):
        z, ranks = mapping.values[:, j], mapping.ranks_anonymized[:, j]
        sorted_z = naive.reverse_mapped(naive.column_of(x[:, j]), naive.column_of(y[:, j]))
        values = [np.nan if rank == 0 or not sorted_z else float(sorted_z[rank - 1]) for rank in ranks]
        np.testing.assert_array_equal(z, values)
        np.testing.assert_array_equal(ranks == 0, np.isnan(y[:, j]))
        np.testing.assert_array_equal(mapping.noise(j), y[:, j] - x[:, j])
        np.testing.assert_array_equal(mapping.residual_noise(j), y[:, j] - z)
        e, rest = abs(y[:, j] - x[:, j]), abs(y[:, j] - z)
        both = ~np.isnan(e + rest)
        a = audit.attributes[j]
        assert a.mean_abs_noise == (pytest.approx(np.nanmean(e)) if (~np.isnan(e)).any() else None)
        assert a.mean_abs_residual_noise == (pytest.approx(np.nanmean(rest)) if (~np.isnan(rest)).any() else None)
        assert a.residual_smaller_share == (pytest.approx((rest < e)[both].mean()) if both.any() else None)
        tied = [value for value in y[:, j] if (y[:, j] == value).sum() > 1]
        assert a.tied_share == pytest.approx(len(tied) / len(y))
        assert a.missing_share == pytest.approx(np.isnan(y[:, j]).mean())
        assert a.missing_share_original == pytest.approx(np.isnan(x[:, j]).mean())
        assert (a.n_distinct_original, a.n_distinct) == tuple(
            len(set(naive.present(naive.column_of(side[:, j])))) for side in (x, y)
        )
    missing_alike = (np.isnan(x).sum(axis=0) == np.isnan(y).sum(axis=0)).all()
    assert mapping.is_permutation == missing_alike


@settings(max_examples=25)
@given(files(cells=st.sampled_from([1.0, 2.0, 3.0]), n=4, m=2), st.data())
def test_that_rank_intervals_give_the_least_distance_that_any_tie_breaking_could(y, data):
    x = data.draw(files(cells=st.sampled_from([1.0, 1.5, 2.0, 3.0]), n=2, m=2))
    audit = audit_of(x, y, own=None)
    release = naive.file_of(y)
    for record, distance in zip(naive.file_of(x), audit.distances.distance, strict=True):
        assert distance == min(naive.distance_under_every_tie_breaking(record, release))


@settings(max_examples=25)
@given(files(cells=st.sampled_from([1.0, 2.0, 3.0]), n=4, m=2), st.integers(0, 9))
def test_that_ties_broken_at_random_give_a_distance_of_some_tie_breaking(y, seed):
    x = y[[1, 3]] + [0.5, 0.0]
    audit = audit_of(x, y, own=None, ties="random", seed=seed)
    release = naive.file_of(y)
    for record, distance in zip(naive.file_of(x), audit.distances.distance, strict=True):
        assert distance in naive.distance_under_every_tie_breaking(record, release)
