"""Columns and files to try measures on: many ties, missing values, decimals that binary cannot hold, ranges."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

# 0.3 - 0.2 and 0.4 - 0.3 differ in binary, so tenths show whether equal distances are seen as equal.
TENTHS = st.integers(-9, 9).map(lambda tenths: tenths / 10)
WIDE = st.sampled_from([0.0, -0.0, 1.0, -1.0, 1e300, -1e300, 1e-300, -1e-300, 5e-324, 1e9, 1e9 + 1e-3])
NUMBERS = TENTHS | st.integers(-3, 3).map(float)
CELLS = NUMBERS | st.just(np.nan)


@st.composite
def columns(draw, cells=CELLS, least=1, most=9):
    """(lower, upper) of a column without generalized values."""
    values = np.array(draw(st.lists(cells, min_size=least, max_size=most)))
    return values, values.copy()


@st.composite
def generalized_columns(draw, least=1, most=9):
    """(lower, upper) of a column in which some values are ranges."""
    lower, _ = draw(columns(least=least, most=most))
    width = np.array(draw(st.lists(st.integers(0, 8), min_size=lower.size, max_size=lower.size)))
    # Rounded to tenths, so that a bound is the same number as the plain value beside it.
    return lower, np.round(lower + np.maximum(width - 3, 0) / 10, 1)


@st.composite
def files(draw, cells=CELLS, n=None, m=None, most=7):
    """Rows of a file as an array (n, m)."""
    n = n or draw(st.integers(2, most))
    m = m or draw(st.integers(1, 3))
    return np.array(draw(st.lists(st.lists(cells, min_size=m, max_size=m), min_size=n, max_size=n)))


@st.composite
def two_files(draw, cells=CELLS, most=7, same_size=False):
    """An original and a release with the same attributes; sizes differ unless asked not to."""
    m = draw(st.integers(1, 3))
    x = draw(files(cells, m=m, most=most))
    y = draw(files(cells, m=m, n=len(x) if same_size else None, most=most))
    return x, y
