"""The battery of linkages against its definition, and what each linkage can and cannot be fooled by."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from permdesk.audit import linkage_battery
from permdesk.audit.audit_json import audit_json
from permdesk.audit.findings import Target
from permdesk.audit.policy import Policy
from permdesk.audit.settings import MissingRule, Ties
from permdesk.compute import right_chance
from permdesk.data.choices import Level
from tests import naive
from tests.audit.auditing import audit_of, audited, noisy, seeded
from tests.pairs import pair_of, paper_pair
from tests.strategies import NUMBERS, two_files

Y, Z = Target.ANONYMIZED, Target.REVERSE_MAPPED


def rates(audit):
    return {linkage.name: linkage.rate for linkage in audit.right_links.battery}


def by_definition(searched, own, power, most):
    """Expected share of right links by a total of gaps, from the intervals of each attribute."""
    asked, found = searched
    chances = naive.right_chances(list(zip(*asked, strict=True)), list(zip(*found, strict=True)), own, power, most)
    return float(sum(chances) / len(own))


@settings(max_examples=60)
@given(two_files(same_size=True))
def test_that_sums_and_squares_of_rank_deviations_are_those_of_the_definition(pair):
    x, y = pair
    found, own = rates(audit_of(x, y)), range(len(x))
    files = naive.file_of(x), naive.file_of(y)
    for target, searched in ((Z, naive.searched_in_reverse_mapped(*files)), (Y, naive.searched_in_anonymized(*files))):
        for name, power in (("sum", 1), ("squares", 2)):
            expected = by_definition(searched, own, power, len(y))
            assert found[f"{name}, {target}"] == pytest.approx(expected, abs=1e-12), (name, target)


def standardized_rate(x, y):
    """By plain numpy: each file by its own mean and deviation; what has none is left out."""
    total = np.zeros((len(x), len(y)))
    for a, b in zip(x.T, y.T, strict=True):
        if np.nanstd(a) > 0 and np.nanstd(b) > 0:
            gap = ((a - np.nanmean(a)) / np.nanstd(a))[:, None] - ((b - np.nanmean(b)) / np.nanstd(b))[None, :]
            total += np.where(np.isnan(gap), 0, gap) ** 2
    own = np.diag(total)[:, None]
    closer = (total < own * (1 - 1e-9) - 1e-18).any(axis=1)
    return np.where(closer, 0, 1 / (total <= own * (1 + 1e-9) + 1e-18).sum(axis=1)).mean()


@pytest.mark.parametrize("missing", [0, 0.2])
@pytest.mark.parametrize("seed", range(5))
def test_that_standardized_values_in_y_are_those_of_plain_numpy(seed, missing):
    random = seeded(seed)
    x, y = noisy(random, n=50, noise=0.8)
    x[random.random(x.shape) < missing] = np.nan
    y[random.random(y.shape) < missing] = np.nan
    assert rates(audit_of(x, y))[f"standardized, {Y}"] == pytest.approx(standardized_rate(x, y))


@pytest.mark.parametrize("seed", range(5))
def test_that_standardized_values_in_z_are_those_of_z(seed):
    x, y = noisy(seeded(seed), n=50, noise=0.8)
    audit = audit_of(x, y)
    assert rates(audit)[f"standardized, {Z}"] == pytest.approx(standardized_rate(x, audit.mapping.values))


def test_that_tied_values_of_y_may_be_any_of_their_values_in_z():
    # All values of Y are equal: each record of Z can be any of X, so that everyone is at distance 0.
    x = np.arange(6.0)[:, None]
    y = np.array([[0.0], [0.0], [0.0], [1.0], [1.0], [1.0]])
    assert rates(audit_of(x, y))[f"standardized, {Z}"] == pytest.approx(1 / 3)


def test_that_an_original_value_inside_a_generalized_one_is_at_distance_0():
    x = np.array([[1.0], [4.0], [6.0], [9.0]])
    lower, upper = np.array([[0.0], [0.0], [5.0], [5.0]]), np.array([[6.0], [6.0], [11.0], [11.0]])
    audit = audited(pair_of(x, (lower + upper) / 2, bounds=(lower, upper)))
    # Means 5 and 5.5, deviations 2.915 and 2.5: standardized bounds are -2.2 to 0.2 and -0.2 to 2.2, X -1.37, -0.34,
    # 0.34 and 1.37.
    assert rates(audit)[f"standardized, {Y}"] == pytest.approx(0.5)


def test_that_every_measure_is_tried_in_both_files_over_all_records():
    audit = audited(paper_pair())
    names = [linkage.name for linkage in audit.right_links.battery]
    assert names == [
        f"{measure}, {target}" for target in (Z, Y) for measure in ("maximum", "sum", "squares", "standardized")
    ]
    assert {linkage.n_queries for linkage in audit.right_links.battery} == {20}
    assert audit.right_links.left_out == ()


def test_that_the_strongest_linkage_of_the_papers_example_is_by_values_of_z():
    strongest = audited(paper_pair()).right_links.strongest
    assert (strongest.name, strongest.rate, strongest.lift) == (f"standardized, {Z}", 0.6, 12.0)
    low, high = strongest.interval
    assert (round(low, 4), round(high, 4)) == (0.3866, 0.7812)


def test_that_the_verdict_rests_on_the_strongest_linkage():
    policy = Policy("half", None, None, {}, None, max_right_links=0.5, max_lift=10, max_defensible_right=None)
    audit = audited(paper_pair(), policy)
    values = {check.name: (check.value, check.outcome) for check in audit.verdict.checks}
    assert audit.right_links.expected_correct_rate < 0.5
    assert values == {"right-links": (0.6, "fail"), "lift": (12.0, "fail")}


def test_that_an_affine_change_of_scale_changes_no_linkage_by_values():
    x, y = noisy(seeded(1), n=120)
    plain, changed = rates(audit_of(x, y, draws=50)), rates(audit_of(x, y * [2.0, 0.5, 3.0] - 7, draws=50))
    for target in (Y, Z):
        assert changed[f"standardized, {target}"] == pytest.approx(plain[f"standardized, {target}"])


def test_that_no_increasing_map_changes_a_linkage_in_z():
    x, y = noisy(seeded(1), n=120)
    plain, changed = rates(audit_of(x, y, draws=50)), rates(audit_of(x, np.exp(y / 20), draws=50))
    in_z = [name for name in plain if name.endswith(Z)]
    assert len(in_z) == 4
    assert [plain[name] for name in in_z] == [changed[name] for name in in_z]
    assert plain != changed


def test_that_unchanged_records_are_all_found_by_every_linkage_and_shuffled_ones_by_none():
    x, _ = noisy(seeded(2), n=110)
    assert set(rates(audit_of(x, x, draws=50)).values()) == {1.0}
    shuffled = audit_of(x, seeded(3).permuted(x, axis=0), draws=50).right_links
    for linkage in shuffled.battery:
        assert linkage.interval[0] <= shuffled.chance <= linkage.interval[1]


@pytest.mark.parametrize("level", [Level.NOMINAL, Level.ORDINAL])
def test_that_categories_have_no_values_to_compare_and_the_reason_is_said(level):
    pair = pair_of(*noisy(seeded(2), n=30))
    pair = replace(pair, attributes=tuple(replace(a, level=level) for a in pair.attributes))
    links = audited(pair).right_links
    assert len(links.battery) == 6
    assert [left.name for left in links.left_out] == [f"standardized, {Z}", f"standardized, {Y}"]
    assert {left.reason for left in links.left_out} == {
        "No audited attribute is numeric: there are no values to compare."
    }


@pytest.mark.parametrize("x", [np.full((4, 2), 3.0), np.full((4, 2), np.nan)])
def test_that_values_that_do_not_vary_give_a_reason_and_ranks_give_chance(x):
    links = audit_of(x, x).right_links
    assert {left.reason for left in links.left_out} == {
        "No numeric attribute varies in both files: there are no values to compare."
    }
    assert all(linkage.rate in (0.25, 0.0) for linkage in links.battery)


@pytest.mark.parametrize("target", [Z, Y])
def test_that_many_missing_values_do_not_hide_records_that_hardly_moved(target):
    random = seeded(5)
    x = random.normal(size=(400, 10))
    y = x + random.normal(size=x.shape) * 0.2
    y[random.random(y.shape) < 0.5] = np.nan
    found = rates(audit_of(x, y, draws=50))
    # Whoever lacks most is near to everybody; unless what is missing counts as what any two records differ by.
    for measure in ("maximum", "sum", "squares", "standardized"):
        assert found[f"{measure}, {target}"] < 0.01
    assert found[f"sum with missing values as by chance, {target}"] > 0.15
    assert found[f"standardized with missing values as by chance, {target}"] > 0.2


def test_that_files_without_missing_values_are_not_linked_twice():
    assert not [name for name in rates(audited(paper_pair())) if "missing" in name]


def test_that_missing_values_add_what_two_random_values_differ_by():
    ranks = seeded(1).permutation(3000) + 1.0, seeded(2).permutation(3000) + 1.0
    gap = np.abs(ranks[0] - ranks[1])
    assert gap.mean() == pytest.approx(3000 / 3, rel=0.05)
    assert (gap**2).mean() == pytest.approx(3000**2 / 6, rel=0.05)
    values = seeded(3).normal(size=(2, 3000))
    assert ((values[0] - values[1]) ** 2).mean() == pytest.approx(2, rel=0.1)


def test_that_a_rate_at_its_threshold_is_not_above_it():
    # Everybody matches everybody: the mean of 20 times 0.05, which naive sums put above 0.05.
    assert sum([0.05] * 20) / 20 > 0.05 or np.mean([0.05] * 20) > 0.05
    policy = Policy("twentieth", None, None, {}, None, max_right_links=0.05, max_lift=1.0, max_defensible_right=None)
    audit = audit_of(np.ones((20, 3)), np.ones((20, 3)), policy)
    assert {linkage.rate for linkage in audit.right_links.battery} == {0.05}
    assert audit.right_links.expected_correct_rate == 0.05
    assert audit.verdict.outcome == "pass"


def test_that_without_a_pairing_there_is_no_battery():
    assert audit_of(*noisy(seeded(2), n=30), own=None).right_links is None
    assert audit_of(*noisy(seeded(2), n=30), own=np.full(30, -1)).right_links is None


def test_that_records_without_a_release_do_not_count():
    x, y = noisy(seeded(2), n=40)
    own = np.where(np.arange(40) % 2, np.arange(40), -1)
    links = audit_of(x, y, own=own).right_links
    assert {linkage.n_queries for linkage in links.battery} == {20}


def test_that_queries_are_drawn_from_large_files_but_never_the_searched_records(monkeypatch):
    x, y = noisy(seeded(2), n=400, noise=0.4)
    everyone = audit_of(x, y, draws=50).right_links
    monkeypatch.setattr(linkage_battery, "MOST_QUERIES", 200)
    drawn = audit_of(x, y, draws=50).right_links
    for all_of_them, some in zip(everyone.battery, drawn.battery, strict=True):
        assert some.n_queries == (400 if some.name.startswith("maximum") else 200)
        assert some.lift == some.rate * 400
        low, high = some.interval
        assert low <= all_of_them.rate <= high, some.name
    assert rates(audit_of(x, y, draws=50)) == rates(audit_of(x, y, draws=50))


def test_that_a_missing_value_of_its_own_is_as_far_as_there_are_records():
    x = np.array([[1.0, 5.0], [2.0, 6.0], [3.0, 7.0], [4.0, 8.0]])
    y = x.copy()
    y[0, 0] = np.nan
    own_value = rates(audit_of(x, y, missing=MissingRule.OWN_VALUE))
    # Record 1 is 4 ranks from its own release and 1 or 2 from that of record 2.
    assert own_value[f"sum, {Y}"] == 0.75
    assert rates(audit_of(x, y))[f"sum, {Y}"] == 1.0


def test_that_audit_json_holds_the_battery():
    written = json.loads(audit_json(audited(paper_pair())))["linkage"]
    assert written["strongest"] == "standardized, reverse-mapped"
    assert [entry["n_queries"] for entry in written["battery"]] == [20] * 8
    assert written["battery"][3]["interval"] == pytest.approx([0.3866, 0.7812], abs=1e-4)


@pytest.mark.parametrize(
    ("file", "by_paper", "by_sum", "by_values"),
    [("CASCrefmicrodata.csv", 0.40, 0.66, 0.81), ("EIA.csv", 0.07, 0.12, 0.24)],
)
def test_that_reference_files_with_noise_give_the_known_rates(shared_file, file, by_paper, by_sum, by_values):
    with shared_file(f"casc/{file}").open(encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(text))
    x = np.array([[float(row[name]) for name in rows[0] if name not in ("UTILNAME", "STATE")] for row in rows])
    x = x[:, x.std(axis=0) > 0]
    y = x + seeded(1).normal(size=x.shape) * 0.2 * x.std(axis=0)
    found = rates(audit_of(x, y, draws=50, replicates=1))
    # Two standard errors of a difference of two simulations.
    error = 2 * np.sqrt(2 * 0.25 / len(x))
    assert found[f"maximum, {Z}"] == pytest.approx(by_paper, abs=error)
    assert found[f"sum, {Z}"] == pytest.approx(by_sum, abs=error)
    assert found[f"standardized, {Y}"] == pytest.approx(by_values, abs=error)
    assert found[f"standardized, {Z}"] >= by_values - error


def test_that_the_definition_itself_prefers_sums_where_it_should():
    assert naive.right_chances([[(10, 10), (10, 10)]], [[(13, 13), (10, 10)], [(12, 12), (12, 12)]], [0], 1, None) == [
        Fraction(1)
    ]


@pytest.mark.parametrize("ties", Ties)
@pytest.mark.parametrize("missing", MissingRule)
def test_that_linking_equal_records_as_one_changes_no_rate(ties, missing, monkeypatch):
    random = seeded(4)
    x, y = (np.floor(values / [1, 10, 100]) for values in noisy(random, n=400, noise=0.3))
    x[random.random(x.shape) < 0.05] = np.nan
    y[random.random(y.shape) < 0.05] = np.nan
    width = np.where(random.random(y.shape) < 0.1, 2.0, 0.0)
    pair = pair_of(x, y, bounds=(y - width, y + width))
    plain = audited(pair, ties=ties, missing=missing, draws=50, replicates=1).right_links.battery
    taken = []

    def seen(*arguments):
        taken.append(right_chance.distinct_for(*arguments))
        return taken[-1]

    monkeypatch.setattr(right_chance, "SMALL", 0)
    monkeypatch.setattr(linkage_battery, "distinct_for", seen)
    assert audited(pair, ties=ties, missing=missing, draws=50, replicates=1).right_links.battery == plain
    assert any(one is not None and one.boxes.n_records < 390 for one in taken)
    assert len({linkage.rate for linkage in plain}) > 4


@settings(max_examples=20)
@given(two_files(cells=NUMBERS, same_size=True))
def test_that_no_linkage_is_expected_to_be_right_more_often_than_always(pair):
    audit = audit_of(*pair)
    assert all(0 <= linkage.rate <= 1 for linkage in audit.right_links.battery)
