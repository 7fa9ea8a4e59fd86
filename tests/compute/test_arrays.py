"""Results cannot be written to, and cost no copy where nobody could."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.compute.arrays import sealed


def test_that_a_sealed_array_does_not_follow_the_one_it_came_from():
    values = np.arange(3)
    found = sealed(values)
    values[0] = 9
    assert found.tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="read-only"):
        found[0] = 1


def test_that_a_read_only_view_of_an_array_that_can_be_written_is_copied():
    values = np.arange(3)
    view = values[:]
    view.setflags(write=False)
    found = sealed(view)
    values[0] = 9
    assert found[0] == 0


def test_that_what_nobody_can_write_to_is_not_copied():
    found = sealed(np.arange(3))
    assert sealed(found) is found
    part = found[:2]
    assert sealed(part) is part
