"""Texts that only one original record holds, or two: whoever reads one in public knows whose it is."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.data.column_report import ColumnReport
from permdesk.data.few_holders import FEWEST_HOLDERS, SHORTEST_TEXT
from permdesk.data.numbers import Reading
from permdesk.data.text_column import Texts

NO_TEXTS = Texts.of(())


def rare_texts(columns: Iterable[ColumnReport]) -> Texts:
    """What fewer than FEWEST_HOLDERS records hold in one of these columns, in small letters, each once: neither
    numbers nor what is shorter than SHORTEST_TEXT and looks like any word."""
    return together(*(_of_column(column) for column in columns))


def together(*parts: Texts) -> Texts:
    """The texts of all parts, each once."""
    return Texts(pa.chunked_array([part.arrow for part in parts], pa.string()).unique())


def _of_column(column: ColumnReport) -> Texts:
    is_text = column.is_present & (column.numbers.readings == Reading.TEXT)
    places = np.flatnonzero(is_text)
    if not places.size:
        return NO_TEXTS
    texts = pc.utf8_lower(column.trimmed.arrow.take(pa.array(places)))
    held = pa.table({"text": texts, "n": pa.array(column.n_cells[places])}).group_by("text").aggregate([("n", "sum")])
    is_rare = pc.and_(
        pc.less(held["n_sum"], FEWEST_HOLDERS), pc.greater_equal(pc.utf8_length(held["text"]), SHORTEST_TEXT)
    )
    return Texts(held.filter(is_rare)["text"].combine_chunks())
