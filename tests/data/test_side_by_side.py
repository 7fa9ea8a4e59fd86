"""The values of a file are held once: as columns of the matrix that an audit takes."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import frozen
from permdesk.data.choices import Level
from permdesk.data.file_pair import AttributePair, Values
from permdesk.data.side_by_side import matrix_of, side_by_side

X, Y = np.array([[1.0, 4.0], [np.nan, 5.0], [3.0, 6.0]]), np.array([[7.0, 9.0], [8.0, 10.0]])


def attributes(spread=0.0):
    def values(column, spread):
        lower = frozen(column.copy())
        return Values(lower, lower + spread if spread else lower, n_missing=3)

    return [
        AttributePair(name, Level.NUMERIC, values(X[:, j], 0), values(Y[:, j], spread)) for j, name in enumerate("ab")
    ]


def test_that_plain_values_are_the_columns_of_one_matrix_that_nobody_can_change():
    found = side_by_side(attributes())
    for expected, values in ((X, [a.original for a in found]), (Y, [a.anonymized for a in found])):
        matrix = matrix_of([one.lower for one in values])
        np.testing.assert_array_equal(matrix, expected)
        assert not matrix.flags.writeable and not values[0].lower.flags.writeable
        assert all(one.lower is one.upper and one.n_missing == 3 for one in values)
        assert all(np.shares_memory(one.lower, matrix) for one in values)


def test_that_generalized_values_stay_as_they_are():
    given = attributes(spread=1.0)
    for before, after in zip(given, side_by_side(given), strict=True):
        assert after.anonymized is before.anonymized


def test_that_some_columns_or_those_in_another_order_are_no_matrix():
    a, b = (one.original.lower for one in side_by_side(attributes()))
    assert matrix_of([a]) is None and matrix_of([b, a]) is None and matrix_of([a, b.copy()]) is None
    assert matrix_of([np.ones(3)]) is None


def test_that_rows_of_a_matrix_are_not_taken_for_its_columns():
    square = np.arange(4.0).reshape(2, 2)
    assert matrix_of([square[:, 0], square[:, 1]]) is None
