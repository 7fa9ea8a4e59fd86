"""The queries of a search, as its kernels take them, and the places of their answers."""

from __future__ import annotations

from typing import NamedTuple

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.lanes import fetch_row_soon, fetch_soon, inlined_kernel


class Asked(NamedTuple):
    """All queries: their ranks, distances that bound theirs, and the places of their answers."""

    low: Ranks
    high: Ranks
    bound: Ranks
    distance: Ranks
    n_matches: Rows
    first_match: Rows


@inlined_kernel
def fetch_query_soon(asked: Asked, row: int) -> None:
    """Ask the memory for the ranks of a query and for the place of its answer, which lie anywhere."""
    fetch_ranks_soon(asked, row)
    fetch_soon(asked.bound, row)
    fetch_soon(asked.distance, row)
    fetch_soon(asked.n_matches, row)
    fetch_soon(asked.first_match, row)


@inlined_kernel
def fetch_ranks_soon(asked: Asked, row: int) -> None:
    """Ask the memory for the ranks of a query."""
    fetch_row_soon(asked.low, row)
    fetch_row_soon(asked.high, row)


@inlined_kernel
def answer(asked: Asked, row: int, best: int, n_found: int, first_row: int, n_records: int) -> None:
    """Write what was found for a query among ``n_records``. Where nothing was, a bound was wrong, or nothing is within
    reach: all are at the largest distance then."""
    if n_found == 0:
        best, n_found, first_row = n_records, n_records, 0
    asked.distance[row], asked.n_matches[row], asked.first_match[row] = best, n_found, first_row
