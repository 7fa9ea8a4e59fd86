"""A file becomes a Table of text cells: opened, recognized, decoded, cut into cells, named; or one clear Problem."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from permdesk.compute.progress import Progress
from permdesk.data.arrow_memory import give_back_memory
from permdesk.data.choices import Dialect
from permdesk.data.file_content import read_content
from permdesk.data.name_columns import name_columns
from permdesk.data.problem import Problem
from permdesk.data.read_cells import read_cells
from permdesk.data.table import Table


def read_table(
    path: Path, dialect: Dialect | None, progress: Progress, only: Collection[str] | None = None
) -> Table | Problem:
    """Read a file of any kind that is known. ``dialect`` None means: find out, which the Table's ``dialect`` and NOTEs
    tell. ``only`` names the columns whose cells are wanted: the cells of others may be lacking.

    The stages are ``"reading"``, its units bytes, ``"cells"`` (of a text) and ``"columns"``, whose units are columns.
    Raises Cancelled.
    """
    content = read_content(path, progress)
    if isinstance(content, Problem):
        return content
    cells = read_cells(content, dialect, progress, only)
    if isinstance(cells, Problem):
        return cells
    sha256 = content.sha256
    del content  # its bytes, which the cells no longer need
    table = name_columns(path, sha256, cells, progress)
    give_back_memory()
    return table
