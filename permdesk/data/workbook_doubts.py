"""What the reader of workbooks does not tell of an xlsx sheet: cells that only look blank (errors such as #N/A,
formulas never calculated), hidden rows and columns, and a stray cell so far out that reading would take all memory."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from pathlib import Path
from xml.etree import ElementTree

from permdesk.data.problem import Problem, Severity
from permdesk.data.wording import quoted
from permdesk.translation import tr

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
PACKAGE = "{http://schemas.openxmlformats.org/package/2006/relationships}"
ERROR_CELL = re.compile(rb'<c\b[^>]*\bt="e"')
UNCALCULATED = re.compile(rb"<f\b[^>]*(?:/>|>[^<]*</f>)(?:<v\s*/>|<v></v>)?</c>")

# A width of nothing, or rows that a filter leaves out, are stored as hidden too.
HIDDEN = rb'\b[^>]*\bhidden="(?:1|true)"'
HIDDEN_ROW, HIDDEN_COLUMNS = (
    re.compile(rb"<row" + HIDDEN + rb"[^>]*(?<!/)>"),
    re.compile(rb"<col" + HIDDEN + rb"[^>]*>"),
)
FIRST_AND_LAST = re.compile(rb'\b(min|max)="([0-9]+)"')

DIMENSION = re.compile(rb'<dimension\b[^>]*\bref="(?:[A-Z]+[0-9]+:)?([A-Z]+)([0-9]+)"')
CELL = re.compile(rb'<c\b[^>]*\br="([A-Z]+)([0-9]+)"')
MOST_CELLS_OF_SHEET = 50_000_000
# Blank cells between the data and a stray cell cost as much memory and time as others.
MOST_CELLS_OF_SPARSE_SHEET, MOST_TIMES_SPARSER = 5_000_000, 50


def sheet_too_large(path: Path, data: bytes, sheet: str) -> Problem | None:
    """A sheet that spans more cells than can be held, blank ones included."""
    content = _sheet_xml(data, sheet)
    declared = DIMENSION.search(content[:4096])
    corners = [declared.groups()] if declared else CELL.findall(content)
    n_rows = max((int(row) for _, row in corners), default=0)
    n_columns = max((_column_number(column) for column, _ in corners), default=0)
    n_cells = n_rows * n_columns
    is_sparse = n_cells > MOST_CELLS_OF_SPARSE_SHEET and n_cells > MOST_TIMES_SPARSER * content.count(b"<c")
    if n_cells <= MOST_CELLS_OF_SHEET and not is_sparse:
        return None
    what = tr("The sheet {sheet} spans {n_rows} rows and {n_columns} columns, too many to be read.",
              sheet=quoted(sheet), n_rows=n_rows, n_columns=n_columns)  # fmt: skip
    remedy = tr("Delete the cell that stands far from the data, or export the data as CSV.")
    return Problem(what, str(path), remedy)


def workbook_doubts(path: Path, data: bytes, sheet: str) -> list[Problem]:
    """WARNINGs about one sheet; none for other kinds of workbook, whose inside is not looked at."""
    content = _sheet_xml(data, sheet)
    n_errors = sum(1 for _ in ERROR_CELL.finditer(content))
    n_uncalculated = sum(1 for _ in UNCALCULATED.finditer(content))
    doubts = []
    if n_errors:
        what = tr(
            "Cells of {sheet} that hold an error such as #N/A, read as blank: {n}.", sheet=quoted(sheet), n=n_errors
        )
        remedy = tr("Mend them in the workbook if they should have a value.")
        doubts.append(Problem(what, path.name, remedy, Severity.WARNING, n_cells=n_errors))
    if n_uncalculated:
        what = tr("Cells of {sheet} with a formula that was never calculated, read as blank: {n}.",
                  sheet=quoted(sheet), n=n_uncalculated)  # fmt: skip
        remedy = tr("Open the workbook in Excel and save it.")
        doubts.append(Problem(what, path.name, remedy, Severity.WARNING, n_cells=n_uncalculated))
    n_rows, columns = sum(1 for _ in HIDDEN_ROW.finditer(content)), _hidden_columns(content)
    if n_rows or columns:
        what = tr("{sheet} has hidden rows ({n_rows}) or columns ({n_columns}), read like the others.",
                  sheet=quoted(sheet), n_rows=n_rows, n_columns=columns)  # fmt: skip
        remedy = tr("Show them in the workbook and look whether they belong to the data; whoever opens it can.")
        doubts.append(Problem(what, path.name, remedy, Severity.WARNING))
    return doubts


def _hidden_columns(content: bytes) -> int:
    """How many columns that can hold data are hidden; a sheet may hide all the empty ones to its right."""
    hidden = HIDDEN_COLUMNS.findall(content)
    if not hidden:
        return 0
    used = max((_column_number(column) for column, _ in CELL.findall(content)), default=0)
    n = 0
    for column in hidden:
        ends = dict(FIRST_AND_LAST.findall(column))
        n += max(0, min(int(ends.get(b"max", 0)), used) - int(ends.get(b"min", 1)) + 1)
    return n


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number


def _sheet_xml(data: bytes, sheet: str) -> bytes:
    """The XML of a sheet of an xlsx workbook, empty where it cannot be found."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
            relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
            ids = {node.get("name"): node.get(f"{RELATION}id") for node in book.iter(f"{MAIN}sheet")}
            targets = {node.get("Id"): node.get("Target", "") for node in relations.iter(f"{PACKAGE}Relationship")}
            target = targets[ids[sheet]]
            return archive.read(target.removeprefix("/") if target.startswith("/") else f"xl/{target}")
    except (
        zipfile.BadZipFile,
        zlib.error,
        ElementTree.ParseError,
        KeyError,
        EOFError,
        OSError,
        ValueError,
        struct.error,
    ):
        return b""
    except (NotImplementedError, RuntimeError):  # packed in another way, or with a password
        return b""
