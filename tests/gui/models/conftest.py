"""Every test here writes numbers as in the United States, wherever it runs."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale


@pytest.fixture(autouse=True)
def american_numbers(qapp):
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)
