"""Two tables and the officer's choices become a pair of files that can be audited, or one clear Problem."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

from permdesk.compute.arrays import Rows
from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.data.attribute_trace import AttributeTrace, attribute_traces
from permdesk.data.attribute_values import Outcome, attribute_values
from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
from permdesk.data.chosen_cells import ChosenCells, with_chosen
from permdesk.data.chosen_hierarchy import chosen_hierarchy
from permdesk.data.doubtful_readings import doubtful_readings
from permdesk.data.file_pair import AttributePair, FilePair, LeftOut, SourceFile
from permdesk.data.long_numbers import long_numbers
from permdesk.data.match_names import NameMatch, match_names
from permdesk.data.own_identifiers import own_identifiers
from permdesk.data.pair_report import PairReport
from permdesk.data.pairing import pair_by_id, pair_by_row
from permdesk.data.problem import Problem, Severity
from permdesk.data.rare_texts import rare_texts, together
from permdesk.data.released_order import kept_order, released_identifiers
from permdesk.data.shuffled import note_shuffled_rows
from permdesk.data.side_by_side import side_by_side
from permdesk.data.table import Table
from permdesk.data.text_column import Texts
from permdesk.data.totals_record import totals_record
from permdesk.data.wording import listed, quoted
from permdesk.translation import tr


def make_pair(
    original: Table,
    anonymized: Table,
    choices: PairChoices,
    progress: Progress,
    known: Sequence[AttributeTrace] = (),
) -> FilePair | Problem:
    """Type, match and pair two tables as chosen. Everything that is left out or doubtful is in the result.

    Cells that are needed and not in memory are read again; excluded attributes need none where their traces are
    ``known``. The stage is ``"typing"``, its units attributes. Raises Cancelled.
    """
    for table in (original, anonymized):
        if table.n_records < 2:
            what = tr("The file has one record only; at least two are needed.")
            return Problem(what, table.path.name, tr("Choose a file with more records."))
    files = with_chosen(ChosenCells(original, anonymized, tuple(known)), choices, progress)
    if isinstance(files, Problem):
        return files
    original, anonymized = files.original, files.anonymized
    names = match_names(original, anonymized, choices.renamed)
    if isinstance(names, Problem):
        return names
    unknown = _unknown_choice(choices, names, original, anonymized)
    if unknown:
        return unknown

    audited: list[AttributePair] = []
    left_out: list[LeftOut] = []
    problems = [*original.problems, *anonymized.problems, *names.notes]
    traces = attribute_traces(original, anonymized, names.common, choices.attributes, progress, known)
    trace_of = {trace.names[0]: trace for trace in traces}
    progress.begin("typing", len(choices.attributes))
    for choice in choices.attributes:
        if choice.name in choices.id_attributes and choices.pairing is PairingBy.ID:
            choice = replace(choice, level=Level.RECORD_ID)
        outcome = wait_for(partial(_outcome, choice, original, anonymized, names, trace_of, progress), progress)
        if isinstance(outcome, Problem):
            return outcome
        problems.extend(outcome.problems)
        if isinstance(outcome.attribute, LeftOut):
            left_out.append(outcome.attribute)
        else:
            audited.append(outcome.attribute)
        progress.advance()
    left_out.extend(_not_chosen(choices, names))
    if not audited:
        return _nothing_left(anonymized, left_out)
    identifiers = [left.name for left in left_out if left.level is Level.RECORD_ID]
    problems.extend(released_identifiers(identifiers, original, anonymized, traces))
    problems.extend(wait_for(partial(totals_record, original, anonymized), progress))
    only_anonymized = names.only_anonymized
    problems.extend(wait_for(lambda: list(own_identifiers(original, anonymized, only_anonymized)), progress))
    problems.extend(_guessed_without_id(choices, left_out, anonymized))

    own: Rows | None = None
    ids: tuple[Sequence[str], Sequence[str]] = ((), ())
    if choices.pairing is PairingBy.ID:
        id_names = {name: names.common[name] for name in choices.id_attributes}
        paired = wait_for(partial(pair_by_id, original, anonymized, id_names), progress)
        if isinstance(paired, Problem):
            return paired
        own, ids = paired.own, (paired.original_ids, paired.anonymized_ids)
        problems.extend(paired.problems)
    elif choices.pairing is PairingBy.ROW:
        by_row = pair_by_row(original, anonymized)
        if isinstance(by_row, Problem):
            return by_row
        own = by_row
        problems.extend(wait_for(partial(note_shuffled_rows, audited, anonymized.path), progress))
    problems.extend(kept_order(choices.pairing, own, anonymized))
    return FilePair(
        original=SourceFile(original.path, original.sha256, original.n_records),
        anonymized=SourceFile(anonymized.path, anonymized.sha256, anonymized.n_records),
        attributes=wait_for(partial(side_by_side, audited), progress),
        left_out=tuple(left_out),
        pairing=choices.pairing,
        own=own,
        choices=choices,
        record_ids=ids[0],
        anonymized_ids=ids[1],
        problems=tuple(problems),
        report=PairReport(tuple(trace.report for trace in traces)),
        traces=traces,
        other_texts=wait_for(partial(_other_texts, original, {attribute.name for attribute in audited}), progress),
    )


def _other_texts(original: Table, audited: Collection[str]) -> Texts:
    others = (report for report in original.reports if report.name not in audited)
    return together(original.let_go, rare_texts(others))


def _outcome(
    choice: AttributeChoice, original: Table, anonymized: Table, names: NameMatch,
    trace_of: Mapping[str, AttributeTrace], progress: Progress,
) -> Outcome | Problem:  # fmt: skip
    """One attribute as chosen, and what is doubtful about how it was read."""
    if choice.level is Level.EXCLUDED:
        return trace_of[choice.name].outcome(choice)
    hierarchy = chosen_hierarchy(choice, progress)
    if isinstance(hierarchy, Problem):
        return hierarchy
    x, y = original.report(choice.name), anonymized.report(names.common[choice.name])
    outcome = attribute_values(choice, x, y, hierarchy, progress)
    if isinstance(outcome, Problem) or isinstance(outcome.attribute, LeftOut):
        return outcome
    if choice.level is not Level.NUMERIC or choice.dates is not None:
        return outcome
    progress.check()
    doubts = (*doubtful_readings(choice.name, x, y), *long_numbers(choice.name, x, y))
    return replace(outcome, problems=(*outcome.problems, *doubts))


def _unknown_choice(choices: PairChoices, names: NameMatch, original: Table, anonymized: Table) -> Problem | None:
    """A chosen attribute, or identifier, that not both files have."""
    wanted = [choice.name for choice in choices.attributes]
    repeated = sorted({name for name in wanted if wanted.count(name) > 1})
    if repeated:
        what = tr("Attributes are chosen twice: {names}.", names=listed(repeated))
        return Problem(what, original.path.name, tr("Choose each once."))
    if choices.pairing is PairingBy.ID:
        wanted.extend(choices.id_attributes or ("",))
    for name in wanted:
        if name in names.common:
            continue
        file = anonymized.path.name if name in original.names else original.path.name
        what = tr("There is no attribute named {name}.", name=quoted(name))
        return Problem(
            what, file, tr("Choose among those that both files have: {names}.", names=listed(list(names.common)))
        )
    return None


def _not_chosen(choices: PairChoices, names: NameMatch) -> list[LeftOut]:
    chosen = {choice.name for choice in choices.attributes}
    by_choice, no_y, no_x = (
        tr("It was not chosen."),
        tr("Only the original has it; the release does not."),
        tr("Only the release has it; the original does not."),
    )
    return [
        *(LeftOut(name, Level.EXCLUDED, by_choice) for name in names.common if name not in chosen),
        *(LeftOut(name, Level.EXCLUDED, no_y) for name in names.only_original),
        *(LeftOut(name, Level.EXCLUDED, no_x) for name in names.only_anonymized),
    ]


def _nothing_left(anonymized: Table, left_out: list[LeftOut]) -> Problem:
    reasons = " ".join(tr("{name}: {reason}", name=quoted(left.name), reason=left.reason) for left in left_out)
    what = tr("No attribute is left to audit. {reasons}", reasons=reasons)
    return Problem(what, anonymized.path.name, tr("Choose a level or an order for at least one attribute."))


def _guessed_without_id(choices: PairChoices, left_out: list[LeftOut], anonymized: Table) -> list[Problem]:
    """Both files have an identifier, but the guess could not use it."""
    has_id = any(left.level is Level.RECORD_ID for left in left_out)
    if choices.pairing is PairingBy.ID or not choices.pairing_reason or not has_id:
        return []
    remedy = tr("Check how records are paired.")
    return [Problem(choices.pairing_reason, anonymized.path.name, remedy, Severity.WARNING)]
