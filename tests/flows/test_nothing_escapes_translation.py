"""Whatever the window shows in words is a sentence that can be translated."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractListModel, QEvent, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QCalendarWidget,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextBrowser,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from permdesk.app import make_application, make_window
from permdesk.gui.appearance import Scheme
from permdesk.gui.main_window import MainWindow
from permdesk.gui.pages.data.dialect_words import ENCODINGS
from permdesk.gui.side import Side
from permdesk.gui.window_language import own_name
from permdesk.resources import resource_path
from permdesk.translation import languages
from tests.pseudo_language import everything_bracketed, untranslated_words

ACROSS = Qt.Orientation.Horizontal
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
    Qt.ItemDataRole.StatusTipRole,
)
ROWS = 8
# Names of files, policies, formats and encodings, what languages call themselves, and the words of conditions are the
# same in every language; sizes of files are written by Qt.
NAMES = re.compile(
    r"PermDesk|\S*/\S*|\w+\.csv|SHA-256 [0-9a-f]+|illustrative|TOML|HTML|Apache-2\.0|distance <= 2 and matches > 1"
    rf"|\bOK\b|UTF-8|\b\d+ bytes$|{'|'.join(sorted(ENCODINGS, reverse=True))}|{'|'.join(map(own_name, languages()))}"
)
# What Qt says itself comes from Qt's own catalogues.
OF_QT = (QTabBar, QAbstractItemView, QCalendarWidget)


@pytest.fixture
def window(qtbot, qapp) -> Iterator[MainWindow]:
    make_application()
    with everything_bracketed():
        window = make_window(Scheme.LIGHT)
        window.show()
        window.desk.open(*(resource_path("demo", "paper", f"{name}.csv") for name in ("original", "anonymized")))
        wait_until_idle(window, qtbot)
        assert window.desk.workspace.state.audit is not None
        yield window
        window.leave()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def texts_of(widget: QWidget) -> Iterator[str]:
    """All that a widget says by itself, to the eye, to the mouse and to the screen reader; not what was typed."""
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
    yield from (widget.statusTip(), widget.whatsThis())
    if widget.isWindow():
        yield widget.windowTitle()
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    if isinstance(widget, QLineEdit | QPlainTextEdit):
        yield widget.placeholderText()
    if isinstance(widget, QTextEdit) and widget.isReadOnly():
        yield widget.toPlainText()
    if isinstance(widget, QGroupBox):
        yield widget.title()
    if isinstance(widget, QComboBox):
        yield from (widget.itemText(place) for place in range(widget.count()))
    if isinstance(widget, QTabBar):
        yield from (widget.tabText(place) for place in range(widget.count()))
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from cells_of(widget)
    for action in widget.findChildren(QAction, options=Qt.FindChildOption.FindDirectChildrenOnly):
        yield from (action.text(), action.toolTip(), action.statusTip())


def cells_of(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
    for column in range(columns):
        for role in ROLES:
            yield str(model.headerData(column, ACROSS, role) or "")
            for row in range(min(model.rowCount(), ROWS)):
                yield str(model.index(row, column).data(role) or "")


def escaped(root: QWidget) -> list[str]:
    """The texts below a widget with words that no catalogue could have translated."""
    widgets = [root, *root.findChildren(QWidget)]
    own = [widget for widget in widgets if not isinstance(widget.parentWidget(), OF_QT)]
    found = {text: widget for widget in own for text in texts_of(widget) if untranslated_words(NAMES.sub("", text))}
    return sorted(f"{type(widget).__name__}: {text[:200]}" for text, widget in found.items())


def wait_until_idle(window: MainWindow, qtbot: QtBot) -> None:
    runners = (window.desk.runner, window.desk.reports)
    qtbot.waitUntil(lambda: not any(runner.busy for runner in runners))


@pytest.mark.parametrize("place", range(6))
def test_that_no_word_of_a_tab_is_left_in_the_language_of_the_source(window, qtbot, place):
    window.show_tab(place)
    wait_until_idle(window, qtbot)
    qtbot.wait(400)
    page = window.tabs.widget(place)
    # The report has a test of its own, which knows the works and formulas in it.
    for browser in page.findChildren(QTextBrowser):
        browser.clear()
    assert escaped(page) == []


def test_that_no_word_of_the_frame_and_the_menus_is_left_in_the_language_of_the_source(window):
    frame = (window.menuBar(), window.statusBar(), window.strip, window.banner, window.stale_bar, window.tabs.tabBar())
    assert [text for part in frame for text in escaped(part)] == []
    actions = [action for menu in window.actions_shown.menus for action in menu.actions()]
    texts = [text for action in actions for text in (action.text(), action.toolTip(), action.statusTip())]
    assert len(texts) > 60
    assert [text for text in texts if untranslated_words(NAMES.sub("", text.replace("&", "")))] == []


def _ask_about_unsaved(window: MainWindow) -> None:
    window.recipes.path = Path("first.csv")
    setup = window.desk.workspace.setup
    window.desk.decide("", replace(setup, settings=replace(setup.settings, alpha=0.5)))
    window.close()


DIALOGS: dict[str, Callable[[MainWindow], object]] = {
    "about": lambda window: window.dialogs.show_about(),
    "policy": lambda window: window.dialogs.show_policy(),
    "preferences": lambda window: window.dialogs.show_preferences(),
    "one record": lambda window: window.dialogs.check_record(),
    "unsaved": _ask_about_unsaved,
    "other files": MainWindow.ask_other_files,
    "demonstrations": lambda window: window.comparisons.ask_demonstrations(),
    "true values": MainWindow.export_reverse_mapped,
    "page for respondents": MainWindow.export_verification_page,
    "live demonstration": MainWindow.show_live,
    "how much is enough": MainWindow.show_sweep,
    "which original": lambda window: window.openings.open_paths([Path("first.csv"), Path("second.csv")]),
    "reading": lambda window: window.data_page.cards[Side.ORIGINAL].change.click(),
}


def dialogs(window: MainWindow) -> list[QWidget]:
    """The other windows of the program that are to be seen."""
    shown = (*window.findChildren(QWidget), *QApplication.topLevelWidgets())
    return [
        one
        for one in dict.fromkeys(shown)
        if one.isWindow() and one.isVisible() and one.windowTitle() and one is not window
    ]


def test_that_no_word_of_a_comparison_is_left_in_the_language_of_the_source(window, qtbot):
    window.show_tab(4)
    window.comparer.add([resource_path("demo", "paper", "anonymized.csv")])
    window.comparer.run()
    wait_until_idle(window, qtbot)
    qtbot.wait(400)
    assert window.desk.workspace.state.compared
    assert escaped(window.tabs.widget(4)) == []


@pytest.mark.parametrize("name", DIALOGS)
def test_that_no_word_of_a_dialog_is_left_in_the_language_of_the_source(window, qtbot, name):
    DIALOGS[name](window)
    qtbot.waitUntil(lambda: len(dialogs(window)) == 1)
    wait_until_idle(window, qtbot)
    (dialog,) = dialogs(window)
    assert escaped(dialog) == []
    dialog.close()


def test_that_a_word_that_no_catalogue_holds_would_be_seen(window):
    QLabel("Records", window.strip)
    window.strip.setToolTip("<b>Files</b> ⟦and⟧ records")
    assert escaped(window.strip) == ["QLabel: Records", "Strip: <b>Files</b> ⟦and⟧ records"]
