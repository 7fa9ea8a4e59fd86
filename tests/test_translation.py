"""Sentences reach a person whole, and fast enough to be painted."""

from __future__ import annotations

import gettext

from permdesk.translation import tr


def test_that_gaps_are_filled_and_sentences_without_gaps_keep_their_braces():
    assert tr("{n} records", n=3) == "3 records"
    assert tr("a {brace}") == "a {brace}"
    assert tr("") == ""


def test_that_the_catalogue_is_looked_for_once_and_not_for_every_sentence(monkeypatch):
    tr("Records")

    def searched(*_arguments, **_options):
        raise AssertionError("The folders were searched again.")

    monkeypatch.setattr(gettext, "find", searched)
    assert tr("Attributes") == "Attributes"
