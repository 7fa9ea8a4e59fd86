"""Recipes come back as they were, find their files wherever they are moved, and hold no microdata."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from permdesk.audit.description import Description, Step
from permdesk.audit.load_pair import load_pair, load_tables
from permdesk.audit.policy import Policy
from permdesk.audit.recipe import InputFile, Recipe, read_recipe, write_recipe
from permdesk.audit.settings import MissingRule, Settings, Ties
from permdesk.compute.progress import Progress
from permdesk.data.choices import (
    AttributeChoice,
    CategoryOrder,
    DateNotation,
    Dialect,
    FixedField,
    Level,
    PairChoices,
    PairingBy,
)
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem

CHOICES = PairChoices(
    (
        AttributeChoice("age", Level.NUMERIC),
        AttributeChoice("sex", Level.NOMINAL, CategoryOrder.BY_FREQUENCY),
        AttributeChoice("größe", Level.ORDINAL, CategoryOrder.BY_HAND, ("klein", "groß"), anonymized_name="GROESSE"),
        AttributeChoice("born", Level.NUMERIC, dates=DateNotation.DAY_MONTH_YEAR),
    ),
    PairingBy.ID,
    ("person", "household"),
)
FIXED = Dialect(
    thousands_mark=" ",
    rows_to_skip=2,
    fields=(FixedField("age", 1, 2, 1, ("99", "98")), FixedField("sex", 3, 1)),
    member="y.asc",
    codebook="y.rda",
)


def full(folder):
    return Recipe(
        InputFile(str(folder / "data" / "x.csv"), "a" * 64, Dialect(";", ",", "'", "latin-1", False, ("", "9"), ())),
        InputFile(str(folder / "y.zip"), dialect=FIXED),
        CHOICES,
        Settings(Ties.RANDOM, MissingRule.OWN_VALUE, 5, 6, 7, 0.01),
        Policy("agency", 3, None, {"age": 2.5}, None, 0.02, None, 7),
        Description("Survey", "Office", "tool", (Step("noise", ("age",), "sd 1"),), "none"),
    )


def test_that_a_recipe_comes_back_as_it_was(tmp_path):
    assert write_recipe(full(tmp_path), tmp_path / "r.permdesk") is None
    assert read_recipe(tmp_path / "r.permdesk") == full(tmp_path)


def test_that_a_recipe_without_a_policy_has_the_illustrative_one_and_one_with_it_no_other_thresholds(tmp_path):
    path = tmp_path / "r.permdesk"
    inputs = '[original]\npath = "x.csv"\n[anonymized]\npath = "y.csv"\n'
    path.write_text(inputs)
    assert read_recipe(path).policy == Policy()
    path.write_text(inputs + "[policy]\nmax_lift = 3.0\n")
    assert read_recipe(path).policy == Policy("r", None, None, {}, None, None, 3.0, None)


def test_that_the_same_recipe_is_written_as_the_same_bytes(tmp_path):
    write_recipe(full(tmp_path), tmp_path / "a.permdesk")
    write_recipe(full(tmp_path), tmp_path / "b.permdesk")
    assert (tmp_path / "a.permdesk").read_bytes() == (tmp_path / "b.permdesk").read_bytes()


def test_that_a_folder_can_be_moved_with_its_recipe(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    write_recipe(full(old), old / "r.permdesk")
    assert str(tmp_path) not in (old / "r.permdesk").read_text("utf-8")
    old.rename(new)
    assert read_recipe(new / "r.permdesk") == full(new)


def test_that_hierarchies_move_with_their_recipe(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()

    def with_hierarchy(folder):
        path = str(folder.resolve() / "hierarchies" / "job.csv")
        job = AttributeChoice("job", Level.NOMINAL, CategoryOrder.BY_TAXONOMY, hierarchy=path, hierarchy_sha256="c")
        return replace(full(folder), choices=replace(CHOICES, attributes=(job,)))

    write_recipe(with_hierarchy(old), old / "r.permdesk")
    assert 'hierarchy = "hierarchies/job.csv"' in (old / "r.permdesk").read_text("utf-8")
    old.rename(new)
    assert read_recipe(new / "r.permdesk") == with_hierarchy(new)


@pytest.mark.parametrize(("old", "ids"), [('"person"', ("person",)), ('""', ())])
def test_that_recipes_with_the_one_id_attribute_of_old_are_still_read(tmp_path, old, ids):
    path = tmp_path / "r.permdesk"
    write_recipe(full(tmp_path), path)
    text = path.read_text("utf-8")
    new = 'id_attributes = [\n    "person",\n    "household",\n]'
    assert new in text
    path.write_text(text.replace(new, f"id_attribute = {old}"), "utf-8")
    assert read_recipe(path).choices == replace(CHOICES, id_attributes=ids)


def test_that_files_above_the_recipe_are_found_too(tmp_path):
    (tmp_path / "sub").mkdir()
    recipe = full(tmp_path)
    write_recipe(recipe, tmp_path / "sub" / "r.permdesk")
    found = read_recipe(tmp_path / "sub" / "r.permdesk")
    assert (tmp_path / "y.zip").resolve() == Path(found.anonymized.path).resolve()


def test_that_reasons_of_guesses_with_words_of_the_data_are_not_written(tmp_path):
    secret = replace(CHOICES, attributes=(AttributeChoice("job", Level.NOMINAL, reason="such as astronaut"),))
    recipe = replace(full(tmp_path), choices=replace(secret, pairing_reason="astronaut"))
    write_recipe(recipe, tmp_path / "r.permdesk")
    assert "astronaut" not in (tmp_path / "r.permdesk").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("version = 1", "version = 2", "version 2"),
        ("draws = 5", "drawz = 5", "drawz"),
        ("draws = 5", "draws = 'x'", "draws"),
        ('ties = "random"', 'ties = "never"', "never"),
        ("min_distance = 3", "min_distance = -3", "min_distance"),
        ("max_right_links = 0.02", "max_right_links = nan", "max_right_links"),
        ("[settings]", "[settings", "r.permdesk"),
        ('level = "numeric"', 'level = "numeric"\nlavel = 1', "lavel"),
    ],
)
def test_that_a_wrong_recipe_is_one_sentence_that_says_where(tmp_path, old, new, word):
    path = tmp_path / "r.permdesk"
    write_recipe(full(tmp_path), path)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    problem = read_recipe(path)
    assert isinstance(problem, Problem)
    assert word in problem.sentence
    assert "\n" not in problem.sentence


def test_that_a_recipe_that_cannot_be_written_is_a_problem(tmp_path):
    assert isinstance(write_recipe(full(tmp_path), tmp_path / "no" / "r.permdesk"), Problem)
    assert list(tmp_path.iterdir()) == []


def test_that_a_changed_file_is_noticed_and_an_unchanged_one_is_not(tmp_path):
    for name in ("x.csv", "y.csv"):
        (tmp_path / name).write_text("a,b\n1,2\n2,3\n3,1\n")
    recipe = Recipe(InputFile(str(tmp_path / "x.csv")), InputFile(str(tmp_path / "y.csv")))
    original, anonymized = load_tables(recipe, Progress())
    assert not [p for table in (original, anonymized) for p in table.problems if "SHA-256" in p.what]
    known = replace(recipe, original=replace(recipe.original, sha256=original.sha256))
    assert not [p for p in load_tables(known, Progress())[0].problems if "SHA-256" in p.what]
    stale = replace(recipe, original=replace(recipe.original, sha256="f" * 64))
    assert [p.severity for p in load_tables(stale, Progress())[0].problems if "SHA-256" in p.what] == ["warning"]
    pair = load_pair(stale, Progress())
    assert isinstance(pair, FilePair)
    assert any("SHA-256" in problem.what for problem in pair.problems)


@pytest.mark.parametrize("missing", ["x.csv", "y.csv"])
def test_that_a_file_that_is_gone_is_named(tmp_path, missing):
    for name in {"x.csv", "y.csv"} - {missing}:
        (tmp_path / name).write_text("a,b\n1,2\n2,3\n")
    found = load_pair(Recipe(InputFile(str(tmp_path / "x.csv")), InputFile(str(tmp_path / "y.csv"))), Progress())
    assert isinstance(found, Problem)
    assert missing in found.sentence


def test_that_an_empty_description_knows_it():
    assert Description().is_empty
    assert not Description(remarks="x").is_empty
