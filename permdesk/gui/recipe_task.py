"""What the job does that uses a recipe for other files: the decisions, and what of them no longer fits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.gui.tasks import described, guess
from permdesk.gui.workspace import Setup

if TYPE_CHECKING:
    from permdesk.audit.recipe import Recipe


@dataclass(frozen=True, slots=True)
class Refitted:
    """The decisions of a recipe about other files, as far as they fit; ``misfits`` say what does not, and ``step`` is
    what taking them is called."""

    step: str
    setup: Setup
    misfits: tuple[Problem, ...]


def refit(
    setup: Setup, recipe: Recipe | Path, original: Path | None, anonymized: Path | None, step: str, progress: Progress
) -> Refitted | Problem:
    """Take all decisions from a recipe but its files; None keeps that file. Raises Cancelled."""
    from permdesk.audit.load_pair import load_tables
    from permdesk.audit.rebase import fitted_choices, rebase_recipe, what_no_longer_fits
    from permdesk.audit.recipe import read_recipe

    known = read_recipe(recipe) if isinstance(recipe, Path) else recipe
    if isinstance(known, Problem):
        return known
    moved = rebase_recipe(known, original, anonymized)
    tables = load_tables(moved, progress)
    if isinstance(tables, Problem):
        return tables
    misfits = what_no_longer_fits(moved, *tables, progress)
    x, y = (described(table, progress) for table in tables)
    opened = replace(
        setup,
        original=x,
        anonymized=y,
        choices=None if moved.choices is None else fitted_choices(moved.choices, *tables, progress),
        settings=moved.settings,
        policy=moved.policy,
        description=moved.description,
    )
    choices = opened.choices or guess(opened, progress)
    if isinstance(choices, Problem):
        return choices
    return Refitted(step, replace(opened, choices=choices), misfits)
