"""Which record of Y belongs to which record of X: by an identifier in both files, by row, or unknown."""

from __future__ import annotations

from collections.abc import Callable
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
from permdesk.data.text_column import Texts
from permdesk.data.wording import listed, quoted
from permdesk.translation import tr, tr_count


@dataclass(frozen=True, slots=True)
class PairingGuess:
    by: PairingBy
    id_attributes: tuple[str, ...]
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
        paired = pair_by_id(original, anonymized, {name: other})
        if isinstance(paired, Problem):
            refusal = refusal or tr(
                "The identifier {name} does not pair records: {what}", name=quoted(name), what=paired.what
            )
            continue
        n_paired = int((paired.own >= 0).sum())
        reason = tr("Records are paired by {name}, which both files have ({n} pairs).", name=quoted(name), n=n_paired)
        return PairingGuess(PairingBy.ID, (name,), reason)
    if original.n_records == anonymized.n_records:
        reason = tr("Both files have {n} records, so row by row.", n=original.n_records)
        return PairingGuess(PairingBy.ROW, (), f"{refusal} {reason}".strip())
    reason = tr("The files have {n_x} and {n_y} records and no identifier pairs them.",
                n_x=original.n_records, n_y=anonymized.n_records)  # fmt: skip
    return PairingGuess(PairingBy.UNPAIRED, (), f"{refusal} {reason}".strip())


def pair_by_row(original: Table, anonymized: Table) -> Rows | Problem:
    """Row i with row i. A Problem if the numbers of records differ."""
    if original.n_records != anonymized.n_records:
        what = tr("Records cannot be paired by row: the original has {n_x}, the release {n_y}.",
                  n_x=original.n_records, n_y=anonymized.n_records)  # fmt: skip
        remedy = tr("Choose an identifier that both files have, or “unpaired”.")
        return Problem(what, anonymized.path.name, remedy)
    return np.arange(original.n_records, dtype=np.int64)


def pair_by_id(original: Table, anonymized: Table, names: dict[str, str]) -> IdPairing | Problem:
    """Pair by columns of X and those of Y that they are mapped to, compared as trimmed text; several together are one
    identifier.

    An identifier that repeats, or none in common, is a Problem; records whose identifier is missing in their own
    or in the other file stay unpaired and are reported. Identifiers that differ in form only (``007`` and ``7``,
    ``7.0`` and ``7``) are taken for the same where that pairs more records and makes none repeat, and reported.
    """
    columns_x, columns_y = (
        [original.report(name) for name in names],
        [anonymized.report(name) for name in names.values()],
    )
    exact = _keys(columns_x, columns_y, as_written)
    for keys, columns, table in zip(exact, (columns_x, columns_y), (original, anonymized), strict=True):
        repeats = _repeats(keys)
        if repeats.size:
            return _repeating(columns, repeats, table)
    own, own_of_y = _rows_of(*exact), _rows_of(*reversed(exact))
    problems = []
    if (own < 0).any() and (own_of_y < 0).any():
        alike = _keys(columns_x, columns_y, without_form)
        if not any(_repeats(keys).size for keys in alike):
            loose, loose_of_y = _rows_of(*alike), _rows_of(*reversed(alike))
            if (loose >= 0).sum() > (own >= 0).sum():
                problems.append(_differ_in_form(columns_x, columns_y, own, loose, anonymized))
                own, own_of_y = loose, loose_of_y
    n_x, n_y = own.size, own_of_y.size
    if not (own >= 0).any():
        what = tr("No identifier in {name} of the release occurs in the original.", name=_named(columns_y))
        remedy = tr("Choose another identifier, or pair by row or not at all.")
        return Problem(what, anonymized.path.name, remedy, Severity.ERROR, _cells(columns_y, np.arange(n_y)), n_y)
    lost, extra = np.flatnonzero(own < 0), np.flatnonzero(own_of_y < 0)
    if lost.size:
        what = tr("Original records without a record in the release: {n} of {total}.", n=lost.size, total=n_x)
        remedy = tr("This is right if they were left out of the release.")
        what = f"{what} {_without_any(exact[0])}".strip()
        problems.append(Problem(what, original.path.name, remedy, Severity.NOTE, _cells(columns_x, lost), lost.size))
    if extra.size:
        what = tr("Released records whose identifier is missing or not in the original: {n} of {total}.",
                  n=extra.size, total=n_y)  # fmt: skip
        remedy = tr("Check that these are the right two files.")
        what = f"{what} {_without_any(exact[1])}".strip()
        cells = _cells(columns_y, extra)
        problems.append(Problem(what, anonymized.path.name, remedy, Severity.WARNING, cells, extra.size))
    return IdPairing(frozen(own), _shown(columns_x), _shown(columns_y), tuple(problems))


def as_written(texts: pa.StringArray) -> pa.StringArray:
    """Identifiers as they are, trimmed."""
    return texts


def without_form(texts: pa.StringArray) -> pa.StringArray:
    """Identifiers without what programs change in passing: case, spaces inside, zeros in front and ``.0`` behind."""
    plain = pc.replace_substring_regex(pc.utf8_lower(texts), r"\s+", "")
    plain = pc.replace_substring_regex(plain, r"^([0-9]+)[.,]0+$", r"\1")
    return pc.replace_substring_regex(plain, "^0+([0-9a-z])", r"\1")


def _keys(
    columns_x: list[ColumnReport], columns_y: list[ColumnReport], form: Callable[[pa.StringArray], pa.StringArray]
) -> tuple[Rows, Rows]:
    """A number for the identifier of each record of X and of Y, the same for the same one; -1 where a part of it is
    missing or suppressed."""
    n_x = columns_x[0].n_records
    keys: Rows | None = None
    for x, y in zip(columns_x, columns_y, strict=True):
        texts = pa.concat_arrays([_identifiers(x), _identifiers(y)])
        places = pc.fill_null(form(texts).dictionary_encode().indices, -1).to_numpy().astype(np.int64)
        of_x, of_y = places[: len(x.trimmed)], places[len(x.trimmed) :]
        part: Rows = np.concatenate([of_x[x.column.codes], of_y[y.column.codes]])
        if keys is None:
            keys = part
            continue
        joined = np.where((keys < 0) | (part < 0), -1, keys * len(texts) + part)
        keys = np.unique(joined, return_inverse=True)[1] - int((joined < 0).any())
    assert keys is not None
    return keys[:n_x], keys[n_x:]


def _identifiers(report: ColumnReport) -> pa.StringArray:
    is_identifier = report.is_present & ~is_code(report.trimmed.arrow, ("",))
    texts: pa.StringArray = pc.if_else(pa.array(is_identifier), report.trimmed.arrow, None)
    return texts


def _repeats(keys: Rows) -> Rows:
    """Rows whose identifier another row has too."""
    counts = np.bincount(keys + 1)
    counts[0] = 0
    return np.flatnonzero(counts[keys + 1] > 1)


def _rows_of(keys: Rows, others: Rows) -> Rows:
    """For each row the row of ``others``, which repeats none, with the same identifier; -1 where there is none."""
    row_of = np.full(max(keys.max(), others.max()) + 2, -1, np.int64)
    row_of[others] = np.arange(others.size)
    row_of[-1] = -1
    rows: Rows = row_of[keys]
    return rows


def _shown(columns: list[ColumnReport]) -> Texts:
    """The identifier of each record, empty where it is missing or suppressed."""
    parts = [pc.fill_null(_identifiers(c), "").take(pa.array(c.column.codes)) for c in columns]
    return Texts(parts[0] if len(parts) == 1 else pc.binary_join_element_wise(*parts, " / "))


def _repeating(columns: list[ColumnReport], repeats: Rows, table: Table) -> Problem:
    cells = _cells(columns, repeats)
    texts = list(dict.fromkeys(cell.text.strip() for cell in cells))
    what = tr("The identifier {name} repeats in {n} records, first {texts}.",
              name=_named(columns), n=repeats.size, texts=listed(texts[:3]))  # fmt: skip
    remedy = tr("Choose another identifier, or pair by row or not at all.")
    return Problem(what, table.path.name, remedy, Severity.ERROR, cells, repeats.size)


def _differ_in_form(
    columns_x: list[ColumnReport], columns_y: list[ColumnReport], own: Rows, loose: Rows, anonymized: Table
) -> Problem:
    rows = np.flatnonzero((loose >= 0) & (own < 0))
    x, y = _cells(columns_x, rows[:1])[0].text, _cells(columns_y, loose[rows[:1]])[0].text
    what = tr_count(
        "The identifier of one record differs in form only, {x} in the original and {y} in the release (zeros in"
        " front, a decimal end, spaces or case); they were taken for the same.",
        "Identifiers of {count} records differ in form only, such as {x} in the original and {y} in the release (zeros"
        " in front, a decimal end, spaces or case); they were taken for the same.",
        rows.size, x=quoted(x), y=quoted(y),
    )  # fmt: skip
    remedy = tr("If they name different records, choose another identifier.")
    return Problem(what, anonymized.path.name, remedy, Severity.WARNING, _cells(columns_y, loose[rows]), rows.size)


def _without_any(keys: Rows) -> str:
    n = int((keys < 0).sum())
    return tr("Of these, {n} have no identifier.", n=n) if n else ""


def _named(columns: list[ColumnReport]) -> str:
    return ", ".join(quoted(column.name) for column in columns)


def _cells(columns: list[ColumnReport], rows: Rows) -> tuple[Cell, ...]:
    """The identifiers of the first of these rows, as read; several parts of one are joined."""
    name = ", ".join(report.name for report in columns)
    return tuple(
        Cell(int(row) + 1, name, " / ".join(report.column.cell(int(row)) for report in columns))
        for row in rows[:MOST_CELLS]
    )
