"""How attributes were read, for audit.json: counts and reasons, neither cells nor extremes."""

from __future__ import annotations

from dataclasses import dataclass

from permdesk.data.column_summary import ColumnSummary, MissingKind
from permdesk.data.file_pair import FilePair


@dataclass(frozen=True, slots=True)
class MissingEntry:
    """Cells without a value for one reason: the code or mark that they hold and what the file calls it, if anything."""

    kind: MissingKind
    code: str
    label: str
    n_cells: int


@dataclass(frozen=True, slots=True)
class ColumnEntry:
    """One file: cells read as numbers, ranges (``n_ranges`` of them) or dates, and words (``n_not_read``)."""

    n_read: int
    n_ranges: int
    n_not_read: int
    missing: list[MissingEntry]
    n_leading_zeros: int
    decimals: int
    n_distinct: int
    n_tied: int


@dataclass(frozen=True, slots=True)
class ReadingEntry:
    """Both files; ``n_outside`` cells of the release are beyond the original's range, ``n_new`` categories are only
    in the release and ``n_lost`` only in the original."""

    original: ColumnEntry
    anonymized: ColumnEntry
    n_outside: int
    n_new: int
    n_lost: int


def reading_entries(pair: FilePair) -> dict[str, ReadingEntry]:
    """By the names of attributes in X; empty for pairs that were not read from files."""
    reports = () if pair.report is None else pair.report.attributes
    return {
        one.name: ReadingEntry(_column(one.original), _column(one.anonymized), one.n_outside, one.n_new, one.n_lost)
        for one in reports
    }


def _column(summary: ColumnSummary) -> ColumnEntry:
    return ColumnEntry(
        n_read=summary.n_read,
        n_ranges=summary.n_ranges,
        n_not_read=summary.n_not_read,
        missing=[MissingEntry(one.kind, one.code, one.label, one.n_cells) for one in summary.missing],
        n_leading_zeros=summary.n_leading_zeros,
        decimals=summary.decimals,
        n_distinct=summary.n_distinct,
        n_tied=summary.n_tied,
    )
