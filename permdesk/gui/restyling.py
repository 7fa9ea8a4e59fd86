"""Gives widgets another style sheet: those that are seen at once, parts that nobody sees when somebody will."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget

POLISHED = Qt.WidgetAttribute.WA_WState_Polished
OWN_STYLE = Qt.WidgetAttribute.WA_SetStyle
STYLED = Qt.WidgetAttribute.WA_StyleSheet


def put_style_sheet(app: QApplication, sheet: str, unseen: Sequence[QWidget] = ()) -> None:
    """Give the application a style sheet in the place of the one that it has. What is in ``unseen`` looks as before
    until ``take_look``.

    The old one is taken off before: Qt takes five times as long to put one in the place of another, and walks over all
    that it ever asked for the old one. Of a widget that was asked before it was first shown, Qt may not have heard that
    it is gone, and the process would end. As each of both steps would style every widget and tell it so, Qt is made to
    believe meanwhile that no widget is styled and that each has a style of its own; those that are seen are styled
    here, once.
    """
    widgets = QApplication.allWidgets()
    spared = {widget for part in unseen for widget in _all_of(part)}
    seen = [widget for widget in widgets if widget not in spared]
    styled = [widget for widget in seen if widget.testAttribute(POLISHED)]
    told = [widget for widget in widgets if not widget.testAttribute(OWN_STYLE)]
    _unstyle(styled)
    for widget in widgets:
        widget.setAttribute(POLISHED, False)
    for widget in told:
        widget.setAttribute(OWN_STYLE)
    keeper = QWidget()  # while one widget has a sheet, Qt knows what colours and type the others had before theirs
    keeper.setStyleSheet("QWidget {}")
    app.setStyleSheet("")
    app.setStyleSheet(sheet)
    for widget in told:
        widget.setAttribute(OWN_STYLE, False)
    _style(styled)
    _tell(seen)


def take_look(part: QWidget) -> None:
    """Show a part that was not seen as the application looks now. Its type and palette were those of before too, as
    what a style sheet was put on inherits neither."""
    widgets = _all_of(part)
    styled = [widget for widget in widgets if widget.testAttribute(STYLED)]
    _unstyle(styled)
    _style(styled)
    _tell(widgets)


def _all_of(part: QWidget) -> list[QWidget]:
    return [part, *part.findChildren(QWidget)]


def _unstyle(widgets: Iterable[QWidget]) -> None:
    for widget in widgets:
        widget.style().unpolish(widget)


def _style(widgets: Iterable[QWidget]) -> None:
    for widget in widgets:
        widget.style().polish(widget)
        widget.setAttribute(POLISHED)


def _tell(widgets: Iterable[QWidget]) -> None:
    for widget in widgets:
        QApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
        widget.update()
