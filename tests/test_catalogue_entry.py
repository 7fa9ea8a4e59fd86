"""One sentence is found in a catalogue as gettext finds it."""

from __future__ import annotations

import gettext

import pytest

from permdesk.catalogue_entry import entry
from permdesk.gui.window_language import own_name
from permdesk.translation import SOURCE_LANGUAGE, catalogue_path, languages

SHIPPED = [code for code in languages() if code != SOURCE_LANGUAGE]


@pytest.mark.parametrize("code", SHIPPED)
def test_that_the_first_the_last_and_others_are_found_as_gettext_finds_them(code):
    path = catalogue_path(code)
    with path.open("rb") as file:
        catalogue = gettext.GNUTranslations(file)
    sentences = sorted(key for key in catalogue._catalog if isinstance(key, str) and key)
    assert len(sentences) > 1000
    for sentence in (*sentences[:3], "English", *sentences[1::200], sentences[-1]):
        assert entry(path, sentence) == catalogue.gettext(sentence)


@pytest.mark.parametrize("sentence", ["A sentence that nobody says.", "\x01", "\U0010ffff"])
def test_that_what_is_not_there_stays_as_it_is(sentence, tmp_path):
    assert entry(catalogue_path(SHIPPED[0]), sentence) == sentence
    assert entry(tmp_path / "none.mo", sentence) == sentence


def test_that_languages_are_called_what_they_call_themselves():
    assert {"en": "English", "de": "Deutsch"}.items() <= {code: own_name(code) for code in languages()}.items()
