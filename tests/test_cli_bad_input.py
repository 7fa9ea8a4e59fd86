"""The command line on bad input: one clear sentence, status 2, and nothing left behind."""

from __future__ import annotations

import json
import re

import pytest

from tests.command import ANONYMIZED, ORIGINAL, QUICK, everything_in, run
from tests.pairs import DEMO


def bad(name, content, words=(), sentence=""):
    return pytest.param(content, words, sentence, id=name)


GOOD = "id,a,b\n1,1,5\n2,2,4\n3,3,6\n4,4,1\n"
BAD_FILES = [
    bad("absent", None, sentence="y.csv"),
    bad("empty", b"", sentence="y.csv"),
    bad("a folder", "folder", sentence="y.csv"),
    bad("not what its ending says", b"PK\x03\x04" + bytes(60), sentence="y.csv"),
    bad("a header only", b"id,a,b\n", sentence="y.csv"),
    bad("names that repeat", b"id,a,a\n1,1,2\n2,3,4\n", sentence="y.csv"),
    bad("ragged", b"id,a,b\n1,1,2\n2,3\n3,4,5,6\n", sentence="y.csv"),
    bad("nothing in common", b"k,l,m\n1,1,2\n2,3,4\n", sentence="in common"),
    bad("one record", b"id,a,b\n1,1,2\n", sentence="one record"),
    bad("an identifier that repeats", b"id,a,b\n1,1,5\n1,2,4\n3,3,6\n4,4,1\n", ("--id", "id"), "repeats"),
    bad("no such identifier", GOOD.encode(), ("--id", "person"), "person"),
    bad("no such attribute", GOOD.encode(), ("--attributes", "a,c"), "c"),
    bad("all missing", b"id,a,b\n1,,\n2,,\n3,,\n4,,\n", sentence="No attribute is left"),
    bad("infinities only", b"id,a,b\n1,inf,inf\n2,inf,-inf\n3,inf,inf\n4,inf,inf\n", sentence="No attribute is left"),
    bad("other sizes by row", b"a,b\n1,2\n2,1\n", ("--id", "id"), "id"),
    bad("draws of none", GOOD.encode(), ("--draws", "0"), "draws"),
    bad("a level of nothing", GOOD.encode(), ("--alpha", "nan"), "alpha"),
    bad("a seed below zero", GOOD.encode(), ("--seed", "-1"), "seed"),
    bad("a policy that is not there", GOOD.encode(), ("--policy", "no.toml"), "no.toml"),
]


@pytest.mark.parametrize(("content", "words", "sentence"), BAD_FILES)
def test_that_bad_input_is_one_clear_sentence_with_status_2_and_leaves_nothing(
    tmp_path, monkeypatch, capsys, content, words, sentence
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.csv").write_text(GOOD)
    if content == "folder":
        (tmp_path / "y.csv").mkdir()
    elif content is not None:
        (tmp_path / "y.csv").write_bytes(content)
    before = everything_in(tmp_path)
    assert run("audit", "x.csv", "y.csv", *words) == 2
    answer, aside = capsys.readouterr()
    assert answer == ""
    assert sentence in aside
    assert re.fullmatch(r"permdesk: [^\n]+[.)]\n", aside)
    assert "Traceback" not in aside
    assert everything_in(tmp_path) == before


def test_that_a_file_in_another_encoding_is_read_or_refused_but_never_breaks(tmp_path, capsys):
    text = "id,größe,a\n1,3,4\n2,5,7\n3,1,2\n"
    (tmp_path / "x.csv").write_text(text, "utf-8")
    for encoding in ("latin-1", "utf-16", "utf-8-sig"):
        (tmp_path / "y.csv").write_bytes(text.encode(encoding))
        assert run("audit", tmp_path / "x.csv", tmp_path / "y.csv", *QUICK, out=tmp_path / "out") in (1, 2)
        assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "column", "reason"),
    [
        ("constant", ["7"] * 4, "one value only"),
        ("all missing", [""] * 4, "missing"),
        ("with an infinity", ["1", "inf", "3", "4"], "b"),
        ("an unknown category", ["red", "blue", "green", "red"], "b"),
    ],
)
def test_that_an_attribute_that_cannot_be_audited_is_left_out_by_name_with_the_reason(
    tmp_path, capsys, name, column, reason
):
    words = column[0] == "red"
    xs = ["red", "blue", "blue", "red"] if words else column if name == "constant" else ["1", "2", "3", "4"]
    for file, cells in (("x.csv", xs), ("y.csv", column)):
        lines = [f"{i},{value}" for i, value in enumerate(cells)]
        (tmp_path / file).write_text("\n".join(["a,b", *lines]) + "\n")
    status = run("audit", tmp_path / "x.csv", tmp_path / "y.csv", *QUICK, out=tmp_path / "out")
    assert status == 1
    audit = json.loads((tmp_path / "out" / "audit.json").read_text())
    assert [a["name"] for a in audit["attributes"]] == ["a"]
    assert [left["name"] for left in audit["left_out"]] == ["b"]
    assert reason in audit["left_out"][0]["reason"] + " b"
    assert audit["left_out"][0]["reason"]
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("audit",),
        ("audit", ORIGINAL),
        ("audit", ORIGINAL, ANONYMIZED, "--ties", "never"),
        ("audit", ORIGINAL, ANONYMIZED, "--format", "odt"),
        ("audit", ORIGINAL, ANONYMIZED, "--report", "secret"),
        ("audit", ORIGINAL, ANONYMIZED, "--id", "X1", "--unpaired"),
        ("audit", ORIGINAL, ANONYMIZED, "--draws", "many"),
        ("audit", ORIGINAL, ANONYMIZED, "--frobnicate"),
        ("audit", "nowhere.permdesk"),
        ("demo", "unheard-of"),
        ("demo",),
    ],
    ids=lambda words: " ".join(str(word) for word in words[1:][-2:]) or words[0],
)
def test_that_wrong_words_are_one_sentence_with_status_2(words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    try:
        status = run(*words)
    except SystemExit as leaving:
        status = leaving.code
    assert status == 2
    answer, aside = capsys.readouterr()
    assert answer == ""
    assert re.fullmatch(r"permdesk: [^\n]+\n", aside)
    assert everything_in(tmp_path) == []


def test_that_a_recipe_whose_file_has_changed_says_so_and_is_audited(tmp_path, capsys):
    for path in (ORIGINAL, ANONYMIZED, DEMO / "paper.permdesk"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    recipe = (tmp_path / "paper.permdesk").read_text()
    (tmp_path / "anonymized.csv").write_text(ANONYMIZED.read_text().replace("103.69", "103.68"))
    assert run("audit", tmp_path / "paper.permdesk", *QUICK, out=tmp_path / "out") == 1
    assert ("SHA-256 has changed" in capsys.readouterr().err) == ("sha256" in recipe)
