"""The rows of a hierarchy in a text table, and what a reader makes of them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem

HEADING = re.compile(r"(?i)(child|parent|value|leaf|code|label|category|group|level[ _-]?[0-9]*)")
AT_A_TIME = 4096


@dataclass(frozen=True, slots=True)
class HierarchyRow:
    """One row: its line, which counts from 1, and its trimmed cells."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Chains:
    """Each value's generalizations, the nearest first, and what is doubtful about them."""

    chains: Mapping[str, tuple[str, ...]]
    problems: tuple[Problem, ...] = ()


def hierarchy_rows(lines: Iterable[str], separator: str, progress: Progress) -> tuple[HierarchyRow, ...]:
    """The rows that hold anything, without a heading such as ``child;parent``. Raises Cancelled."""
    rows = []
    reader = csv.reader(lines, delimiter=separator)
    try:
        for cells in reader:
            if reader.line_num % AT_A_TIME == 0:
                progress.check()
            trimmed = tuple(cell.strip() for cell in cells)
            if any(trimmed):
                rows.append(HierarchyRow(reader.line_num, trimmed))
    except csv.Error:
        return tuple(rows)  # a cell longer than the reader allows: no value of a category
    if rows and all(HEADING.fullmatch(cell) for cell in rows[0].cells):
        del rows[0]
    return tuple(rows)
