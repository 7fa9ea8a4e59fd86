"""Audits of real files: what is true of them must be what is said."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from permdesk.audit.load_pair import load_pair, load_tables
from permdesk.audit.policy import Policy
from permdesk.audit.recipe import InputFile, Recipe
from permdesk.compute.progress import Progress
from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
from permdesk.data.file_pair import FilePair
from permdesk.data.make_pair import make_pair
from tests.audit.auditing import audited, seeded

ADULT = ("age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week")


def pair_from(original, anonymized, by=None, names=None, id_attributes=()):
    """A pair of real files; all is guessed, or the named attributes are taken as numbers."""
    recipe = Recipe(InputFile(str(original)), InputFile(str(anonymized)))
    if by is None:
        pair = load_pair(recipe, Progress())
    else:
        choices = PairChoices(tuple(AttributeChoice(name, Level.NUMERIC) for name in names), by, id_attributes)
        pair = make_pair(*load_tables(recipe, Progress()), choices, Progress())
    assert isinstance(pair, FilePair), pair
    return pair


@pytest.fixture(scope="module")
def census(tmp_path_factory):
    """Writes a release of the Census file: ``change`` of its numbers."""
    folder = tmp_path_factory.mktemp("census")

    def release(path, change):
        rows = list(csv.reader(io.StringIO(path.read_text())))
        values = change(np.array(rows[1:], float))
        written = folder / "release.csv"
        written.write_text("\n".join([",".join(rows[0]), *(",".join(map(repr, row)) for row in values.tolist())]))
        return pair_from(path, written)

    return release


def noisy(values, seed=1, share=0.2):
    return values + seeded(seed).normal(size=values.shape) * values.std(axis=0) * share


def test_that_adult_released_unchanged_is_at_distance_0_and_random_ties_claim_otherwise(shared_file):
    path = shared_file("adult/adult.csv")
    audit = audited(pair_from(path, path, PairingBy.ROW, ADULT), Policy(), replicates=1)
    assert audit.n_original == 32_561
    assert not audit.distances.distance.any()
    assert not audit.distances_z.distance.any()
    assert audit.right_links.expected_correct_rate > 0.99
    assert audit.verdict.outcome == "fail"
    assert audit.tie_comparison.worst_case.median_d == 0
    claimed = audit.tie_comparison.random[0]
    assert 2650 < claimed.median_d < 2800
    assert 0.02 < claimed.right_rate < 0.03
    said = [notice.what for notice in audit.notices if "ties broken at random" in notice.what]
    assert len(said) == 1
    assert f"{claimed.median_d:,.0f}" in said[0]


def test_that_the_stroke_release_is_paired_by_id_and_its_ranges_are_understood(shared_file):
    pair = pair_from(shared_file("stroke/healthcare-dataset-stroke-data.csv"), shared_file("stroke/stroke_k10.csv"))
    assert (pair.pairing, (pair.own >= 0).sum()) == (PairingBy.ID, 5110)
    assert (pair.own != np.arange(5110)).any()
    age = pair.attributes[pair.names.index("age")].anonymized
    assert (age.lower[0], age.upper[0]) == (1, 83)
    left = {one.name: one.reason for one in pair.left_out}
    assert "suppressed" in left["bmi"]
    audit = audited(pair, Policy())
    inside = [record for record, (own, deviation) in enumerate(zip(pair.own, audit.distances.own_matches, strict=True))
              if deviation and own >= 0]  # fmt: skip
    assert len(inside) > 5000  # a value inside its own range is at no distance from it
    assert audit.distances.median == 0


def test_that_census_with_little_noise_is_linked_far_beyond_chance_and_fails(shared_file, census):
    path = shared_file("casc/CASCrefmicrodata.csv")
    audit = audited(census(path, noisy), Policy(), draws=2000)
    right = audit.right_links
    assert (audit.n_original, len(audit.names)) == (1080, 13)
    by_name = {linkage.name: linkage.rate for linkage in right.battery}
    # The design's reference: 40 % by the paper's distance, 66 % by the sum, 81 % by standardized values.
    assert by_name["maximum, reverse-mapped"] == pytest.approx(0.40, abs=0.06)
    assert by_name["sum, reverse-mapped"] == pytest.approx(0.66, abs=0.08)
    assert right.strongest.rate == pytest.approx(0.81, abs=0.08)
    assert right.strongest.lift > 500
    assert audit.verdict.outcome == "fail"


def test_that_census_can_be_audited_by_the_papers_random_ties(shared_file, census):
    path = shared_file("casc/CASCrefmicrodata.csv")
    pair = census(path, lambda values: np.round(noisy(values), -3))
    worst, random = audited(pair, Policy()), audited(pair, Policy(), ties="random")
    assert random.distances.median >= worst.distances.median
    assert random.verdict == worst.verdict
    assert len(worst.tie_comparison.tied_attributes) == 13


@pytest.mark.parametrize("n", [500, 2000])
def test_that_census_can_be_compared_with_a_file_of_another_size(shared_file, census, n):
    path = shared_file("casc/CASCrefmicrodata.csv")
    pair = census(path, lambda values: noisy(values[seeded(2).integers(0, len(values), n)]))
    assert pair.pairing is PairingBy.UNPAIRED
    audit = audited(pair, Policy())
    assert audit.right_links is None
    assert not audit.mapping.is_permutation
    assert audit.mapping.values.shape == (n, 13)
    x = audit.mapping.original
    for j in range(13):
        assert set(audit.mapping.values[:, j]) <= set(x[:, j])
    assert any("no longer a permutation" in notice.what for notice in audit.notices)
    assert audit.verdict.outcome != "pass"


def test_that_census_with_shuffled_rows_warns_and_does_not_pass(shared_file, census):
    path = shared_file("casc/CASCrefmicrodata.csv")
    pair = census(path, lambda values: noisy(values)[seeded(3).permutation(len(values))])
    assert pair.pairing is PairingBy.ROW
    audit = audited(pair, Policy("links", None, None, {}, None, 0.05, 50.0, None))
    warnings = [notice.what for notice in audit.notices if notice.severity == "warning"]
    assert any("shuffled" in what for what in warnings)
    assert audit.right_links.strongest.rate < 0.02
    assert audit.verdict.outcome == "not-applicable"
