"""``permdesk compare`` and ``permdesk sweep``: what they write, what they answer to bad input."""

from __future__ import annotations

import csv
import io

import pytest

from permdesk.audit.recipe import Candidate, InputFile, Recipe, write_recipe
from permdesk.audit.settings import Settings
from tests.command import ANONYMIZED, ORIGINAL, everything_in
from tests.command import run as command

SWEEP = ("sweep", ORIGINAL, "--method", "noise", "--steps", "2", "--replicates", "1", "--draws", "100")


def rows_of(path):
    return list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))


def test_that_releases_are_compared_in_the_order_given(tmp_path, capsys):
    out = tmp_path / "out"
    assert command("compare", ORIGINAL, ANONYMIZED, ORIGINAL, "--draws", "100", out=out) == 0
    assert everything_in(out) == ["comparison.csv", "comparison.html"]
    made, same = rows_of(out / "comparison.csv")
    assert (made["release"], same["release"]) == ("anonymized.csv", "original.csv")
    assert float(same["right_links"]) == 1
    assert float(made["distance"]) == 1 / 20
    assert "No release is beaten by another" in capsys.readouterr().out


def test_that_releases_of_the_same_name_are_told_apart(tmp_path):
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
        (folder / "y.csv").write_bytes(ANONYMIZED.read_bytes())
    out = tmp_path / "out"
    assert command("compare", ORIGINAL, *(folder / "y.csv" for folder in folders), "--draws", "50", out=out) == 0
    assert len({row["release"] for row in rows_of(out / "comparison.csv")}) == 2


def test_that_a_release_that_cannot_be_audited_is_named_and_the_others_compared(tmp_path, capsys):
    out = tmp_path / "out"
    assert command("compare", ORIGINAL, "none.csv", ANONYMIZED, "--draws", "50", out=out) == 2
    assert [row["release"] for row in rows_of(out / "comparison.csv")] == ["anonymized.csv"]
    assert sum("none.csv" in line for line in capsys.readouterr().err.splitlines()) == 1


def test_that_a_first_release_without_an_attribute_flatters_no_other_and_its_remedy_works(tmp_path, capsys):
    lines = [line.split(",") for line in ANONYMIZED.read_text().splitlines()]
    narrow, name = tmp_path / "narrow.csv", lines[0][-1]
    narrow.write_text("\n".join(",".join(line[:-1]) for line in lines) + "\n")
    words = ("compare", ORIGINAL, narrow, ANONYMIZED, "--draws", "50")
    assert command(*words, out=tmp_path / "all") == 2
    said = capsys.readouterr().err
    assert f"lacks the attribute {name}" in said and "--attributes" in said
    assert command("compare", ORIGINAL, ANONYMIZED, "--draws", "50", out=tmp_path / "one") == 0
    assert rows_of(tmp_path / "all" / "comparison.csv") == rows_of(tmp_path / "one" / "comparison.csv")
    assert command(*words, "--attributes", ",".join(lines[0][:-1]), out=tmp_path / "fewer") == 0
    assert len(rows_of(tmp_path / "fewer" / "comparison.csv")) == 2


def test_that_a_recipe_names_its_releases_and_how_they_are_compared(tmp_path):
    recipe = Recipe(
        InputFile(str(ORIGINAL)),
        InputFile(str(ANONYMIZED)),
        settings=Settings(draws=50),
        candidates=tuple(Candidate(InputFile(str(path))) for path in (ORIGINAL, ANONYMIZED)),
    )
    assert write_recipe(recipe, tmp_path / "r.permdesk") is None
    assert command("compare", tmp_path / "r.permdesk", out=tmp_path / "a") == 0
    assert command("compare", ORIGINAL, ORIGINAL, ANONYMIZED, "--draws", "50", out=tmp_path / "b") == 0
    rows = [rows_of(tmp_path / name / "comparison.csv") for name in "ab"]
    assert len(rows[0]) == 2
    assert rows[0] == rows[1]


def test_that_releases_are_paired_by_the_column_that_was_typed(tmp_path):
    paths = [tmp_path / f"{name}.csv" for name in "xy"]
    for path, order in zip(paths, (range(30), reversed(range(30))), strict=True):
        path.write_text("key,a,b\n" + "\n".join(f"r{i},{i * i},{(i * 7) % 30}" for i in order))
    assert command("compare", *paths, "--id", "key", "--draws", "50", out=tmp_path / "out") == 0
    assert float(rows_of(tmp_path / "out" / "comparison.csv")[0]["right_links"]) == 1


def test_that_unpaired_releases_have_no_right_links(tmp_path):
    assert command("compare", ORIGINAL, ANONYMIZED, "--unpaired", "--draws", "50", out=tmp_path) == 0
    assert rows_of(tmp_path / "comparison.csv")[0]["right_links"] == ""


def test_that_a_sweep_has_one_line_a_release_and_is_repeated_with_its_seed(tmp_path):
    for folder in ("a", "b"):
        assert command(*SWEEP, "--from", "0.1", "--to", "1", "--seed", "7", out=tmp_path / folder) == 0
    rows = rows_of(tmp_path / "a" / "sweep.csv")
    assert [(row["strength"], row["replicate"]) for row in rows] == [("0.1", "1"), ("1.0", "1")]
    assert rows == rows_of(tmp_path / "b" / "sweep.csv")


def test_that_a_sweep_without_a_seed_draws_one_and_tells_nobody(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("secrets.randbits", lambda bits: 424242424242)
    assert command(*SWEEP, "--most-right-links", "0.5", out=tmp_path) == 0
    written = "".join(path.read_text("utf-8") for path in tmp_path.iterdir())
    said = capsys.readouterr()
    assert "424242424242" not in written + said.out + said.err
    assert "50.0 %" in said.out


def test_that_numbers_of_records_are_whole(tmp_path):
    words = ("sweep", ORIGINAL, "--method", "microaggregation", "--from", "2", "--to", "5", "--steps", "3")
    assert command(*words, "--replicates", "1", "--draws", "50", out=tmp_path) == 0
    assert [row["strength"] for row in rows_of(tmp_path / "sweep.csv")] == ["2.0", "4.0", "5.0"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*SWEEP, "--from", "-1"), "goes from"),
        ((*SWEEP, "--replicates", "0"), "nothing to draw"),
        (("sweep", ORIGINAL, "--method", "noise", "--steps", "0"), "no value to try"),
        (("sweep", ORIGINAL, "--method", "noise", "--draws", "0"), "draws"),
        (("sweep", "none.csv", "--method", "noise"), "none.csv"),
        (("compare", ORIGINAL, "none.csv"), "none.csv"),
        (("compare", ORIGINAL), "no releases"),
        (("compare", ORIGINAL, ANONYMIZED, "--attributes", "none"), "no attribute none"),
        (("compare", ORIGINAL, ANONYMIZED, "--policy", "none.toml"), "none.toml"),
    ],
)
def test_that_what_cannot_be_meant_is_one_sentence(words, said, tmp_path, capsys):
    assert command(*words, out=tmp_path / "out") == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1
    assert said in lines[0]
    assert not (tmp_path / "out" / "sweep.csv").exists()


def test_that_an_unknown_method_is_one_sentence(capsys):
    with pytest.raises(SystemExit) as end:
        command("sweep", ORIGINAL, "--method", "magic")
    assert end.value.code == 2
    assert "magic is not one of" in capsys.readouterr().err
