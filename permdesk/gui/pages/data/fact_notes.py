"""How the figures of the attribute table are computed, from the facts of a column; None where there is no column."""

from __future__ import annotations

from permdesk.gui import numbers
from permdesk.gui.column_facts import ColumnFacts
from permdesk.gui.pages.data.attribute_rows import AttributeRow
from permdesk.report.derivations.columns_of_files import Cells, counted_cells, distinct_values
from permdesk.report.derivations.derivation import Derivation


def distinct_x(row: AttributeRow, shown: str) -> Derivation | None:
    return _distinct(row.original, "X", shown)


def distinct_y(row: AttributeRow, shown: str) -> Derivation | None:
    return _distinct(row.anonymized, "Y", shown)


def missing_x(row: AttributeRow, shown: str) -> Derivation | None:
    return _counted(Cells.MISSING, row.original, "X", shown)


def missing_y(row: AttributeRow, shown: str) -> Derivation | None:
    return _counted(Cells.MISSING, row.anonymized, "Y", shown)


def suppressed_y(row: AttributeRow, shown: str) -> Derivation | None:
    return _counted(Cells.SUPPRESSED, row.anonymized, "Y", shown)


def tied_y(row: AttributeRow, shown: str) -> Derivation | None:
    return _counted(Cells.TIED, row.anonymized, "Y", shown)


def _distinct(facts: ColumnFacts | None, file: str, shown: str) -> Derivation | None:
    if facts is None:
        return None
    n_present = facts.n_records - facts.n_missing - facts.n_suppressed
    return distinct_values(facts.name, file, facts.n_distinct, n_present, shown, numbers)


def _counted(counted: Cells, facts: ColumnFacts | None, file: str, shown: str) -> Derivation | None:
    if facts is None:
        return None
    k = {Cells.MISSING: facts.n_missing, Cells.SUPPRESSED: facts.n_suppressed, Cells.TIED: facts.n_tied}[counted]
    return counted_cells(counted, facts.name, file, k, facts.n_records, shown, numbers)
