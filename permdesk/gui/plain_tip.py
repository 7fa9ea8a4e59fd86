"""Tooltips that show a text as it stands, whatever names of attributes are in it."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import Qt


def plain_tip(text: str) -> str:
    """The tooltip that shows ``text``: Qt takes one for markup that holds a name such as ``<b>``."""
    if not Qt.mightBeRichText(text):
        return text
    return f"<p style='white-space:pre-wrap'>{escape(text)}</p>"
