"""Cells of a column as texts, each distinct text once, in the memory of arrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from permdesk.compute.arrays import sealed

AT_A_TIME = 1 << 12


@dataclass(frozen=True, slots=True, eq=False)
class Texts(Sequence[str]):
    """Texts that nobody can change, in the memory of arrow: one becomes a Python string when it is asked for, as a
    million strings cost seconds and a hundred megabytes."""

    arrow: pa.StringArray

    @classmethod
    def of(cls, texts: Iterable[str]) -> Texts:
        """The same texts."""
        return cls(pa.array(texts, pa.string()))

    def __len__(self) -> int:
        return len(self.arrow)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Texts: ...
    def __getitem__(self, place: int | slice) -> str | Texts:
        if isinstance(place, slice):
            return Texts(self.arrow[place])
        text: str = self.arrow[place].as_py()
        return text

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), AT_A_TIME):
            yield from self.arrow.slice(start, AT_A_TIME).to_pylist()

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and bool(pc.index(self.arrow, text).as_py() >= 0)

    def index(self, text: str, start: int = 0, stop: int | None = None) -> int:
        """The first place of a text. Raises ValueError."""
        place: int = pc.index(self.arrow, text, start, len(self) if stop is None else stop).as_py()
        if place < 0:
            raise ValueError(text)
        return place


@dataclass(frozen=True, slots=True, eq=False)
class TextColumn:
    """The cells of one column: the text of record i is ``texts[codes[i]]``; texts are distinct, in order of first
    appearance, exactly as in the file."""

    name: str
    codes: NDArray[np.int32]
    texts: Texts

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", sealed(self.codes))

    def cell(self, record: int) -> str:
        """The text of a record, which counts from 0."""
        return self.texts[int(self.codes[record])]


def column_of(name: str, cells: pa.ChunkedArray | Iterable[str]) -> TextColumn:
    """The column that holds these cells, one for each record."""
    chunked = cells if isinstance(cells, pa.ChunkedArray) else pa.chunked_array([pa.array(cells, pa.string())])
    encoded = chunked.dictionary_encode().combine_chunks()
    codes = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int32, copy=False)
    return TextColumn(name, codes, Texts(encoded.dictionary))
