"""Every test here writes numbers as in the United States, wherever it runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from permdesk.gui.desk import Desk
from permdesk.gui.explorer import Explorer
from permdesk.gui.jobs import JobRunner
from permdesk.gui.workspace import Workspace


@pytest.fixture(autouse=True)
def american_numbers(qapp):
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def explorer(qapp: QApplication) -> Iterator[Explorer]:
    """What asks an audit, with a desk of its own and real threads."""
    desk = Desk(Workspace(), JobRunner(), JobRunner())
    yield Explorer(desk, desk)
    desk.shutdown()
