"""Everything can be reached by keys, and everything says what it is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QSlider,
    QTabBar,
    QTextBrowser,
    QWidget,
)

CONTROLS = (
    *(QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QSlider, QTabBar),
    QTextBrowser,
)
# What Qt itself puts inside its widgets.
OF_QT = (QComboBox, QLineEdit, QAbstractSpinBox, QTabBar, QHeaderView, QAbstractItemView, QScrollBar)

ACROSS, TIP = Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole


def is_part_of_qt(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, OF_QT):
            return True
        parent = parent.parentWidget()
    return isinstance(widget, QHeaderView) or widget.objectName().startswith("qt_")


def controls(root: QWidget) -> list[QWidget]:
    return [
        widget for widget in root.findChildren(QWidget) if isinstance(widget, CONTROLS) and not is_part_of_qt(widget)
    ]


def explains_itself(widget: QWidget) -> bool:
    """By a tooltip; a table may leave that to the headers of its columns, if they have any text at all."""
    if widget.toolTip() or not isinstance(widget, QAbstractItemView):
        return bool(widget.toolTip())
    model = widget.model()
    columns = range(model.columnCount()) if model is not None else ()
    return all(model.headerData(column, ACROSS, TIP) or not model.headerData(column, ACROSS) for column in columns)


def described(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return f"{type(widget).__name__} {widget.accessibleName()!r} {text!r} in {type(widget.parentWidget()).__name__}"


def test_that_every_control_has_a_name_for_the_screen_reader(qtbot, with_results, settle):
    for place in range(5):
        with_results.show_tab(place)
        settle()
    found = controls(with_results)
    assert len(found) > 40
    nameless = [
        described(widget)
        for widget in found
        if not widget.accessibleName() and not (isinstance(widget, QAbstractButton) and widget.text())
    ]
    assert nameless == []


def test_that_every_control_explains_itself(qtbot, with_results, settle):
    for place in range(5):
        with_results.show_tab(place)
        settle()
    assert [described(widget) for widget in controls(with_results) if not explains_itself(widget)] == []


def test_that_tab_visits_every_control_of_the_data_page(qtbot, with_results):
    window = with_results
    window.show_tab(0)
    wanted = {
        widget
        for widget in controls(window.data_page)
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    }
    assert len(wanted) > 12
    seen = set()
    for _ in range(80):
        qtbot.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
        seen.add(QApplication.focusWidget())
    assert [described(widget) for widget in wanted - seen] == []


def test_that_every_dialog_of_the_data_page_closes_by_escape(qtbot, with_results):
    window = with_results
    openers = [card.change for card in window.data_page.cards.values()] + [window.data_page.policy.open]
    for opener in openers:
        qtbot.mouseClick(opener, Qt.MouseButton.LeftButton)
        dialog = QApplication.activeModalWidget()
        assert dialog is not None
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible()
