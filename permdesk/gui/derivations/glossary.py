"""The way from a note to the entry of the glossary that tells more."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget


def can_show_term(widget: QWidget) -> bool:
    """Whether a window around the widget has a guide."""
    return _guidance(widget) is not None


def show_term(term: str, widget: QWidget) -> None:
    """Show the entry of a term in the guide of the window around the widget."""
    from permdesk.gui.guide.chapters import Chapter
    from permdesk.gui.guide.guidance import Guidance

    found, window = _guidance(widget), widget.window()
    if isinstance(found, Guidance):
        found.show_chapter(Chapter.GLOSSARY, term, asker=window if isinstance(window, QDialog) else None)


def _guidance(widget: QWidget) -> object:
    from permdesk.gui.guide.guidance import Guidance  # its tour knows the pages, which hold what is explained

    around: QWidget | None = widget
    while around is not None:
        found = around.findChild(Guidance, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if found is not None:
            return found
        around = around.parentWidget()
    return None
