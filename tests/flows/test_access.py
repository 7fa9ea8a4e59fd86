"""In every tab, dialog and window: everything is reached by keys, shows that it is, and says what it is."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QScrollBar,
    QSlider,
    QTabBar,
    QTextBrowser,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from permdesk.app import make_application, make_window
from permdesk.gui.appearance import Scheme
from permdesk.gui.derivations.note import Note
from permdesk.gui.guide.guide_window import GuideWindow
from permdesk.gui.guide.tour import Tour
from permdesk.gui.panels.segments import Segments
from permdesk.gui.screenshots.drawing import settle
from permdesk.gui.screenshots.scene import Scene
from permdesk.gui.screenshots.states import STATES, State

CONTROLS = (
    *(QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QSlider, QTabBar),
    QTextBrowser,
)
# What Qt itself puts inside its widgets, and what it says and draws itself.
OF_QT = (QComboBox, QLineEdit, QAbstractSpinBox, QTabBar, QHeaderView, QAbstractItemView, QScrollBar)
OWN_OF_QT = (QMenu, QFileDialog, QMessageBox)
ACROSS, TIP = Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
# Those that take minutes, and what is Qt's own from end to end.
PASSED_OVER = ("large-", "menu-", "dialog-open-file")
LOOKED_AT = [state for state in STATES if not any(part in state.name for part in PASSED_OVER)]
MOST_STEPS = 200
LEAST_RING = 0.5


class Walk:
    """The window as the last state began, as states that begin alike follow each other, and what is looked at in it."""

    def __init__(self) -> None:
        self._scene: Scene | None = None
        self._shown: tuple[State, QWidget, QWidget] | None = None
        self._begin: object = None

    def show(self, state: State) -> QWidget:
        """What ``state`` shows; it is shown anew only if another state was, or if it has been closed."""
        if self._shown is not None:
            shown, root, front = self._shown
            if shown is state and is_there(root) and is_there(front):
                return root
        if self._scene is None or self._begin is not state.begin:
            self.end()
            self._scene, self._begin = Scene(make_window, Scheme.LIGHT, (1320, 860)), state.begin
            state.begin(self._scene)
        self._scene.close_others()
        root = state.view(self._scene)
        root.activateWindow()
        settle(50)
        self._shown = state, root, in_front(root)
        return root

    def end(self) -> None:
        if self._scene is not None:
            self._scene.close()
        self._scene = self._shown = None


@pytest.fixture(scope="module")
def walk(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        make_application()
        walk = Walk()
        yield walk
        walk.end()


@pytest.fixture(scope="module", params=LOOKED_AT, ids=lambda state: state.name)
def state(request: pytest.FixtureRequest) -> State:
    """One tab, dialog or window after the other: all tests of one before the next."""
    state: State = request.param
    return state


@pytest.fixture
def seen(walk: Walk, state: State) -> QWidget:
    return walk.show(state)


def is_there(widget: QWidget) -> bool:
    return isValid(widget) and widget.isVisible()


def is_passing(widget: QWidget) -> bool:
    """It is opened beside the window, to be closed again: a dialog, or a note beside a number."""
    return isinstance(widget, QDialog | Note)


def is_part_of_qt(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, OF_QT):
            return True
        parent = parent.parentWidget()
    return isinstance(widget, QHeaderView) or widget.objectName().startswith("qt_")


def own_widgets(root: QWidget) -> list[QWidget]:
    """All that we made below a window or dialog, seen or not."""
    if isinstance(root, OWN_OF_QT):
        return []
    return [one for one in root.findChildren(QWidget) if one.window() is root and not is_part_of_qt(one)]


def takes_tab(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None


def controls(root: QWidget) -> list[QWidget]:
    """All that a person can use or bring the focus to."""
    return [one for one in own_widgets(root) if isinstance(one, CONTROLS) or takes_tab(one)]


def in_front(root: QWidget) -> QWidget:
    """The tour over the window, if it is there: what it dims is not to be operated, and Tab stays on its card."""
    return next((tour for tour in root.findChildren(Tour) if tour.isVisible()), root)


def reachable(root: QWidget) -> list[QWidget]:
    front = in_front(root)
    return [
        one
        for one in own_widgets(root)
        if (front is root or front.isAncestorOf(one))
        and takes_tab(one)
        and one.isVisible()
        and one.isEnabled()
        and not one.visibleRegion().isEmpty()
    ]


def has_name(widget: QWidget) -> bool:
    return bool(widget.accessibleName() or (isinstance(widget, QAbstractButton | QLabel) and widget.text()))


def explains_itself(widget: QWidget) -> bool:
    """By a tooltip or a description; a table may leave that to the headers of its columns, if they have any text."""
    if widget.toolTip() or widget.accessibleDescription() or not isinstance(widget, QAbstractItemView):
        return bool(widget.toolTip() or widget.accessibleDescription())
    model = widget.model()
    columns = range(model.columnCount()) if model is not None else ()
    return all(model.headerData(column, ACROSS, TIP) or not model.headerData(column, ACROSS) for column in columns)


def described(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return f"{type(widget).__name__} {widget.accessibleName()!r} {text!r} in {type(widget.parentWidget()).__name__}"


def pixels(widget: QWidget) -> np.ndarray:
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1).copy()


def ring_of(widget: QWidget, root: QWidget) -> int:
    """How many pixels of a widget differ between having the focus and not having it."""
    holder = QApplication.focusWidget()
    if holder is not None:
        holder.clearFocus()
    QApplication.processEvents()
    before = pixels(widget)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    after = pixels(widget)
    return int((before != after).sum()) if before.shape == after.shape else before.size


def visited(root: QWidget) -> list[QWidget]:
    """Where Tab goes, once around."""
    front = in_front(root)
    if front is root:
        root.setFocus()
    elif not front.isAncestorOf(QApplication.focusWidget()):
        reachable(root)[0].setFocus()
    steps: list[QWidget] = []
    for _ in range(MOST_STEPS):
        QTest.keyClick(QApplication.focusWidget() or root, Qt.Key.Key_Tab)
        holder = QApplication.focusWidget()
        if holder is None or (steps and holder is steps[0]):
            break
        steps.append(holder)
    return steps


def is_visited(widget: QWidget, steps: list[QWidget]) -> bool:
    """Of buttons that exclude each other the arrows reach all once Tab has reached one."""
    if isinstance(widget.parentWidget(), Segments):
        return any(step.parentWidget() is widget.parentWidget() for step in steps)
    return any(step is widget or widget.isAncestorOf(step) for step in steps)


def test_that_every_control_has_a_name_for_the_screen_reader(seen):
    assert [described(one) for one in controls(seen) if not has_name(one)] == []
    assert seen.windowTitle()


def test_that_every_control_explains_itself(seen):
    assert [described(one) for one in controls(seen) if not explains_itself(one)] == []


def test_that_whatever_has_the_focus_is_seen_to_have_it(seen):
    plain = [
        (described(one), ring)
        for one in reachable(seen)
        if isValid(one)  # leaving a field may renew what stands beside it
        and (ring := ring_of(one, seen)) < LEAST_RING * 2 * (one.width() + one.height())
    ]
    assert plain == []


def test_that_tab_reaches_everything(seen):
    wanted, steps = reachable(seen), visited(seen)
    assert [described(one) for one in wanted if not is_visited(one, steps)] == []
    assert len(steps) < MOST_STEPS


def test_that_whatever_is_opened_beside_the_window_and_only_that_closes_by_escape(seen):
    """The guide asks for a second Escape where the first one ends a search."""
    was_passing = is_passing(seen)
    gone: list[bool] = []
    seen.destroyed.connect(lambda: gone.append(True))
    for _ in range(2 if isinstance(seen, GuideWindow) and seen.search.text() else 1):
        QTest.keyClick(seen, Qt.Key.Key_Escape)
    settle(50)
    assert (bool(gone) or not seen.isVisible()) is was_passing


def test_that_a_control_without_name_and_explanation_would_be_seen(qtbot):
    root = QDialog()
    qtbot.addWidget(root)
    nameless, named = QToolButton(root), QPushButton("Name", root)
    named.setToolTip("What it does.")
    assert [one for one in controls(root) if not has_name(one)] == [nameless]
    assert [one for one in controls(root) if not explains_itself(one)] == [nameless]


def test_that_a_control_that_does_not_show_its_focus_would_be_seen(qtbot):
    root = QDialog()
    qtbot.addWidget(root)
    plain, ringed = QAbstractScrollArea(root), QLineEdit(root)
    plain.setStyleSheet("border: none;")
    for one, top in ((plain, 0), (ringed, 50)):
        one.setGeometry(10, top, 100, 40)
    root.resize(200, 120)
    root.show()
    root.activateWindow()
    qtbot.waitUntil(root.isActiveWindow)
    assert ring_of(plain, root) == 0
    assert ring_of(ringed, root) > 0


def test_that_menus_are_reached_by_alt(qtbot, window):
    """Each menu has a letter of its own, and so has each command in it."""
    bar = window.menuBar()
    letters = [action.text().partition("&")[2][:1].lower() for action in bar.actions()]
    assert all(letters)
    assert len(set(letters)) == len(letters)
    qtbot.keyClick(window, letters[0], Qt.KeyboardModifier.AltModifier)
    shown = QApplication.activePopupWidget()
    assert isinstance(shown, QMenu)
    assert shown is window.actions_shown.menus[0]
    qtbot.keyClick(shown, Qt.Key.Key_Escape)


def test_that_the_tabs_are_walked_by_arrows(qtbot, window):
    bar = window.tabs.tabBar()
    bar.setFocus()
    for place in range(1, 6):
        qtbot.keyClick(bar, Qt.Key.Key_Right)
        assert window.tabs.currentIndex() == place
