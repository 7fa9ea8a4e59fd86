"""A column on its way into a file: its cells, what they are, and the labels that go with them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from permdesk.compute.arrays import Flags, Floats, frozen, sealed
from permdesk.data.column_meaning import MissingRange, ValueLabel
from permdesk.data.text_column import TextColumn, column_of


class OutputKind(Enum):
    """What a format that tells kinds apart stores. Amounts of DATE are days since 1970-01-01, of MOMENT seconds since
    then, of TIME seconds since midnight."""

    NUMBER = "number"
    TEXT = "text"
    DATE = "date"
    MOMENT = "moment"
    TIME = "time"


@dataclass(frozen=True, slots=True, eq=False)
class OutputColumn:
    """Arrays have one element for each distinct text of ``column``.

    ``amounts`` are the numbers (or days, or seconds) to store, nan where ``is_missing`` or where the kind is TEXT.
    ``is_missing`` marks cells without a value, which a format that tells kinds apart stores as its missing value.
    ``title`` is the attribute's label, ``labels`` and ``missing`` are about values as the cells are written.
    """

    column: TextColumn
    kind: OutputKind
    amounts: Floats
    is_missing: Flags
    title: str = ""
    labels: tuple[ValueLabel, ...] = ()
    missing: tuple[MissingRange, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "amounts", sealed(self.amounts))
        object.__setattr__(self, "is_missing", sealed(self.is_missing))

    @property
    def name(self) -> str:
        return self.column.name

    @property
    def n_records(self) -> int:
        return int(self.column.codes.size)

    @property
    def numbers(self) -> Floats:
        """The amount of each record."""
        return self.amounts[self.column.codes]

    @property
    def stored_texts(self) -> list[str]:
        """Each distinct text as a format stores it that tells kinds apart: nothing where missing."""
        pairs = zip(self.column.texts, self.is_missing.tolist(), strict=True)
        return ["" if is_missing else text for text, is_missing in pairs]


def text_output(name: str, cells: pa.ChunkedArray | list[str]) -> OutputColumn:
    """A column of texts, one for each record; empty ones are missing."""
    column = column_of(name, cells)
    is_missing = np.asarray(pc.equal(column.texts.arrow, "").to_numpy(zero_copy_only=False), bool)
    return OutputColumn(column, OutputKind.TEXT, frozen(np.full(len(column.texts), np.nan)), frozen(is_missing))


def number_output(name: str, values: NDArray[np.float64] | NDArray[np.int64] | NDArray[np.int32]) -> OutputColumn:
    """A column of numbers, one for each record, nan where there is none; whole numbers without a decimal point."""
    cells = pa.array(values, mask=np.isnan(values))
    texts = pc.fill_null(pc.cast(cells, pa.string()), "")
    column = column_of(name, pa.chunked_array([texts]))
    is_missing = np.asarray(pc.equal(column.texts.arrow, "").to_numpy(zero_copy_only=False), bool)
    present = pc.if_else(pa.array(is_missing), None, column.texts.arrow)
    amounts = pc.cast(present, pa.float64()).to_numpy(zero_copy_only=False)
    return OutputColumn(column, OutputKind.NUMBER, frozen(amounts), frozen(is_missing))


def flag_output(name: str, values: Flags | None, n_records: int) -> OutputColumn:
    """A column of 1 and 0, empty where nothing is known."""
    return number_output(name, np.full(n_records, np.nan) if values is None else values.astype(np.int64))
