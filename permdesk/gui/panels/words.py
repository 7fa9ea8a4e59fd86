"""Text on a page: headings, captions and the sentence of an empty one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy

from permdesk.gui.parts import label

MOST_LETTERS = 40


def short_name(name: str) -> str:
    """An attribute's name as sentences show it: a long one is cut in the middle, as no line could hold it."""
    half = MOST_LETTERS // 2
    return name if len(name) <= MOST_LETTERS else f"{name[:half]}…{name[1 - half :]}"


def heading(text: str, *, beside_buttons: bool = False) -> QLabel:
    """The title of a part of a page. ``beside_buttons`` makes it as tall as a button: what is below stays in line with
    a neighbour that has some beside its title."""
    made = label(text, "heading")
    if beside_buttons:
        made.setProperty("beside", "buttons")
        made.setIndent(0)
    return made


def caption(text: str = "") -> QLabel:
    """Sentences that go with a table or a plot."""
    made = statement(text)
    made.setProperty("role", "muted")
    return made


def statement(text: str = "") -> QLabel:
    """The sentence that says what a table or a plot shows; it can be selected and copied."""
    made = label(text, wraps=True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return made


def invitation(text: str) -> QLabel:
    """The one sentence of a page that has nothing to show yet."""
    made = label(text, "muted", wraps=True)
    made.setAlignment(Qt.AlignmentFlag.AlignCenter)
    made.setMargin(48)
    return made
