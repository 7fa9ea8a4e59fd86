"""The content of a file becomes columns of text cells, whatever kind of file it is."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial

from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.data.choices import Dialect
from permdesk.data.column_meaning import ColumnMeaning
from permdesk.data.detect_dialect import SAMPLE_ROWS, DialectReasons, find_header
from permdesk.data.file_content import FileContent
from permdesk.data.file_kind import FileKind, file_kind
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_alone import read_alone
from permdesk.data.read_archive import unpacked
from permdesk.data.read_text import read_text
from permdesk.data.read_workbook import choose_sheet, hidden_sheets, open_workbook, read_sheet
from permdesk.data.sas_catalog import catalog_of, note_other_catalogs
from permdesk.data.sheet_doubts import merged_cells, numbers_as_text
from permdesk.data.text_column import TextColumn
from permdesk.data.wording import listed, quoted
from permdesk.data.workbook_doubts import workbook_doubts
from permdesk.translation import tr


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """All rows of a file, the header (if any) still the first of them; every column has at least one cell.

    ``is_detected``: nobody chose the dialect, so its missing codes are still to be found. ``sheets``: of a workbook.
    ``meanings``: one for each column, where the file or a codebook names the columns; there is no header row then.
    ``all_names``: those of the file, where only some of its columns were read.
    """

    columns: tuple[TextColumn, ...]
    dialect: Dialect
    is_detected: bool
    reasons: DialectReasons
    sheets: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    meanings: tuple[ColumnMeaning, ...] = ()
    all_names: tuple[str, ...] = ()


def read_cells(
    content: FileContent, chosen: Dialect | None, progress: Progress, only: Collection[str] | None = None
) -> Cells | Problem:
    """Cut a file into cells by the chosen dialect, or by the one found out where that is None.

    ``only`` names the columns that are wanted; others may be left out, of formats that allow it.
    """
    kind = file_kind(content.path, content.data)
    if isinstance(kind, Problem):
        return kind
    if kind in (FileKind.GZIP, FileKind.ZIP):
        return _cells_of_archive(content, kind, chosen, progress, only)
    if kind is FileKind.WORKBOOK:
        return _cells_of_workbook(content, chosen, progress)
    if kind is FileKind.DELIMITED:
        text = read_text(content, chosen, only, progress)
        if isinstance(text, Problem):
            return text
        return Cells(
            text.columns,
            text.dialect,
            is_detected=chosen is None,
            reasons=text.reasons,
            problems=text.problems,
            meanings=text.meanings,
            all_names=text.all_names,
        )
    return _cells_of_named(content, kind, chosen, progress, only)


def _cells_of_archive(
    content: FileContent, kind: FileKind, chosen: Dialect | None, progress: Progress, only: Collection[str] | None
) -> Cells | Problem:
    inside = unpacked(content, kind, chosen.member if chosen else "", progress)
    if isinstance(inside, Problem):
        return inside
    inner, member = inside
    if file_kind(inner.path, inner.data) in (FileKind.GZIP, FileKind.ZIP):
        what = tr("The archive holds another archive.")
        return Problem(what, str(content.path), tr("Unpack it and open the file inside."))
    progress.begin("reading", 2 * len(inner.data))
    progress.advance(len(inner.data))
    cells = read_cells(inner, chosen, progress, only)
    if isinstance(cells, Problem):
        return replace(cells, where=str(content.path))
    return replace(cells, dialect=replace(cells.dialect, member=member))


def _cells_of_named(
    content: FileContent, kind: FileKind, chosen: Dialect | None, progress: Progress, only: Collection[str] | None
) -> Cells | Problem:
    """The cells of a format that names its columns itself."""
    dialect = replace(chosen or Dialect(), decimal_mark=".", thousands_mark="", has_header=True)
    codebook = ""
    notes: tuple[Problem, ...] = ()
    if kind in (FileKind.PARQUET, FileKind.FEATHER):
        named = read_alone(content, kind, "", None, only, progress)
    else:
        catalog = catalog_of(content.path, dialect.codebook) if kind is FileKind.SAS else None
        codebook = dialect.codebook or (catalog.name if catalog else "")
        notes = note_other_catalogs(content.path, catalog) if kind is FileKind.SAS else ()
        encoding = "" if dialect.encoding == Dialect().encoding else dialect.encoding
        named = read_alone(content, kind, encoding, catalog, only, progress)
    if isinstance(named, Problem):
        return named
    dialect = replace(dialect, encoding=named.encoding, codebook=codebook)
    return Cells(
        named.columns,
        dialect,
        is_detected=chosen is None,
        reasons=DialectReasons(
            encoding=tr("The file says its encoding itself."), header=tr("The file names its columns.")
        ),
        problems=(*named.problems, *notes),
        meanings=named.meanings,
        all_names=named.all_names,
    )


def _cells_of_workbook(content: FileContent, chosen: Dialect | None, progress: Progress) -> Cells | Problem:
    path = content.path
    workbook = wait_for(partial(open_workbook, path, content.data), progress)
    if isinstance(workbook, Problem):
        return workbook
    name = chosen.sheet if chosen else ""
    sheet = wait_for(partial(choose_sheet, path, content.data, workbook, name), progress)
    if isinstance(sheet, Problem):
        return sheet
    read = read_sheet(path, sheet, chosen.rows_to_skip if chosen else None, len(content.data), progress)
    if isinstance(read, Problem):
        return read
    columns, skipped = read.columns, read.rows_to_skip
    sheets = tuple(workbook.sheet_names)
    problems = wait_for(partial(workbook_doubts, path, content.data, sheet.name), progress)
    if len(sheets) > 1 and not chosen:
        what = tr("The workbook has several sheets, of which {sheet} was read.", sheet=quoted(sheet.name))
        problems.append(Problem(what, path.name, tr("Choose another sheet if it is the wrong one."), Severity.NOTE))
    hidden = hidden_sheets(workbook)
    if hidden:
        what = tr("The workbook has hidden sheets: {names}. Whoever opens it can show them.", names=listed(hidden))
        remedy = tr("Delete them before the file is published, unless they hold nothing that it does not.")
        problems.append(Problem(what, path.name, remedy, Severity.WARNING))
    if skipped and not chosen:
        what = tr("Rows before the header that were skipped: {n}.", n=skipped)
        problems.append(Problem(what, path.name, tr("Look whether a record was among them."), Severity.NOTE))
    if chosen:
        dialect, reasons = replace(chosen, decimal_mark=".", sheet=sheet.name), DialectReasons()
    else:
        has_header, reason = find_header(first_rows(columns, SAMPLE_ROWS))
        reasons = DialectReasons(header=reason)
        dialect = Dialect(has_header=has_header, sheet=sheet.name, rows_to_skip=skipped)
    first_row = (sheet.start or (0, 0))[0] + skipped
    problems.extend(merged_cells(path.name, sheet.merged_cell_ranges, first_row))
    problems.extend(wait_for(partial(numbers_as_text, path.name, read.stored, dialect.has_header), progress))
    return Cells(columns, dialect, chosen is None, reasons, sheets=sheets, problems=tuple(problems))


def first_rows(columns: tuple[TextColumn, ...], n_rows: int) -> tuple[tuple[str, ...], ...]:
    """The texts of the first rows."""
    n = min(n_rows, columns[0].codes.size)
    return tuple(tuple(column.cell(row) for column in columns) for row in range(n))
