"""Slices of long columns that stay in the processor's cache while they are counted."""

from __future__ import annotations

from collections.abc import Iterator

VALUES = 1 << 14


def cache_slices(n: int) -> Iterator[slice]:
    """Consecutive slices of n items. What is made of one fits into the cache, and into memory that the last one left:
    whole columns would take fresh memory for every step."""
    for start in range(0, n, VALUES):
        yield slice(start, min(start + VALUES, n))
