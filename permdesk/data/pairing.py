"""Which record of Y belongs to which record of X: by an identifier in both files, by row, or unknown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Rows
from permdesk.data.choices import Dialect, PairingBy
from permdesk.data.problem import MOST_CELLS, Cell, Problem, Severity
from permdesk.data.table import Table, TextColumn
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
    original_ids: tuple[str, ...]
    anonymized_ids: tuple[str, ...]
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
    x, y = original.column(name), anonymized.column(other)
    ids_x, ids_y = _identifiers(x, original.dialect), _identifiers(y, anonymized.dialect)
    for ids, column, table in ((ids_x, x, original), (ids_y, y, anonymized)):
        repeats = _repeats(ids)
        if repeats.size:
            texts = list(dict.fromkeys(ids[i] for i in repeats))
            what = tr("The identifier {name} repeats in {n} records, first {texts}.",
                      name=quoted(column.name), n=repeats.size, texts=listed(texts[:3]))  # fmt: skip
            remedy = tr("Choose another identifier, or pair by row or not at all.")
            return Problem(what, table.path.name, remedy, Severity.ERROR, _cells(column, repeats), repeats.size)
    row_of = {identifier: row for row, identifier in enumerate(ids_y) if identifier}
    own = np.fromiter((row_of.get(identifier, -1) for identifier in ids_x), np.int64, len(ids_x))
    if not (own >= 0).any():
        what = tr("No identifier in {name} of the release occurs in the original.", name=quoted(other))
        remedy = tr("Choose another identifier, or pair by row or not at all.")
        return Problem(what, anonymized.path.name, remedy, Severity.ERROR, _cells(y, np.arange(len(ids_y))), len(ids_y))
    known = set(ids_x) - {""}
    lost = np.flatnonzero(own < 0)
    extra = np.array([row for row, identifier in enumerate(ids_y) if identifier not in known], np.int64)
    problems = []
    if lost.size:
        what = tr("Original records without a record in the release: {n} of {total}.", n=lost.size, total=len(ids_x))
        remedy = tr("This is right if they were left out of the release.")
        problems.append(Problem(what, original.path.name, remedy, Severity.NOTE, _cells(x, lost), lost.size))
    if extra.size:
        what = tr("Released records whose identifier is missing or not in the original: {n} of {total}.",
                  n=extra.size, total=len(ids_y))  # fmt: skip
        remedy = tr("Check that these are the right two files.")
        problems.append(Problem(what, anonymized.path.name, remedy, Severity.WARNING, _cells(y, extra), extra.size))
    return IdPairing(own, tuple(ids_x), tuple(ids_y), tuple(problems))


def _identifiers(column: TextColumn, dialect: Dialect) -> list[str]:
    """The trimmed identifier of each record, empty where it is missing or suppressed."""
    absent = {*dialect.missing_codes, *dialect.suppressed_codes}
    texts = ["" if text.strip() in absent else text.strip() for text in column.texts]
    return [texts[code] for code in column.codes]


def _repeats(ids: list[str]) -> NDArray[np.int64]:
    """Rows whose identifier another row has too."""
    seen: dict[str, int] = {}
    for identifier in ids:
        seen[identifier] = seen.get(identifier, 0) + 1
    return np.array([row for row, identifier in enumerate(ids) if identifier and seen[identifier] > 1], np.int64)


def _cells(column: TextColumn, rows: NDArray[np.int64]) -> tuple[Cell, ...]:
    return tuple(Cell(int(row) + 1, column.name, column.cell(int(row))) for row in rows[:MOST_CELLS])
