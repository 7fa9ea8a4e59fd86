"""Declared steps of the anonymization in words: their parameters with units, and what publishing them amounts to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from permdesk.audit.comparison import Agreement
from permdesk.audit.declared_step import method_name
from permdesk.audit.description import ReleaseType, Step
from permdesk.audit.method_parameters import Option, Parameter, Unit, Value, option_title, parameter_facts
from permdesk.audit.methods_inventory import Method, Randomness, Transparency, randomness, transparency
from permdesk.data.file_pair import FilePair
from permdesk.report.blocks import Number
from permdesk.report.number_text import number_text
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.report.withheld import Censor


def measured_text(value: float | None, unit: Unit) -> str:
    """A measured or declared number with its unit."""
    match unit:
        case Unit.SHARE:
            return number_text(value, Number.SHARE)
        case Unit.RECORDS | Unit.NONE:
            return number_text(value, Number.COUNT)
        case Unit.ATTRIBUTE:
            return number_text(value, Number.MEASURE)


def value_text(parameter: Parameter, value: Value, censor: Censor, step: Step, pair: FilePair) -> str:
    """The declared value of a parameter. A top or bottom code that is the value of one or two original records is
    withheld in public: it would tell the world an extreme of the original file."""
    from permdesk.report.typed_secrets import is_rare  # whose patterns take as long as a tenth of the window's start

    facts = parameter_facts(parameter)
    if isinstance(value, str):
        known = facts.options and value in facts.options
        return option_title(Option(value)) if known else censor.text(value)
    if not censor.profile.shows_records and parameter in (Parameter.TOP_CODE, Parameter.BOTTOM_CODE):
        coded = [attribute for attribute in pair.attributes if attribute.name in step.attributes]
        if any(is_rare(attribute, value) for attribute in coded):
            return tr("[value withheld]")
    return measured_text(value, facts.unit or Unit.NONE)


def parameters_text(step: Step, censor: Censor, pair: FilePair) -> str:
    """All that was stated of a step's parameters, in one cell; empty if nothing was."""
    stated = [
        tr(
            "{parameter}: {value}",
            parameter=parameter_facts(name).title,
            value=value_text(name, value, censor, step, pair),
        )
        for name, value in step.values.items()
    ]
    if step.parameters:
        stated.append(censor.text(step.parameters))
    return "; ".join(stated)


def method_text(step: Step, censor: Censor) -> str:
    """The inventory's name of the method, and the officer's own where it says more."""
    name = censor.text(method_name(step))
    own = censor.text(step.method.strip())
    if step.kind is Method.OTHER or not own or own.casefold() == name.casefold():
        return name
    return tr("{method} ({own})", method=name, own=own)


def software_text(step: Step, censor: Censor) -> str:
    return censor.text(" ".join(part for part in (step.software.strip(), step.version.strip()) if part))


def randomness_title(step: Step) -> str:
    titles = {
        Randomness.RANDOMIZED: tr("randomized"),
        Randomness.DETERMINISTIC: tr("deterministic"),
        Randomness.UNKNOWN: tr("not stated"),
    }
    return titles[randomness(step.kind, step.values)]


def transparency_sentence(step: Step) -> str:
    """What it means that everything about a step but its seeds is published."""
    match transparency(step.kind, step.values):
        case Transparency.MET:
            return tr("Transparent: everything can be published, and the seed stays secret like a key.")
        case Transparency.WITHOUT_KEY:
            return tr(
                "Transparent, but without a secret: whoever holds the original file can repeat this step. What it "
                "blurs stays blurred for everybody else."
            )
        case Transparency.UNKNOWN:
            return tr("Depends on the method: transparent if users are told all but the seeds.")


def agreement_title(agreement: Agreement) -> str:
    titles = {
        Agreement.AGREES: tr("✓ agrees"),
        Agreement.CONTRADICTS: tr("✗ contradicts"),
        Agreement.OPEN: tr("? open"),
    }
    return titles[agreement]


def release_title(release: ReleaseType) -> str:
    titles = {
        ReleaseType.UNSTATED: tr("not stated"),
        ReleaseType.PUBLIC_USE: tr("public use file"),
        ReleaseType.SCIENTIFIC_USE: tr("scientific use file"),
        ReleaseType.SECURE_USE: tr("secure use file"),
        ReleaseType.TEACHING: tr("teaching file"),
        ReleaseType.INTERNAL: tr("for internal use"),
    }
    return titles[release]
