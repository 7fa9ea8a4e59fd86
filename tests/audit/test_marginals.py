"""Marginal distributions in common bins, counted again by hand."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.audit.marginals import MOST_BINS, find_marginals
from permdesk.compute import cache_slices
from tests.gui.audits import audit_of, paper_audit, tied_audit
from tests.pairs import pair_of


def test_that_shares_are_those_that_a_count_gives():
    audit = paper_audit()
    found = find_marginals(audit, 0)
    for values, shares in (
        (audit.mapping.original, found.share_original),
        (audit.mapping.anonymized, found.share_anonymized),
    ):
        clipped = np.clip(values[:, 0], found.edges[0], found.edges[-1])
        assert shares.tolist() == pytest.approx((np.histogram(clipped, found.edges)[0] / 20).tolist())
        assert shares.sum() == pytest.approx(1)


def test_that_few_values_have_a_bin_each_and_missing_ones_none():
    found = find_marginals(tied_audit(), 1)
    assert found.edges.tolist() == [-0.5, 0.5, 1.5, 2.5, 3.5]
    values = tied_audit().mapping.anonymized[:, 1]
    known = values[~np.isnan(values)]
    assert known.size == 39
    assert found.share_anonymized.tolist() == [(known == value).mean() for value in range(4)]
    assert not found.beyond


def test_that_far_values_stand_in_the_outermost_bins():
    rng = np.random.default_rng(2)
    values = rng.normal(size=(2_000, 1))
    values[7] = 1e9
    found = find_marginals(audit_of(pair_of(values, values + 0.1), draws=50), 0)
    assert found.beyond
    assert found.share_original.size == MOST_BINS
    assert found.edges[-1] < 5
    assert found.share_original.sum() == pytest.approx(1)


def test_that_a_constant_is_one_bin():
    values = np.column_stack([np.arange(6.0), np.full(6, 3.0)])
    pair = pair_of(values[:, :1], values[:, :1])
    found = find_marginals(audit_of(pair, draws=50), 0)
    assert found.share_original.sum() == pytest.approx(1)


def test_that_whole_numbers_share_bins_of_whole_numbers():
    values = np.random.default_rng(4).integers(17, 91, (3_000, 1)).astype(float)
    found = find_marginals(audit_of(pair_of(values, values), draws=50), 0)
    assert (found.edges[0], found.step) == (16.5, 1.0)
    assert set(np.diff(found.edges)) == {2.0}
    assert found.edges.size <= MOST_BINS + 1


def test_that_few_records_have_few_bins():
    assert find_marginals(paper_audit(), 0).share_original.size == 9


@pytest.mark.parametrize("chunk", (1, 3, 1_999, 2_000))
def test_that_shares_are_the_same_however_many_values_are_counted_at_once(chunk, monkeypatch):
    values = np.random.default_rng(6).normal(size=(2_000, 1))
    values[[0, 1_998], 0] = 1e9, np.nan
    audit = audit_of(pair_of(values, values + 0.1), draws=50)
    whole = find_marginals(audit, 0)
    monkeypatch.setattr(cache_slices, "VALUES", chunk)
    found = find_marginals(audit, 0)
    assert found.beyond
    assert found.share_original.tolist() == whole.share_original.tolist()
    assert found.share_anonymized.tolist() == whole.share_anonymized.tolist()
