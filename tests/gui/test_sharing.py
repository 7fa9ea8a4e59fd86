"""Widths that are shared among parts."""

from __future__ import annotations

import pytest

from permdesk.gui.sharing import shared_out


@pytest.mark.parametrize(
    ("wanted", "least", "shared"),
    [
        ([500, 500], [300, 400], [500, 500]),
        ([500, 500], [300, 600], [400, 600]),
        ([600, 300, 100], [200, 200, 300], [440, 260, 300]),
        ([500, 500], [400, 800], [400, 600]),
        ([100, 100], [200, 200], [100, 100]),
    ],
)
def test_that_who_lacks_something_gets_it_from_those_who_can_spare_it(wanted, least, shared):
    assert shared_out(wanted, least) == shared
    assert sum(shared) == sum(wanted)
