"""A recipe is used for other files, such as those of the next year, and what no longer fits is listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from permdesk.audit.recipe import Recipe
from permdesk.compute.progress import Progress
from permdesk.data.attribute_values import attribute_values
from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
from permdesk.data.chosen_hierarchy import chosen_hierarchy
from permdesk.data.file_pair import LeftOut
from permdesk.data.guess import guess_level
from permdesk.data.match_names import NameMatch, match_names
from permdesk.data.pairing import pair_by_id, pair_by_row
from permdesk.data.problem import Problem, Severity
from permdesk.data.table import Table
from permdesk.data.wording import listed
from permdesk.translation import tr


def rebase_recipe(recipe: Recipe, original: Path | None, anonymized: Path | None) -> Recipe:
    """The same decisions about other files; None keeps the one that it names. What the new ones should be is not
    known, so that no change of them is noticed."""
    sources = [
        source if path is None else replace(source, path=str(path.absolute()), sha256="")
        for source, path in ((recipe.original, original), (recipe.anonymized, anonymized))
    ]
    return replace(recipe, original=sources[0], anonymized=sources[1])


def what_no_longer_fits(recipe: Recipe, original: Table, anonymized: Table, progress: Progress) -> tuple[Problem, ...]:
    """What a recipe says and its files contradict.

    ERROR: less would be audited than the recipe asks for (an attribute is gone, its values cannot be read as chosen,
    an identifier does not pair). WARNING: new attributes, which nobody has decided about. NOTE: missing codes that no
    cell holds. Raises Cancelled.
    """
    choices = recipe.choices
    notes = (*_unseen_codes(original), *_unseen_codes(anonymized))
    if choices is None:
        return notes
    names = _names(choices, original, anonymized)
    if isinstance(names, Problem):
        return (names, *notes)
    problems: list[Problem] = []
    for choice in choices.attributes:
        progress.check()
        problems.extend(_about(choice, names, original, anonymized, progress))
    problems.extend(_pairing(choices, names, original, anonymized))
    problems.extend(_new(choices, names, anonymized))
    return (*problems, *notes)


def fitted_choices(choices: PairChoices, original: Table, anonymized: Table, progress: Progress) -> PairChoices:
    """The choices that fit: attributes that are gone are dropped, those whose values cannot be read as chosen and new
    ones are guessed anew, a pairing that cannot be kept is given up. Raises Cancelled."""
    names = _names(choices, original, anonymized)
    if isinstance(names, Problem):
        return choices
    kept = []
    for choice in choices.attributes:
        if choice.name in names.common:
            spoiled = _about(choice, names, original, anonymized, progress)
            kept.append(_guessed(choice.name, names, original, anonymized) if any(spoiled) else choice)
    known = {choice.name for choice in choices.attributes}
    new = (_guessed(name, names, original, anonymized) for name in names.common if name not in known)
    fitted = replace(choices, attributes=(*kept, *new))
    if any(_pairing(choices, names, original, anonymized)):
        fitted = replace(fitted, pairing=PairingBy.UNPAIRED, id_attributes=())
    return fitted


def _names(choices: PairChoices, original: Table, anonymized: Table) -> NameMatch | Problem:
    renamed = {
        choice.name: choice.anonymized_name
        for choice in choices.attributes
        if choice.name in original.names and choice.anonymized_name in anonymized.names
    }
    return match_names(original, anonymized, renamed)


def _guessed(name: str, names: NameMatch, original: Table, anonymized: Table) -> AttributeChoice:
    other = names.common[name]
    choice = guess_level(name, original.report(name), anonymized.report(other))
    return replace(choice, anonymized_name="" if other == name else other)


def _about(
    choice: AttributeChoice, names: NameMatch, original: Table, anonymized: Table, progress: Progress
) -> Iterator[Problem]:
    if choice.level in (Level.EXCLUDED, Level.RECORD_ID):
        return
    if choice.name not in names.common:
        lacks_it = original if choice.name not in original.names else anonymized
        what = tr("The attribute is gone: {file} does not have it.", file=lacks_it.path.name)
        yield Problem(what, choice.name, tr("Choose the name that it has now, or leave it out."))
        return
    hierarchy = chosen_hierarchy(choice, progress)
    if isinstance(hierarchy, Problem):
        yield hierarchy
        return
    x, y = original.report(choice.name), anonymized.report(names.common[choice.name])
    outcome = attribute_values(choice, x, y, hierarchy, progress)
    if isinstance(outcome, Problem):
        yield outcome
    elif isinstance(outcome.attribute, LeftOut) and (choice.order is not None or choice.level is Level.NUMERIC):
        what = tr("It was audited, and would be left out now: {reason}", reason=outcome.attribute.reason)
        cells = [cell for problem in outcome.problems for cell in problem.cells]
        yield Problem(what, choice.name, tr("Decide about it anew."), Severity.ERROR, tuple(cells), len(cells))


def _pairing(choices: PairChoices, names: NameMatch, original: Table, anonymized: Table) -> Iterator[Problem]:
    if choices.pairing is PairingBy.ROW:
        paired = pair_by_row(original, anonymized)
        yield from (paired,) if isinstance(paired, Problem) else ()
    if choices.pairing is not PairingBy.ID:
        return
    gone = [name for name in choices.id_attributes if name not in names.common]
    if gone:
        what = tr("Records were paired by {names}, which not both files have now.", names=listed(gone))
        yield Problem(what, anonymized.path.name, tr("Choose another identifier, or pair by row or not at all."))
        return
    by_id = pair_by_id(original, anonymized, {name: names.common[name] for name in choices.id_attributes})
    yield from (by_id,) if isinstance(by_id, Problem) else ()


def _new(choices: PairChoices, names: NameMatch, anonymized: Table) -> Iterator[Problem]:
    known = {choice.name for choice in choices.attributes}
    new = [name for name in names.common if name not in known]
    if new:
        what = tr("New attributes, about which the recipe says nothing: {names}. They are not audited.",
                  names=listed(new))  # fmt: skip
        remedy = tr("Choose their levels, so that they count.")
        yield Problem(what, anonymized.path.name, remedy, Severity.WARNING)


def _unseen_codes(table: Table) -> Iterator[Problem]:
    seen = {count.code for report in table.reports for count in report.missing_codes}
    unseen = [code for code in table.dialect.missing_codes if code.strip() and code.strip() not in seen]
    if unseen:
        what = tr("Missing codes that no cell holds: {codes}.", codes=listed(unseen))
        remedy = tr("Make sure that missing values are not written otherwise now.")
        yield Problem(what, table.path.name, remedy, Severity.NOTE)
