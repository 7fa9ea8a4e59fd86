"""Cells of columns that nobody chose leave memory, and are read again from the file when they are wanted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from permdesk.compute.progress import Progress
from permdesk.data.attribute_trace import AttributeTrace, attribute_traces
from permdesk.data.choices import Level, PairChoices, PairingBy
from permdesk.data.match_names import match_names
from permdesk.data.own_identifiers import tells_records_apart
from permdesk.data.problem import Problem
from permdesk.data.rare_texts import rare_texts, together
from permdesk.data.read_table import read_table
from permdesk.data.table import Table
from permdesk.data.wording import listed
from permdesk.translation import tr


@dataclass(frozen=True, slots=True, eq=False)
class ChosenCells:
    """Two files with the cells of what is chosen in memory, and the traces of attributes that have none there."""

    original: Table
    anonymized: Table
    traces: tuple[AttributeTrace, ...] = ()


def only_chosen(files: ChosenCells, choices: Sequence[PairChoices], progress: Progress) -> ChosenCells:
    """Let go of the cells that none of the choices needs: those of excluded attributes, whose traces are kept, and of
    columns that only one file has. Columns of the release alone that tell records apart stay, with those of the
    original that they may come from. Traces that are known stay as they are; so do files that make no pair. Raises
    Cancelled."""
    kept_x: set[str] = set()
    kept_y: set[str] = set()
    traces = {trace.names: trace for trace in files.traces}
    for one in choices:
        names = match_names(files.original, files.anonymized, one.renamed)
        if isinstance(names, Problem):
            return files
        chosen = _chosen(one, names.common)
        kept_x |= set(chosen)
        kept_y |= set(chosen.values())
        own = _telling_apart(files.anonymized) & set(names.only_anonymized)
        kept_y |= own
        kept_x |= _telling_apart(files.original) if own else set()
        others = {x: y for x, y in names.common.items() if x not in chosen and (x, y) not in traces}
        found = attribute_traces(files.original, files.anonymized, others, one.attributes, progress)
        traces |= {trace.names: trace for trace in found}
    return ChosenCells(
        _without_cells(files.original, kept_x), _without_cells(files.anonymized, kept_y), tuple(traces.values())
    )


def with_chosen(files: ChosenCells, choices: PairChoices, progress: Progress) -> ChosenCells | Problem:
    """Read again what a pair needs and memory lacks: chosen attributes, and those without a trace. A Problem where a
    file is not the same any more. Raises Cancelled."""
    names = match_names(files.original, files.anonymized, choices.renamed)
    if isinstance(names, Problem):
        return files
    chosen, traced = _chosen(choices, names.common), {trace.names for trace in files.traces}
    wanted = {name: other for name, other in names.common.items() if name in chosen or (name, other) not in traced}
    original = with_cells(files.original, wanted, progress)
    if isinstance(original, Problem):
        return original
    anonymized = with_cells(files.anonymized, wanted.values(), progress)
    return anonymized if isinstance(anonymized, Problem) else replace(files, original=original, anonymized=anonymized)


def with_cells(table: Table, wanted: Collection[str], progress: Progress) -> Table | Problem:
    """The same file with the cells of these columns too, read again by the same dialect; a Problem if it is not the
    same file any more. The same object where nothing was lacking. Raises Cancelled."""
    lacking = [name for name in wanted if not table.holds(name)]
    if not lacking:
        return table
    again = read_table(table.path, table.dialect, progress, lacking)
    if isinstance(again, Table) and not all(map(again.holds, lacking)):  # a name that the file itself does not have
        again = read_table(table.path, table.dialect, progress)
    if isinstance(again, Problem):
        return again
    if again.sha256 != table.sha256:
        names = listed(lacking)
        what = tr("The file has changed since it was read: {names} cannot be read again from it.", names=names)
        return Problem(what, table.path.name, tr("Open the file anew, so that all of it is read as it is now."))
    reports = {report.name: report for report in (*again.reports, *table.reports)}
    held = tuple(reports[name] for name in table.names if table.holds(name) or name in lacking)
    return replace(table, reports=held)


def _chosen(choices: PairChoices, common: Mapping[str, str]) -> dict[str, str]:
    """The attributes whose cells an audit needs, names in X to names in Y: all but the excluded, and identifiers."""
    wanted = {choice.name for choice in choices.attributes if choice.level is not Level.EXCLUDED}
    if choices.pairing is PairingBy.ID:
        wanted |= set(choices.id_attributes)
    return {name: other for name, other in common.items() if name in wanted}


def _telling_apart(table: Table) -> set[str]:
    return {report.name for report in table.reports if tells_records_apart(report)}


def _without_cells(table: Table, kept: Collection[str]) -> Table:
    if all(report.name in kept for report in table.reports):
        return table
    reports = tuple(report for report in table.reports if report.name in kept)
    let_go = together(table.let_go, rare_texts(report for report in table.reports if report.name not in kept))
    return replace(table, reports=reports, all_names=table.names, let_go=let_go)
