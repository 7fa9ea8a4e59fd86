"""A recipe is used for the files of the next year, and what no longer fits is listed before anything is computed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from permdesk.audit.load_pair import load_tables
from permdesk.audit.rebase import fitted_choices, rebase_recipe, what_no_longer_fits
from permdesk.audit.recipe import InputFile, Recipe
from permdesk.compute.progress import Progress
from permdesk.data.choices import AttributeChoice, CategoryOrder, DateNotation, Dialect, Level, PairChoices, PairingBy
from permdesk.data.file_pair import FilePair
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Severity

HEADER = "id,age,class,born,note"
OLD = ["1,20,low,2001-01-01,a", "2,30,mid,2000-01-01,b", "3,40,high,1999-02-02,c", "4,25,mid,1980-01-01,a"]
CHOICES = PairChoices(
    (
        AttributeChoice("id", Level.RECORD_ID),
        AttributeChoice("age", Level.NUMERIC),
        AttributeChoice("class", Level.ORDINAL, CategoryOrder.BY_HAND, ("low", "mid", "high")),
        AttributeChoice("born", Level.NUMERIC, dates=DateNotation.YEAR_MONTH_DAY),
        AttributeChoice("note", Level.NOMINAL),
    ),
    PairingBy.ID,
    ("id",),
)


@pytest.fixture
def fits(tmp_path):
    """What is said of new files, written from their rows; the recipe was made for the old ones."""

    def check(x_rows, y_rows, x_header=HEADER, y_header=HEADER, choices=CHOICES, dialect=None):
        for name, header, rows in (("x.csv", x_header, x_rows), ("y.csv", y_header, y_rows)):
            (tmp_path / name).write_text("\n".join([header, *rows, ""]))
        old = Recipe(InputFile("/old/x.csv", "a" * 64, dialect), InputFile("/old/y.csv", "b" * 64), choices)
        recipe = rebase_recipe(old, tmp_path / "x.csv", tmp_path / "y.csv")
        tables = load_tables(recipe, Progress())
        return recipe, tables, what_no_longer_fits(recipe, *tables, Progress())

    return check


def test_that_the_files_are_new_and_all_decisions_are_kept(tmp_path):
    old = Recipe(InputFile("/a/x.csv", "a", Dialect(";")), InputFile("/a/y.csv", "b"), CHOICES)
    new = rebase_recipe(old, tmp_path / "x2.csv", None)
    assert new.original == InputFile(str(tmp_path / "x2.csv"), "", Dialect(";"))
    assert new.anonymized == old.anonymized
    assert replace(new, original=old.original) == old


def test_that_files_of_the_same_form_fit_without_a_word(fits):
    assert fits(OLD, OLD)[2] == ()
    assert fits(OLD, OLD, choices=None)[2] == ()


@pytest.mark.parametrize(
    ("x_change", "y_change", "where", "words"),
    [
        (("20,low", "old,low"), ("", ""), "age", "“old”"),
        (("", ""), ("30,mid", "30,middle"), "class", "A category that is not listed: “middle” (one cell)."),
        (("2001-01-01", "2001-02-30"), ("", ""), "born", "“2001-02-30”"),
        (("", ""), ("3,40", "2,40"), "y.csv", "identifier “id” repeats"),
        (("age", "AGEYEARS"), ("", ""), "age", "gone: x.csv"),
        (("", ""), ("age", "AGEYEARS"), "age", "gone: y.csv"),
        (("id,age", "number,age"), ("", ""), "y.csv", "paired by “id”"),
    ],
)
def test_that_what_would_be_lost_is_an_error(fits, x_change, y_change, where, words):
    x, y = ("\n".join([HEADER, *OLD]).replace(*change).split("\n") for change in (x_change, y_change))
    recipe, tables, problems = fits(x[1:], y[1:], x[0], y[0])
    errors = [p for p in problems if p.severity is Severity.ERROR]
    assert [p.where for p in errors] == [where]
    assert words in errors[0].what
    fitted = fitted_choices(recipe.choices, *tables, Progress())
    assert isinstance(make_pair(*tables, fitted, Progress()), FilePair)


def test_that_an_attribute_that_would_be_left_out_now_is_an_error(fits):
    by_frequency = replace(CHOICES, attributes=(*CHOICES.attributes[:4],
                           AttributeChoice("note", Level.NOMINAL, CategoryOrder.BY_FREQUENCY)))  # fmt: skip
    assert fits(OLD, OLD, choices=by_frequency)[2] == ()
    [problem] = fits(OLD, [OLD[0].replace(",a", ",z"), *OLD[1:]], choices=by_frequency)[2]
    assert (problem.where, problem.severity) == ("note", Severity.ERROR)
    assert "would be left out now" in problem.what
    assert problem.cells[0].text == "z"


def test_that_a_new_attribute_is_a_warning_and_is_guessed(fits):
    rows = [f"{row},{i}" for i, row in enumerate(OLD)]
    recipe, tables, [warning] = fits(rows, rows[::-1], f"{HEADER},wage", f"{HEADER},wage")
    assert warning.severity is Severity.WARNING
    assert "“wage”" in warning.what
    fitted = fitted_choices(recipe.choices, *tables, Progress())
    assert fitted.attributes[:5] == CHOICES.attributes
    assert (fitted.attributes[5].name, fitted.attributes[5].level) == ("wage", Level.NUMERIC)


def test_that_files_that_no_longer_have_one_size_cannot_be_paired_by_row(fits):
    by_row = replace(CHOICES, pairing=PairingBy.ROW, id_attributes=())
    recipe, tables, problems = fits(OLD, OLD[:3], choices=by_row)
    assert ["by row" in problem.what for problem in problems] == [True]
    assert fitted_choices(recipe.choices, *tables, Progress()).pairing is PairingBy.UNPAIRED


def test_that_missing_codes_that_do_not_occur_are_a_note(fits):
    [note] = fits(OLD, OLD, dialect=Dialect(missing_codes=("", "99", "b")))[2]
    assert note.severity is Severity.NOTE
    assert "“99”" in note.what
    assert "“b”" not in note.what


def test_that_files_without_a_name_in_common_are_one_error(fits):
    problems = fits(["1,2", "2,3"], OLD, x_header="p,q")[2]
    assert ["no attribute name in common" in p.what for p in problems] == [True]


def test_that_a_hierarchy_that_is_gone_is_an_error(fits):
    gone = replace(
        CHOICES, attributes=(replace(CHOICES.attributes[2], hierarchy="/old/class.csv"), *CHOICES.attributes[:2])
    )
    problems = fits(OLD, OLD, choices=gone)[2]
    assert any("class.csv" in p.where and p.severity is Severity.ERROR for p in problems)
