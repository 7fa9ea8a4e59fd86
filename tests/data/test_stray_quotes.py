"""A quotation mark that ends before its cell does is found wherever it stands."""

from __future__ import annotations

import pytest

from permdesk.data.problem import Severity

STRAY = 'a,b\n1,2\n"x"y,3\n4,5\n'


@pytest.mark.parametrize("step", [*range(1, 12), 1000])
def test_that_text_after_a_closing_mark_is_told_with_its_line(step, table, monkeypatch):
    monkeypatch.setattr("permdesk.data.stray_quotes.STEP", step)
    for text in (STRAY, STRAY.replace('"x"y', '""y')):
        [warning] = table(text).problems
        assert warning.severity is Severity.WARNING
        assert "In line 3 a quotation mark is followed by more text" in warning.what


@pytest.mark.parametrize("step", [*range(1, 12), 1000])
def test_that_closed_marks_are_not_suspected(step, table, monkeypatch):
    monkeypatch.setattr("permdesk.data.stray_quotes.STEP", step)
    assert not table('a,b\n"x","y, ""z"" ä"\n"",5\n1,2\n').problems
