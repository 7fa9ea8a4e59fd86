"""The preferences: chosen by keys, held by the next window with their types, and left alone by Escape."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtWidgets import QApplication

from permdesk.app import make_application, make_window
from permdesk.compute.parallel import THREADS, available_cores, cores
from permdesk.gui import numbers
from permdesk.gui.appearance import Scheme
from permdesk.gui.dialogs.preferences import PreferencesDialog
from permdesk.gui.number_formats import apply_number_format, number_formats
from permdesk.gui.settings import WindowSettings, read_settings, settings_path
from permdesk.gui.theme import DARK, LIGHT

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def own_threads(monkeypatch):
    monkeypatch.setenv(THREADS, "")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache with two kernels, and a file that is none."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    (tmp_path / "compute_1").mkdir()
    for name in ("a.nbi", "a.1.nbc", "readme.txt"):
        (tmp_path / "compute_1" / name).write_bytes(b"0" * 600_000)
    return tmp_path


@pytest.fixture
def window(qtbot, qapp, cache):
    make_application()
    window = make_window(Scheme.LIGHT, WindowSettings(recent=(str(cache / "r.permdesk"),)), settings_path())
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    window.leave()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def dialog(qtbot, window):
    qtbot.keyClick(window, Qt.Key.Key_Comma, CONTROL)
    (dialog,) = window.findChildren(PreferencesDialog)
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.waitUntil(dialog.empty.isEnabled)
    return dialog


def choose(qtbot, box, value):
    """Go to a value by keys."""
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    while box.value != value:
        qtbot.keyClick(box, Qt.Key.Key_Down)


def test_that_fields_are_reached_and_changed_by_keys_alone(qtbot, window, dialog):
    for letter, field in (
        (Qt.Key.Key_N, dialog.numbers),
        (Qt.Key.Key_T, dialog.threads),
        (Qt.Key.Key_L, dialog.language),
        (Qt.Key.Key_O, dialog.scheme),
    ):
        qtbot.keyClick(QApplication.focusWidget(), letter, Qt.KeyboardModifier.AltModifier)
        assert QApplication.focusWidget() is field
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_End)
    chosen = dialog.scheme.value
    assert chosen is not Scheme.LIGHT
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert window.scheme is chosen


def test_that_what_is_chosen_holds_and_is_there_in_the_next_process(qtbot, window, dialog):
    choose(qtbot, dialog.scheme, Scheme.DARK)
    choose(qtbot, dialog.numbers, "de_CH")
    choose(qtbot, dialog.language, "de")
    choose(qtbot, dialog.threads, 1 if cores() > 1 else 0)
    qtbot.keyClick(dialog.keeps_recent, Qt.Key.Key_Space)
    assert window.theme is LIGHT
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert window.theme is DARK
    assert available_cores() == 1
    assert window.preferences.settings.recent == ()
    window.preferences.add_recent(settings_path())
    assert window.preferences.settings.recent == ()
    qtbot.waitUntil(lambda: not window.recovery._runner.busy)
    read = read_settings(settings_path())
    assert read == WindowSettings(
        Scheme.DARK, language="de", numbers="de_CH", threads=1 if cores() > 1 else 0, keeps_recent=False
    )
    assert isinstance(read.scheme, Scheme) and isinstance(read.threads, int) and read.keeps_recent is False


def test_that_escape_changes_nothing(qtbot, window, dialog):
    before = window.preferences.settings
    choose(qtbot, dialog.scheme, Scheme.DARK)
    qtbot.keyClick(dialog.keeps_recent, Qt.Key.Key_Space)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert window.preferences.settings == before
    assert window.theme is LIGHT
    assert not settings_path().exists()


def test_that_the_cache_and_the_list_are_emptied_at_once(qtbot, window, dialog, cache):
    assert dialog.folder.text() == f"in {cache}"
    assert dialog.room.text() == "1.2 MB"
    qtbot.keyClick(dialog.empty, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: dialog.room.text() == "0.0 MB")
    assert not dialog.empty.isEnabled()
    assert [path.name for path in (cache / "compute_1").iterdir()] == ["readme.txt"]
    qtbot.keyClick(dialog.clear, Qt.Key.Key_Space)
    assert window.preferences.settings.recent == ()
    assert not dialog.clear.isEnabled()


def test_that_a_dialog_that_was_closed_does_not_wait_for_the_cache(qtbot, window, dialog, monkeypatch):
    dialog._look("", empty=False)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qtbot.waitUntil(lambda: not window.recovery._runner.busy)


def test_that_two_windows_change_only_what_each_changed(qtbot, window):
    other = make_window(Scheme.LIGHT, read_settings(settings_path()), settings_path())
    other.preferences.change(language="fr")
    qtbot.waitUntil(lambda: not other.recovery._runner.busy)
    other.leave()
    other.deleteLater()
    window.set_scheme(Scheme.DARK)
    window.preferences.write_now("abc=")
    written = json.loads(settings_path().read_text("utf-8"))
    assert (written["language"], written["scheme"], written["geometry"]) == ("fr", "dark", "abc=")


def test_that_recent_recipes_of_another_window_are_listed_and_cleared_with_the_others(qtbot, window, tmp_path):
    def submenu():
        items = (item for menu in window.actions_shown.menus for item in menu.actions())
        recent = next(item.menu() for item in items if item.text().replace("&", "") == "Open recent recipe")
        recent.aboutToShow.emit()
        return recent.actions()

    window.preferences.add_recent(tmp_path / "mine.permdesk")
    qtbot.waitUntil(lambda: not window.recovery._runner.busy)
    other = make_window(Scheme.LIGHT, read_settings(settings_path()), settings_path())
    other.preferences.add_recent(tmp_path / "theirs.permdesk")
    other.leave()
    other.deleteLater()
    names = [item.text() for item in submenu() if item.text()]
    assert names == ["&1 theirs.permdesk", "&2 mine.permdesk", "&Clear the list"]
    submenu()[-1].trigger()
    qtbot.waitUntil(lambda: not window.recovery._runner.busy)
    assert read_settings(settings_path()).recent == ()


def test_that_numbers_are_written_as_chosen(qapp):
    before = QLocale()
    try:
        for code, title in number_formats().items():
            apply_number_format(code)
            assert not code or numbers.decimal(1_234_567.89) in title
        apply_number_format("no such format")
    finally:
        QLocale.setDefault(before)
