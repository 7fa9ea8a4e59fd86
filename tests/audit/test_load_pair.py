"""From a recipe to a pair: what it may not do silently, and what is kept of its files."""

from __future__ import annotations

from dataclasses import replace

import pytest

from permdesk.audit.load_pair import load_pair, load_tables
from permdesk.audit.recipe import InputFile, Recipe, read_recipe, write_recipe
from permdesk.compute.progress import Progress
from permdesk.data import chosen_cells
from permdesk.data.choices import AttributeChoice, Dialect, Level, PairChoices, PairingBy
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem

TEXT = "n;share;income\n" + "".join(f"{i};0,{i};1,{i * 7 % 900 + 100}\n" for i in range(100, 130))
AS_THOUSANDS = Dialect(separator=";", thousands_mark=",")


@pytest.fixture
def recipe(tmp_path):
    for name in ("x.csv", "y.csv"):
        (tmp_path / name).write_text(TEXT, "utf-8")
    files = (InputFile(str(tmp_path / name), dialect=AS_THOUSANDS) for name in ("x.csv", "y.csv"))
    return Recipe(*files)


def confirmed(source):
    return replace(source, dialect=replace(source.dialect, scale_confirmed=True))


def test_that_a_recipe_cannot_change_a_scale_that_nobody_confirmed(recipe):
    problem = load_tables(recipe, Progress())
    assert isinstance(problem, Problem)
    assert "“1,800” in “income” is 1800" in problem.what


def test_that_a_confirmation_is_kept_in_the_recipe(recipe, tmp_path):
    path = tmp_path / "r.permdesk"
    write_recipe(replace(recipe, original=confirmed(recipe.original), anonymized=confirmed(recipe.anonymized)), path)
    pair = load_pair(read_recipe(path), Progress())
    assert isinstance(pair, FilePair)
    assert pair.attributes[-1].original.lower[0] == 1800


def test_that_excluded_cells_are_gone_before_values_are_made(recipe, monkeypatch):
    levels = {"n": Level.EXCLUDED, "share": Level.EXCLUDED, "income": Level.NUMERIC}
    chosen = PairChoices(tuple(AttributeChoice(name, level) for name, level in levels.items()), PairingBy.ROW)
    files = (
        replace(one, dialect=Dialect(separator=";", decimal_mark=",")) for one in (recipe.original, recipe.anonymized)
    )
    seen = []
    monkeypatch.setattr(
        "permdesk.data.make_pair.with_chosen",
        lambda files, *rest: seen.append(files) or chosen_cells.with_chosen(files, *rest),
    )
    pair = load_pair(Recipe(*files, choices=chosen), Progress())
    assert pair.names == ("income",)
    assert [report.name for report in seen[0].original.reports] == ["income"]
    assert any("running numbers of the original: “n”" in problem.sentence for problem in pair.problems)
