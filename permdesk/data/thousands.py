"""Thousands marks in numbers: taken out where they were chosen, asked about where they were not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.numbers import holds, matches
from permdesk.data.problem import Cell, Problem, Severity
from permdesk.data.text_column import TextColumn
from permdesk.data.wording import quoted
from permdesk.translation import tr

MARKS = (",", ".", " ", "'", "\u2019", "\u00a0", "\u2009", "\u202f")
N_SAMPLES = 3
GROUPS = r"[+\-\x{{2212}}]?[1-9][0-9]{{0,2}}(?:{mark}[0-9]{{3}})+"
# What may stand before, between and behind the ends of a range such as [1.000, 2.000[ or >=1.000.
BEFORE, BETWEEN, BEHIND = (
    r"(?:[\[\](]|[<>≤≥]=?|=[<>])?\s*",
    r"\s*(?:[,;] ?|\.\.|[\-\x{2010}-\x{2015}])\s*",
    r"\s*[\[\])+]?",
)
MOST_GROUPS = 6


def without_thousands(cells: pa.StringArray, dialect: Dialect) -> pa.StringArray:
    """The cells, numbers in groups of three digits without the mark between the groups, also at the ends of ranges;
    0,435 is no such number."""
    mark = dialect.thousands_mark
    if not mark:
        return cells
    is_grouped = matches(cells, _pattern(mark, dialect.decimal_mark))
    cells = pc.if_else(pa.array(is_grouped), pc.replace_substring(cells, mark, ""), cells)
    has_mark = np.flatnonzero(holds(cells, mark))
    is_range = matches(cells.take(pa.array(has_mark)), _range_pattern(mark, dialect.decimal_mark))
    if not is_range.any():
        return cells
    places = np.zeros(len(cells), np.bool_)
    places[has_mark[is_range]] = True
    return pc.replace_with_mask(cells, pa.array(places), _joined(cells.filter(pa.array(places)), mark))


def thousands_doubts(
    path: Path, columns: Sequence[TextColumn], dialect: Dialect, progress: Progress
) -> tuple[Problem, ...]:
    """A WARNING for each column whose numbers could be a thousand times larger, or are read as words, because nobody
    chose a thousands mark. Raises Cancelled."""
    if dialect.thousands_mark:
        return ()
    decided = any(_has_decimals(column, dialect.decimal_mark, progress) for column in columns)
    problems = []
    for column in columns:
        progress.check()
        cells = pc.utf8_trim_whitespace(column.texts.arrow)
        for mark in MARKS:
            if mark == dialect.decimal_mark and decided:
                continue
            found = _ambiguous(path, column, cells, mark, dialect)
            if found:
                problems.append(found)
                break
    return tuple(problems)


def _has_decimals(column: TextColumn, decimal_mark: str, progress: Progress) -> bool:
    """Some number has a fraction that cannot be a group of thousands."""
    progress.check()
    mark = re.escape(decimal_mark)
    cells = pc.utf8_trim_whitespace(column.texts.arrow)
    is_fraction = matches(cells, rf"^[+-]?[0-9]*{mark}[0-9]+(?:[eE][+-]?[0-9]+)?$")
    return bool(np.any(is_fraction & ~matches(cells, f"^{GROUPS.format(mark=mark)}$")))


def _ambiguous(path: Path, column: TextColumn, cells: pa.StringArray, mark: str, dialect: Dialect) -> Problem | None:
    """``cells`` are the trimmed texts of the column."""
    has_mark = holds(cells, mark)
    if not has_mark.any():
        return None
    other = dialect.decimal_mark if mark != dialect.decimal_mark else ("," if mark == "." else ".")
    marked = cells.filter(pa.array(has_mark))
    if not (matches(marked, _pattern(mark, other)) | matches(marked, _range_pattern(mark, other))).all():
        return None
    records = np.flatnonzero(has_mark[column.codes])
    samples = tuple(Cell(int(r) + 1, column.name, column.cell(int(r))) for r in records[:N_SAMPLES])
    first = samples[0].text.strip()
    as_is = quoted(first.replace(mark, ".")) if mark == dialect.decimal_mark else tr("a word")
    if mark != dialect.decimal_mark and mark in ",." and first.count(mark) == 1 and other not in first:
        as_is = tr("a word, or {number} with a decimal comma or point", number=quoted(first.replace(mark, ".")))
    joined = _joined(pa.array([first]), mark)[0].as_py()
    as_thousands = quoted(joined.replace(other, ".") if re.match("[0-9]+.[0-9]*$", joined) else joined)
    what = tr(
        "Numbers of {name} such as {cell} can be read in two ways: {as_is}, as now, or {as_thousands}.",
        name=quoted(column.name), cell=quoted(first), as_is=as_is, as_thousands=as_thousands,
    )  # fmt: skip
    remedy = tr("Confirm the decimal mark, or choose {mark} as the thousands mark.", mark=quoted(mark))
    return Problem(what, path.name, remedy, Severity.WARNING, samples, records.size)


def _pattern(mark: str, decimal_mark: str) -> str:
    return rf"^{GROUPS.format(mark=re.escape(mark))}(?:{re.escape(decimal_mark)}[0-9]*)?$"


def _range_pattern(mark: str, decimal_mark: str) -> str:
    """Ranges at least one end of which is in groups."""
    fraction = rf"(?:{re.escape(decimal_mark)}[0-9]*)?"
    grouped = rf"{GROUPS.format(mark=re.escape(mark))}{fraction}"
    end = rf"(?:{grouped}|[+\-\x{{2212}}]?[0-9]{{1,3}}{fraction})"
    inside = rf"(?:{grouped}(?:{BETWEEN}{end})?|{end}{BETWEEN}{grouped})"
    return f"^{BEFORE}{inside}{BEHIND}$"


def _joined(cells: pa.StringArray, mark: str) -> pa.StringArray:
    """Without the mark between a digit and three others, which a search that goes on behind them finds by turns."""
    for _ in range(MOST_GROUPS):
        cells = pc.replace_substring_regex(cells, rf"([0-9]){re.escape(mark)}([0-9]{{3}})", r"\1\2")
    return cells
