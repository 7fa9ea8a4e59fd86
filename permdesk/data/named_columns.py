"""Columns that the file, or its codebook, names and explains itself; no header row is among their cells."""

from __future__ import annotations

from dataclasses import dataclass

from permdesk.data.column_meaning import ColumnMeaning
from permdesk.data.problem import Problem
from permdesk.data.text_column import TextColumn


@dataclass(frozen=True, slots=True, eq=False)
class NamedColumns:
    """The columns, what each means, the encoding that they were read in, and what is doubtful about them.

    ``all_names`` are those of the file, where only some of its columns were read.
    """

    columns: tuple[TextColumn, ...]
    meanings: tuple[ColumnMeaning, ...]
    encoding: str = "utf-8"
    problems: tuple[Problem, ...] = ()
    all_names: tuple[str, ...] = ()
