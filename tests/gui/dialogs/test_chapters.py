"""F1 opens a chapter of the guide in every dialog."""

from __future__ import annotations

import importlib
import pkgutil

import pytest
from PySide6.QtWidgets import QDialog

import permdesk.gui
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.guide.guide_window import GuideWindow


def dialogs():
    """All dialogs of ours but the guide itself."""
    for module in pkgutil.walk_packages(permdesk.gui.__path__, "permdesk.gui."):
        if "QDialog" in (source := importlib.import_module(module.name)).__dict__:
            for kind in vars(source).values():
                if isinstance(kind, type) and issubclass(kind, QDialog) and kind.__module__ == module.name:
                    yield kind


@pytest.mark.parametrize(
    "kind", [kind for kind in dialogs() if kind is not GuideWindow], ids=lambda kind: kind.__name__
)
def test_that_a_dialog_names_its_chapter(kind):
    assert isinstance(kind.chapter, Chapter)
