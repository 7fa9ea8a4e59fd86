"""Columns get their names, from the first row or by their place, and the missing codes of the file are decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from permdesk.compute.arrays import frozen
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.column_meaning import NO_MEANING, ColumnMeaning
from permdesk.data.column_report import ColumnReport, report_column
from permdesk.data.doubtful_cells import doubtful_cells
from permdesk.data.missing import codes_that_occur, note_missing_codes
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_cells import Cells
from permdesk.data.table import Table
from permdesk.data.text_column import TextColumn, column_of
from permdesk.data.thousands import thousands_doubts
from permdesk.data.wording import listed
from permdesk.translation import tr


def name_columns(path: Path, sha256: str, cells: Cells, progress: Progress) -> Table | Problem:
    """Take names from the first row if there is a header. Repeated names, or no record, are a Problem.

    The stage is ``"columns"``, its units columns. Raises Cancelled.
    """
    dialect = cells.dialect
    has_header = dialect.has_header and not cells.meanings
    names = [_name(column, has_header, bool(cells.meanings)) for column in cells.columns]
    repeated = [name for name, n in Counter(names).items() if n > 1 and name.strip()]
    if repeated:
        what = tr("Several columns have the same name: {names}.", names=listed(repeated))
        return Problem(what, str(path), tr("Give every column a name of its own, or say that there is no header."))
    columns = tuple(
        _named(name, column, has_header) for name, column in zip(_filled(names), cells.columns, strict=True)
    )
    n_records = int(columns[0].codes.size)
    if not n_records:
        what = (
            tr("The file has names of columns and no record.")
            if cells.meanings
            else tr("The file has a header and no record.")
        )
        return Problem(what, str(path), tr("Choose a file that holds records, or say that there is no header."))
    problems = [*cells.problems, *doubtful_cells(path, columns, progress, not cells.all_names)]
    unnamed = [str(place) for place, name in enumerate(names, start=1) if not name.strip()]
    if has_header and unnamed:
        what = tr("Columns without a name: {places}; V and their place name them.", places=", ".join(unnamed))
        problems.append(Problem(what, path.name, tr("Name them in the file."), Severity.WARNING))
    if cells.is_detected and not has_header and not cells.meanings:
        what = tr("{reason} Columns are named by their place.", reason=cells.reasons.header)
        remedy = tr("Say that the first row holds names if it does.")
        problems.append(Problem(what, path.name, remedy, Severity.WARNING))
    if cells.is_detected:
        counts = codes_that_occur(columns, progress)
        dialect = replace(dialect, missing_codes=tuple(count.code for count in counts))
        problems.extend(note_missing_codes(path, counts, columns))
        problems.extend(thousands_doubts(path, columns, dialect, progress))
    reports = _reports(columns, cells.meanings or (NO_MEANING,) * len(columns), dialect, progress)
    all_names = tuple(_filled(cells.all_names))
    return Table(path, sha256, dialect, reports, n_records, tuple(problems), all_names)


def _name(column: TextColumn, has_header: bool, is_named: bool) -> str:
    if is_named:
        return column.name
    return column.cell(0) if has_header else ""


def _reports(
    columns: Sequence[TextColumn], meanings: Sequence[ColumnMeaning], dialect: Dialect, progress: Progress
) -> tuple[ColumnReport, ...]:
    reports: dict[int, ColumnReport] = {}

    def report(place: int, _: int) -> None:
        reports[place] = report_column(columns[place], dialect, progress, meanings[place])

    progress.begin("columns", len(columns))
    run_chunks(report, len(columns), 1, progress)
    return tuple(reports[place] for place in range(len(columns)))


def _filled(names: Sequence[str]) -> list[str]:
    """Names for the columns without one: V and their place, set apart from the names that exist."""
    filled: list[str] = []
    taken = set(names)
    for place, name in enumerate(names, start=1):
        new = name if name.strip() else f"V{place}"
        while not name.strip() and new in taken:
            new += "_"
        filled.append(new)
    return filled


def _named(name: str, column: TextColumn, has_header: bool) -> TextColumn:
    """The column under its name, without its header cell."""
    if not has_header:
        return TextColumn(name, column.codes, column.texts)
    codes = column.codes[1:]
    if np.any(codes == 0):
        return column_of(name, pa.chunked_array([column.texts.arrow.take(pa.array(codes))]))
    return TextColumn(name, frozen(codes - 1), column.texts[1:])
