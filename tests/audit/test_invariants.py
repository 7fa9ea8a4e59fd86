"""What must not change, and what must, whatever the files."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.audit.policy import Policy
from tests.audit.auditing import audit_of, audited, found, noisy, numbers_of, seeded
from tests.pairs import pair_of
from tests.strategies import NUMBERS, files, two_files

few = settings(max_examples=30)


@few
@given(files())
def test_that_unchanged_data_are_at_distance_0_from_themselves_with_ties_and_gaps_too(rows):
    audit = audit_of(rows, rows)
    for d in (audit.distances, audit.distances_z):
        assert not d.distance.any()
        assert d.own_matches.all()


@few
@given(two_files(), st.integers(0, 99))
def test_that_the_order_of_records_changes_nothing_but_order(pair, seed):
    x, y = pair
    of_x, of_y = seeded(seed).permutation(len(x)), seeded(seed + 1).permutation(len(y))
    plain, moved = audit_of(x, y, own=None), audit_of(x[of_x], y[of_y], own=None)
    for name in ("distances", "distances_z", "links"):
        before, after = found(getattr(plain, name)), found(getattr(moved, name))
        for i, row in enumerate(of_x):
            assert after[i][0] == before[row][0]
            assert sorted(of_y[after[i][1]]) == before[row][1]
    np.testing.assert_array_equal(moved.variances.at_d, plain.variances.at_d[of_x])
    np.testing.assert_array_equal(moved.variances.at_own, plain.variances.at_own[of_x])
    np.testing.assert_allclose(moved.random_match.p_values, plain.random_match.p_values[of_x], rtol=1e-12)
    assert [a.n_distinct for a in moved.attributes] == [a.n_distinct for a in plain.attributes]


def test_that_records_in_another_order_and_paired_so_have_the_same_right_links():
    x, y = noisy(seeded())
    order = seeded(2).permutation(len(y))
    own = np.argsort(order)
    plain, moved = audit_of(x, y), audit_of(x, y[order], own=own)
    assert moved.right_links == plain.right_links
    assert moved.verdict == plain.verdict
    assert [a.spearman for a in moved.attributes] == pytest.approx([a.spearman for a in plain.attributes])


INCREASING = {
    "a factor": lambda y: 1.1 * y,
    "a shift": lambda y: y + 1e6,
    "a power": lambda y: np.sign(y) * abs(y) ** 3,
    "an exponential": lambda y: np.exp(y / 100),
}


@pytest.mark.parametrize("increasing", INCREASING.values(), ids=INCREASING)
@pytest.mark.parametrize("are_tied", [False, True])
def test_that_no_increasing_map_of_y_changes_z_or_any_number_derived_from_it(increasing, are_tied):
    x, y = noisy(seeded(1))
    if are_tied:
        x, y = np.round(x), np.round(y)
    plain, mapped = audit_of(x, y), audit_of(x, increasing(y))
    np.testing.assert_array_equal(mapped.mapping.values, plain.mapping.values)
    before, after = numbers_of(plain), numbers_of(mapped)
    for name in ("distances_z", "links", "random", "defensible", "right"):
        assert after[name] == before[name]
    rates = {linkage.name: linkage.rate for linkage in plain.right_links.battery if linkage.target == "reverse-mapped"}
    assert rates == {
        linkage.name: linkage.rate for linkage in mapped.right_links.battery if linkage.target == "reverse-mapped"
    }
    assert [a.spearman for a in mapped.attributes] == [a.spearman for a in plain.attributes]


@few
@given(two_files(), st.data())
def test_that_another_attribute_never_lowers_a_distance(pair, data):
    x, y = pair
    more_x, more_y = (data.draw(files(n=len(side), m=1)) for side in (x, y))
    fewer, more = audit_of(x, y, own=None), audit_of(np.hstack([x, more_x]), np.hstack([y, more_y]), own=None)
    assert (more.distances.distance >= fewer.distances.distance).all()
    assert (more.distances_z.distance >= fewer.distances_z.distance).all()


@few
@given(two_files(), st.permutations(range(3)))
def test_that_the_order_of_attributes_does_not_matter(pair, order):
    x, y = pair
    order = [j for j in order if j < x.shape[1]]
    plain, moved = audit_of(x, y, own=None), audit_of(x[:, order], y[:, order], own=None)
    assert found(moved.distances) == found(plain.distances)
    assert found(moved.distances_z) == found(plain.distances_z)
    np.testing.assert_array_equal(moved.variances.at_d, plain.variances.at_d[:, order])


@few
@given(two_files(cells=NUMBERS))
def test_that_a_suppressed_value_never_raises_a_distance_against_y(pair):
    x, y = pair
    hidden = x.copy()
    hidden[0, 0] = np.nan
    assert audit_of(hidden, y, own=None).distances.distance[0] <= audit_of(x, y, own=None).distances.distance[0]


@few
@given(two_files())
def test_that_a_missing_value_of_its_own_never_lowers_a_distance(pair):
    wild, own = audit_of(*pair, own=None), audit_of(*pair, own=None, missing="own-value")
    assert (own.distances.distance >= wild.distances.distance).all()


@few
@given(st.lists(st.integers(0, 999), min_size=3, max_size=9, unique=True), st.integers(0, 9))
def test_that_without_ties_and_equal_distances_both_settings_of_ties_agree(values, seed):
    y = np.array(values, float)[:, None]
    x = seeded(seed).permutation(y) + 0.25
    worst, random = audit_of(x, y), audit_of(x, y, ties="random", seed=seed)
    assert found(random.distances) == found(worst.distances)
    assert found(random.distances_z) == found(worst.distances_z)


def test_that_a_change_of_scale_alone_fails_every_threshold_and_says_why():
    random = seeded(25)
    x = random.normal(size=(1000, 3)) * [10, 50, 200] + [100, 1000, 5000]
    audit = audit_of(x, 1.1 * x, Policy())
    assert audit.distances.d > 0
    assert audit.distances.median > 20
    assert audit.distances_z.d == audit.distances_z.max == 0
    assert audit.right_links.expected_correct_rate == 1.0
    assert {check.outcome for check in audit.verdict.checks} == {"fail"}
    assert audit.verdict.outcome == "fail"
    assert not audit.satisfies.any()
    first = audit.notices[0]
    assert first.what.startswith("Nothing was protected")
    assert "100" in first.what
    for policy in (
        Policy("d", 1, None, {}, None, None, None, None),
        Policy("share", None, 0.001, {}, None, None, None, None),
        Policy("links", None, None, {}, None, 0.99, None, None),
        Policy("lift", None, None, {}, None, None, 999.0, None),
        Policy("defensible", None, None, {}, None, None, None, 999),
    ):
        assert audit_of(x, 1.1 * x, policy).verdict.outcome == "fail", policy.name


def test_that_z_equal_to_x_leaves_every_link_defensible():
    x, _ = noisy(seeded(3), n=200)
    audit = audit_of(x, np.exp(x / 100), draws=20_000)
    assert audit.random_match.n_defensible == audit.random_match.n_defensible_right == 200


def test_that_p_values_are_calibrated_where_the_release_has_nothing_to_do_with_the_original():
    below, total = 0, 0
    for seed in range(12):
        random = seeded(seed)
        x, y = random.normal(size=(2, 150, 6))
        p = audit_of(x, y, draws=2000, seed=seed).random_match.p_values
        assert (p > 0).all()
        assert (p <= 1).all()
        below += (p <= 0.05).sum()
        total += p.size
    # Distances are whole ranks, so that fewer than alpha may be reached; records of one file are not independent.
    assert below / total == pytest.approx(0.04, abs=0.025)


def test_that_the_same_arguments_give_the_same_findings_and_another_seed_other_draws():
    x, y = seeded(4).normal(size=(2, 150, 6))
    first, again, other = (audited(pair_of(x, y), seed=seed) for seed in (1, 1, 2))
    assert numbers_of(first) == numbers_of(again)
    assert numbers_of(first)["random"] != numbers_of(other)["random"]
    assert numbers_of(first)["distances"] == numbers_of(other)["distances"]
