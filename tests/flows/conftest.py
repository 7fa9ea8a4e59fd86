"""A window of its own for every flow, driven by clicks and keys; real threads, real engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from permdesk.app import make_application, make_window
from permdesk.gui.appearance import Scheme
from permdesk.gui.main_window import MainWindow
from permdesk.gui.models.table_view import TableView
from permdesk.gui.pages.distance_page import DistancePage
from permdesk.resources import resource_path
from tests.file_dialogs import type_path


@pytest.fixture(autouse=True)
def own_settings_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[MainWindow]:
    make_application()
    window = make_window(Scheme.LIGHT)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    # Qt takes the keys of the last event for held until the next one, be it of another window.
    qtbot.keyRelease(window, Qt.Key.Key_Control)
    yield window
    window.leave()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def settle(qtbot: QtBot, window: MainWindow) -> Callable[[], None]:
    """Wait until nothing runs any more."""

    def wait() -> None:
        runners = (window.desk.runner, window.desk.reports)
        qtbot.waitUntil(lambda: not any(runner.busy for runner in runners))

    return wait


@pytest.fixture
def paper() -> tuple[Path, Path]:
    return resource_path("demo", "paper", "original.csv"), resource_path("demo", "paper", "anonymized.csv")


@pytest.fixture
def with_results(window: MainWindow, settle: Callable[[], None], paper: tuple[Path, Path]) -> MainWindow:
    """The window with the paper's example audited."""
    drop(window, *paper)
    settle()
    assert window.desk.workspace.state.audit is not None
    return window


@pytest.fixture
def records(qtbot: QtBot, with_results: MainWindow) -> TableView:
    """Table 4, with the cell of record 6 and its distance to Y current."""
    qtbot.keyClick(with_results, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    page = with_results.result_pages[1]
    assert isinstance(page, DistancePage)
    table = page.records.table
    table.setFocus()
    table.choose(0)
    for key in [Qt.Key.Key_Down] * 5 + [Qt.Key.Key_Right]:
        qtbot.keyClick(table, key)
    assert table.rows.source_row(table.currentIndex().row()) == 5
    assert table.rows.columns[table.currentIndex().column()].title == "to Y"
    return table


@pytest.fixture
def large_pair(tmp_path: Path) -> tuple[Path, Path]:
    """Two files that take seconds to audit."""
    random = np.random.default_rng(1)
    x = random.normal(size=(40_000, 8))
    paths = (tmp_path / "original.csv", tmp_path / "anonymized.csv")
    for path, values in zip(paths, (x, x + random.normal(size=x.shape)), strict=True):
        header = ",".join(f"a{j}" for j in range(values.shape[1]))
        np.savetxt(path, values, "%.5f", ",", header=header, comments="")
    return paths


def drop(window: MainWindow, *paths: Path) -> None:
    """Drop files on the window, as a desktop would."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(300, 300), *how))
    QApplication.sendEvent(window, QDropEvent(QPointF(300, 300), *how))


def answer_file_dialog(qtbot: QtBot, window: MainWindow, path: Path) -> None:
    """Type a path into the file dialog that is open, and press Enter."""
    type_path(qtbot, window, path)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


@pytest.fixture(name="drop")
def drop_fixture() -> Callable[..., None]:
    return drop


@pytest.fixture(name="answer_file_dialog")
def answer_file_dialog_fixture(qtbot: QtBot, window: MainWindow) -> Callable[[Path], None]:
    return lambda path: answer_file_dialog(qtbot, window, path)
