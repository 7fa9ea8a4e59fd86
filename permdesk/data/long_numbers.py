"""Whole numbers with more digits than a float tells apart: different ones become equal values."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.arrays import Flags, Floats
from permdesk.data.column_report import ColumnReport
from permdesk.data.numbers import Reading, matches
from permdesk.data.problem import Problem, Severity
from permdesk.translation import tr

LARGEST_WHOLE = 2.0**53
WHOLE = "^[+-]?[0-9]+$"


def long_numbers(name: str, x: ColumnReport, y: ColumnReport) -> tuple[Problem, ...]:
    """A WARNING about a numeric attribute, different whole numbers of which, in one file or both, are read as equal."""
    of_x, of_y = _written(x), _written(y)
    texts = pa.concat_arrays([of_x[0], of_y[0]]).unique()
    n_values = np.unique(np.concatenate([of_x[1], of_y[1]])).size
    if len(texts) <= n_values:
        return ()
    what = tr(
        "Whole numbers beyond {largest} are not told apart: {n_texts} different ones are read as only {n_values}.",
        largest=int(LARGEST_WHOLE), n_texts=len(texts), n_values=n_values,
    )  # fmt: skip
    remedy = tr("If they are codes, make the attribute nominal or exclude it.")
    cells = x.first_cells(_is_long(x)) or y.first_cells(_is_long(y))
    n_cells = int(x.n_cells[_is_long(x)].sum() + y.n_cells[_is_long(y)].sum())
    return (Problem(what, name, remedy, Severity.WARNING, cells, n_cells),)


def _written(report: ColumnReport) -> tuple[pa.StringArray, Floats]:
    """The long numbers of a file without their form, and what they are read as."""
    is_long = _is_long(report)
    texts = pc.replace_substring_regex(report.trimmed.arrow.filter(pa.array(is_long)), r"^\+?(-?)0*", r"\1")
    return texts, report.numbers.lower[is_long]


def _is_long(report: ColumnReport) -> Flags:
    is_long: Flags = report.is_present & (report.numbers.readings == Reading.PLAIN)
    is_long &= np.abs(report.numbers.lower) >= LARGEST_WHOLE
    return is_long & matches(report.trimmed.arrow, WHOLE) if is_long.any() else is_long
