"""Titles and blank lines that stand before the header are told from a table by their single cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pyarrow as pa

MOST_SKIPPED = 30
# With two columns, a lone cell could as well be the header of a file whose row names have none.
FEWEST_COLUMNS = 3


def count_rows_before_header(rows: Sequence[Sequence[str]]) -> int:
    """How many of the first rows hold at most one cell while most rows of the table hold at least three."""
    sizes = [sum(1 for cell in row if cell.strip()) for row in rows]
    widths = Counter(len(row) for row, size in zip(rows, sizes, strict=True) if size > 1)
    if not widths or widths.most_common(1)[0][0] < FEWEST_COLUMNS:
        return 0
    first = next(i for i, size in enumerate(sizes) if size > 1)
    return first if first <= MOST_SKIPPED and first < len(rows) - 1 else 0


def without_lines(utf8: pa.Buffer, n_lines: int) -> pa.Buffer:
    """The text behind its first lines, empty if it has no more; not copied."""
    view, place = memoryview(utf8), 0
    for _ in range(n_lines):
        found = -1
        step = place
        while step < len(view) and found < 0:
            chunk = bytes(view[step : step + (1 << 16)])
            found = chunk.find(b"\n")
            step += len(chunk) if found < 0 else found + 1
        place = step
    return utf8.slice(place)
