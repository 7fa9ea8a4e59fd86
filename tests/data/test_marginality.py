"""Marginality is the sum of semantic distances to the sample, whatever the taxonomy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.marginality import marginalities
from tests import naive

LABELS = st.lists(st.sampled_from("uvwxyz"), max_size=4)


def test_that_a_taxonomy_of_three_gives_what_is_computed_by_hand():
    ancestries = [("flu", "lung", "all"), ("cough", "lung", "all"), ("burn", "skin", "all")]
    found = marginalities(ancestries, np.array([5.0, 3.0, 2.0]), Progress())
    near, far = math.log2(1 + 2 / 4), math.log2(1 + 4 / 5)
    np.testing.assert_allclose(found, [3 * near + 2 * far, 5 * near + 2 * far, 8 * far], rtol=1e-15)


def test_that_it_is_the_order_by_frequency_where_any_two_categories_are_equally_far():
    counts = np.array([4.0, 9.0, 1.0, 6.0])
    found = marginalities([(name,) for name in "abcd"], counts, Progress())
    np.testing.assert_array_equal(found, counts.sum() - counts)


@given(st.lists(st.tuples(LABELS, st.integers(0, 4)), min_size=1, max_size=6))
def test_that_it_agrees_with_the_definition(categories):
    ancestries = [(str(place), *labels) for place, (labels, _) in enumerate(categories)]
    counts = [count for _, count in categories]
    sample = [ancestry for ancestry, count in zip(ancestries, counts, strict=True) for _ in range(count)]
    found = marginalities(ancestries, np.array(counts, float), Progress())
    np.testing.assert_allclose(found, [naive.marginality(a, sample) for a in ancestries], rtol=1e-12, atol=1e-12)


@given(st.lists(st.tuples(LABELS, st.integers(0, 4)), min_size=1, max_size=6), st.randoms())
def test_that_the_order_of_categories_does_not_matter(categories, random):
    named = [((str(place), *labels), count) for place, (labels, count) in enumerate(categories)]
    turned = random.sample(named, len(named))

    def by_name(listed):
        found = marginalities([a for a, _ in listed], np.array([n for _, n in listed], float), Progress())
        return {ancestry[0]: value for (ancestry, _), value in zip(listed, found, strict=True)}

    first, second = by_name(named), by_name(turned)
    assert all(first[name] == pytest.approx(second[name], rel=1e-12) for name in first)


def test_that_a_stop_ends_it():
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        marginalities([("a",)], np.ones(1), progress)
