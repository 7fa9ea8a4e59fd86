"""Conditions on records as an officer types them: ``distance <= 2 and matches > 1``."""

from __future__ import annotations

import difflib
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLocale

from permdesk.compute.arrays import Flags
from permdesk.data.choices import DateNotation
from permdesk.gui.numbers import MINUS
from permdesk.translation import tr

TOKEN = re.compile(
    r"""\s*(?:(?P<time>\d{4}-\d\d?(?:-\d\d?(?:[T ]\d\d?:\d\d(?::\d\d)?)?)?|\d{1,3}:\d\d(?::\d\d)?)(?![\w.:-])"""
    r"""|(?P<number>\d+(?:[.,'’\u00a0\u202f]\d+)*(?:[eE][+-]?\d+)?)|(?P<quoted>"[^"]*"|'[^']*')"""
    r"""|(?P<word>[^\W\d][\w.]*)|(?P<sign><=|>=|!=|<>|==|=|<|>|\(|\)|[-−]))""",
)
ALIKE = "'’\u00a0\u202f"
"""Marks between digit groups that a keyboard or another program may write for each other; never for decimals."""
LONGEST, MOST_NAMES = 40, 16
"""Letters of a name, and names, that a message has room for."""
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<>": operator.ne,
}


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """What a condition may name: one number per record, for categories the number that each text stands for, and for
    points in time how they are written."""

    values: NDArray[Any]
    categories: Mapping[str, float] | None = None
    dates: DateNotation | None = None


def cut(text: str) -> str:
    """As much of what was typed as a message has room for: a long word would make the window as wide as itself."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def listed(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """The first of some names, and a mark where there are more."""
    return ", ".join([*map(cut, names[:most]), *["…"] * (len(names) > most)])


class ConditionError(Exception):
    """The text is not a condition; the message says why, for the person who typed it."""


def kept_records(text: str, fields: Mapping[str, Field]) -> Flags | None:
    """Which records fulfil the condition ``text``; None if it is blank. Raises ConditionError.

    Comparisons of a field with a number (for categories a text, for points in time a date) are joined by ``and``,
    ``or``, ``not`` and parentheses; a missing value fulfils no comparison. Names with blanks stand in quotes. A
    category that is a number is the code that the screen shows, never its place; a year or a month is all its days.
    """
    tokens = _tokens(text)
    if not tokens:
        return None
    parser = _Parser(tokens, fields)
    try:
        kept = parser.any_of()
    except RecursionError:
        raise ConditionError(tr("Not understood from “{text}” on.", text=cut(tokens[0].text))) from None
    if parser.place < len(tokens):
        raise ConditionError(tr("Not understood from “{text}” on.", text=cut(tokens[parser.place].text)))
    return kept


def _number(text: str) -> float:
    """A number with digit groups, as the screen writes it, or with either mark for decimals. Raises ConditionError."""
    group, point = (re.escape(mark) for mark in (QLocale().groupSeparator(), QLocale().decimalPoint()))
    if QLocale().groupSeparator() in ALIKE:
        group = f"[{ALIKE}]"
    if re.fullmatch(rf"[1-9]\d{{0,2}}(?:{group}\d{{2,3}})*{group}\d{{3}}(?:{point}\d+)?(?:[eE][+-]?\d+)?", text):
        text = re.sub(group, "", text)
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise ConditionError(tr("Not understood from “{text}” on.", text=cut(text))) from None


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str


def _tokens(text: str) -> list[_Token]:
    tokens, place, text = [], 0, text.rstrip()
    while place < len(text):
        found = TOKEN.match(text, place)
        if not found or found.lastgroup is None:
            raise ConditionError(tr("Not understood from “{text}” on.", text=cut(text[place:].strip())))
        tokens.append(_Token(found.lastgroup, found[found.lastgroup]))
        place = found.end()
    return tokens


def _unquoted(token: _Token) -> str:
    return token.text[1:-1] if token.kind == "quoted" else token.text


def _compared_in_time(values: NDArray[Any], sign: str, start: float, end: float) -> Flags:
    """Hold points in time against all that a date can mean; ``end`` is the moment after, ``start`` belongs to it."""
    is_before, is_in = values < start, (values == start) | ((values > start) & (values < end))
    is_after = ~(is_before | is_in | np.isnan(values))
    found: Flags = {"<": is_before, "<=": is_before | is_in, ">": is_after, ">=": is_after | is_in}.get(
        sign, is_before | is_after if sign in ("!=", "<>") else is_in
    )
    return found


class _Parser:
    """Recursive descent: any_of (or), all_of (and), one (not, parentheses, comparison)."""

    def __init__(self, tokens: list[_Token], fields: Mapping[str, Field]) -> None:
        self.tokens = tokens
        self.fields = fields
        self.names = list(fields)
        self.place = 0

    def any_of(self) -> Flags:
        kept = self.all_of()
        while self._took("or"):
            kept = kept | self.all_of()
        return kept

    def all_of(self) -> Flags:
        kept = self.one()
        while self._took("and"):
            kept = kept & self.one()
        return kept

    def one(self) -> Flags:
        if self._took("not"):
            return ~self.one()
        if self._took("("):
            kept = self.any_of()
            if not self._took(")"):
                raise ConditionError(tr("A closing parenthesis is missing."))
            return kept
        return self._comparison()

    def _comparison(self) -> Flags:
        field, name = self._field()
        sign = self._next()
        if sign is None or sign.text not in COMPARISONS:
            raise ConditionError(tr("After “{name}” comes one of <, <=, =, !=, >=, >.", name=cut(name)))
        if field.dates is not None:
            return _compared_in_time(field.values, sign.text, *self._span(field.dates, name))
        value = self._value(field, name)
        compared: Flags = COMPARISONS[sign.text](field.values, value)
        return compared & ~np.isnan(field.values) if field.values.dtype.kind == "f" else compared

    def _field(self) -> tuple[Field, str]:
        token = self._next()
        if token is None:
            raise ConditionError(tr("Something is missing at the end, such as {example}.", example="distance <= 2"))
        name = _unquoted(token)
        known_as = self._known_as(name)
        if known_as is not None:
            return self.fields[known_as], known_as
        if token.kind in ("number", "sign", "time"):
            raise ConditionError(tr("A condition starts with a name: {names}.", names=listed(self.names)))
        by_letters = {known.casefold(): known for known in reversed(self.names)}
        near = difflib.get_close_matches(name.casefold(), list(by_letters), 1)
        if near:
            meant = by_letters[near[0]]
            raise ConditionError(tr("There is no “{name}”. Is it “{meant}”?", name=cut(name), meant=cut(meant)))
        known = listed(self.names)
        raise ConditionError(tr("There is no “{name}”. Known are: {names}.", name=cut(name), names=known))

    def _known_as(self, name: str) -> str | None:
        """The name itself; else the first that differs in capitals only, so that an attribute never hides a figure."""
        if name in self.fields:
            return name
        return next((known for known in self.names if known.casefold() == name.casefold()), None)

    def _value(self, field: Field, name: str) -> float:
        negative = self._took("-") or self._took(MINUS)
        token = self._next()
        if token is not None and token.kind == "number" and field.categories is None:
            number = _number(token.text)
            return -number if negative else number
        if token is not None and field.categories is not None and token.kind != "sign":
            text = f"{'-' if negative else ''}{_unquoted(token)}"
            if text in field.categories:
                return field.categories[text]
            known = listed(list(field.categories), 8)
            raise ConditionError(
                tr("“{name}” has no “{text}”. It has: {known}.", name=cut(name), text=cut(text), known=known)
            )
        raise ConditionError(tr("“{name}” is compared with a number, such as 2 or 0.5.", name=cut(name)))

    def _span(self, notation: DateNotation, name: str) -> tuple[float, float]:
        """The first moment of the date that follows, and that after its last."""
        from permdesk.data.dates import span_of  # reads columns, which the window's first picture does not wait for

        token = self._next()
        span = None if token is None or token.kind == "sign" else span_of(_unquoted(token), notation)
        if span is None:
            example = "12:30" if notation is DateNotation.TIME_OF_DAY else "1980-12-31"
            raise ConditionError(
                tr("“{name}” is compared with a time, such as {example}.", name=cut(name), example=example)
            )
        return span

    def _next(self) -> _Token | None:
        if self.place == len(self.tokens):
            return None
        self.place += 1
        return self.tokens[self.place - 1]

    def _took(self, text: str) -> bool:
        token = self.tokens[self.place] if self.place < len(self.tokens) else None
        if token is None or token.kind == "quoted" or token.text.casefold() != text:
            return False
        self.place += 1
        return True
