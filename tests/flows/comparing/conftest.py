"""An original with three releases of it, compared in the whole window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

COMPARE = 4
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def files(tmp_path):
    """An original and releases of it, by name."""
    random = np.random.default_rng(5)
    x = random.normal(size=(90, 3))
    values = {
        "original": x,
        "near": x + 0.1 * random.normal(size=x.shape),
        "middle": x + 0.5 * random.normal(size=x.shape),
        "far": x + 2.0 * random.normal(size=x.shape),
    }
    for name, written in values.items():
        np.savetxt(tmp_path / f"{name}.csv", written, "%.5f", ",", header="age,pay,rent", comments="")
    np.savetxt(tmp_path / "narrow.csv", x[:, :2], "%.5f", ",", header="age,pay", comments="")
    return {name: tmp_path / f"{name}.csv" for name in (*values, "narrow")}


@pytest.fixture
def settle(qtbot, window, settle):
    """Wait until nothing runs any more, and the view that is seen shows what came of it."""

    def wait():
        settle()
        qtbot.waitUntil(lambda: window.compare_page.is_up_to_date and not window.comparer.watch.runner.busy)

    return wait


@pytest.fixture
def page(qtbot, window, files, settle):
    """The tab with a pair open and nothing compared."""
    window.desk.open(files["original"], files["near"])
    settle()
    qtbot.keyClick(window, Qt.Key.Key_5, CONTROL)
    assert window.tabs.currentIndex() == COMPARE
    return window.compare_page


@pytest.fixture
def compared(page, window, drop, files, settle):
    """The tab with three releases audited."""
    drop(window, files["near"], files["middle"], files["far"])
    settle()
    return page
