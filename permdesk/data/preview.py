"""The first rows of a file as they would be read, with the reasons: what the officer sees before she decides."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.column_meaning import ColumnMeaning
from permdesk.data.detect_dialect import SAMPLE_BYTES, Detected, DialectReasons, detect_dialect, sample_rows
from permdesk.data.encoding import decode
from permdesk.data.file_content import FileContent, read_content
from permdesk.data.file_kind import FileKind, file_kind
from permdesk.data.name_columns import name_columns
from permdesk.data.problem import Problem
from permdesk.data.read_archive import members, unpacked
from permdesk.data.read_cells import first_rows, read_cells
from permdesk.data.read_delimited import dialect_problem
from permdesk.data.table import Table
from permdesk.translation import tr


@dataclass(frozen=True, slots=True)
class Preview:
    """The dialect used and why, and the first rows, cells exactly as in the file.

    ``header`` is empty where the dialect says that there is none. Rows may be ragged where the file is; then, and
    wherever else the file cannot be read, ``problems`` holds the one ERROR. ``sheets`` are those of a workbook,
    ``members`` the files of an archive, ``meanings`` one for each column of a file or codebook that has any. ``table``
    is the whole file, where it can be read.
    """

    path: Path
    dialect: Dialect
    reasons: DialectReasons
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sheets: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    meanings: tuple[ColumnMeaning, ...] = ()
    table: Table | None = None


def preview(
    path: Path, dialect: Dialect | None, n_rows: int = 50, progress: Progress | None = None
) -> Preview | Problem:
    """Read as ``read_table`` would; where a text cannot be cut evenly, show its rows as they come.

    A Problem only where there are no rows to show. Reads the whole file: a missing code may come late. Raises
    Cancelled.
    """
    progress = progress or Progress()
    content = read_content(path, progress)
    if isinstance(content, Problem):
        return content
    cells = read_cells(content, dialect, progress)
    inside = _members(content)
    if isinstance(cells, Problem):
        if len(inside) > 1 and not (dialect and dialect.member):
            return Preview(path, dialect or Dialect(), DialectReasons(), (), (), problems=(cells,), members=inside)
        return _preview_of_text(content, dialect, n_rows, cells)
    table = name_columns(path, content.sha256, cells, progress)
    has_header = cells.dialect.has_header and not cells.meanings
    rows = first_rows(cells.columns, n_rows + has_header)
    names = tuple(column.name for column in cells.columns) if cells.meanings else ()
    return Preview(
        path=path,
        dialect=cells.dialect if isinstance(table, Problem) else table.dialect,
        reasons=cells.reasons,
        header=rows[0] if has_header else names,
        rows=rows[has_header:],
        sheets=cells.sheets,
        problems=(table,) if isinstance(table, Problem) else table.problems,
        members=inside,
        meanings=cells.meanings,
        table=None if isinstance(table, Problem) else table,
    )


def preview_lines(path: Path, n: int, dialect: Dialect | None = None) -> tuple[str, ...] | Problem:
    """The first lines of a text as they stand in the file, for columns to be marked in; those of the file in an archive
    that the dialect names."""
    progress = Progress()
    content = read_content(path, progress)
    if isinstance(content, Problem):
        return content
    kind = file_kind(path, content.data)
    if kind in (FileKind.GZIP, FileKind.ZIP) and not isinstance(kind, Problem):
        inside = unpacked(content, kind, dialect.member if dialect else "", progress)
        if isinstance(inside, Problem):
            return inside
        content = inside[0]
        kind = file_kind(content.path, content.data)
    if isinstance(kind, Problem):
        return kind
    if kind is not FileKind.DELIMITED:
        return Problem(tr("The file is no text."), str(path), tr("Its columns need not be marked."))
    decoded = decode(path, content.data, dialect.encoding if dialect else None, progress)
    if isinstance(decoded, Problem):
        return decoded
    return tuple(line.rstrip("\r\n") for line in islice(decoded.lines(), n))


def _members(content: FileContent) -> tuple[str, ...]:
    if file_kind(content.path, content.data) is not FileKind.ZIP:
        return ()
    found = members(content.path, content.data)
    return () if isinstance(found, Problem) else found


def _preview_of_text(content: FileContent, chosen: Dialect | None, n_rows: int, refusal: Problem) -> Preview | Problem:
    """The rows of a text that ``read_cells`` refused, ragged as they are; the refusal itself if there are none."""
    path = content.path
    if file_kind(path, content.data) is not FileKind.DELIMITED or (chosen and dialect_problem(path, chosen)):
        return refusal
    decoded = decode(path, content.data, chosen.encoding if chosen else None, Progress())
    if isinstance(decoded, Problem) or decoded.is_blank:
        return refusal
    detected = detect_dialect(decoded) if chosen is None else Detected(chosen, DialectReasons())
    dialect, text = detected.dialect, decoded.beginning(SAMPLE_BYTES)
    rows = [tuple(row) for row in sample_rows(text, dialect.separator, dialect.quote, n_rows + 1)]
    return Preview(
        path=path,
        dialect=dialect,
        reasons=detected.reasons,
        header=rows[0] if dialect.has_header else (),
        rows=tuple(rows[dialect.has_header :][:n_rows]),
        problems=(refusal,),
    )
