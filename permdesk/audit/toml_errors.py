"""What is wrong with a TOML file, in the words of this program."""

from __future__ import annotations

import re

from permdesk.translation import to_translate, tr, translated

KINDS = {
    "int": to_translate("a whole number"),
    "float": to_translate("a number"),
    "str": to_translate("a text in quotation marks"),
    "bool": to_translate("true or false"),
    "array": to_translate("a list in brackets"),
    "object": to_translate("a table"),
}
AT = re.compile(r"(.*?)(?: - at (?:`key` in )?`(?:key in )?\$\.?([^`]*)`)?", re.DOTALL)
WRONG_KIND = re.compile(r"Expected `([^`]*)`, got `([^`]*)`")
WRONG_WORD = re.compile(r"Invalid enum value (.*)", re.DOTALL)
NOT_THERE = re.compile(r"Object missing required field `([^`]*)`")
LINE = re.compile(r"\(at line ([0-9]+), column ([0-9]+)\)")


def syntax_error(message: str) -> str:
    """A sentence about a text that is no TOML, from the parser's message."""
    place = LINE.search(message)
    if place is None:
        return tr("It ends before a text, a list or a table is closed.")
    return tr(
        "Line {line} cannot be understood, from character {column} on: a quotation mark, a bracket or a sign of"
        " equality may be missing, or a key may be there twice.",
        line=place[1], column=place[2],
    )  # fmt: skip


def wrong_value(message: str) -> str:
    """A sentence about a value that is not of its kind, from the message of the conversion."""
    found = AT.fullmatch(message)
    assert found is not None
    fault, key = found[1], re.sub(r"\[\.\.\.\]", "", found[2] or "")
    if kind := WRONG_KIND.fullmatch(fault):
        wanted = [
            translated(KINDS.get(word.strip(), word.strip())) for word in kind[1].split("|") if word.strip() != "null"
        ]
        got = translated(KINDS.get(kind[2], kind[2]))
        return tr("{key} is {got}, but must be {wanted}.", key=_named(key), got=got, wanted=_any_of(wanted))
    if word := WRONG_WORD.fullmatch(fault):
        return tr("{key} is {word}, which is not one of the words that it can be.", key=_named(key), word=word[1])
    if lacking := NOT_THERE.fullmatch(fault):
        return tr("{key} is missing.", key=_named(f"{key}.{lacking[1]}".strip(".")))
    return tr("{key} is not as expected.", key=_named(key))


def _named(key: str) -> str:
    return key or tr("The file")


def _any_of(kinds: list[str]) -> str:
    *others, last = kinds
    return tr("{others} or {last}", others=", ".join(others), last=last) if others else last
