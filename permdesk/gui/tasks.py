"""What jobs do: values in, a value or a Problem out. Nothing here touches the window.

The engine is imported where it is used, as it takes a second that the first picture of the window must not wait for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from permdesk.audit.description import Description
from permdesk.audit.findings import Audit
from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.data.choices import Dialect, PairChoices
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem
from permdesk.gui.column_facts import column_facts
from permdesk.gui.workspace import Exchange, OpenedFile, Question, Setup, are_small

if TYPE_CHECKING:
    from permdesk.audit.recipe import Candidate, Recipe
    from permdesk.data.chosen_cells import ChosenCells
    from permdesk.data.column_report import ColumnReport
    from permdesk.data.hierarchy import Hierarchy
    from permdesk.data.table import Table

CHARTS_AFTER_MS = 400
"""How long the engine, once loaded, has the processor to itself for files that were named at the start."""


@dataclass(frozen=True, slots=True)
class Request:
    """A file to read, and how; None leaves that to detection."""

    path: Path
    dialect: Dialect | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """The decisions after files were read; ``problem`` says why the two files make no pair, if they do not."""

    setup: Setup
    problem: Problem | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """How far the way from a question to its audit went; ``problem`` says why not further. ``exchange``: the same files
    with the cells that are chosen now, None where memory holds just these."""

    pair: FilePair | None = None
    audit: Audit | None = None
    problem: Problem | None = None
    exchange: Exchange | None = None


def load_engine() -> None:
    """Import what every audit needs, and begin to compile the search: that takes seconds on the first start."""
    import permdesk.audit.run
    import permdesk.data.guess
    import permdesk.data.make_pair
    import permdesk.data.read_table  # noqa: F401
    from permdesk.compute.warm_up import HEAD_START, warm_up

    warm_up(HEAD_START)


def load_charts() -> None:
    """Import what draws on the screen and what is asked later; it makes no object that would belong to the wrong
    thread."""
    import permdesk.gui.charts.rank_plot
    import permdesk.gui.dialogs.policy
    import permdesk.gui.dialogs.reading
    import permdesk.gui.live.live_window
    import permdesk.gui.models.mapping_columns
    import permdesk.gui.panels.attributes_panel
    import permdesk.gui.panels.information_panel
    import permdesk.gui.panels.intruder_panel
    import permdesk.gui.panels.knowledge_panel
    import permdesk.gui.panels.map_panel
    import permdesk.gui.panels.overlay_panel
    import permdesk.gui.panels.protector_panel
    import permdesk.gui.panels.record_panel
    import permdesk.gui.panels.records_panel
    import permdesk.gui.panels.releases_panel
    import permdesk.gui.panels.requirement_panel
    import permdesk.gui.panels.ties_panel
    import permdesk.gui.panels.two_releases_panel
    import permdesk.report.typed_secrets  # noqa: F401


def read_file(request: Request, progress: Progress) -> OpenedFile | Problem:
    """Read a file and describe its columns."""
    from permdesk.data.read_table import read_table

    table = read_table(request.path, request.dialect, progress)
    return table if isinstance(table, Problem) else described(table, progress)


def described(table: Table, progress: Progress) -> OpenedFile:
    """A file that was read, with what each of its columns looks like."""
    progress.begin("columns", len(table.reports))
    facts = []
    for report in table.reports:
        facts.append(wait_for(partial(column_facts, report), progress))
        progress.advance()
    return OpenedFile(table, table.path.stat().st_size, tuple(facts))


def open_files(
    setup: Setup, original: Request | None, anonymized: Request | None, progress: Progress
) -> Opening | Problem:
    """Read the requested files into ``setup`` and guess the choices.

    A file that cannot be read changes nothing; nor does one that has nothing in common with the other file when a
    pair that could be audited was there before.
    """
    read = []
    for request, file in ((original, setup.original), (anonymized, setup.anonymized)):
        outcome = _whole(file, progress) if request is None else read_file(request, progress)
        if isinstance(outcome, Problem):
            return outcome
        read.append(outcome)
    opened = replace(setup, original=read[0], anonymized=read[1])
    choices = guess(opened, progress)
    if isinstance(choices, Problem):
        return choices if setup.question is not None else Opening(replace(opened, choices=None), choices)
    return Opening(replace(opened, choices=choices))


def _whole(file: OpenedFile | None, progress: Progress) -> OpenedFile | Problem | None:
    """A file that stays, with all cells, as choices are guessed anew; the same object where memory has them."""
    from permdesk.data.chosen_cells import with_cells

    if file is None:
        return None
    table = with_cells(file.table, file.table.names, progress)
    if isinstance(table, Problem):
        return table
    return file if table is file.table else replace(file, table=table)


def open_recipe(setup: Setup, path: Path, progress: Progress) -> Opening | Problem:
    """Everything that a recipe decides, its files read; what it leaves open is guessed."""
    from permdesk.audit.load_pair import load_tables
    from permdesk.audit.recipe import read_recipe

    recipe = read_recipe(path)
    if isinstance(recipe, Problem):
        return recipe
    tables = load_tables(recipe, progress)
    if isinstance(tables, Problem):
        return tables
    original, anonymized = (described(table, progress) for table in tables)
    opened = replace(
        setup,
        original=original,
        anonymized=anonymized,
        choices=recipe.choices,
        settings=recipe.settings,
        policy=recipe.policy,
        description=recipe.description,
        candidates=recipe.candidates,
    )
    choices = recipe.choices or guess(opened, progress)
    return choices if isinstance(choices, Problem) else Opening(replace(opened, choices=choices))


def look_at_hierarchy(path: Path, progress: Progress) -> Hierarchy | Problem:
    """Read a hierarchy that was chosen, to find out whether it is one."""
    from permdesk.data.hierarchy import read_hierarchy

    return read_hierarchy(path, progress)


def recipe_of(question: Question, description: Description, candidates: tuple[Candidate, ...] = ()) -> Recipe:
    """What was decided, without microdata and without results."""
    from permdesk.audit.recipe import InputFile, Recipe

    original, anonymized = (
        InputFile(str(file.table.path.absolute()), file.table.sha256, file.table.dialect)
        for file in (question.original, question.anonymized)
    )
    return Recipe(
        original,
        anonymized,
        question.choices,
        question.settings,
        question.policy,
        description,
        candidates=candidates,
    )


def guess(setup: Setup, progress: Progress) -> PairChoices | Problem | None:
    """The choices that fit both files; None while one is missing."""
    from permdesk.audit.nobodys_records import is_nobodys, unpaired
    from permdesk.data.guess import guess_choices

    if setup.original is None or setup.anonymized is None:
        return None
    progress.begin("guess", 1)
    choices = guess_choices(setup.original.table, setup.anonymized.table, progress)
    if isinstance(choices, Problem) or not is_nobodys(setup.anonymized.table.path, setup.candidates):
        return choices
    return unpaired(choices)


def answer(
    question: Question,
    pair: FilePair | None,
    progress: Progress,
    *,
    with_audit: bool = True,
    answered: Question | None = None,
) -> Answer:
    """Make the pair unless it is there, and audit it. Of large files only cells that are chosen now, or were when
    ``answered`` was answered, stay in memory; those that are lacking are read again."""
    from permdesk.audit.run import run_audit
    from permdesk.data.chosen_cells import ChosenCells, with_chosen
    from permdesk.data.make_pair import make_pair

    files = ChosenCells(question.original.table, question.anonymized.table, question.traces)
    if pair is None:
        complete = with_chosen(files, question.choices, progress)
        if isinstance(complete, Problem):
            return Answer(problem=complete)
        made = make_pair(complete.original, complete.anonymized, question.choices, progress, complete.traces)
        if isinstance(made, Problem):
            return Answer(problem=made)
        files, pair = complete, made
    files = replace(files, traces=pair.traces)
    if not with_audit:
        return Answer(pair, exchange=_exchange(question, answered, files, progress))
    audit = run_audit(pair, question.settings, question.policy, progress)
    if isinstance(audit, Problem):
        return Answer(pair, problem=audit, exchange=_exchange(question, answered, files, progress))
    return Answer(pair, audit, exchange=_exchange(question, None, files, progress))


def free(columns: list[ColumnReport]) -> None:
    """Let go of columns that nobody else holds, one at a time, so that the window gets its turn between them."""
    from permdesk.data.arrow_memory import give_back_memory

    while columns:
        columns.pop()
    give_back_memory()


def _exchange(question: Question, answered: Question | None, files: ChosenCells, progress: Progress) -> Exchange | None:
    """Small files stay whole, so that every change is followed at once."""
    from permdesk.data.chosen_cells import only_chosen

    before = (question.original, question.anonymized)
    if not are_small(*before):
        is_same = answered is not None and (answered.original, answered.anonymized) == before
        choices = [question.choices, *([answered.choices] if answered is not None and is_same else [])]
        files = only_chosen(files, choices, progress)
    after = (replace(before[0], table=files.original), replace(before[1], table=files.anonymized))
    is_unchanged = all(new.table is old.table for new, old in zip(after, before, strict=True))
    return None if is_unchanged else Exchange(before, after, files.traces)
