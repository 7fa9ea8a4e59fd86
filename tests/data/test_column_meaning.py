"""Codes that the file calls missing are missing, whatever they look like."""

from __future__ import annotations

import pyarrow as pa
import pytest

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.column_meaning import ColumnMeaning, MissingRange, is_in
from permdesk.data.column_report import report_column
from permdesk.data.text_column import column_of


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        (("9", "9"), [False, True, True, False, False, False]),
        (("8.5", "inf"), [False, True, True, True, False, False]),
        (("-inf", "3"), [True, False, False, False, False, False]),
        ((".a", ".a"), [False, False, False, False, True, False]),
        (("no answer", "no answer"), [False, False, False, False, False, True]),
    ],
)
def test_that_missing_codes_are_compared_as_numbers_and_as_texts(ends, expected):
    cells = pa.array(["3", "9", "9.0", "+12", ".a", "no answer"])
    assert is_in(cells, (MissingRange(*ends),)).tolist() == expected


def test_that_a_report_tells_user_missing_cells_from_blank_ones():
    meaning = ColumnMeaning("Income", missing=(MissingRange("98", "99", "refused"),))
    report = report_column(column_of("v", ["1", "98", "99", "99", "", "2"]), Dialect(), Progress(), meaning)
    assert (report.n_missing, report.n_user_missing, report.n_present) == (4, 3, 2)
    assert report.meaning is meaning
    assert report.missing_codes[0].code == ""
    assert len(report.missing_codes) == 1
