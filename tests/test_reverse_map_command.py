"""``permdesk reverse-map``: what it writes, what it warns of, and the one sentence for what it cannot."""

from __future__ import annotations

import csv

import pytest

from permdesk.audit.recipe import InputFile, Recipe, write_recipe
from tests.command import ANONYMIZED, ORIGINAL, everything_in, run


def rows(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def test_that_z_of_the_paper_is_written_with_a_warning(capsys, tmp_path, expected):
    assert run("reverse-map", ORIGINAL, ANONYMIZED, "--out", tmp_path / "z.csv") == 0
    found = rows(tmp_path / "z.csv")
    assert found[0] == rows(ANONYMIZED)[0]
    for place in range(3):
        originals = [row[place] for row in rows(ORIGINAL)[1:]]
        z = [row[place] for row in found[1:]]
        assert sorted(z) == sorted(originals)
        y = [float(row[place]) for row in rows(ANONYMIZED)[1:]]
        order = sorted(range(len(y)), key=y.__getitem__)
        assert [float(z[i]) for i in order] == sorted(float(text) for text in originals)
    answer = capsys.readouterr()
    assert "true values of the original" in answer.err.splitlines()[0]
    assert answer.out == f"Written to {tmp_path / 'z.csv'}\n"
    assert everything_in(tmp_path) == ["z.csv"]


def test_that_a_recipe_is_enough(capsys, tmp_path):
    recipe = tmp_path / "r.permdesk"
    assert write_recipe(Recipe(InputFile(str(ORIGINAL)), InputFile(str(ANONYMIZED))), recipe) is None
    assert run("reverse-map", recipe, "--out", tmp_path / "z.xlsx") == 0
    assert everything_in(tmp_path) == ["r.permdesk", "z.xlsx"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((ORIGINAL, ANONYMIZED, "--out", "z.doc"), "Files of the kind .doc cannot be written."),
        ((ORIGINAL, "--out", "z.csv"), "It is not a recipe"),
        ((ORIGINAL, "no-such-file.csv", "--out", "z.csv"), "no-such-file.csv"),
        ((ORIGINAL, ANONYMIZED, "--out", ORIGINAL), "would replace a file that it is made from"),
        ((ORIGINAL, ANONYMIZED, "--out", "no-such-folder/z.csv"), "The folder does not exist."),
    ],
)
def test_that_what_cannot_be_done_gets_one_sentence_and_status_2(capsys, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    assert run("reverse-map", *words) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    assert sentence in answer.err
    assert answer.err.count("\n") == 1
    assert everything_in(tmp_path) == []
