"""Gives each item of a menu a letter of its own, by which it is chosen with the menu open."""

from __future__ import annotations

import re
from collections.abc import Sequence

MARKED = re.compile(r"&([^&])")


def with_letters(texts: Sequence[str]) -> list[str]:
    """The texts with "&" before the letter of each. Letters that are marked already stay, each for the first that has
    it; the others get one that is free, of the beginning of a word where there is one."""
    lettered = list(texts)
    taken: set[str] = set()
    without = []
    for place, text in enumerate(texts):
        letter = _letter(text)
        if letter and letter not in taken:
            taken.add(letter)
        else:
            without.append(place)
    for place in without:
        plain = _plain(texts[place])
        at = next((at for at in _places(plain) if plain[at].lower() not in taken), None)
        if at is None:
            lettered[place] = plain
        else:
            taken.add(plain[at].lower())
            lettered[place] = f"{plain[:at]}&{plain[at:]}"
    return lettered


def _letter(text: str) -> str:
    found = MARKED.search(text.replace("&&", ""))
    return found[1].lower() if found else ""


def _plain(text: str) -> str:
    """Without its mark; "&&" stands for the sign itself."""
    return "&&".join(part.replace("&", "") for part in text.split("&&"))


def _places(text: str) -> list[int]:
    """Where a letter may be marked: first those that begin a word."""
    places = [at for at, letter in enumerate(text) if letter.isalnum()]
    return sorted(places, key=lambda at: at > 0 and text[at - 1].isalnum())
