"""Which record of Y belongs to which record of X: by an identifier in both files, by row, or unknown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.arrays import Rows, frozen
from permdesk.data.choices import PairingBy
from permdesk.data.column_report import ColumnReport
from permdesk.data.missing import is_code
from permdesk.data.problem import MOST_CELLS, Cell, Problem, Severity
from permdesk.data.table import Table
from permdesk.data.text_column import TextColumn, Texts
from permdesk.data.wording import listed, quoted
from permdesk.translation import tr


@dataclass(frozen=True, slots=True)
class PairingGuess:
    by: PairingBy
    id_attribute: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class IdPairing:
    """``own[i]`` is the row of Y with the identifier of row i of X, -1 where there is none; identifiers trimmed."""

    own: Rows
    original_ids: Texts
    anonymized_ids: Texts
    problems: tuple[Problem, ...]


def guess_pairing(original: Table, anonymized: Table, ids: dict[str, str]) -> PairingGuess:
    """By the first identifier (names in X to names in Y) that pairs records, else by row if sizes agree, else not."""
    refusal = ""
    for name, other in ids.items():
        paired = pair_by_id(original, anonymized, name, other)
        if isinstance(paired, Problem):
            refusal = refusal or tr(
                "The identifier {name} does not pair records: {what}", name=quoted(name), what=paired.what
            )
            continue
        n_paired = int((paired.own >= 0).sum())
        reason = tr("Records are paired by {name}, which both files have ({n} pairs).", name=quoted(name), n=n_paired)
        return PairingGuess(PairingBy.ID, name, reason)
    if original.n_records == anonymized.n_records:
        reason = tr("Both files have {n} records, so row by row.", n=original.n_records)
        return PairingGuess(PairingBy.ROW, "", f"{refusal} {reason}".strip())
    reason = tr("The files have {n_x} and {n_y} records and no identifier pairs them.",
                n_x=original.n_records, n_y=anonymized.n_records)  # fmt: skip
    return PairingGuess(PairingBy.UNPAIRED, "", f"{refusal} {reason}".strip())


def pair_by_row(original: Table, anonymized: Table) -> Rows | Problem:
    """Row i with row i. A Problem if the numbers of records differ."""
    if original.n_records != anonymized.n_records:
        what = tr("Records cannot be paired by row: the original has {n_x}, the release {n_y}.",
                  n_x=original.n_records, n_y=anonymized.n_records)  # fmt: skip
        remedy = tr("Choose an identifier that both files have, or “unpaired”.")
        return Problem(what, anonymized.path.name, remedy)
    return np.arange(original.n_records, dtype=np.int64)


def pair_by_id(original: Table, anonymized: Table, name: str, other: str) -> IdPairing | Problem:
    """Pair by column ``name`` of X and ``other`` of Y, compared as trimmed text.

    An identifier that repeats, or none in common, is a Problem; records whose identifier is missing in their own
    or in the other file stay unpaired and are reported.
    """
    x, y = _identified(original.report(name)), _identified(anonymized.report(other))
    for ids, table in ((x, original), (y, anonymized)):
        repeats = ids.repeats
        if repeats.size:
            texts = list(dict.fromkeys(ids.texts[int(row)] for row in repeats[:MOST_CELLS]))
            what = tr("The identifier {name} repeats in {n} records, first {texts}.",
                      name=quoted(ids.column.name), n=repeats.size, texts=listed(texts[:3]))  # fmt: skip
            remedy = tr("Choose another identifier, or pair by row or not at all.")
            return Problem(what, table.path.name, remedy, Severity.ERROR, _cells(ids.column, repeats), repeats.size)
    own, own_of_y = x.rows_in(y), y.rows_in(x)
    n_x, n_y = own.size, own_of_y.size
    if not (own >= 0).any():
        what = tr("No identifier in {name} of the release occurs in the original.", name=quoted(other))
        remedy = tr("Choose another identifier, or pair by row or not at all.")
        return Problem(what, anonymized.path.name, remedy, Severity.ERROR, _cells(y.column, np.arange(n_y)), n_y)
    lost, extra = np.flatnonzero(own < 0), np.flatnonzero(own_of_y < 0)
    problems = []
    if lost.size:
        what = tr("Original records without a record in the release: {n} of {total}.", n=lost.size, total=n_x)
        remedy = tr("This is right if they were left out of the release.")
        problems.append(Problem(what, original.path.name, remedy, Severity.NOTE, _cells(x.column, lost), lost.size))
    if extra.size:
        what = tr("Released records whose identifier is missing or not in the original: {n} of {total}.",
                  n=extra.size, total=n_y)  # fmt: skip
        remedy = tr("Check that these are the right two files.")
        cells = _cells(y.column, extra)
        problems.append(Problem(what, anonymized.path.name, remedy, Severity.WARNING, cells, extra.size))
    return IdPairing(frozen(own), x.texts, y.texts, tuple(problems))


@dataclass(frozen=True, slots=True, eq=False)
class _Identified:
    """The trimmed identifier of each record, empty where it is missing or suppressed: ``distinct[places[i]]``,
    place -1 where there is none."""

    column: TextColumn
    texts: Texts
    places: Rows
    distinct: pa.StringArray

    @property
    def repeats(self) -> Rows:
        """Rows whose identifier another row has too."""
        counts = np.bincount(self.places + 1, minlength=len(self.distinct) + 1)
        counts[0] = 0
        return np.flatnonzero(counts[self.places + 1] > 1)

    def rows_in(self, other: _Identified) -> Rows:
        """The row of ``other``, which repeats none, with the identifier of each row here; -1 where there is none."""
        row_of = np.full(len(other.distinct) + 1, -1, np.int64)
        row_of[other.places] = np.arange(other.places.size)
        row_of[-1] = -1
        found = pc.fill_null(pc.index_in(self.distinct, value_set=other.distinct), -1).to_numpy()
        rows: Rows = row_of[np.append(found, -1)[self.places]]
        return rows


def _identified(report: ColumnReport) -> _Identified:
    is_blank = is_code(report.trimmed.arrow, ("",))
    is_identifier = pa.array(report.is_present & ~is_blank)
    texts = pc.if_else(is_identifier, report.trimmed.arrow, "")
    encoded = pc.if_else(is_identifier, report.trimmed.arrow, None).dictionary_encode()
    places = pc.fill_null(encoded.indices, -1).to_numpy().astype(np.int64)[report.column.codes]
    cells = texts.take(pa.array(report.column.codes))
    return _Identified(report.column, Texts(cells), places, encoded.dictionary)


def _cells(column: TextColumn, rows: Rows) -> tuple[Cell, ...]:
    return tuple(Cell(int(row) + 1, column.name, column.cell(int(row))) for row in rows[:MOST_CELLS])
