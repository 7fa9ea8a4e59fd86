"""What a command says and writes is in the language that was asked for."""

from __future__ import annotations

import pytest

from permdesk.translation import current_language
from tests.command import ANONYMIZED, run

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


def test_that_a_refusal_is_in_that_language_too(capsys):
    assert run("subject", ANONYMIZED, "--record", "X1=much", "--language", "de") == 2
    assert "„much“ ist keine Zahl" in capsys.readouterr().err


def test_that_a_language_without_a_catalogue_is_refused(capsys):
    with pytest.raises(SystemExit):
        run("subject", ANONYMIZED, "--record", RECORD_3, "--language", "tlh")
    assert "tlh" in capsys.readouterr().err
