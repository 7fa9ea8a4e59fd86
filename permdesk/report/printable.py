"""Text without characters that no document may hold."""

from __future__ import annotations

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def printable(text: str) -> str:
    """``text`` without control characters, halves of surrogate pairs and what is no character."""
    return _CONTROL.sub("", text)
