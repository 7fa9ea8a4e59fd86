"""The queries of a search, as its kernels take them, and the places of their answers."""

from __future__ import annotations

from typing import NamedTuple

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.lanes import fetch_row_soon, fetch_soon, inlined_kernel


class Asked(NamedTuple):
    """All queries: their ranks, distances that bound theirs, and the places of their answers. Where none has more than
    one rank in an attribute, they ``have_one_rank``, and ``high`` is ``low``, even of wildcards."""

    low: Ranks
    high: Ranks
    bound: Ranks
    distance: Ranks
    n_matches: Rows
    first_match: Rows
    have_one_rank: bool


@inlined_kernel
def fetch_query_soon(asked: Asked, row: int) -> None:
    """Ask the memory for a query and for the place of its answer, which lie anywhere."""
    fetch_question_soon(asked, row)
    fetch_soon(asked.distance, row)
    fetch_soon(asked.n_matches, row)
    fetch_soon(asked.first_match, row)


@inlined_kernel
def fetch_question_soon(asked: Asked, row: int) -> None:
    """Ask the memory for the ranks of a query and for what bounds its distance."""
    fetch_row_soon(asked.low, row)
    if not asked.have_one_rank:
        fetch_row_soon(asked.high, row)
    fetch_soon(asked.bound, row)


@inlined_kernel
def answer(asked: Asked, row: int, best: int, n_found: int, first_row: int, n_records: int) -> None:
    """Write what was found for a query among ``n_records``. Where nothing was, a bound was wrong, or nothing is within
    reach: all are at the largest distance then."""
    if n_found == 0:
        best, n_found, first_row = n_records, n_records, 0
    asked.distance[row], asked.n_matches[row], asked.first_match[row] = best, n_found, first_row
