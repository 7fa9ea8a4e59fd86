"""Turns the English sentences of the source into the language of the person who reads them."""

from __future__ import annotations

import gettext

DOMAIN = "permdesk"


def tr(sentence: str, /, **figures: object) -> str:
    """Return ``sentence`` in the current language, its ``{named}`` gaps filled with ``figures``.

    Every string that a person may see goes through here, in the window and below it, so that one catalogue of
    the standard gettext format holds them all. The sentence itself must be a literal, else it cannot be found.
    """
    translated = gettext.dgettext(DOMAIN, sentence) if sentence else ""
    return translated.format(**figures) if figures else translated
