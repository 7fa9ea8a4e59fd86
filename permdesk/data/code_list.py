"""Both files are read by one code list: labels are codes, one number is one code however it is written, and codes that
one file declares missing are missing in both."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.arrays import Flags, Floats, frozen
from permdesk.data.column_report import ColumnReport
from permdesk.data.label_codes import labels_for_codes, with_codes_for_labels
from permdesk.data.missing import is_code
from permdesk.data.numbers import Reading
from permdesk.data.problem import Problem, Severity
from permdesk.data.text_column import Texts
from permdesk.data.wording import quoted
from permdesk.translation import tr, tr_count

MOST_CODES = 10_000


def by_one_code_list(x: ColumnReport, y: ColumnReport) -> tuple[ColumnReport, ColumnReport]:
    """One attribute in both files. A file that has labels, or declares missing codes, speaks for one that has none;
    a number is written as the labelled file writes it, else as X does."""
    x, y = with_codes_for_labels(x, y), with_codes_for_labels(y, x)
    x, y = _written_alike(x, y)
    return _with_missing_codes_of(x, y), _with_missing_codes_of(y, x)


def notes_on_codes(name: str, x: ColumnReport, y: ColumnReport, are_categories: bool) -> list[Problem]:
    """What ``by_one_code_list`` changed: NOTEs, and WARNINGs about missing codes that only one file declares. How a
    number is written matters to categories only."""
    notes = [note for one, other in ((x, y), (y, x)) if (note := labels_for_codes(name, one, other))]
    x, y = with_codes_for_labels(x, y), with_codes_for_labels(y, x)
    alike = _written_alike(x, y)
    if are_categories:
        notes.extend(
            note for before, after in zip((x, y), alike, strict=True) if (note := _respelt(name, before, after))
        )
    x, y = alike
    files = ((x, y, tr("the original")), (y, x, tr("the release")))
    notes.extend(note for one, other, file in files if (note := _declared_elsewhere(name, one, other, file)))
    return notes


def _written_alike(x: ColumnReport, y: ColumnReport) -> tuple[ColumnReport, ColumnReport]:
    if x.meaning.value_labels or not y.meaning.value_labels:
        return x, _written_as(y, x)
    return _written_as(x, y), y


def _written_as(column: ColumnReport, other: ColumnReport) -> ColumnReport:
    """The column with numbers as ``other`` writes them: ``1`` for ``1.0`` and ``01``. Only where both files write that
    number in one way each, as ``1`` and ``01`` side by side are two codes."""
    if max(column.n_distinct, other.n_distinct) > MOST_CODES:
        return column
    shared = np.intersect1d(_numbers(column), _numbers(other))
    if not shared.size:
        return column
    theirs, ours = _spellings(other, shared), _spellings(column, shared)
    changed = {
        next(iter(texts)): next(iter(theirs[value]))
        for value, texts in ours.items()
        if len(texts) == 1 and len(theirs.get(value, ())) == 1 and texts != theirs[value]
    }
    if not changed:
        return column
    old, new = pa.array(list(changed), pa.string()), pa.array(list(changed.values()), pa.string())
    texts = column.trimmed.arrow
    places = pc.index_in(texts, value_set=old)
    return replace(column, trimmed=Texts(pc.coalesce(new.take(places), texts)))


def _numbers(report: ColumnReport) -> Floats:
    """The numbers that the column, or the labels of its codes, write."""
    labelled = (_number(label.code) for label in report.meaning.value_labels)
    of_labels = np.array([number for number in labelled if number is not None], np.float64)
    return np.concatenate([report.numbers.lower[_are_plain(report)], of_labels])


def _spellings(report: ColumnReport, numbers: Floats) -> dict[float, set[str]]:
    """All ways in which the column, or the labels of its codes, write each of the ``numbers``."""
    found: defaultdict[float, set[str]] = defaultdict(set)
    places = np.flatnonzero(_are_plain(report) & np.isin(report.numbers.lower, numbers))
    texts = report.trimmed.arrow.take(pa.array(places)).to_pylist()
    for number, text in zip(report.numbers.lower[places].tolist(), texts, strict=True):
        found[number].add(text)
    for label in report.meaning.value_labels:
        number = _number(label.code)
        if number is not None:
            found[number].add(label.code)
    return found


def _are_plain(report: ColumnReport) -> Flags:
    are_plain: Flags = report.is_present & (report.numbers.readings == Reading.PLAIN)
    return are_plain


def _with_missing_codes_of(column: ColumnReport, other: ColumnReport) -> ColumnReport:
    is_missing = _is_missing_there(column, other)
    if not is_missing.any():
        return column
    present = column.trimmed.arrow.filter(pa.array(column.is_present & ~is_missing))
    return replace(
        column,
        is_missing=frozen(column.is_missing | is_missing),
        is_user_missing=frozen(column.is_user_missing | is_missing),
        n_distinct=len(present.unique()),
    )


def _is_missing_there(column: ColumnReport, other: ColumnReport) -> Flags:
    """Present texts that are a code which ``other`` declares missing, by itself or in a range that it has cells in."""
    if column.meaning.missing or not other.meaning.missing:
        return np.zeros(len(column.trimmed), np.bool_)
    codes = {one.lowest for one in other.meaning.missing if one.lowest == one.highest}
    codes.update(other.trimmed[place] for place in np.flatnonzero(other.is_user_missing).tolist())
    numbers = [number for code in codes if (number := _number(code)) is not None]
    is_same_number = (column.numbers.readings == Reading.PLAIN) & np.isin(column.numbers.lower, numbers)
    found: Flags = column.is_present & (is_code(column.trimmed.arrow, sorted(codes)) | is_same_number)
    return found


def _number(code: str) -> float | None:
    try:
        return float(code)
    except ValueError:
        return None


def _respelt(name: str, before: ColumnReport, after: ColumnReport) -> Problem | None:
    if before is after:
        return None
    changed = np.asarray(pc.not_equal(before.trimmed.arrow, after.trimmed.arrow).to_numpy(zero_copy_only=False), bool)
    place = int(np.flatnonzero(changed)[0])
    what = tr("Codes that the files write differently were taken for the same, such as {text} for {code}.",
              text=quoted(before.trimmed[place]), code=quoted(after.trimmed[place]))  # fmt: skip
    remedy = tr("Make sure that both files use the same code list.")
    return Problem(what, name, remedy, Severity.NOTE, before.first_cells(changed), int(before.n_cells[changed].sum()))


def _declared_elsewhere(name: str, column: ColumnReport, other: ColumnReport, file: str) -> Problem | None:
    is_missing = _is_missing_there(column, other)
    if not is_missing.any():
        return None
    n = int(column.n_cells[is_missing].sum())
    code = quoted(column.trimmed[int(np.flatnonzero(is_missing)[0])])
    what = tr_count(
        "One cell of {file} holds a code that only the other file declares missing, {code}: it was taken for missing.",
        "{count} cells of {file} hold codes that only the other file declares missing, such as {code}: they were taken"
        " for missing.",
        n, file=file, code=code,
    )  # fmt: skip
    remedy = tr("Declare them missing in both files, so that nobody takes them for values.")
    return Problem(what, name, remedy, Severity.WARNING, column.first_cells(is_missing), n)
