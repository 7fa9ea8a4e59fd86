"""Text on a page: headings, captions and the sentence of an empty one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy


def heading(text: str) -> QLabel:
    """The title of a part of a page."""
    label = QLabel(text)
    label.setProperty("role", "heading")
    return label


def caption(text: str = "") -> QLabel:
    """Sentences that go with a table or a plot."""
    label = statement(text)
    label.setProperty("role", "muted")
    return label


def statement(text: str = "") -> QLabel:
    """The sentence that says what a table or a plot shows; it can be selected and copied."""
    label = QLabel(text)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return label


def invitation(text: str) -> QLabel:
    """The one sentence of a page that has nothing to show yet."""
    label = QLabel(text)
    label.setProperty("role", "muted")
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    label.setMargin(48)
    return label
