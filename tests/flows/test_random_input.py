"""Clicks, keys and file drops at random, with results shown: no exception, no word of Qt, a window that works on."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from permdesk.compute.parallel import THREADS
from permdesk.gui import main_window
from permdesk.gui.dialogs import preferences
from tests.flows.random_person import RandomPerson

STEPS = 600


@pytest.fixture
def files(tmp_path: Path, paper: tuple[Path, Path]) -> list[Path]:
    """What is dropped: the example, a file of zeros, an empty one, a broken recipe, a folder."""
    (tmp_path / "zeros.csv").write_bytes(bytes(64))
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "broken.permdesk").write_text("x = [")
    return [*paper, *tmp_path.iterdir(), tmp_path]


@pytest.mark.parametrize("seed", [1, 2])
def test_that_random_input_breaks_nothing(with_results, settle, drop, paper, files, seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(main_window, "open_outside", lambda _path: None)
    monkeypatch.setattr(preferences, "empty_kernel_cache", preferences.kernel_cache)
    monkeypatch.setenv(THREADS, "")
    person = RandomPerson(with_results, files, seed)
    for _ in range(STEPS):
        person.act()
    settle()
    person.leave()
    settle()
    drop(with_results, *paper)
    settle()
    assert with_results.desk.workspace.state.audit is not None
    assert QApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier
