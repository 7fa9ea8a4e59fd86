"""Names of columns by the rules of a format: kept where they fit, else changed so that all stay different."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NameRule:
    """``allowed`` matches one character that a name may hold, ``start`` one that it may begin with.

    ``longest`` counts bytes of UTF-8; ``reserved`` names are in capitals; ``ignores_case``: "age" and "Age" are one
    name; ``capitals``: names are written in capitals.
    """

    allowed: str
    start: str
    longest: int
    reserved: frozenset[str] = frozenset()
    ignores_case: bool = False
    capitals: bool = False


def fitting_names(names: Sequence[str], rule: NameRule) -> list[str]:
    """A name for each name, in order; one that fits stays unless an earlier one took it."""
    shaped = [_shaped(name, rule) for name in names]
    taken: set[str] = set()
    fitting: dict[int, str] = {}
    # Names that need no change come first, so that none of them has to make way.
    for place in sorted(range(len(names)), key=lambda place: shaped[place] != names[place]):
        name, n = shaped[place], 1
        while _key(name, rule) in taken or name.upper() in rule.reserved:
            n += 1
            ending = f"_{n}"
            name = _cut(shaped[place], rule.longest - len(ending)) + ending
        taken.add(_key(name, rule))
        fitting[place] = name
    return [fitting[place] for place in range(len(names))]


def _shaped(name: str, rule: NameRule) -> str:
    if rule.capitals:
        name = name.upper()
    name = "".join(letter if re.fullmatch(rule.allowed, letter) else "_" for letter in name)
    if not re.match(rule.start, name):
        name = ("_" if re.match(rule.start, "_") else "V") + name
    return _cut(name, rule.longest)


def _cut(name: str, longest: int) -> str:
    return name.encode()[:longest].decode(errors="ignore").rstrip(".")


def _key(name: str, rule: NameRule) -> str:
    return name.casefold() if rule.ignores_case else name
