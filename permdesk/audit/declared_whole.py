"""Declared facts about whole files against them: sampling, synthesis, attributes that were not named or not audited."""

from __future__ import annotations

import math
from collections.abc import Iterator

from permdesk.audit.comparison import Agreement, Comparison
from permdesk.audit.declared_change import N_ERRORS
from permdesk.audit.declared_step import DeclaredStep
from permdesk.audit.method_parameters import Option, Parameter, Unit
from permdesk.audit.methods_inventory import Method
from permdesk.audit.step_measures import changed, holds_same_values
from permdesk.compute.arrays import Flags
from permdesk.data.file_pair import FilePair
from permdesk.translation import tr


def against_release(step: DeclaredStep) -> Iterator[Comparison]:
    """n_Y / n_X of a sample; whether records of a synthetic file are paired."""
    if step.said.kind is Method.SAMPLING:
        yield _sampled(step)
    if step.said.kind is Method.SYNTHETIC_DATA:
        yield _synthetic(step)


def _sampled(step: DeclaredStep) -> Comparison:
    parameter = Parameter.SAMPLED_SHARE
    n, n_released = step.pair.original.n_records, step.pair.anonymized.n_records
    measured, declared = n_released / n, float(step.said.values[parameter])
    if step.others_change_records:
        why = tr("It cannot be told: another step may have changed the number of records.")
        return step.comparison(parameter, (), measured, Agreement.OPEN, why)
    # Records may have been drawn one by one, so that their number is itself random.
    if abs(measured - declared) > 0.005 + N_ERRORS * math.sqrt(declared * (1 - declared) / n):
        said = tr("The release holds another share of the records than declared.")
        return step.comparison(parameter, (), measured, Agreement.CONTRADICTS, said)
    said = tr("The release holds the declared share of the records.")
    return step.comparison(parameter, (), measured, Agreement.AGREES, said)


def _synthetic(step: DeclaredStep) -> Comparison:
    parameter = Parameter.SYNTHESIS
    is_full = step.said.values[parameter] == Option.FULL
    if step.pair.own is None:
        # Any file can be left unpaired: that is no sign of synthesis.
        return step.open(parameter, step.names, tr("It cannot be told: the records are not paired."))
    if is_full:
        said = tr("Records of a fully synthetic file belong to no original record, but the files are paired.")
        return step.comparison(parameter, step.names, None, Agreement.CONTRADICTS, said)
    return step.open(parameter, step.names, tr("It cannot be told which values are synthetic."))


def against_unnamed(steps: tuple[DeclaredStep, ...], pair: FilePair) -> Iterator[Comparison]:
    """Attributes that changed but stand in no step, and named ones that nothing was measured of."""
    named = {name for step in steps for name in step.said.attributes}
    # A step that names no attribute may have changed any.
    may_be_any = any(not step.said.attributes and step.said.kind is not Method.SAMPLING for step in steps)
    for attribute in pair.attributes:
        if attribute.name in named:
            continue
        share = None if pair.own is None else _mean(changed(attribute, pair.own))
        same_size = pair.original.n_records == pair.anonymized.n_records
        differs = share > 0 if share is not None else same_size and not holds_same_values(attribute)
        if not differs:
            continue
        verdict = Agreement.OPEN if may_be_any else Agreement.CONTRADICTS
        said = tr("Changed, but no step names this attribute.")
        yield Comparison(None, (attribute.name,), None, None, share, Unit.SHARE, verdict, said)
    audited = set(pair.names)
    for step in steps:
        missing = tuple(name for name in dict.fromkeys(step.said.attributes) if name not in audited)
        if missing:
            yield step.open(None, missing, tr("It cannot be told: this attribute is not audited."))
        if not step.said.attributes and step.said.kind not in (Method.SAMPLING, Method.SYNTHETIC_DATA):
            yield step.open(None, (), tr("It cannot be told: the step names no attribute."))


def _mean(flags: Flags) -> float | None:
    return float(flags.mean()) if flags.size else None
