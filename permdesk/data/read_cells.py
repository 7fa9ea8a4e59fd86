"""The content of a file becomes unnamed columns of text cells, whatever kind of file it is."""

from __future__ import annotations

from dataclasses import dataclass, replace

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.detect_dialect import SAMPLE_ROWS, DialectReasons, detect_dialect, find_header
from permdesk.data.encoding import decode
from permdesk.data.file_content import FileContent
from permdesk.data.file_kind import FileKind, file_kind
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_delimited import dialect_problem, read_delimited
from permdesk.data.read_workbook import choose_sheet, open_workbook, read_sheet
from permdesk.data.text_column import TextColumn
from permdesk.data.wording import quoted
from permdesk.data.workbook_doubts import workbook_doubts
from permdesk.translation import tr


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """All rows of a file, the header (if any) still the first of them; every column has at least one cell.

    ``is_detected``: nobody chose the dialect, so its missing codes are still to be found. ``sheets``: of a workbook.
    """

    columns: tuple[TextColumn, ...]
    dialect: Dialect
    is_detected: bool
    reasons: DialectReasons
    sheets: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_cells(content: FileContent, chosen: Dialect | None, progress: Progress) -> Cells | Problem:
    """Cut a file into cells by the chosen dialect, or by the one found out where that is None."""
    kind = file_kind(content.path, content.data)
    if isinstance(kind, Problem):
        return kind
    if kind is FileKind.WORKBOOK:
        return _cells_of_workbook(content, chosen, progress)
    return _cells_of_text(content, chosen, progress)


def _cells_of_text(content: FileContent, chosen: Dialect | None, progress: Progress) -> Cells | Problem:
    path = content.path
    wrong = dialect_problem(path, chosen) if chosen else None
    if wrong:
        return wrong
    decoded = decode(path, content.data, chosen.encoding if chosen else None, progress)
    if isinstance(decoded, Problem):
        return decoded
    if decoded.is_blank:
        return Problem(tr("The file holds nothing but blanks."), str(path), tr("Choose a file that holds records."))
    detected = None if chosen else detect_dialect(decoded)
    dialect = chosen or (detected.dialect if detected else Dialect())
    cut = read_delimited(path, decoded, dialect, progress)
    if isinstance(cut, Problem):
        return cut
    problems = list(cut.problems)
    if decoded.is_guess:
        what = tr("{reason} Letters beyond ASCII may be wrong.", reason=decoded.reason)
        remedy = tr("Look at names with accents, and choose another encoding if they are wrong.")
        problems.append(Problem(what, path.name, remedy, Severity.WARNING))
    reasons = detected.reasons if detected else DialectReasons()
    if detected and len(cut.columns) == 1:
        remedy = tr("Choose the separator, or export the data anew as CSV if their columns have a fixed width.")
        problems.append(Problem(reasons.separator, path.name, remedy, Severity.WARNING))
    return Cells(cut.columns, dialect, chosen is None, reasons, problems=tuple(problems))


def _cells_of_workbook(content: FileContent, chosen: Dialect | None, progress: Progress) -> Cells | Problem:
    path = content.path
    workbook = open_workbook(path, content.data)
    if isinstance(workbook, Problem):
        return workbook
    sheet = choose_sheet(path, content.data, workbook, chosen.sheet if chosen else "")
    if isinstance(sheet, Problem):
        return sheet
    columns = read_sheet(path, sheet, len(content.data), progress)
    if isinstance(columns, Problem):
        return columns
    sheets = tuple(workbook.sheet_names)
    problems = workbook_doubts(path, content.data, sheet.name)
    if len(sheets) > 1 and not chosen:
        what = tr("The workbook has several sheets, of which {sheet} was read.", sheet=quoted(sheet.name))
        problems.append(Problem(what, path.name, tr("Choose another sheet if it is the wrong one."), Severity.NOTE))
    if chosen:
        dialect = replace(chosen, decimal_mark=".", sheet=sheet.name)
        return Cells(
            columns, dialect, is_detected=False, reasons=DialectReasons(), sheets=sheets, problems=tuple(problems)
        )
    has_header, reason = find_header(first_rows(columns, SAMPLE_ROWS))
    reasons = DialectReasons(header=reason)
    dialect = Dialect(has_header=has_header, sheet=sheet.name)
    return Cells(columns, dialect, is_detected=True, reasons=reasons, sheets=sheets, problems=tuple(problems))


def first_rows(columns: tuple[TextColumn, ...], n_rows: int) -> tuple[tuple[str, ...], ...]:
    """The texts of the first rows."""
    n = min(n_rows, columns[0].codes.size)
    return tuple(tuple(column.cell(row) for column in columns) for row in range(n))
