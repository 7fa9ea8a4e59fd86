"""Reports show points in time as dates, not as days since 1970."""

from __future__ import annotations

import numpy as np

from permdesk.data.choices import DateNotation, Level
from permdesk.data.file_pair import AttributePair, Values
from permdesk.report.records import plain_cell, value_cell


def test_that_a_date_and_a_span_of_dates_are_shown_as_such():
    values = Values(np.array([0.0, 18262.0, np.nan]), np.array([0.0, 18292.0, np.nan]))
    born = AttributePair("born", Level.NUMERIC, values, values, dates=DateNotation.YEAR_MONTH_DAY)
    assert [value_cell(born, values, row).value for row in range(2)] == ["1970-01-01", "2020-01-01 … 2020-01-31"]
    assert value_cell(born, values, 2).value is None
    at = AttributePair("at", Level.NUMERIC, values, values, dates=DateNotation.TIME_OF_DAY)
    assert plain_cell(at, 45015.0).value == "12:30:15"
