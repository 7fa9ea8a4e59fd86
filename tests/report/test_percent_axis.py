"""Percentages of pictures are written as the report's language writes them."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from permdesk.report.percent_axis import show_percentages
from permdesk.translation import in_language


@pytest.mark.parametrize(
    ("language", "largest", "share", "shown"),
    [
        ("en", 0.5, 0.2, "20 %"),
        ("en", 0.05, 0.025, "2.5 %"),
        ("de", 0.5, 0.2, "20 %"),
        ("de", 0.05, 0.025, "2,5 %"),
        ("fr", 0.05, 0.025, "2,5 %"),
        ("es", 0.05, 0.025, "2,5 %"),
    ],
)
def test_that_ticks_are_percentages_of_the_language(language, largest, share, shown):
    axis = Figure().add_subplot().xaxis
    with in_language(language):
        show_percentages(axis, largest)
        assert axis.get_major_formatter()(share, 0).replace("\u00a0", " ") == shown
