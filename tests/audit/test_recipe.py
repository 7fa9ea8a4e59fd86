"""Recipes come back as they were, find their files wherever they are moved, and hold no microdata."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from permdesk.audit.description import Description, Step
from permdesk.audit.load_pair import load_pair, load_tables
from permdesk.audit.policy import Policy
from permdesk.audit.recipe import Candidate, Demonstration, InputFile, Recipe, read_recipe, write_recipe
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
from permdesk.masking.methods import Masking
from permdesk.masking.parameters import Method

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
)


def full(folder):
    return Recipe(
        InputFile(str(folder / "data" / "x.csv"), "a" * 64, Dialect(";", ",", "'", "latin-1", False, ("", "9"), ())),
        InputFile(str(folder / "y.zip"), dialect=replace(FIXED, codebook=str(folder.resolve() / "y.rda"))),
        CHOICES,
        Settings(Ties.RANDOM, MissingRule.OWN_VALUE, 5, 6, 7, 0.01),
        Policy("agency", 3, None, {"age": 2.5}, None, 0.02, None, 7),
        Description("Survey", "Office", "tool", (Step("noise", ("age",), "sd 1"),), "none"),
        candidates=(
            Candidate(InputFile(str(folder / "data" / "y1.csv"), "b" * 64, Dialect(";"))),
            Candidate(InputFile(str(folder / "y2.csv")), Demonstration(Method.RANK_SWAPPING, 0.1)),
        ),
    )


def test_that_a_recipe_comes_back_as_it_was(tmp_path):
    assert write_recipe(full(tmp_path), tmp_path / "r.permdesk") is None
    assert read_recipe(tmp_path / "r.permdesk") == full(tmp_path)


def test_that_a_recipe_has_no_place_for_the_seed_of_a_demonstration():
    kept = {field.name for field in fields(Demonstration)}
    assert {field.name for field in fields(Masking)} - kept == {"seed"}


def test_that_the_candidates_move_with_their_recipe(tmp_path):
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
    recipe = full(tmp_path / "here")
    write_recipe(recipe, tmp_path / "here" / "r.permdesk")
    (tmp_path / "here" / "r.permdesk").rename(tmp_path / "there" / "r.permdesk")
    moved = read_recipe(tmp_path / "there" / "r.permdesk")
    assert [Path(one.file.path).parent.name for one in moved.candidates] == ["data", "there"]
    assert [one.made for one in moved.candidates] == [one.made for one in recipe.candidates]


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


def test_that_a_codebook_by_its_name_alone_is_beside_its_file(tmp_path):
    source = InputFile(str(tmp_path / "data" / "x.asc"), "", Dialect(codebook="x.rda"))
    write_recipe(replace(full(tmp_path), original=source), tmp_path / "r.permdesk")
    assert read_recipe(tmp_path / "r.permdesk").original.dialect.codebook == str(tmp_path / "data" / "x.rda")


def test_that_a_codebook_moves_with_its_recipe(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()

    def with_codebook(folder):
        dialect = Dialect(codebook=str(folder.resolve() / "books" / "x.rda"))
        return replace(full(folder), original=InputFile(str(folder / "x.asc"), "a", dialect))

    write_recipe(with_codebook(old), old / "r.permdesk")
    assert 'codebook = "books/x.rda"' in (old / "r.permdesk").read_text("utf-8")
    old.rename(new)
    assert read_recipe(new / "r.permdesk") == with_codebook(new)


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
        ("version = 1", "version = 2\nnovelty = true", "version 2"),
        ("draws = 5", "drawz = 5", "drawz"),
        ("draws = 5", "draws = 'x'", "draws"),
        ('ties = "random"', 'ties = "never"', "never"),
        ("min_distance = 3", "min_distance = -3", "min_distance"),
        ("max_right_links = 0.02", "max_right_links = nan", "max_right_links"),
        ("draws = 5", "draws = 99999999999999999999", "draws"),
        ("alpha = 0.01", "alpha = 1.5", "alpha"),
        ("seed = 6", "seed = 9223372036854775808", "seed"),
        ("min_distance = 3", "min_distance = 99999999999999999999", "min_distance"),
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


INPUTS = '[original]\npath = "x.csv"\n[anonymized]\npath = "y.csv"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            INPUTS + '[settings]\ndraws = "x"\n',
            "settings.draws is a text in quotation marks, but must be a whole number.",
        ),
        (
            INPUTS + "[policy]\nmin_distance = [1]\n",
            "policy.min_distance is a list in brackets, but must be a whole num",
        ),
        (INPUTS + '[settings]\nties = "never"\n', "settings.ties is 'never', which is not one of the words"),
        (
            INPUTS + '[[description.steps]]\nkind = "noise"\n[description.steps.values]\nnoise = 5\n',
            "description.steps[0].values is 'noise', which is not one of the words",
        ),
        (INPUTS + "[settings\n", "Line 5 cannot be understood, from character 10 on"),
        (INPUTS + 'x = "abc', "It ends before a text, a list or a table is closed."),
        ('[original]\npath = "x.csv"\n', "anonymized is missing."),
        ("[original]\n[anonymized]\n", "original.path is missing."),
        ("original = 3\n", "original is a whole number, but must be a table."),
        (
            INPUTS + '[choices]\npairing = "id"\nattributes = [{name = 3}]\n',
            "choices.attributes[0].name is a whole number",
        ),
        (b"\xff\xfe", "Byte 1 is no UTF-8 text."),
        (b"", "This file is empty."),
        (b"\xef\xbb\xbf \r\n", "This file is empty."),
    ],
)
def test_that_a_broken_recipe_is_explained_in_our_own_words(tmp_path, text, words):
    path = tmp_path / "r.permdesk"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    problem = read_recipe(path)
    assert isinstance(problem, Problem)
    assert words in problem.what
    assert "`" not in problem.what


def test_that_a_mark_which_an_editor_put_before_a_recipe_is_passed_over(tmp_path):
    path = tmp_path / "r.permdesk"
    path.write_text(INPUTS, "utf-8")
    without = read_recipe(path)
    assert isinstance(without, Recipe)
    path.write_text(INPUTS, "utf-8-sig")
    assert read_recipe(path) == without


@pytest.mark.parametrize(
    ("make", "what", "remedy"),
    [
        (lambda path: None, "This file does not exist.", "Check its name and its folder."),
        (lambda path: path.mkdir(), "This is a folder, not a file.", "Choose a file in it."),
        (
            lambda path: path.write_text("a = 1", "utf-16"),
            "Byte 1 is no UTF-8 text.",
            "Save it with the encoding UTF-8",
        ),
    ],
)
def test_that_a_recipe_that_cannot_be_had_says_what_to_do(tmp_path, make, what, remedy):
    path = tmp_path / "r.permdesk"
    make(path)
    problem = read_recipe(path)
    assert (problem.what, problem.where) == (what, "r.permdesk")
    assert problem.remedy.startswith(remedy)


LINES = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
ATTRIBUTES = st.builds(
    AttributeChoice,
    name=LINES,
    level=st.sampled_from(Level),
    order=st.none() | st.sampled_from(CategoryOrder),
    categories=st.lists(LINES, max_size=3).map(tuple),
    anonymized_name=LINES,
    hierarchy_sha256=LINES,
    dates=st.none() | st.sampled_from(DateNotation),
)
RECIPES = st.builds(
    Recipe,
    original=st.builds(InputFile, st.just("/data/x y å.csv"), LINES, st.none() | st.builds(Dialect, separator=LINES)),
    anonymized=st.builds(InputFile, st.just("/data/y.csv"), LINES),
    choices=st.none()
    | st.builds(
        PairChoices,
        st.lists(ATTRIBUTES, max_size=3).map(tuple),
        st.sampled_from(PairingBy),
        st.lists(LINES, max_size=2).map(tuple),
    ),
)


@given(RECIPES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_that_every_choice_comes_back(tmp_path, recipe):
    path = tmp_path / "r.permdesk"
    assert write_recipe(recipe, path) is None
    assert read_recipe(path) == recipe


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
