"""What a command says and writes is in the language that was asked for."""

from __future__ import annotations

import argparse

import pytest

from permdesk import cli, command_parser, usage_refusals
from permdesk.translation import current_language
from permdesk.usage_refusals import refusal_in_words
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


@pytest.mark.parametrize("before", [("--language", "de"), ("--language=de",)])
def test_that_the_language_may_be_named_before_the_command(capsys, before):
    assert run(*before, "subject", ANONYMIZED, "--record", RECORD_3) == 0
    assert "Permutationsabstand: 4 von 20" in capsys.readouterr().out.replace("\u00a0", " ")
    assert run(*before, "subject", ANONYMIZED, "--record", RECORD_3, "--language", "fr") == 0
    assert "Distance de permutation" in capsys.readouterr().out
    assert run(*before, "subject", ANONYMIZED, "--record", "X1=much") == 2
    assert "„much“ ist keine Zahl" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("--language", "de"),
        ("--language=de", "a.csv", "b.csv"),
        ("--lang", "de", "a.csv"),
        ("--language",),
        ("a.csv",),
        (),
    ],
)
def test_that_a_language_without_a_command_is_that_of_the_window(monkeypatch, words):
    started = []
    monkeypatch.setattr(cli, "_start_window", lambda files: started.append(tuple(files)) or 0)
    assert run(*words) == 0
    assert started == [words]


def test_that_the_help_of_all_commands_names_the_language(capsys):
    with pytest.raises(SystemExit):
        run("--language", "fr", "--help")
    assert "--language" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("audit",), "[missing: original]"),
        (("audit", ORIGINAL, ANONYMIZED, "--nonsense"), "[not understood: --nonsense]"),
        (("audit", ORIGINAL, ANONYMIZED, "--seed"), "[--seed: [a value is missing]]"),
        (("audit", ORIGINAL, ANONYMIZED, "--seed", "x"), "[--seed: "),
        (("audit", ORIGINAL, ANONYMIZED, "--a", "x"), "[--a may mean each of these: --"),
        (("audit", ORIGINAL, ANONYMIZED, "--unpaired=x"), "[--unpaired: [takes no value, and not x]]"),
        (("audit", ORIGINAL, ANONYMIZED, "--language", "tlh"), "[--language: [tlh is not one of "),
    ],
)
def test_that_a_refusal_of_the_words_themselves_can_be_translated(monkeypatch, capsys, words, said):
    monkeypatch.setattr(usage_refusals, "tr", lambda sentence, **figures: f"[{sentence.format(**figures)}]")
    with pytest.raises(SystemExit) as left:
        run(*words)
    assert left.value.code == 2
    assert said in capsys.readouterr().err


def test_that_every_refusal_of_the_parser_is_known():
    """Each of these is what argparse says, taken from its own refusals."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("--many", nargs="+")
    parser.add_argument("--two", nargs=2)
    parser.add_argument("--whole", type=int)
    parser.add_argument("--part", type=float)
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--this", action="store_true")
    either.add_argument("--that", action="store_true")
    for words, said in (
        (["--many"], "--many: at least one value is missing"),
        (["--two", "1"], "--two: 2 values are wanted"),
        (["--whole", "x"], "--whole: x is no whole number"),
        (["--part", "x"], "--part: x is no number"),
        (["--this", "--that"], "--that: not together with --this"),
    ):
        with pytest.raises(argparse.ArgumentError) as refused:
            parser.parse_args(words)
        assert refusal_in_words(str(refused.value)) == said
    assert refusal_in_words("what nobody ever said") == "what nobody ever said"


def test_that_a_language_without_a_catalogue_is_refused(capsys):
    with pytest.raises(SystemExit):
        run("subject", ANONYMIZED, "--record", RECORD_3, "--language", "tlh")
    assert "tlh" in capsys.readouterr().err
