"""One file holds codes, the other the labels of these codes: labels are taken for the codes that they stand for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.arrays import frozen
from permdesk.compute.progress import Progress
from permdesk.data.column_report import ColumnReport
from permdesk.data.numbers import Numbers, read_numbers
from permdesk.data.problem import Problem, Severity
from permdesk.data.text_column import Texts
from permdesk.data.wording import quoted
from permdesk.translation import tr


def with_codes_for_labels(column: ColumnReport, other: ColumnReport) -> ColumnReport:
    """The column with every label of ``other`` as the code that it stands for there; the column itself if it has
    labels of its own, or holds nothing that is a label and no code."""
    codes = _codes_of_labels(column, other)
    if not codes:
        return column
    labels, values = pa.array(list(codes), pa.string()), pa.array(list(codes.values()), pa.string())
    places = pc.index_in(column.trimmed.arrow, value_set=labels)
    trimmed = pc.coalesce(values.take(places), column.trimmed.arrow)
    present = trimmed.filter(pa.array(column.is_present))
    numbers = _with_numbers_of(values, places, column.numbers)
    return replace(column, trimmed=Texts(trimmed), numbers=numbers, n_distinct=len(present.unique()))


def _with_numbers_of(codes: pa.StringArray, places: pa.Int32Array, numbers: Numbers) -> Numbers:
    """Numbers of texts some of which became codes, at ``places`` among these; the marks of others are of their file."""
    of_codes = read_numbers(codes, ".", Progress())
    is_code = np.asarray(places.is_valid().to_numpy(zero_copy_only=False), bool)
    taken = pc.fill_null(places, 0).to_numpy()
    lower, upper, readings = (
        frozen(np.where(is_code, new[taken], old))
        for new, old in (
            (of_codes.lower, numbers.lower),
            (of_codes.upper, numbers.upper),
            (of_codes.readings, numbers.readings),
        )
    )
    return Numbers(lower, lower if numbers.upper is numbers.lower else upper, readings)


def labels_for_codes(name: str, column: ColumnReport, other: ColumnReport) -> Problem | None:
    """A NOTE where labels were taken for codes."""
    codes = _codes_of_labels(column, other)
    if not codes:
        return None
    label, code = next(iter(codes.items()))
    what = tr("One file holds labels where the other holds codes; {label} was taken for {code}, and the others"
              " likewise.", label=quoted(label), code=quoted(code))  # fmt: skip
    remedy = tr("Make sure that both files use the same code list.")
    marked = np.asarray(pc.is_in(column.trimmed.arrow, value_set=pa.array(list(codes), pa.string())))
    return Problem(what, name, remedy, Severity.NOTE, column.first_cells(marked), int(column.n_cells[marked].sum()))


def _codes_of_labels(column: ColumnReport, other: ColumnReport) -> dict[str, str]:
    """The labels in the column that ``other`` has a code for: none of them a code itself or the label of two codes."""
    if column.meaning.value_labels or not other.meaning.value_labels:
        return {}
    known = {label.code for label in other.meaning.value_labels} | set(other.trimmed)
    counts = Counter(label.label.strip() for label in other.meaning.value_labels)
    codes = {
        label.label.strip(): label.code for label in other.meaning.value_labels if counts[label.label.strip()] == 1
    }
    held = pc.is_in(
        pa.array(list(codes), pa.string()), value_set=column.trimmed.arrow.filter(pa.array(column.is_present))
    )
    return {
        label: code
        for (label, code), is_held in zip(codes.items(), held.to_pylist(), strict=True)
        if is_held and label not in known
    }
