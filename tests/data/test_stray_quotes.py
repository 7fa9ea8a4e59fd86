"""A quotation mark that ends before its cell does is found wherever it stands."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Cancelled
from permdesk.data.choices import Dialect
from permdesk.data.encoding import decode
from permdesk.data.problem import Severity
from permdesk.data.stray_quotes import stray_quotes
from tests.stopping import StopsAfter

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


def test_that_the_strict_reader_can_be_stopped(tmp_path):
    text = decode(tmp_path, b'a"b\n' * 100 + b'"x"y\n', "utf-8", StopsAfter(9))
    with pytest.raises(Cancelled):
        stray_quotes(tmp_path, text, Dialect(), StopsAfter(9))
