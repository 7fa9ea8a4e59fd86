"""Formulas of a report: what is lowered and raised in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from html import escape

_MOVED = re.compile(r"(?P<way>[_^])(?:\{(?P<group>[^}]*)\}|(?P<one>\S))")


class Place(Enum):
    """Where a part of a formula stands; the values are the elements of HTML for it."""

    LINE = ""
    LOWERED = "sub"
    RAISED = "sup"


def formula_parts(formula: str) -> Iterator[tuple[str, Place]]:
    """The parts of a formula in their order: _ lowers and ^ raises what follows. None is empty."""
    end = 0
    for match in _MOVED.finditer(formula):
        if match.start() > end:
            yield formula[end : match.start()], Place.LINE
        if moved := match["group"] or match["one"]:
            yield moved, Place.LOWERED if match["way"] == "_" else Place.RAISED
        end = match.end()
    if end < len(formula):
        yield formula[end:], Place.LINE


def formula_html(formula: str) -> str:
    """A formula as HTML that any reader of the language knows."""
    return "".join(
        f"<{place.value}>{escape(text)}</{place.value}>" if place.value else escape(text)
        for text, place in formula_parts(formula)
    )
