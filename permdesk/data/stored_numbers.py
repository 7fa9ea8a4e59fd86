"""Numbers of a binary file become texts: the shortest that is exactly the number, whole numbers without a point."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.arrays import Floats
from permdesk.data.text_column import TextColumn, column_of

# Beyond 2**53 a float no longer tells neighbouring whole numbers apart.
LARGEST_WHOLE = 2.0**53


def number_texts(numbers: Floats, is_single: bool = False) -> pa.StringArray:
    """One text for each number, blank for nan. ``is_single``: kept with 32 bits, so that 3.14 is not
    3.140000104904175."""
    is_whole = np.isfinite(numbers) & (numbers == np.round(numbers)) & (np.abs(numbers) < LARGEST_WHOLE)
    whole = pa.array(np.where(is_whole, numbers, 0).astype(np.int64)).cast(pa.string())
    other = pa.array(numbers.astype(np.float32) if is_single else numbers).cast(pa.string())
    texts = pc.if_else(pa.array(is_whole), whole, other)
    return pc.if_else(pa.array(np.isnan(numbers)), "", texts)


def spread(name: str, texts: pa.StringArray, places: Any) -> TextColumn:
    """The column whose record i holds ``texts[places[i]]``."""
    return column_of(name, pa.chunked_array([texts.take(pa.array(places))]))
