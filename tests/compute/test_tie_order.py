"""Ranks of tied records by the numbers drawn for them, against their definition."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.tie_order import ranks_by_dice
from tests import naive

LARGEST = 1 - 2.0**-53
DICE = st.sampled_from([0.0, 0.25, 0.5, LARGEST]) | st.floats(0, LARGEST)


def ranks_of(begins, dice):
    return ranks_by_dice(begins, np.bincount(begins), dice).tolist()


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), DICE), max_size=40))
def test_that_ranks_are_those_of_the_definition_also_where_numbers_are_equal(records):
    begins, dice = np.array([begin for begin, _ in records], np.int32), np.array([number for _, number in records])
    assert ranks_of(begins, dice) == naive.ranks_by_dice(begins.tolist(), dice.tolist())


def test_that_numbers_that_are_not_even_are_ordered_too():
    dice = np.random.default_rng(1).random(500) ** 40
    begins = np.repeat(np.array([7, 3], np.int32), 250)
    assert ranks_of(begins, dice) == naive.ranks_by_dice(begins.tolist(), dice.tolist())


def test_that_the_largest_number_stays_in_the_class_of_its_record_whatever_its_size():
    for size in range(1, 200):
        begins, dice = np.repeat(np.array([1, 2], np.int32), size), np.zeros(2 * size)
        dice[size - 1] = LARGEST
        assert ranks_of(begins, dice)[size - 1] == size
