"""Turns the English sentences of the source into the language of the person who reads them."""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from numbers import Real
from pathlib import Path
from typing import TypeVar, cast

from permdesk.resources import ROOT

DOMAIN = "permdesk"
SOURCE_LANGUAGE = "en"
CATALOGUES = ROOT / "translations"

T = TypeVar("T")

_chosen: ContextVar[str | None] = ContextVar("language", default=None)
_spoken = ""


class Said(str):
    """A text that ``tr`` has made, and how it is said ``again`` in whatever language is then the current one."""

    __slots__ = ("again",)
    again: Callable[[], str]

    @classmethod
    def of(cls, text: str, again: Callable[[], str]) -> Said:
        said = cls(text)
        said.again = again
        return said


def tr(sentence: str, /, **figures: object) -> str:
    """Return ``sentence`` in the current language, its ``{named}`` gaps filled with ``figures``.

    Every string that a person may see goes through here, in the window and below it, so that one catalogue of
    the standard gettext format holds them all. The sentence itself must be a literal, else it cannot be found.
    """
    said = translated(sentence)
    if figures:
        said = said.format(**{name: _shown(figure) for name, figure in figures.items()})
    return Said.of(said, partial(tr, sentence, **figures))


def tr_count(one: str, many: str, count: int, /, **figures: object) -> str:
    """The form of a sentence that ``count`` asks for in the current language: ``one`` or ``many``, both literals, in
    English; French takes its singular for none, too. ``{count}`` stands for the count, and ``one`` may leave it out.
    It has the digit groups of the language, unless ``figures`` say how the ``count`` is written."""
    said = _catalogue(current_language()).ngettext(one, many, int(count))
    shown = {"count": _Counted(cast(Real, count))} | {name: _shown(figure) for name, figure in figures.items()}
    said = said.format(**shown)
    return Said.of(said, partial(tr_count, one, many, count, **figures))


def tr_number(number: str) -> str:
    """A number as Python writes it, with the marks of the current language for decimals and for groups of digits."""
    return Said.of(_with_marks(number), partial(tr_number, number))


def together(*sentences: str) -> str:
    """Those of the sentences that are not empty, one after another; ``retold`` tells each of them anew."""
    told = " ".join(str(retold(sentence)) for sentence in sentences if sentence)
    return Said.of(told, partial(together, *sentences))


def retold(figure: T) -> T:
    """A text that ``tr`` has made, in the language of here and now: findings hold sentences in the language in which
    they were found, and a report may be in another. Anything else as it is."""
    return cast(T, figure.again()) if isinstance(figure, Said) else figure


def to_translate(sentence: str, /) -> str:
    """``sentence``, a literal, as it is: marked for the catalogue and shown later through ``translated``. For tables of
    a module, which are made before anybody has chosen a language."""
    return sentence


def translated(sentence: str, /) -> str:
    """A sentence that was marked with ``to_translate``, in the current language."""
    return _catalogue(current_language()).gettext(sentence) if sentence else ""


class _Number:
    """A number that a sentence formats itself, with the marks of the sentence's language."""

    __slots__ = ("_value",)

    def __init__(self, value: Real) -> None:
        self._value = value

    def __format__(self, spec: str) -> str:
        return _with_marks(format(self._value, spec))


class _Counted(_Number):
    """A count, whose digits are grouped unless the sentence says otherwise."""

    def __format__(self, spec: str) -> str:
        return super().__format__(spec or ",")


def _shown(figure: object) -> object:
    return _Number(figure) if isinstance(figure, Real) else retold(figure)


def _with_marks(number: str) -> str:
    # An example is what translators understand at once; its marks are those of all numbers.
    example = translated(to_translate("1,234.5"))
    return number if example == "1,234.5" else number.translate({ord(","): example[1:-5], ord("."): example[-2]})


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Inside, and in this thread only, sentences are in ``language``: a report can be made in another language than
    the window's while both run. Sentences without a translation stay English."""
    token = _chosen.set(language)
    try:
        yield
    finally:
        _chosen.reset(token)


def speak(language: str) -> None:
    """Let the sentences of all threads be in ``language`` from now on; empty for that of the system. A program says so
    once, when it starts: what was said before stays as it was said."""
    global _spoken
    _spoken = language


def current_language() -> str:
    """The code of the language that sentences are in here and now, such as ``en``."""
    return _chosen.get() or _spoken or _language_of_the_system()


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages that there is a catalogue for, English first."""
    found = sorted(path.parent.name for path in CATALOGUES.glob(f"*/{DOMAIN}.mo"))
    return (SOURCE_LANGUAGE, *(code for code in found if code != SOURCE_LANGUAGE))


def catalogue_path(language: str) -> Path:
    """Where the catalogue of a language is, if there is one."""
    return CATALOGUES / language / f"{DOMAIN}.mo"


@cache
def _language_of_the_system() -> str:
    """The first language of the environment that there is a catalogue for; English if there is none."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wanted in os.environ.get(variable, "").split(":"):
            code = wanted.partition(".")[0].partition("@")[0]
            for known in (code, code.partition("_")[0]):
                if known in languages():
                    return known
    return SOURCE_LANGUAGE


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    # Kept: gettext.dgettext searches all folders again for every sentence, 70 µs for each painted cell.
    try:
        with catalogue_path(language).open("rb") as file:
            return gettext.GNUTranslations(file)
    except FileNotFoundError:
        return gettext.NullTranslations()
