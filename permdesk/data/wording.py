"""Cell texts and lists of names, made fit to stand inside a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from permdesk.translation import tr

LONGEST = 40
MOST_LISTED = 5


def quoted(text: str) -> str:
    """The text between quotation marks, on one line, cut after ``LONGEST`` characters."""
    line = "".join(c if c.isprintable() else " " for c in text)
    return tr("“{text}”", text=line if len(line) <= LONGEST else line[: LONGEST - 1] + "…")


def listed(texts: Sequence[str]) -> str:
    """The first ``MOST_LISTED`` texts, quoted, and how many more there are."""
    first = ", ".join(quoted(text) for text in texts[:MOST_LISTED])
    more = len(texts) - MOST_LISTED
    return tr("{first} and {more} more", first=first, more=more) if more > 0 else first


def left_out_sentence(names: Sequence[str]) -> str:
    """Which attributes are not shown, in a sentence; empty where all are."""
    return tr("Left out, as they cannot be audited: {names}.", names=listed(names)) if names else ""
