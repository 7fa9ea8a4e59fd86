"""Holds what the officer declared of every step against what the two files show; a contradiction is a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from permdesk.audit.comparison import Agreement, Comparison
from permdesk.audit.declared_change import (
    against_diagonal,
    against_noise_deviation,
    against_noise_share,
    against_rank_range,
    against_suppressed,
    against_swapped,
    of_effect,
    of_values,
)
from permdesk.audit.declared_output import (
    against_bottom_code,
    against_classes,
    against_groups,
    against_multiples,
    against_n_categories,
    against_top_code,
)
from permdesk.audit.declared_step import DeclaredStep, declared_steps, step_name
from permdesk.audit.declared_whole import against_release, against_unnamed
from permdesk.audit.description import Description
from permdesk.audit.method_parameters import Parameter, parameter_facts
from permdesk.audit.methods_inventory import method_facts
from permdesk.compute.progress import Progress
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem, Severity
from permdesk.translation import tr

_AGAINST: dict[Parameter, Callable[[DeclaredStep], Iterator[Comparison]]] = {
    Parameter.NOISE_SHARE: against_noise_share,
    Parameter.NOISE_DEVIATION: against_noise_deviation,
    Parameter.RANK_RANGE_SHARE: against_rank_range,
    Parameter.SWAPPED_SHARE: against_swapped,
    Parameter.SUPPRESSED_SHARE: against_suppressed,
    Parameter.SMALLEST_DIAGONAL_SHARE: against_diagonal,
    Parameter.GROUP_SIZE: against_groups,
    Parameter.ROUNDING_BASE: against_multiples,
    Parameter.TOP_CODE: against_top_code,
    Parameter.BOTTOM_CODE: against_bottom_code,
    Parameter.N_CATEGORIES: against_n_categories,
    Parameter.SMALLEST_CLASS: against_classes,
    Parameter.SAMPLED_SHARE: against_release,
    Parameter.SYNTHESIS: against_release,
}


def compare_with_files(description: Description, pair: FilePair, progress: Progress) -> tuple[Comparison, ...]:
    """Everything declared that the files can confirm or contradict, step by step. Raises Cancelled.

    What a later step may have changed again, what needs a pairing where there is none, and attributes that are not
    audited are OPEN: nothing is guessed.
    """
    steps = declared_steps(description, pair)
    progress.begin("declared", len(steps) + 1)
    found: list[Comparison] = []
    for step in steps:
        for parameter, value in step.said.values.items():
            progress.check()
            facts = parameter_facts(parameter)
            if parameter not in method_facts(step.said.kind).parameters:
                said = tr("“{parameter}” is no parameter of this method.", parameter=facts.title)
                found.append(step.comparison(parameter, (), None, Agreement.CONTRADICTS, said))
            elif not facts.takes(value):
                said = tr("“{parameter}” cannot have this value.", parameter=facts.title)
                found.append(step.comparison(parameter, (), None, Agreement.CONTRADICTS, said))
            elif parameter in _AGAINST:
                found.extend(_AGAINST[parameter](step))
        found.extend(of_values(step))
        found.extend(of_effect(step))
        progress.advance()
    if steps:
        found.extend(against_unnamed(steps, pair))
    progress.advance()
    return tuple(found)


def contradictions(comparisons: tuple[Comparison, ...], description: Description) -> tuple[Problem, ...]:
    """A warning for everything declared that the files contradict; those of one step and sentence are one."""
    said: dict[tuple[int | None, str], list[str]] = {}
    for comparison in comparisons:
        if comparison.agreement is Agreement.CONTRADICTS:
            said.setdefault((comparison.step, comparison.sentence), []).extend(comparison.attributes)
    return tuple(
        Problem(
            what=sentence if not names else f"{', '.join(dict.fromkeys(names))}: {sentence}",
            where=tr("Description") if step is None else step_name(step, description.steps[step]),
            remedy=tr("Correct the description, or find out what was really done to the file."),
            severity=Severity.WARNING,
        )
        for (step, sentence), names in said.items()
    )
