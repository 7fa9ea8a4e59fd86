"""Matches of a record and intervals of ranks as cells."""

from __future__ import annotations

from permdesk.audit.findings import Distances
from permdesk.audit.record_table import record_table
from permdesk.report.blocks import Cell
from permdesk.translation import tr

MOST_LISTED = 10
MOST_COMPARISONS = 200_000_000


class MatchWriter:
    """Writes the rows that match an original record: all of them (Table 5) if there are few and comparing
    ``n_shown`` records with the whole target is quick, else the first and how many there are besides."""

    def __init__(self, distances: Distances, n_shown: int) -> None:
        self._distances = distances
        self._lists_all = distances.low.size * n_shown <= MOST_COMPARISONS

    def cell(self, record: int) -> Cell:
        n, first = int(self._distances.n_matches[record]), int(self._distances.first_match[record]) + 1
        if n == 1:
            return Cell(first)
        if not self._lists_all:
            return Cell(_with_more([first], n - 1))
        rows = [row + 1 for row in record_table(self._distances, record).matches[:MOST_LISTED].tolist()]
        return Cell(_with_more(rows, n - len(rows)))


def rank_cell(low: int, high: int, n: int) -> Cell:
    """The rank of a value among n, or the interval of ranks that equal values share; None where it has no rank."""
    if low < 1 or high > n:
        return Cell(None)
    return Cell(low) if low == high else Cell(f"{low}–{high}")


def _with_more(rows: list[int], n_more: int) -> str:
    listed = ", ".join(str(row) for row in rows)
    return tr("{rows} and {n} more", rows=listed, n=n_more) if n_more else listed
