"""Shares in sentences: some are never none, and not quite all are never all."""

from __future__ import annotations

import pytest

from permdesk.audit.share_text import share_text


@pytest.mark.parametrize(
    ("share", "decimals", "text"),
    [
        (0, 1, "0.0 %"),
        (1e-6, 1, "less than 0.1 %"),
        (0.000499, 1, "less than 0.1 %"),
        (0.0006, 1, "0.1 %"),
        (0.042, 1, "4.2 %"),
        (0.9994, 1, "99.9 %"),
        (0.9999, 1, "more than 99.9 %"),
        (1, 1, "100.0 %"),
        (1e-6, 2, "less than 0.01 %"),
        (0.0025, 2, "0.25 %"),
        (0.99996, 2, "more than 99.99 %"),
        (0.95, 0, "95 %"),
        (0.999, 0, "more than 99 %"),
        (0.001, 0, "less than 1 %"),
        (1, 0, "100 %"),
    ],
)
def test_that_only_none_is_none_and_only_all_is_all(share, decimals, text):
    assert share_text(share, decimals) == text
