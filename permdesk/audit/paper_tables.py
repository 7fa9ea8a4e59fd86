"""The tables of the paper's running example: what is printed, what an audit computes, and what is misprinted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
import numpy as np

from permdesk.audit.findings import Audit
from permdesk.audit.record_table import record_table
from permdesk.resources import resource_path
from permdesk.translation import tr

Row = tuple[float | str, ...]


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table as in print: every cell a text, with as many decimals as the paper gives."""

    number: int
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Printed:
    tables: tuple[PrintedTable, ...]


# By table, record and place in the row: what would be right, where print is not.
MISPRINTS = {
    (4, 2, 0): "2, 4",
    (4, 6, 4): "1738.89",
    (4, 8, 7): "14751.48",
    (4, 9, 7): "2612.38",
    (4, 10, 0): "13, 15",
    (4, 10, 7): "2257.38",
    (4, 11, 7): "3407.82",
    (4, 12, 7): "2952.80",
    (4, 13, 7): "1676.76",
    (4, 14, 7): "1313.97",
    (4, 15, 0): "10, 13, 15",
    (4, 15, 7): "2257.38",
    (4, 16, 7): "15949.39",
}


def misprint_note(place: int) -> str:
    """Why a place in a row of Table 4 differs from print."""
    if place == 0:
        return tr("Several records match equally well; one of them is printed.")
    if place == 4:
        return tr("A digit is misprinted.")
    return tr("The variances in parentheses of records 8 to 16 are printed two rows off.")


def printed_tables() -> tuple[PrintedTable, ...]:
    """Tables 1 to 7."""
    return msgspec.json.decode(resource_path("validation", "printed.json").read_bytes(), type=_Printed).tables


def computed_rows(audit: Audit, table: int) -> tuple[Row, ...]:
    """The rows of Table 1 to 6 from an audit of the running example, in the order of print."""
    return tuple({1: _table_1, 2: _table_2, 3: _table_3, 4: _table_4, 5: _table_5, 6: _table_6}[table](audit))


def _table_1(audit: Audit) -> Iterator[Row]:
    m = audit.mapping
    whole = np.hstack([m.original, m.ranks_original, m.anonymized, m.ranks_anonymized, m.values])
    return (tuple(row) for row in whole.tolist())


def _table_2(audit: Audit) -> Iterator[Row]:
    m = audit.mapping
    if m.own is None:
        raise ValueError("the running example is paired")
    noise = [values for j in range(len(audit.names)) if (values := m.noise(j)) is not None]
    residual = [m.residual_noise(j) for j in range(len(audit.names))]
    whole = np.column_stack([m.original, m.values, *residual, m.anonymized, *noise])
    return (tuple(row) for row in whole.tolist())


def _table_3(audit: Audit) -> Iterator[Row]:
    table = record_table(audit.distances, 2)
    m = audit.mapping
    whole = np.column_stack([m.anonymized, m.ranks_anonymized, table.deviations, table.maxima])
    return (tuple(row) for row in whole.tolist())


def _table_4(audit: Audit) -> Iterator[Row]:
    variances = np.hstack([audit.variances.at_d, audit.variances.at_own])
    for record, row in enumerate(variances.tolist()):
        table = record_table(audit.distances, record)
        yield (listed_rows(table.matches.tolist()), table.distance, *row)


def _table_5(audit: Audit) -> Iterator[Row]:
    for record in range(audit.n_original):
        table = record_table(audit.links, record)
        yield (record + 1, listed_rows(table.matches.tolist()), table.distance)


def _table_6(audit: Audit) -> Iterator[Row]:
    random = audit.random_match
    shares = zip(random.share_original.tolist(), random.share_random.tolist(), strict=True)
    known = list(enumerate(shares))
    known += [(distance, (0.0, 0.0)) for distance in range(len(known), 11)]
    return ((distance, *pair) for distance, pair in known)


def listed_rows(rows: list[int]) -> str:
    """Records as in print, from 1."""
    return ", ".join(str(row + 1) for row in rows)
