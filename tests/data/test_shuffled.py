"""Rows paired by position that do not belong together are noticed, and others are not accused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from permdesk.data.choices import Level
from permdesk.data.file_pair import AttributePair, Values
from permdesk.data.problem import Severity
from permdesk.data.shuffled import note_shuffled_rows


def pairs(x, y):
    return [
        AttributePair(str(j), Level.NUMERIC, Values(x[:, j], x[:, j]), Values(y[:, j], y[:, j]))
        for j in range(x.shape[1])
    ]


def noted(x, y):
    return note_shuffled_rows(pairs(np.asarray(x, float), np.asarray(y, float)), Path("y.csv"))


@pytest.fixture
def x():
    return np.random.default_rng(7).normal(size=(500, 4))


def test_that_shuffled_rows_are_a_warning(x):
    [warning] = noted(x, np.random.default_rng(1).permutation(x))
    assert warning.severity is Severity.WARNING
    assert "shuffled" in warning.what
    assert warning.where == "y.csv"


def test_that_noise_is_no_shuffle(x):
    assert not noted(x, x + np.random.default_rng(1).normal(size=x.shape))


def test_that_one_attribute_that_goes_with_its_original_is_enough(x):
    y = np.random.default_rng(1).permutation(x)
    y[:, 2] = x[:, 2]
    assert not noted(x, y)


def test_that_unlike_values_are_no_shuffle(x):
    assert not noted(x, np.random.default_rng(1).permutation(x) + 3)


def test_that_few_records_prove_nothing(x):
    assert not noted(x[:19], np.random.default_rng(1).permutation(x[:19]))


def test_that_constant_and_missing_values_prove_nothing(x):
    y = np.random.default_rng(1).permutation(x)
    y[:, 0] = 5
    y[:, 1] = np.nan
    assert len(noted(x, y)) == 1
    y[:] = np.nan
    assert not noted(x, y)


def test_that_the_largest_numbers_do_not_overflow(x):
    largest = np.sign(x) * 1.7e308
    [warning] = noted(largest, np.random.default_rng(1).permutation(largest))
    assert "shuffled" in warning.what


def test_that_a_file_turned_round_does_not_go_with_its_original(x):
    x[:, 0] = np.arange(len(x)) // 3
    assert noted(x, x[::-1])


def test_that_an_attribute_that_both_files_are_sorted_by_proves_nothing(x):
    x = x[np.argsort(x[:, 0])]
    y = np.random.default_rng(1).permutation(x)
    y[:, 0] = x[:, 0]
    assert noted(x, y)
    assert not noted(x, x)
