"""Right links against their definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.compute.linkage import count_links, expected_right, wilson_interval


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 4)), min_size=1, max_size=9))
def test_that_links_are_counted_as_in_table_5(links):
    own, n = np.array([a for a, _ in links]), np.array([b for _, b in links])
    counts = count_links(own, n)
    assert counts.sole_correct == sum(right and found == 1 for right, found in links)
    assert counts.wrong == sum(not right and found == 1 for right, found in links)
    assert counts.multiple == sum(found > 1 for _, found in links)
    assert counts.among_several == sum(right and found > 1 for right, found in links)
    np.testing.assert_array_equal(expected_right(own, n), [1 / found if right else 0 for right, found in links])


def test_that_the_interval_is_wilsons():
    # Agresti and Coull (1998): 0 of 10 and 5 of 10.
    assert wilson_interval(0.0, 10) == pytest.approx((0.0, 0.27753), abs=1e-5)
    assert wilson_interval(0.5, 10) == pytest.approx((0.23659, 0.76341), abs=1e-5)


@given(st.floats(0, 1), st.integers(1, 10**7))
def test_that_the_interval_holds_its_rate_and_is_one_of_shares(rate, n):
    low, high = wilson_interval(rate, n)
    assert 0 <= low <= rate <= high <= 1
