"""A file as read: text cells, nothing converted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import sealed
from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem


@dataclass(frozen=True, slots=True, eq=False)
class TextColumn:
    """The cells of one column: the text of record i is ``texts[codes[i]]``; texts are distinct, in order of first
    appearance, exactly as in the file."""

    name: str
    codes: NDArray[np.int32]
    texts: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", sealed(self.codes))

    def cell(self, record: int) -> str:
        """The text of a record, which counts from 0."""
        return self.texts[int(self.codes[record])]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One file: its columns in file order, how it was read, the SHA-256 of its bytes, and what was noticed."""

    path: Path
    sha256: str
    dialect: Dialect
    columns: tuple[TextColumn, ...]
    n_records: int
    problems: tuple[Problem, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> TextColumn:
        """The column of that name. Raises KeyError."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)
