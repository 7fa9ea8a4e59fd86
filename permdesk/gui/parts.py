"""Small pieces that every page is arranged from: labels of a role, cards, icon buttons, names for the screen reader."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from permdesk.gui.appearance import POINTS
from permdesk.gui.plain_tip import plain_tip
from permdesk.gui.theme import Theme
from permdesk.gui.turning_splitter import TurningSplitter
from permdesk.gui.wrapped_label import BalancedLabel, WrappedLabel
from permdesk.translation import tr

SMALL_GAP = 4
GAP = 8
WIDE_GAP = 16

TITLES = frozenset({"title", "heading"})


def label(text: str = "", role: str = "", *, wraps: bool = False) -> QLabel:
    """A plain-text label in the look of ``role`` (see the style sheet)."""
    made = (BalancedLabel if role in TITLES else WrappedLabel)(text) if wraps else QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        made.setProperty("role", role)
    return made


def set_role(widget: QWidget, role: str) -> None:
    """Change the look of a widget; the style sheet is asked again only when it is another one."""
    set_trait(widget, "role", role)


def set_trait(widget: QWidget, name: str, value: str | bool) -> None:
    """Change a property that the style sheet looks at."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    # What was never shown is asked when it will be. Asked before, it keeps those colours when another theme comes, as
    # Qt takes them from what was shown only.
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def explain(widget: QWidget, name: str, tip: str) -> None:
    """Give a control its name for the screen reader and a tooltip that says what it means."""
    widget.setAccessibleName(name)
    widget.setToolTip(plain_tip(tip))


def column(*widgets: QWidget | QLayout, gap: int = GAP, margins: int = 0) -> QVBoxLayout:
    """Widgets under each other."""
    layout = QVBoxLayout()
    _fill(layout, widgets, gap, margins)
    return layout


def row(*widgets: QWidget | QLayout, gap: int = GAP, margins: int = 0) -> QHBoxLayout:
    """Widgets beside each other."""
    layout = QHBoxLayout()
    _fill(layout, widgets, gap, margins)
    return layout


def beside(left: QWidget, right: QWidget, widths: tuple[int, int]) -> TurningSplitter:
    """Two parts with a border that can be moved, but not over either; ``widths`` are those of the beginning."""
    return TurningSplitter((left, right), widths)


def card(layout: QLayout, role: str = "card") -> QFrame:
    """A surface that carries what belongs together."""
    frame = QFrame()
    frame.setProperty("role", role)
    frame.setLayout(layout)
    return frame


def rule(*, upright: bool = False) -> QFrame:
    """A thin line between two things."""
    line = QFrame()
    line.setProperty("role", "rule")
    if upright:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line


def scrolled(content: QWidget, name: str, *, sideways: bool = False, words: bool = False) -> QScrollArea:
    """Content that may be taller than its place, and wider only where ``sideways``. Tab stops at it where it holds
    ``words`` alone, which arrow keys scroll; elsewhere it follows the control that Tab goes to."""
    area = QScrollArea()
    area.setFocusPolicy(Qt.FocusPolicy.TabFocus if words else Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    area.setWidgetResizable(True)
    if not sideways:
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setAccessibleName(name)
    area.setAccessibleDescription(tr("Arrow keys scroll it."))
    return area


def size_on_screen(window: QWidget, width: int, height: int) -> QSize:
    """The size that a window begins with, no larger than its screen."""
    return QSize(width, height).boundedTo(window.screen().availableSize())


def grown(pixels: int) -> int:
    """So many pixels where type has its usual size, more where it is larger: a width that words need."""
    return round(pixels * QApplication.font().pointSizeF() / POINTS)


def icon_button(name: str, tip: str) -> QToolButton:
    """A button that shows an icon only; the icon itself comes with the theme."""
    button = QToolButton()
    button.setProperty("role", "icon")
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    explain(button, name, tip)
    return button


def quiet_button(text: str, tip: str) -> QPushButton:
    """A button that does not call for attention; its name for the screen reader is its text."""
    button = QPushButton(text)
    button.setProperty("role", "quiet")
    explain(button, text.replace("&", "").removesuffix("…"), tip)
    return button


def primary_button(text: str, tip: str) -> QPushButton:
    """The button that does what a dialog is for, also at Enter."""
    button = QPushButton(text)
    button.setProperty("role", "primary")
    button.setDefault(True)
    explain(button, text.replace("&", "").removesuffix("…"), tip)
    return button


class Themed(Protocol):
    """Something that draws in colours of the theme beyond what the style sheet says."""

    def apply_theme(self, theme: Theme) -> None: ...


class ElidedLabel(QLabel):
    """One line that is cut where there is no room, in the middle unless said otherwise. So many ``letters`` always
    have room."""

    def __init__(self, role: str = "", cut: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle, letters: int = 0) -> None:
        super().__init__()
        self._cut, self._letters = cut, letters
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if role:
            self.setProperty("role", role)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if self._letters and event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.setMinimumWidth(self._letters * self.fontMetrics().averageCharWidth())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(self.text(), self._cut, self.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), int(self.alignment()), shown)


def _fill(layout: QVBoxLayout | QHBoxLayout, parts: tuple[QWidget | QLayout, ...], gap: int, margins: int) -> None:
    layout.setSpacing(gap)
    layout.setContentsMargins(margins, margins, margins, margins)
    for part in parts:
        if isinstance(part, QWidget):
            layout.addWidget(part)
        else:
            layout.addLayout(part)
