"""What a command says and writes is in the language that was asked for."""

from __future__ import annotations

import pytest

from permdesk import command_parser
from permdesk.translation import current_language
from tests.command import ANONYMIZED, ORIGINAL, run

RECORD_3 = "X1=100.87,X2=902.21,X3=5108.54"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Permutationsabstand: 4 von 20 Rängen (20,0 %)"),
        ("fr", "Distance de permutation : 4 rangs sur 20 (20,0 %)"),
        ("es", "Distancia de permutación: 4 de 20 rangos (20,0 %)"),
    ],
)
def test_that_answers_and_pages_are_in_the_language_asked_for(capsys, tmp_path, language, said):
    page = tmp_path / "record.html"
    assert run("subject", ANONYMIZED, "--record", RECORD_3, "--html", page, "--language", language) == 0
    answer = capsys.readouterr().out
    assert said in answer.replace("\u00a0", " ")
    assert f'<html lang="{language}">' in page.read_text("utf-8")
    assert current_language() == "en"


@pytest.mark.parametrize("words", [("--language", "fr", "--help"), ("--help", "--language=fr"), ("-h", "--lang", "fr")])
def test_that_help_is_in_that_language_wherever_it_is_named(capsys, words):
    with pytest.raises(SystemExit) as left:
        run("audit", *words)
    assert left.value.code == 0
    said = capsys.readouterr().out
    assert "le fichier original, ou une recette" in said
    assert current_language() == "en"


def test_that_a_language_that_is_named_without_a_code_is_refused(capsys):
    with pytest.raises(SystemExit) as left:
        run("audit", ORIGINAL, ANONYMIZED, "--language")
    assert left.value.code == 2
    assert "--language" in capsys.readouterr().err


def test_that_the_whole_help_can_be_translated(monkeypatch, capsys):
    monkeypatch.setattr(command_parser, "tr", lambda sentence, **_: f"[{sentence}]")
    with pytest.raises(SystemExit):
        run("audit", "--help")
    said = capsys.readouterr().out
    for part in ("[usage]: permdesk audit", "[files and names]:", "[options]:", "[show this help and leave]"):
        assert part in said


def test_that_a_refusal_is_in_that_language_too(capsys):
    assert run("subject", ANONYMIZED, "--record", "X1=much", "--language", "de") == 2
    assert "„much“ ist keine Zahl" in capsys.readouterr().err


def test_that_a_language_without_a_catalogue_is_refused(capsys):
    with pytest.raises(SystemExit):
        run("subject", ANONYMIZED, "--record", RECORD_3, "--language", "tlh")
    assert "tlh" in capsys.readouterr().err
