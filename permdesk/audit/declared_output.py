"""Declared properties of the released values, such as rounding or group sizes, against the values of Y."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from permdesk.audit.comparison import Agreement, Comparison
from permdesk.audit.declared_step import DeclaredStep, later_step, no_values, not_numeric
from permdesk.audit.method_parameters import Option, Parameter, Unit
from permdesk.audit.step_measures import class_sizes, share_of_multiples
from permdesk.compute.arrays import Floats
from permdesk.data.choices import Level
from permdesk.data.file_pair import AttributePair, Values
from permdesk.translation import tr


def against_multiples(step: DeclaredStep) -> Iterator[Comparison]:
    """Share of the released values that are multiples of the base, for each attribute."""
    parameter = Parameter.ROUNDING_BASE
    base = float(step.said.values[parameter])
    for attribute in step.attributes:
        name = (attribute.name,)
        why = _why_open(step, attribute)
        share = None if why else share_of_multiples(attribute.anonymized, base)
        if share is None:
            yield step.open(parameter, name, why or no_values())
        elif share < 1:
            said = tr("Not every released value is a multiple of the base; measured is the share that is.")
            yield step.comparison(parameter, name, share, Agreement.CONTRADICTS, said, Unit.SHARE)
        else:
            said = tr("Every released value is a multiple of the base.")
            yield step.comparison(parameter, name, share, Agreement.AGREES, said, Unit.SHARE)


def against_top_code(step: DeclaredStep) -> Iterator[Comparison]:
    """What is released beyond the upper threshold. Extremes themselves are values of single records: not shown."""
    yield from _against_code(step, Parameter.TOP_CODE, sign=1.0)


def against_bottom_code(step: DeclaredStep) -> Iterator[Comparison]:
    """What is released beyond the lower threshold."""
    yield from _against_code(step, Parameter.BOTTOM_CODE, sign=-1.0)


def _against_code(step: DeclaredStep, parameter: Parameter, sign: float) -> Iterator[Comparison]:
    code = float(step.said.values[parameter])
    replaced_by = step.said.values.get(Parameter.CODED_AS)
    for attribute in step.attributes:
        name = (attribute.name,)
        why = _why_open(step, attribute)
        released = _outer_bounds(attribute.anonymized, sign)
        if why or not released.size:
            yield step.open(parameter, name, why or no_values())
            continue
        beyond = released[sign * released > sign * code]
        share = beyond.size / released.size
        n_values = np.unique(beyond).size
        if n_values == 0:
            verdict, said = Agreement.AGREES, tr("No released value lies beyond the threshold.")
        elif n_values > 1:
            verdict = Agreement.CONTRADICTS
            said = tr("Different values beyond the threshold are released; measured is the share of records with one.")
        elif replaced_by == Option.THRESHOLD:
            verdict = Agreement.CONTRADICTS
            said = tr("A value beyond the threshold is released; measured is the share of records with it.")
        elif beyond.size == 1:
            verdict, said = (
                Agreement.OPEN,
                tr("A single record holds a value beyond the threshold: its own, or what replaced it."),
            )
        elif replaced_by is None:
            verdict, said = (
                Agreement.OPEN,
                tr("One value beyond the threshold is released: state what replaced the coded values."),
            )
        else:
            verdict, said = Agreement.AGREES, tr("One common value stands for everything beyond the threshold.")
        yield step.comparison(parameter, name, share, verdict, said, Unit.SHARE)


def _outer_bounds(values: Values, sign: float) -> Floats:
    bound = values.upper if sign > 0 else values.lower
    return np.asarray(bound[~np.isnan(bound)])


def against_n_categories(step: DeclaredStep) -> Iterator[Comparison]:
    """Number of different released values of each attribute."""
    parameter = Parameter.N_CATEGORIES
    most = float(step.said.values[parameter])
    for attribute in step.attributes:
        name = (attribute.name,)
        if attribute.name not in step.last:
            yield step.open(parameter, name, later_step())
            continue
        y = attribute.anonymized
        present = ~np.isnan(y.lower)
        pairs = np.column_stack([y.lower[present], y.upper[present]])
        n = len(np.unique(pairs, axis=0)) if len(pairs) else 0
        if n > most:
            verdict, said = Agreement.CONTRADICTS, tr("More different values are released than declared.")
        else:
            verdict, said = Agreement.AGREES, tr("No more different values are released than declared.")
        yield step.comparison(parameter, name, float(n), verdict, said)


def against_groups(step: DeclaredStep) -> Iterator[Comparison]:
    """Smallest number of records that share a released value; of all attributes together where they were grouped so."""
    parameter = Parameter.GROUP_SIZE
    k = float(step.said.values[parameter])
    grouping = step.said.values.get(Parameter.GROUPING)
    together = step.attributes if grouping == Option.ALL_TOGETHER else ()
    for attributes in (together,) if together else tuple((attribute,) for attribute in step.attributes):
        names = tuple(attribute.name for attribute in attributes)
        if any(name not in step.last for name in names):
            yield step.open(parameter, names, later_step())
            continue
        sizes, complete = class_sizes([attribute.anonymized for attribute in attributes])
        if not complete.any():
            yield step.open(parameter, names, no_values())
            continue
        smallest = float(sizes[complete].min())
        if smallest >= k and grouping is None and len(step.attributes) > 1:
            verdict, said = (
                Agreement.OPEN,
                tr("Values of this attribute are shared by enough records: state how groups were made."),
            )
        elif smallest >= k and together and len(step.names) < len(set(step.said.attributes)):
            verdict, said = Agreement.OPEN, tr("It cannot be told: some attributes of this step are not audited.")
        elif smallest >= k:
            verdict, said = Agreement.AGREES, tr("Every released value is shared by at least k records.")
        elif smallest + int((~complete).sum()) >= k:
            verdict, said = Agreement.OPEN, tr("It cannot be told: values are missing that may belong to a group.")
        else:
            verdict, said = Agreement.CONTRADICTS, tr("Some released values are shared by fewer than k records.")
        yield step.comparison(parameter, names, smallest, verdict, said)


def against_classes(step: DeclaredStep) -> Iterator[Comparison]:
    """Smallest class of released records that are equal in all attributes of the step. Missing values match anything
    in some software and are a value in other, so classes that they could fill are OPEN."""
    parameter = Parameter.SMALLEST_CLASS
    k = float(step.said.values[parameter])
    not_audited = [name for name in step.said.attributes if name not in step.names]
    if not step.attributes or any(name not in step.last for name in step.names):
        yield step.open(parameter, step.names, later_step() if step.attributes else no_values())
        return
    sizes, complete = class_sizes([attribute.anonymized for attribute in step.attributes])
    smallest = float(sizes.min())
    lenient = float(sizes[complete].min()) + int((~complete).sum()) if complete.any() else float(sizes.size)
    if lenient < k:
        # More attributes only make classes smaller, so this needs none of the ones that are not audited.
        verdict, said = Agreement.CONTRADICTS, tr("Some records share their combination with fewer than k - 1 others.")
    elif not_audited:
        verdict, said = Agreement.OPEN, tr("It cannot be told: some attributes of this step are not audited.")
    elif smallest < k:
        verdict, said = Agreement.OPEN, tr("It cannot be told: missing values may belong to several classes.")
    else:
        verdict, said = Agreement.AGREES, tr("Every combination is shared by at least k records.")
    yield step.comparison(parameter, step.names, smallest, verdict, said)


def _why_open(step: DeclaredStep, attribute: AttributePair) -> str:
    if attribute.level is not Level.NUMERIC:
        return not_numeric()
    return "" if attribute.name in step.last else later_step()
