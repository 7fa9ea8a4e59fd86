"""What the job of the reading dialog does: a file and a dialect in, what they would make of each other out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem

if TYPE_CHECKING:
    from permdesk.data.column_report import ColumnReport
    from permdesk.data.preview import Preview
    from permdesk.data.scale_changes import ReadingChange

SHOWN_ROWS = 50
SHOWN_LINES = 30
LONGEST_START = 1 << 17


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A file, and how it was read last: its dialect and the columns that are in memory, None and nothing where it could
    not be read. ``is_whole``: these are all columns of the file."""

    path: Path
    dialect: Dialect | None = None
    reports: tuple[ColumnReport, ...] = ()
    is_whole: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The first rows, the numbers of the whole file that would change, and, of a text, the first lines as they stand
    in the file."""

    preview: Preview
    changes: tuple[ReadingChange, ...] = ()
    lines: tuple[str, ...] = ()


def look(source: Source, dialect: Dialect | None, progress: Progress) -> Look | Problem:
    """Look at a file as a dialect would have it; None detects one."""
    from permdesk.data.preview import preview
    from permdesk.data.scale_changes import changes_of_marks, reading_changes

    seen = preview(source.path, dialect, SHOWN_ROWS, progress)
    if isinstance(seen, Problem):
        return seen
    changes: tuple[ReadingChange, ...] = ()
    if source.is_whole and source.dialect is not None and cuts_alike(seen.dialect, source.dialect):
        changes = reading_changes(source.reports, seen.dialect, progress)
    elif dialect is not None and seen.table is not None:
        changes = changes_of_marks(seen.table, source.dialect, progress)
    return Look(replace(seen, table=None), changes, first_lines(source.path, seen.dialect, progress))


def cuts_alike(first: Dialect, second: Dialect) -> bool:
    """Both cut the file into the same cells, and may only read these otherwise."""

    def cutting(dialect: Dialect) -> Dialect:
        return replace(
            dialect, decimal_mark=".", thousands_mark="", missing_codes=(), suppressed_codes=(), scale_confirmed=False
        )

    return cutting(first) == cutting(second)


def first_lines(path: Path, dialect: Dialect, progress: Progress) -> tuple[str, ...]:
    """The first lines of a text; none where it is no text or cannot be read."""
    from permdesk.data.encoding import decode
    from permdesk.data.file_content import read_content
    from permdesk.data.file_kind import FileKind, file_kind
    from permdesk.data.read_archive import unpacked

    content = read_content(path, progress)
    kind = content if isinstance(content, Problem) else file_kind(path, content.data)
    if isinstance(content, Problem) or isinstance(kind, Problem):
        return ()
    if kind in (FileKind.GZIP, FileKind.ZIP):
        inner = unpacked(content, kind, dialect.member, progress)
        if isinstance(inner, Problem):
            return ()
        content = inner[0]
        kind = file_kind(content.path, content.data)
    if kind is not FileKind.DELIMITED:
        return ()
    decoded = decode(content.path, content.data, dialect.encoding, progress)
    if isinstance(decoded, Problem):
        return ()
    return tuple(decoded.beginning(LONGEST_START).splitlines()[dialect.rows_to_skip :][:SHOWN_LINES])
