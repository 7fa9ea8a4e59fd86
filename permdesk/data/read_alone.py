"""Files of statistical programs, Parquet and Feather are read in a process of its own, as damaged ones crash the
libraries that read them, or make them ask for all memory there is."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from permdesk.compute.arrays import frozen
from permdesk.compute.progress import Progress
from permdesk.data.file_content import FileContent
from permdesk.data.file_kind import FileKind
from permdesk.data.isolated import Failure, isolated
from permdesk.data.named_columns import NamedColumns
from permdesk.data.problem import Problem
from permdesk.data.text_column import TextColumn
from permdesk.translation import tr

OF_ARROW = (FileKind.PARQUET, FileKind.FEATHER)


def read_alone(
    content: FileContent, kind: FileKind, encoding: str, catalog: Path | None, only: Collection[str] | None,
    progress: Progress,
) -> NamedColumns | Problem:  # fmt: skip
    """What ``read_arrow`` or ``read_statistics`` reads; a Problem also where it crashes, hangs or takes all memory.

    Advances the progress by the size of the file. Raises Cancelled at once.
    """
    names = None if only is None else tuple(only)
    found = isolated(_read, (content, kind, encoding, catalog, names), len(content.data), progress)
    if isinstance(found, Failure):
        what = tr("The file is damaged: what reads such files could not cope with it.")
        remedy = tr("Save it anew in the program it comes from, or export the data as CSV (UTF-8).")
        return Problem(what, str(content.path), remedy)
    progress.advance(len(content.data))
    assert isinstance(found, NamedColumns | Problem)
    if isinstance(found, Problem):
        return found
    # Arrays lose their seal on the way.
    columns = tuple(TextColumn(column.name, frozen(column.codes), column.texts) for column in found.columns)
    return replace(found, columns=columns)


def _read(
    content: FileContent, kind: FileKind, encoding: str, catalog: Path | None, only: Collection[str] | None
) -> NamedColumns | Problem:
    # Their libraries load for half a second, which only this other process needs to wait.
    if kind in OF_ARROW:
        from permdesk.data.read_arrow import read_arrow

        return read_arrow(content, kind, only, Progress())
    from permdesk.data.read_statistics import read_statistics

    return read_statistics(content, kind, encoding, catalog, only, Progress())
