"""Declared changes from X to Y, such as noise or swapping, against the changes that paired records show."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from permdesk.audit.comparison import Agreement, Comparison
from permdesk.audit.declared_step import (
    DeclaredStep,
    all_together,
    another_step,
    needs_pairing,
    no_values,
    not_numeric,
)
from permdesk.audit.method_parameters import Option, Parameter, Unit
from permdesk.audit.methods_inventory import Method
from permdesk.audit.ranking import midpoints
from permdesk.audit.step_measures import changed, holds_same_values, noise, rank_moves, released_rows
from permdesk.compute.arrays import Floats
from permdesk.data.choices import Level
from permdesk.data.file_pair import AttributePair
from permdesk.translation import tr

# Four standard errors: with twenty comparisons in a report, one in a thousand is called a contradiction by chance.
N_ERRORS = 4.0
# Kurtosis of Laplace noise, the heaviest-tailed in use: (6 - 1) / 4 is n times the squared relative error of its SD.
SPREAD_OF_DEVIATION = math.sqrt((6 - 1) / 4)
ROUNDING_OF_DECLARED = 0.05
CLOSE = 1.25
FEWEST_RANKS = 20
PERMUTING = frozenset({Method.DATA_SWAPPING, Method.DATA_SHUFFLING, Method.REVERSE_MAPPING, Method.RANK_SWAPPING})
# A step of these may find nothing to do.
MAY_DO_NOTHING = frozenset(
    {
        Method.ROUNDING,
        Method.TOP_BOTTOM_CODING,
        Method.GLOBAL_RECODING,
        Method.K_ANONYMITY,
        Method.LOCAL_SUPPRESSION,
        Method.OTHER,
    }
)


def against_noise_share(step: DeclaredStep) -> Iterator[Comparison]:
    """SD(E) / SD(X) for each numeric attribute."""
    yield from _against_noise(step, Parameter.NOISE_SHARE, relative=True)


def against_noise_deviation(step: DeclaredStep) -> Iterator[Comparison]:
    """SD(E) for each numeric attribute, in its units."""
    yield from _against_noise(step, Parameter.NOISE_DEVIATION, relative=False)


def _against_noise(step: DeclaredStep, parameter: Parameter, *, relative: bool) -> Iterator[Comparison]:
    declared = _number(step, parameter)
    own = step.pair.own
    for attribute in step.attributes:
        name = (attribute.name,)
        if attribute.level is not Level.NUMERIC:
            yield step.open(parameter, name, not_numeric())
            continue
        if own is None:
            yield step.open(parameter, name, needs_pairing())
            continue
        errors = noise(attribute, own)
        original = midpoints(attribute.original)
        spread = float(np.nanstd(original)) if (~np.isnan(original)).any() else 0.0
        if errors.size < 2 or (relative and spread == 0):
            yield step.open(parameter, name, no_values())
            continue
        measured = float(errors.std()) / (spread if relative else 1.0)
        if attribute.name not in step.alone:
            yield step.comparison(parameter, name, measured, Agreement.OPEN, all_together())
            continue
        if step.said.values.get(Parameter.VARIANCE_KEPT) == Option.KEPT:
            why = tr("It cannot be told: values were transformed after the noise.")
            yield step.comparison(parameter, name, measured, Agreement.OPEN, why)
            continue
        factor = 1 + ROUNDING_OF_DECLARED + N_ERRORS * SPREAD_OF_DEVIATION / math.sqrt(errors.size)
        if measured > declared * factor:
            verdict, said = Agreement.CONTRADICTS, tr("The files show more noise than declared.")
        elif measured * factor < declared:
            verdict, said = Agreement.CONTRADICTS, tr("The files show less noise than declared.")
        elif measured > CLOSE * declared or measured * CLOSE < declared:
            verdict, said = Agreement.OPEN, tr("It cannot be told: so few records show noise of this size by chance.")
        else:
            verdict, said = Agreement.AGREES, tr("The noise in the files is as declared, within sampling error.")
        yield step.comparison(parameter, name, measured, verdict, said)


def against_rank_range(step: DeclaredStep) -> Iterator[Comparison]:
    """Largest rank displacement from X to Z as a share of the ranks, for each attribute."""
    parameter = Parameter.RANK_RANGE_SHARE
    declared = _number(step, parameter)
    own = step.pair.own
    for attribute in step.attributes:
        name = (attribute.name,)
        why = needs_pairing() if own is None else ""
        if not why and step.pair.original.n_records != step.pair.anonymized.n_records:
            why = tr("It cannot be told: the files differ in their number of records.")
        if not why and _n_missing(attribute.original.lower) != _n_missing(attribute.anonymized.lower):
            # Ranks count present values only: each one that went missing moves the ranks above it.
            why = tr("It cannot be told: values are missing in only one of the files.")
        if own is None or why:
            yield step.open(parameter, name, why)
            continue
        least, most = rank_moves(attribute, own)
        if not least.size:
            yield step.open(parameter, name, no_values())
            continue
        allowed = declared * least.size
        measured = float(least.max()) / least.size
        if attribute.name not in step.alone:
            yield step.comparison(parameter, name, measured, Agreement.OPEN, all_together())
            continue
        # One rank more: conventions differ on whether the range is rounded up.
        if least.max() > math.ceil(allowed) + 1:
            verdict, said = Agreement.CONTRADICTS, tr("Values moved farther than the declared range.")
        elif allowed >= FEWEST_RANKS and most.max() < allowed / 2:
            verdict, said = Agreement.CONTRADICTS, tr("No value moved even half of the declared range.")
        else:
            verdict, said = Agreement.AGREES, tr("No value moved farther than the declared range.")
        yield step.comparison(parameter, name, measured, verdict, said)


def against_swapped(step: DeclaredStep) -> Iterator[Comparison]:
    """Share of the records in which any attribute of the step changed; values may also have been suppressed."""
    parameter = Parameter.SWAPPED_SHARE
    own = step.pair.own
    why = "" if step.attributes else no_values()
    for attribute in step.attributes:
        why = why or _why_open(step, attribute)
    if own is None or why:
        yield step.open(parameter, step.names, why)
        return
    rows, released = released_rows(own)
    touched, surely_swapped = np.zeros(rows.size, bool), np.zeros(rows.size, bool)
    for attribute in step.attributes:
        differs = changed(attribute, own)
        touched |= differs
        surely_swapped |= differs & ~np.isnan(attribute.anonymized.lower[released])
    if not touched.size:
        yield step.open(parameter, step.names, no_values())
        return
    measured, declared = float(touched.mean()), _number(step, parameter)
    most = declared + _share_error(declared, touched.size)
    if float(surely_swapped.mean()) > most:
        verdict, said = Agreement.CONTRADICTS, tr("More records changed than were declared as swapped.")
    elif measured > most:
        verdict, said = Agreement.OPEN, tr("It cannot be told: values are missing in only one of the files.")
    else:
        verdict, said = Agreement.AGREES, tr("No more records changed than were declared as swapped.")
    yield step.comparison(parameter, step.names, measured, verdict, said)


def against_diagonal(step: DeclaredStep) -> Iterator[Comparison]:
    """Share of the values that stayed as they were, for each attribute."""
    parameter = Parameter.SMALLEST_DIAGONAL_SHARE
    declared = _number(step, parameter)
    own = step.pair.own
    for attribute in step.attributes:
        name = (attribute.name,)
        why = _why_open(step, attribute)
        if own is None or why:
            yield step.open(parameter, name, why)
            continue
        rows, released = released_rows(own)
        present = ~np.isnan(attribute.original.lower[rows]) & ~np.isnan(attribute.anonymized.lower[released])
        if not present.any():
            yield step.open(parameter, name, no_values())
            continue
        measured = 1 - float(changed(attribute, own)[present].mean())
        if measured < declared - _share_error(declared, int(present.sum())):
            verdict, said = Agreement.CONTRADICTS, tr("Fewer values stayed as they were than the matrix lets stay.")
        elif declared < 1 and measured == 1 and declared ** int(present.sum()) < 1e-6:
            verdict, said = Agreement.CONTRADICTS, tr("Every value stayed as it was.")
        else:
            verdict, said = Agreement.AGREES, tr("At least as many values stayed as the matrix lets stay.")
        yield step.comparison(parameter, name, measured, verdict, said)


def against_suppressed(step: DeclaredStep) -> Iterator[Comparison]:
    """Share of the values present in X that are missing in Y, over all attributes of the step."""
    parameter = Parameter.SUPPRESSED_SHARE
    own = step.pair.own
    if own is None or not step.attributes:
        yield step.open(parameter, step.names, needs_pairing() if own is None else no_values())
        return
    rows, released = released_rows(own)
    n_present = n_blanked = 0
    for attribute in step.attributes:
        present = ~np.isnan(attribute.original.lower[rows])
        n_present += int(present.sum())
        n_blanked += int((present & np.isnan(attribute.anonymized.lower[released])).sum())
    if not n_present:
        yield step.open(parameter, step.names, no_values())
        return
    measured, declared = n_blanked / n_present, _number(step, parameter)
    if abs(measured - declared) > max(0.005, 0.1 * declared, 1 / n_present):
        more = measured > declared
        said = (
            tr("More values are missing than were declared as suppressed.")
            if more
            else tr("Fewer values are missing than were declared as suppressed.")
        )
        yield step.comparison(parameter, step.names, measured, Agreement.CONTRADICTS, said)
        return
    said = tr("As many values are missing as were declared as suppressed.")
    yield step.comparison(parameter, step.names, measured, Agreement.AGREES, said)


def of_values(step: DeclaredStep) -> Iterator[Comparison]:
    """Whether methods that only hand values out anew left exactly the original values."""
    if step.said.kind not in PERMUTING:
        return
    for attribute in step.attributes:
        name = (attribute.name,)
        if holds_same_values(attribute):
            said = tr("The release holds exactly the original values, in another order at most.")
            yield step.comparison(None, name, None, Agreement.AGREES, said)
        elif attribute.name not in step.alone:
            yield step.open(None, name, another_step())
        elif step.pair.original.n_records != step.pair.anonymized.n_records:
            yield step.open(None, name, tr("It cannot be told: the files differ in their number of records."))
        elif _n_missing(attribute.original.lower) != _n_missing(attribute.anonymized.lower):
            yield step.open(None, name, tr("It cannot be told: values are missing in only one of the files."))
        elif step.said.kind is Method.RANK_SWAPPING:
            why = tr("The release holds other values than the original: some software groups the extremes first.")
            yield step.open(None, name, why)
        else:
            said = tr("The release holds other values than the original, which this method cannot do.")
            yield step.comparison(None, name, None, Agreement.CONTRADICTS, said)


def of_effect(step: DeclaredStep) -> Iterator[Comparison]:
    """Attributes that were declared but did not change; without a pairing, nothing is said."""
    own = step.pair.own
    if own is None or step.said.kind is Method.SAMPLING:
        return
    for attribute in step.attributes:
        differs = changed(attribute, own)
        if differs.size == 0 or differs.any():
            continue
        name = (attribute.name,)
        if step.said.kind in MAY_DO_NOTHING:
            yield step.open(
                None, name, tr("No value of this attribute changed: the step had nothing to do, or was not done.")
            )
        else:
            said = tr("Declared, but no value of this attribute changed.")
            yield step.comparison(None, name, 0.0, Agreement.CONTRADICTS, said, Unit.SHARE)


def _why_open(step: DeclaredStep, attribute: AttributePair) -> str:
    if step.pair.own is None:
        return needs_pairing()
    return "" if attribute.name in step.alone else another_step()


def _number(step: DeclaredStep, parameter: Parameter) -> float:
    return float(step.said.values[parameter])


def _share_error(share: float, n: int) -> float:
    """What chance and the rounding of a declared share allow."""
    return 0.005 + N_ERRORS * math.sqrt(share * (1 - share) / n)


def _n_missing(values: Floats) -> int:
    return int(np.isnan(values).sum())
