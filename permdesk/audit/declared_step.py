"""A declared step among the others: which of its attributes are audited, and what later steps may have undone."""

from __future__ import annotations

from dataclasses import dataclass

from permdesk.audit.comparison import Agreement, Comparison
from permdesk.audit.description import Description, Step
from permdesk.audit.method_parameters import Parameter, Unit, parameter_facts
from permdesk.audit.methods_inventory import Method, method_facts
from permdesk.data.file_pair import AttributePair, FilePair
from permdesk.translation import tr

# They leave every value that is still there as it was.
KEEP_VALUES = frozenset({Method.SAMPLING, Method.LOCAL_SUPPRESSION})


@dataclass(frozen=True, slots=True, eq=False)
class DeclaredStep:
    """Step ``place`` (from 0) and the audited attributes that it names. ``alone`` and ``last`` are the names of those
    that no other step, and no later one, changes as well."""

    place: int
    said: Step
    pair: FilePair
    attributes: tuple[AttributePair, ...]
    alone: frozenset[str]
    last: frozenset[str]
    others_change_records: bool

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(attribute.name for attribute in self.attributes)

    def comparison(
        self,
        parameter: Parameter | None,
        names: tuple[str, ...],
        measured: float | None,
        agreement: Agreement,
        sentence: str,
        unit: Unit | None = None,
    ) -> Comparison:
        """A comparison of this step; its unit is the parameter's unless said otherwise."""
        own_unit = None if parameter is None else parameter_facts(parameter).unit
        declared = None if parameter is None else self.said.values.get(parameter)
        return Comparison(
            self.place, names, parameter, declared, measured, unit or own_unit or Unit.NONE, agreement, sentence
        )

    def open(self, parameter: Parameter | None, names: tuple[str, ...], why: str) -> Comparison:
        return self.comparison(parameter, names, None, Agreement.OPEN, why)


def declared_steps(description: Description, pair: FilePair) -> tuple[DeclaredStep, ...]:
    """The steps in their order."""
    steps = description.steps
    audited = {attribute.name: attribute for attribute in pair.attributes}
    placed = []
    for place, step in enumerate(steps):
        later = _changed_by(steps[place + 1 :], audited)
        others = later | _changed_by(steps[:place], audited)
        names = frozenset(step.attributes)
        placed.append(
            DeclaredStep(
                place,
                step,
                pair,
                tuple(audited[name] for name in dict.fromkeys(step.attributes) if name in audited),
                names - others,
                names - later,
                any(_changes_records(other) for at, other in enumerate(steps) if at != place),
            )
        )
    return tuple(placed)


def step_name(place: int, step: Step) -> str:
    """Number and method of a step, for a sentence about it."""
    return tr("Step {number}, {method}", number=place + 1, method=method_name(step))


def method_name(step: Step) -> str:
    """The inventory's name of the method; the officer's own where the inventory has none."""
    own = step.method.strip()
    if step.kind is Method.OTHER:
        return own or method_facts(step.kind).title
    return method_facts(step.kind).title


def needs_pairing() -> str:
    return tr("It cannot be told: this needs a pairing of the records, and there is none.")


def another_step() -> str:
    return tr("It cannot be told: another step changed this attribute too.")


def all_together() -> str:
    return tr("Measured is what all steps did together, so that one of them cannot be told.")


def later_step() -> str:
    return tr("It cannot be told: a later step changed this attribute again.")


def no_values() -> str:
    return tr("It cannot be told: there are no values to measure it on.")


def not_numeric() -> str:
    return tr("It cannot be told: the attribute is not numeric.")


def _changed_by(steps: tuple[Step, ...], audited: dict[str, AttributePair]) -> frozenset[str]:
    """Attributes that the steps change; one that names none may change any."""
    changed: set[str] = set()
    for step in steps:
        if step.kind not in KEEP_VALUES:
            changed |= set(step.attributes) if step.attributes else set(audited)
    return frozenset(changed)


def _changes_records(step: Step) -> bool:
    return step.kind in (Method.SAMPLING, Method.SYNTHETIC_DATA, Method.OTHER)
