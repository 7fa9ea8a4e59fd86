"""Table 3 as columns: every record of the target measured against one original record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from permdesk.audit.findings import Audit, Distances, Target
from permdesk.audit.record_table import rank_deviations
from permdesk.compute.arrays import Floats, Ranks, Rows
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_LOW
from permdesk.data.file_pair import AttributePair
from permdesk.gui import numbers
from permdesk.gui.models.columns import Column, Derived, Mark
from permdesk.gui.models.record_columns import given_values, id_column
from permdesk.gui.models.value_text import WILDCARD, TextOf, shown_column, shown_values, side_of
from permdesk.report.derivations.deviations import deviation, largest_deviation
from permdesk.report.derivations.values import rank
from permdesk.translation import tr

OWN_SIGN = "•"


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """One ``record`` (from 0) against all records of a target, whose largest deviations are ``maxima``.

    ``released`` (n_target, m) are the target's values, midpoints of generalized ones, nan where missing. ``own_row`` is
    the row of the record's own release, -1 if there is none or nobody knows it; ``ids`` are the target's, or empty.
    """

    attributes: tuple[AttributePair, ...]
    released: Floats
    distances: Distances
    record: int
    maxima: Ranks
    own_row: int = -1
    ids: Sequence[str] = ()

    @property
    def distance(self) -> int:
        return int(self.distances.distance[self.record])

    @property
    def matches(self) -> Rows:
        """The rows of the target that attain the distance."""
        return np.flatnonzero(self.maxima == self.distance)

    def deviations(self, rows: slice | Rows) -> Ranks:
        return rank_deviations(self.distances, self.record, rows)


def compared(audit: Audit, distances: Distances, record: int, maxima: Ranks) -> Comparison:
    """An original record of an audit against Y or Z."""
    is_y = distances.target is Target.ANONYMIZED
    return Comparison(
        attributes=audit.pair.attributes,
        released=audit.mapping.anonymized if is_y else audit.mapping.values,
        distances=distances,
        record=record,
        maxima=maxima,
        own_row=-1 if audit.pair.own is None else int(audit.pair.own[record]),
        ids=audit.pair.anonymized_ids,
    )


def neighbour_columns(comparison: Comparison) -> list[Column]:
    """Table 3: values, ranks and deviations of every attribute, and the largest deviation. Row p is target record p.

    Closest values and their ranks are boxed; matches are bold and underlined, their largest deviation boxed.
    """
    found, record = comparison.distances, comparison.record
    names = tuple(attribute.name for attribute in comparison.attributes)
    letter = "Y" if found.target is Target.ANONYMIZED else "Z"
    columns = [_record_column(comparison)]
    if comparison.ids:
        columns.append(id_column(tr("ID"), comparison.ids))
    attributes = range(len(names))
    texts = [_text_of(comparison, j) for j in attributes]
    columns += [
        Column(
            names[j],
            texts[j],
            comparison.released[:, j],
            tr("Values of {letter}", letter=letter),
            side=side_of(comparison.attributes[j]),
            marks=_value_marks(comparison, j),
            note=_closeness(comparison, j),
            derived=given_values(letter, names[j], texts[j]),
            name=f"value: {names[j]}",
        )
        for j in attributes
    ]
    columns += [
        Column(
            f"({names[j]})",
            _rank_text(found, j),
            lambda j=j: _rank_keys(found, j),  # type: ignore[misc]
            tr("Ranks in {letter}", letter=letter),
            tr("Rank of the value; equal values share the ranks from lowest to highest"),
            marks=_rank_marks(comparison, j),
            note=_closeness(comparison, j),
            derived=_derived_rank(comparison, j),
            name=f"rank: {names[j]}",
        )
        for j in attributes
    ]
    columns += [
        Column(
            _deviation_title(found, record, j, names[j]),
            _deviation_text(found, record, j),
            lambda j=j: _deviation_keys(found, record, j),  # type: ignore[misc]
            tr("Rank deviations d"),
            tr("How many ranks lie between this value and the value closest to the original one"),
            derived=lambda row, j=j: deviation(found, record, row, j, names, numbers),  # type: ignore[misc]
            name=f"deviation: {names[j]}",
        )
        for j in attributes
    ]
    columns.append(_largest(comparison))
    return columns


def _record_column(comparison: Comparison) -> Column:
    own = comparison.own_row
    is_match = _is_match(comparison)

    def text(row: int) -> str:
        return f"{OWN_SIGN} {numbers.count(row + 1)}" if row == own else numbers.count(row + 1)

    return Column(
        tr("Record"),
        text,
        lambda: np.arange(comparison.distances.n_records),
        marks=lambda row: Mark.BOLD | Mark.UNDERLINED if is_match(row) else Mark.NONE,
        note=lambda row: _record_note(row == own, is_match(row)),
        pinned=True,
    )


def _record_note(is_own: bool, is_match: bool) -> str:
    if is_own and is_match:
        return tr("match, and the record's own release")
    if is_own:
        return tr("the record's own release")
    return tr("match") if is_match else ""


def _largest(comparison: Comparison) -> Column:
    is_match = _is_match(comparison)
    names = tuple(attribute.name for attribute in comparison.attributes)
    return Column(
        tr("max"),
        lambda row: numbers.count(comparison.maxima[row]),
        comparison.maxima,
        tooltip=tr("The largest of the record's deviations; the smallest of these is the permutation distance"),
        marks=lambda row: Mark.BOXED | Mark.BOLD if is_match(row) else Mark.NONE,
        note=lambda row: tr("the permutation distance") if is_match(row) else "",
        pinned=True,
        derived=lambda row: largest_deviation(comparison.distances, comparison.record, row, names, numbers),
    )


def _is_match(comparison: Comparison) -> Callable[[int], bool]:
    distance, maxima = comparison.distance, comparison.maxima
    return lambda row: bool(maxima[row] == distance)


def _is_closest(comparison: Comparison, j: int) -> Callable[[int], bool]:
    """The cell holds a value closest to the original one; what matches anything is close to nothing in particular."""
    found, record = comparison.distances, comparison.record
    low, high = found.closest_low[record, j], found.closest_high[record, j]

    def is_closest(row: int) -> bool:
        if WILDCARD_LOW in (low, found.low[row, j]):
            return False
        return bool(found.low[row, j] <= high and found.high[row, j] >= low)

    return is_closest


def _value_marks(comparison: Comparison, j: int) -> Callable[[int], Mark]:
    is_closest, is_match = _is_closest(comparison, j), _is_match(comparison)

    def marks(row: int) -> Mark:
        match = Mark.BOLD | Mark.UNDERLINED if is_match(row) else Mark.NONE
        return match | Mark.BOXED if is_closest(row) else match

    return marks


def _rank_marks(comparison: Comparison, j: int) -> Callable[[int], Mark]:
    is_closest = _is_closest(comparison, j)
    return lambda row: Mark.BOXED if is_closest(row) else Mark.NONE


def _closeness(comparison: Comparison, j: int) -> Callable[[int], str]:
    is_closest = _is_closest(comparison, j)
    return lambda row: tr("closest to the original value") if is_closest(row) else ""


def _rank_text(found: Distances, j: int) -> TextOf:
    low, high = found.low[:, j], found.high[:, j]
    return lambda row: rank_text(int(low[row]), int(high[row]))


def rank_text(low: int, high: int) -> str:
    """The ranks of a value: one, an interval where values are equal, ``*`` for what matches anything."""
    if low == MISSING_RANK:
        return numbers.NOTHING
    return WILDCARD if low == WILDCARD_LOW else numbers.interval(low, high)


def _derived_rank(comparison: Comparison, j: int) -> Derived:
    found, name = comparison.distances, comparison.attributes[j].name
    low, high = found.low[:, j], found.high[:, j]
    return lambda row: rank(
        comparison.released[:, j], int(low[row]), int(high[row]), name, row, rank_text(low[row], high[row]), numbers
    )


def _rank_keys(found: Distances, j: int) -> Floats:
    low = found.low[:, j]
    return np.where((low == WILDCARD_LOW) | (low == MISSING_RANK), np.nan, low)


def _deviation_title(found: Distances, record: int, j: int, name: str) -> str:
    low, high = int(found.closest_low[record, j]), int(found.closest_high[record, j])
    if low == high:
        return f"|({name}) − {numbers.count(low)}|"
    return tr("({name}) to {ranks}", name=name, ranks=rank_text(low, high))


def _deviation_text(found: Distances, record: int, j: int) -> TextOf:
    low, high = int(found.closest_low[record, j]), int(found.closest_high[record, j])
    n = found.n_records

    def text(row: int) -> str:
        return numbers.count(min(max(0, int(found.low[row, j]) - high, low - int(found.high[row, j])), n))

    return text


def _deviation_keys(found: Distances, record: int, j: int) -> Ranks:
    low, high = found.closest_low[record, j], found.closest_high[record, j]
    keys: Ranks = np.clip(np.maximum(found.low[:, j] - high, low - found.high[:, j]), 0, found.n_records)
    return keys


def _text_of(comparison: Comparison, j: int) -> TextOf:
    attribute = comparison.attributes[j]
    if comparison.distances.target is Target.ANONYMIZED:
        return shown_values(attribute, attribute.anonymized)
    return shown_column(attribute, comparison.released[:, j])
