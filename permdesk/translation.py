"""Turns the English sentences of the source into the language of the person who reads them."""

from __future__ import annotations

import gettext
from functools import cache

DOMAIN = "permdesk"


def tr(sentence: str, /, **figures: object) -> str:
    """Return ``sentence`` in the current language, its ``{named}`` gaps filled with ``figures``.

    Every string that a person may see goes through here, in the window and below it, so that one catalogue of
    the standard gettext format holds them all. The sentence itself must be a literal, else it cannot be found.
    """
    translated = _catalogue().gettext(sentence) if sentence else ""
    return translated.format(**figures) if figures else translated


@cache
def _catalogue() -> gettext.NullTranslations:
    # gettext.dgettext searches the folders of all languages again for every sentence: 70 µs for each painted cell.
    return gettext.translation(DOMAIN, fallback=True)
