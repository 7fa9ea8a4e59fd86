"""A language that puts every sentence into brackets, so that what is shown without them was never translated."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from permdesk import translation

# Sentences that are marks rather than words: the example of numbers and the codes of languages and patterns.
_AS_THEY_ARE = {"1,234.5", "en"}
_BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")
_TAG = re.compile(r"<[^>]*>|&[a-z]+;")
_WORD = re.compile(r"[^\W\d_]{2,}")


class _Bracketing(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return message if message in _AS_THEY_ARE else f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def everything_bracketed() -> Iterator[None]:
    """Inside, in all threads, every translated sentence is in brackets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(translation, "_catalogue", lambda _: _Bracketing())
        yield


def untranslated_words(text: str) -> list[str]:
    """The words of a text, or of a piece of HTML, that stand outside of all brackets."""
    rest = _TAG.sub(" ", text)
    while _BRACKETED.search(rest):
        rest = _BRACKETED.sub(" ", rest)
    return _WORD.findall(rest)
