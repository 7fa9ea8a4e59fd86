"""A file as read: text cells, nothing converted, and what the cells of each column are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from permdesk.data.choices import Dialect
from permdesk.data.column_report import ColumnReport
from permdesk.data.problem import Problem
from permdesk.data.rare_texts import NO_TEXTS
from permdesk.data.text_column import TextColumn, Texts


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One file: the columns whose cells are in memory, in file order, each interpreted by the dialect, the SHA-256 of
    the file's bytes, and what was noticed. ``all_names`` are those of the file; empty where all cells are there.
    ``let_go`` are the rare texts of columns whose cells were in memory once."""

    path: Path
    sha256: str
    dialect: Dialect
    reports: tuple[ColumnReport, ...]
    n_records: int
    problems: tuple[Problem, ...] = ()
    all_names: tuple[str, ...] = ()
    let_go: Texts = NO_TEXTS

    @property
    def columns(self) -> tuple[TextColumn, ...]:
        return tuple(report.column for report in self.reports)

    @property
    def names(self) -> tuple[str, ...]:
        """Of all columns of the file."""
        return self.all_names or tuple(report.name for report in self.reports)

    def holds(self, name: str) -> bool:
        """The cells of the column are in memory."""
        return any(report.name == name for report in self.reports)

    def report(self, name: str) -> ColumnReport:
        """The column of that name, interpreted. Raises KeyError, also where its cells are not in memory."""
        for report in self.reports:
            if report.name == name:
                return report
        raise KeyError(name)

    def column(self, name: str) -> TextColumn:
        """The cells of the column of that name. Raises KeyError."""
        return self.report(name).column
