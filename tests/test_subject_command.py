"""``permdesk subject``: what it answers, and the one sentence for what it cannot."""

from __future__ import annotations

import pytest

from tests.command import ANONYMIZED, ORIGINAL, everything_in, run

RECORD_3 = "X1=100.87,X2=902.21,X3=5108.54"


def test_that_record_3_of_the_paper_gets_its_distance_match_and_variances(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("subject", ANONYMIZED, "--record", RECORD_3) == 0
    answer = capsys.readouterr().out
    assert "Permutation distance: 4 of 20 ranks (20.0 %)" in answer
    assert "Matched records of the release: 10\n" in answer
    for variance in ("24.6982", "896.76", "20167.8"):
        assert f"variance within 4 ranks {variance}\n" in answer
    assert "cannot show a change of scale" in answer
    assert everything_in(tmp_path) == []


def test_that_a_pure_permutation_is_tested_for_chance(capsys):
    assert run("subject", ORIGINAL, "--record", "X1=103.69,X2=981.80,X3=4928.80", "--pure-permutation") == 0
    answer = capsys.readouterr().out
    assert "Of 8,000 random records, 0.25 % match at least as closely." in answer
    assert "hardly plausible as chance" in answer
    assert run("subject", ORIGINAL, "--record", "X1=103.69,X2=1086.34,X3=4928.80", "--pure-permutation") == 0
    assert "The match is plausible as chance." in capsys.readouterr().out


def test_that_many_matches_are_not_all_listed(capsys, tmp_path):
    release = tmp_path / "release.csv"
    release.write_text("a,b\n" + "1,2\n" * 12 + "3,4\n")
    assert run("subject", release, "--record", "a=1") == 0
    assert "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((ANONYMIZED, "--record", "X9=1"), "anonymized.csv: It has no attribute X9."),
        ((ANONYMIZED, "--record", "X1=much"), "X1: “much” is no number"),
        ((ANONYMIZED, "--record", "X1"), "The record: “X1” is no attribute with a value."),
        (("no-such-file.csv", "--record", "X1=1"), "no-such-file.csv"),
        ((ANONYMIZED, "--record", "X1=1", "--draws", "0"), "draws is 0"),
    ],
)
def test_that_what_cannot_be_meant_gets_one_sentence_and_status_2(capsys, words, sentence):
    assert run("subject", *words) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    assert sentence in answer.err
    assert answer.err.count("\n") == 1


def test_that_a_page_to_print_is_written_where_it_is_asked_for(capsys, tmp_path):
    page = tmp_path / "record.html"
    assert run("subject", ANONYMIZED, "--record", RECORD_3, "--html", page) == 0
    assert f"Written to {page}" in capsys.readouterr().out
    assert everything_in(tmp_path) == ["record.html"]
    text = page.read_text("utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "The subject&#39;s own page" in text
    assert "X1 = 100.87, X2 = 902.21, X3 = 5108.54" in text


def test_that_a_page_that_cannot_be_written_gets_one_sentence_and_no_answer(capsys, tmp_path):
    assert run("subject", ANONYMIZED, "--record", RECORD_3, "--html", tmp_path / "absent" / "record.html") == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    assert "folder" in answer.err
    assert answer.err.count("\n") == 1


def test_that_a_page_does_not_replace_the_release(capsys, tmp_path):
    release = tmp_path / "release.csv"
    release.write_text("a,b\n1,2\n3,4\n")
    assert run("subject", release, "--record", "a=1", "--html", tmp_path / "." / "release.csv") == 2
    assert "would replace the release" in capsys.readouterr().err
    assert release.read_text() == "a,b\n1,2\n3,4\n"


def test_that_the_record_must_be_given(capsys):
    with pytest.raises(SystemExit) as stopped:
        run("subject", ANONYMIZED)
    assert stopped.value.code == 2
    assert "--record" in capsys.readouterr().err


def test_that_a_distance_or_chance_that_is_hardly_any_is_not_called_none(capsys, tmp_path):
    release = tmp_path / "release.csv"
    release.write_text("a,b,c\n" + "".join(f"{i}.5,{i}.5,{i}.5\n" for i in range(3000)))
    record = ("--record", "a=7.5,b=8.5,c=7.5")
    assert run("subject", release, *record, "--pure-permutation", "--draws", "50000") == 0
    answer = capsys.readouterr().out
    assert "Permutation distance: 1 of 3000 ranks (less than 0.1 %)" in answer
    assert "random records, less than 0.01 % match at least as closely." in answer
