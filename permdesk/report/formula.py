"""Formulas of a report: what is lowered and raised in them."""

from __future__ import annotations

import re
from html import escape

_MOVED = re.compile(r"(?P<way>[_^])(?:\{(?P<group>[^}]*)\}|(?P<one>\S))")


def formula_html(formula: str) -> str:
    """A formula as HTML that any reader of the language knows: _ becomes ``sub``, ^ becomes ``sup``."""

    def moved(match: re.Match[str]) -> str:
        tag = "sub" if match["way"] == "_" else "sup"
        return f"<{tag}>{match['group'] or match['one']}</{tag}>"

    return _MOVED.sub(moved, escape(formula))
