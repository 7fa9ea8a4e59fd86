"""The command line takes a recipe for the files of another year, and refuses when it no longer fits."""

from __future__ import annotations

import json

import pytest

from permdesk.audit.recipe import InputFile, Recipe, write_recipe
from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
from tests.command import QUICK, run

CHOICES = PairChoices(
    (AttributeChoice("age", Level.NUMERIC), AttributeChoice("wage", Level.NUMERIC)), PairingBy.ID, ("house", "person")
)


@pytest.fixture
def recipe(tmp_path):
    """A recipe for files that are gone."""
    path = tmp_path / "survey.permdesk"
    files = (InputFile(str(tmp_path / name), "f" * 64) for name in ("old_x.csv", "old_y.csv"))
    assert write_recipe(Recipe(*files, CHOICES), path) is None
    return path


@pytest.fixture
def new(tmp_path):
    """Two files of the next year, the release in another order; some text of it may be replaced."""

    def write(old="", by=""):
        rows = [f"{i // 2},{i % 2},{20 + i},{100 * i}" for i in range(12)]
        for name, lines in (("x.csv", rows), ("y.csv", rows[::-1])):
            text = "\n".join(["house,person,age,wage", *lines, ""])
            (tmp_path / name).write_text(text.replace(old, by) if old and name == "y.csv" else text)
        return "--original", tmp_path / "x.csv", "--anonymized", tmp_path / "y.csv"

    return write


def test_that_a_recipe_audits_other_files_by_its_several_identifiers(recipe, new, tmp_path, capsys):
    assert run("audit", recipe, *new(), *QUICK, out=tmp_path / "out") == 1
    found = json.loads((tmp_path / "out" / "audit.json").read_text("utf-8"))
    assert found["original"]["file"] == "x.csv"
    assert found["pairing"] == {"by": "id", "id_attribute": "house, person", "n_paired": 12}
    assert "SHA-256" not in capsys.readouterr().err


def test_that_all_that_no_longer_fits_is_said_and_nothing_is_written(recipe, new, tmp_path, capsys):
    assert run("audit", recipe, *new("age,wage", "AGES,wage"), *QUICK, out=tmp_path / "out") == 2
    said = capsys.readouterr().err
    assert "age: The attribute is gone: y.csv does not have it." in said
    assert "does not fit these files in one respect, named above" in said
    assert not (tmp_path / "out").exists()


def test_that_new_files_beside_two_files_are_refused(new, tmp_path, capsys):
    words = new()
    assert run("audit", words[1], words[3], *words, *QUICK, out=tmp_path / "out") == 2
    assert "are for a recipe" in capsys.readouterr().err


def test_that_several_identifiers_are_named_with_commas(new, tmp_path):
    x, y = new()[1::2]
    assert run("audit", x, y, "--id", "house, person", *QUICK, out=tmp_path / "out") == 1
    found = json.loads((tmp_path / "out" / "audit.json").read_text("utf-8"))
    assert (found["pairing"]["by"], found["pairing"]["n_paired"]) == ("id", 12)
