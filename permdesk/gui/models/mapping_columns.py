"""Tables 1 and 2 as columns: values, ranks, reverse-mapped values and both noises; and findings per attribute."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from permdesk.audit.findings import EVERY_ROW, Audit, ReverseMapping
from permdesk.compute.arrays import Floats, Rows
from permdesk.data.choices import Level
from permdesk.gui import numbers
from permdesk.gui.models.columns import Column, Derived, Mark, Side
from permdesk.gui.models.record_columns import given_values
from permdesk.gui.models.value_text import TextOf, shown_column, shown_values, side_of
from permdesk.report.derivations.attribute_findings import (
    distinct_in_anonymized,
    distinct_in_original,
    mean_noise,
    mean_residual_noise,
    missing_share,
    residual_smaller,
    spearman_xz,
    tied_share,
)
from permdesk.report.derivations.derivation import Derivation, Numerals
from permdesk.report.derivations.values import noise as derived_noise
from permdesk.report.derivations.values import rank, ranks_of, residual_noise, reverse_mapped
from permdesk.report.wording import level_title
from permdesk.translation import tr

Noise = Callable[..., Floats]
"""Of an attribute: noise of all records, or of some rows."""


def mapping_rows(audit: Audit) -> Rows:
    """For each row of the table its record of Y, -1 where it has none: the pairing, or Y as it is when unpaired."""
    return np.arange(audit.n_anonymized) if audit.pair.own is None else audit.pair.own


def mapping_columns(audit: Audit, shown: Sequence[int]) -> list[Column]:
    """Tables 1 and 2 of the attributes ``shown``. Row i is original record i, or record i of Y when unpaired."""
    pair, mapping, own = audit.pair, audit.mapping, mapping_rows(audit)
    is_paired = pair.own is not None
    columns = [Column(tr("Record"), lambda row: numbers.count(row + 1), lambda: np.arange(own.size))]

    def group(
        heading: str,
        tooltip: str,
        text: Callable[[int], TextOf],
        values: NDArray[np.number] | Noise,
        *,
        derived: Callable[[int, TextOf], Derived],
        of_y: bool,
        are_values: bool = False,
    ) -> None:
        for j in shown:
            made, column = text(j), _column(values, j)
            says = derived(j, made)
            columns.append(
                Column(
                    pair.names[j],
                    _in_y(made, own) if of_y else made,
                    (lambda column=column: _taken(column(), own)) if of_y else column,  # type: ignore[misc]
                    heading,
                    tooltip,
                    side_of(pair.attributes[j]) if are_values else Side.RIGHT,
                    derived=_said_in_y(says, own) if of_y else says,
                )
            )

    def rank_of(ranks: NDArray[np.number]) -> Callable[[int], TextOf]:
        return lambda j: lambda row: numbers.count(ranks[row, j]) if ranks[row, j] else numbers.NOTHING

    def of(values: Floats) -> Callable[[int], TextOf]:
        return lambda j: shown_column(pair.attributes[j], values[:, j])

    if is_paired:
        values = tr("The original value")
        group(
            tr("Original X"),
            values,
            lambda j: shown_values(pair.attributes[j], pair.attributes[j].original),
            mapping.original,
            derived=lambda j, text: given_values("X", pair.names[j], text),
            of_y=False,
            are_values=True,
        )
        ranks = tr("Rank of the original value; ties broken at random")
        group(
            tr("Ranks of X"),
            ranks,
            rank_of(mapping.ranks_original),
            mapping.ranks_original,
            derived=_ranks_said(pair.names, mapping.original),
            of_y=False,
        )
    group(
        tr("Anonymized Y"),
        tr("The anonymized value"),
        lambda j: shown_values(pair.attributes[j], pair.attributes[j].anonymized),
        mapping.anonymized,
        derived=lambda j, text: given_values("Y", pair.names[j], text),
        of_y=True,
        are_values=True,
    )
    ranks = tr("Rank of the anonymized value; ties broken at random")
    group(
        tr("Ranks of Y"),
        ranks,
        rank_of(mapping.ranks_anonymized),
        mapping.ranks_anonymized,
        derived=_ranks_said(pair.names, mapping.anonymized),
        of_y=True,
    )
    group(
        tr("Reverse-mapped Z"),
        tr("The original value that has the rank of the anonymized one (Algorithm 1)"),
        of(mapping.values),
        mapping.values,
        derived=lambda j, text: lambda row: reverse_mapped(audit, row, j, text(row), numbers),
        of_y=True,
        are_values=True,
    )
    shown = [j for j in shown if pair.attributes[j].level is Level.NUMERIC]
    residual = tr("Residual noise: what is left of the anonymization besides permutation; it changes no rank")
    group(
        tr("E′ = Y − Z"),
        residual,
        _signed(audit, mapping.residual_noise),
        mapping.residual_noise,
        derived=lambda j, text: lambda row: residual_noise(audit, row, j, text(row), numbers),
        of_y=True,
    )
    if is_paired:
        noise = tr("Noise: what the anonymization added to the original value")
        group(
            tr("E = Y − X"),
            noise,
            _signed(audit, _paired_noise(mapping)),
            _paired_noise(mapping),
            derived=lambda j, text: lambda row: derived_noise(audit, row, j, text(row), numbers),
            of_y=False,
        )
    return columns


def attribute_columns(audit: Audit) -> list[Column]:
    """Findings about each attribute, one row each."""
    found = audit.attributes

    def number(
        title: str,
        values: Sequence[float | None],
        text: Callable[[float | None], str],
        tooltip: str,
        group: str = "",
        *,
        says: Callable[[Audit, int, str, Numerals], Derivation],
    ) -> Column:
        key = np.array([np.nan if value is None else value for value in values], np.float64)
        return Column(
            title,
            lambda row: text(values[row]),
            key,
            group,
            tooltip,
            derived=lambda row: says(audit, row, text(values[row]), numbers),
        )

    def whole(value: float | None) -> str:
        return numbers.NOTHING if value is None else numbers.count(int(value))

    def size(value: float | None) -> str:
        return numbers.significant(value)

    noise, distinct = tr("Mean noise"), tr("Distinct")
    return [
        Column(tr("Attribute"), lambda row: found[row].name, side=Side.LEFT, marks=lambda _row: Mark.BOLD),
        Column(tr("Level"), lambda row: level_title(found[row].level), side=Side.LEFT),
        number(
            tr("Spearman X, Z"),
            [a.spearman for a in found],
            lambda value: numbers.decimal(value, 3),
            tr("Rank correlation of the attribute with its reverse-mapped self: 1 means that no rank has changed"),
            says=spearman_xz,
        ),
        number(
            tr("|E|"),
            [a.mean_abs_noise for a in found],
            size,
            tr("Mean size of Y − X: what the anonymization did to a value"),
            noise,
            says=mean_noise,
        ),
        number(
            tr("|E′|"),
            [a.mean_abs_residual_noise for a in found],
            size,
            tr("Mean size of Y − Z: what remains when permutation is taken out"),
            noise,
            says=mean_residual_noise,
        ),
        number(
            tr("|E′| < |E|"),
            [a.residual_smaller_share for a in found],
            numbers.percent,
            tr("Share of records whose residual noise is the smaller one: there the change is mostly permutation"),
            says=residual_smaller,
        ),
        number(
            tr("in X"),
            [a.n_distinct_original for a in found],
            whole,
            tr("Different values in X"),
            distinct,
            says=distinct_in_original,
        ),
        number(
            tr("in Y"),
            [a.n_distinct for a in found],
            whole,
            tr("Different values in Y"),
            distinct,
            says=distinct_in_anonymized,
        ),
        number(
            tr("Tied in Y"),
            [a.tied_share for a in found],
            numbers.percent,
            tr("Share of records of Y whose value another record has too; such records cannot be told apart by it"),
            says=tied_share,
        ),
        number(
            tr("Missing in Y"),
            [a.missing_share for a in found],
            numbers.percent,
            tr("Share of records of Y without a value: blank, missing code or suppressed"),
            says=missing_share,
        ),
    ]


def _column(values: NDArray[np.number] | Noise, j: int) -> Callable[[], NDArray[np.number]]:
    return lambda: values[:, j] if isinstance(values, np.ndarray) else values(j)


def _paired_noise(mapping: ReverseMapping) -> Noise:
    def noise(j: int, rows: Rows | slice = EVERY_ROW) -> Floats:
        found = mapping.noise(j, rows)
        assert found is not None
        return found

    return noise


def _signed(audit: Audit, noise: Noise) -> Callable[[int], TextOf]:
    def text_of(j: int) -> TextOf:
        attribute = audit.pair.attributes[j]
        places = max(numbers.places_of(attribute.original.lower), numbers.places_of(attribute.anonymized.lower))
        return lambda row: numbers.decimal(float(noise(j, np.array([row]))[0]), places)

    return text_of


def _in_y(text: TextOf, own: Rows) -> TextOf:
    return lambda row: text(int(own[row])) if own[row] >= 0 else numbers.NOTHING


def _said_in_y(derived: Derived, own: Rows) -> Derived:
    return lambda row: derived(int(own[row])) if own[row] >= 0 else None


def _ranks_said(names: Sequence[str], values: Floats) -> Callable[[int, TextOf], Derived]:
    def said(j: int, text: TextOf) -> Derived:
        def derived(row: int) -> Derivation:
            low, high = ranks_of(values[:, j], row)
            return rank(values[:, j], low, high, names[j], row, text(row), numbers)

        return derived

    return said


def _taken(values: NDArray[np.number], own: Rows) -> Floats:
    taken = values[own].astype(np.float64)
    taken[own < 0] = np.nan
    return taken
