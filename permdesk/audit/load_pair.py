"""From a recipe to a pair of files that can be audited."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from permdesk.audit.recipe import InputFile, Recipe
from permdesk.compute.progress import Progress
from permdesk.data.arrow_memory import give_back_memory
from permdesk.data.choices import PairChoices
from permdesk.data.chosen_cells import ChosenCells, only_chosen
from permdesk.data.file_pair import FilePair
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_table import read_table
from permdesk.data.scale_changes import unconfirmed_scale
from permdesk.data.table import Table
from permdesk.translation import tr


def load_tables(recipe: Recipe, progress: Progress) -> tuple[Table, Table] | Problem:
    """Read both inputs of a recipe; a file that is not the one the recipe was made with carries a warning. A scale of
    numbers that contradicts the file, and that nobody confirmed, is a Problem. Raises Cancelled."""
    tables = []
    for source in (recipe.original, recipe.anonymized):
        table = read_table(Path(source.path), source.dialect, progress)
        if isinstance(table, Problem):
            return table
        unconfirmed = None if source.dialect is None else unconfirmed_scale(table, progress)
        if unconfirmed is not None:
            return unconfirmed
        tables.append(_with_change_noticed(table, source))
    return tables[0], tables[1]


def load_pair(recipe: Recipe, progress: Progress) -> FilePair | Problem:
    """Read, type and pair the inputs of a recipe; what it leaves open is guessed. Raises Cancelled."""
    pair = _pair(recipe, progress)
    give_back_memory()  # that of the tables, which nobody holds any more
    return pair


def _pair(recipe: Recipe, progress: Progress) -> FilePair | Problem:
    tables = load_tables(recipe, progress)
    if isinstance(tables, Problem):
        return tables
    choices: PairChoices | Problem | None = recipe.choices
    if choices is None:
        choices = guess_choices(*tables, progress)
    if isinstance(choices, Problem):
        return choices
    files = only_chosen(ChosenCells(*tables), [choices], progress)
    del tables  # so that typing finds the memory of what is not chosen
    return make_pair(files.original, files.anonymized, choices, progress, files.traces)


def _with_change_noticed(table: Table, source: InputFile) -> Table:
    if not source.sha256 or source.sha256 == table.sha256:
        return table
    changed = Problem(
        what=tr("The file is not the one that the recipe was made with: its SHA-256 has changed."),
        where=table.path.name,
        remedy=tr("Make sure that it is the file you mean; the findings are about what it holds now."),
        severity=Severity.WARNING,
    )
    return replace(table, problems=(*table.problems, changed))
