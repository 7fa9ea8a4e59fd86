"""What the paper says of some methods, whatever the file: seen by an audit of their releases."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.audit.masked_pair import masked_pair
from permdesk.audit.policy import Policy
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.progress import Progress
from permdesk.masking.methods import Masking
from permdesk.masking.parameters import Method
from tests.pairs import pair_of


def audited(method, strength, n=300, seed=4, missing=0.0, rounded=False):
    random = np.random.default_rng(seed)
    x = random.normal(size=(n, 3)) * (1, 10, 100) + (5, 50, 500)
    x = x.round() if rounded else x
    x[random.random(x.shape) < missing] = np.nan
    pair = masked_pair(pair_of(x, x), Masking(method, strength, seed), "y", Progress())
    return run_audit(pair, Settings(draws=300), Policy(), Progress())


@pytest.mark.parametrize("strength", [0.05, 1.0, 10.0])
@pytest.mark.parametrize("missing", [0.0, 0.1])
def test_that_an_increasing_map_is_at_distance_0_of_z_with_all_links_right(strength, missing):
    audit = audited(Method.INCREASING_MAP, strength, missing=missing)
    assert (audit.distances_z.distance == 0).all()
    assert audit.right_links.strongest.rate == 1.0
    assert audit.verdict.outcome.value == "fail"


def test_that_the_distance_against_y_is_told_beside_it():
    audit = audited(Method.INCREASING_MAP, 1.0)
    assert audit.distances.median > 0 == audit.distances_z.median
    assert any("scale" in notice.sentence for notice in audit.notices)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.1, 0.35, 1.0])
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_that_rank_swapping_displaces_no_value_by_more_than_its_share_of_ranks(share, missing):
    audit = audited(Method.RANK_SWAPPING, share, missing=missing)
    for attribute in audit.pair.attributes:
        x, y = attribute.original.lower, attribute.anonymized.lower
        present = ~np.isnan(x)
        order = np.sort(x[present])
        moved = np.abs(np.searchsorted(order, y[present]) - np.searchsorted(order, x[present]))
        assert moved.max() <= share * present.sum() + 1e-9
        assert np.array_equal(np.isnan(x), np.isnan(y))


def test_that_no_record_is_further_from_its_release_than_rank_swapping_reaches():
    audit = audited(Method.RANK_SWAPPING, 0.1)
    assert 0 < audit.distances_z.max <= 30


@pytest.mark.parametrize("k", [2, 3, 10])
@pytest.mark.parametrize("method", [Method.MICROAGGREGATION, Method.UNIVARIATE_MICROAGGREGATION])
def test_that_microaggregation_releases_no_value_fewer_than_k_times(method, k):
    audit = audited(method, k)
    for attribute in audit.pair.attributes:
        assert np.unique(attribute.anonymized.lower, return_counts=True)[1].min() >= k
    if method is Method.MICROAGGREGATION:  # whole records are alike, so that no link is sole
        records = np.column_stack([attribute.anonymized.lower for attribute in audit.pair.attributes])
        assert np.unique(records, axis=0, return_counts=True)[1].min() >= k
        assert audit.right_links.strongest.rate <= 1 / k + 1e-12


@pytest.mark.parametrize("strength", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("rounded", [False, True])
def test_that_shuffling_is_a_pure_permutation_that_reverse_mapping_gives_back(strength, rounded):
    audit = audited(Method.SHUFFLING, strength, rounded=rounded)
    assert audit.mapping.is_permutation
    assert np.array_equal(audit.mapping.values, audit.mapping.anonymized)
