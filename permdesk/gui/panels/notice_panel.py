"""What must stand beside the numbers, because a number alone would mislead."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from permdesk.data.problem import Problem, Severity
from permdesk.gui import numbers
from permdesk.gui.parts import set_role
from permdesk.gui.theme import LIGHT, Theme
from permdesk.gui.wrapped_label import WrappedLabel
from permdesk.translation import tr

SIGNS = {Severity.ERROR: "✗", Severity.WARNING: "▲", Severity.NOTE: "ℹ"}


class Notice(QFrame):
    """One notice: its sign, and what it says."""

    def __init__(self) -> None:
        super().__init__()
        self._sign = QLabel()
        self._text = WrappedLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 6, 8, 6)
        self._row.setSpacing(8)
        self._row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addWidget(self._text, 1)

    def add(self, button: QToolButton) -> None:
        """Show a button at its end."""
        self._row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def show_notice(self, notice: Problem, theme: Theme) -> None:
        colour = {Severity.ERROR: theme.danger, Severity.WARNING: theme.warning, Severity.NOTE: theme.accent}
        set_role(self, f"banner-{notice.severity.value}")
        self.setAccessibleName(notice.sentence)
        self._sign.setText(SIGNS[notice.severity])
        self._sign.setStyleSheet(f"color: {colour[notice.severity]}; font-weight: 600;")
        self._text.setText(f"{notice.what} {notice.remedy}".strip())
        self._text.setStyleSheet("" if notice.severity is Severity.NOTE else "font-weight: 600;")


class NoticePanel(QWidget):
    """Shows the gravest notice; a button shows the others."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._notices: tuple[Problem, ...] = ()
        self._more = QToolButton()
        self._more.setProperty("role", "quiet")
        self._more.setCheckable(True)
        self._more.setToolTip(tr("Show or hide the notices that are less grave"))
        self._more.toggled.connect(self._refresh)
        self._first = Notice()
        self._first.add(self._more)
        self._others: list[Notice] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(6)
        self._layout.addWidget(self._first)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.hide()

    @property
    def sentences(self) -> list[str]:
        """The sentences that are visible now."""
        shown = [self._first, *self._others] if self._notices else []
        return [notice.accessibleName() for notice in shown]

    @property
    def more(self) -> QToolButton:
        """The button that shows the others."""
        return self._more

    def show_notices(self, notices: Sequence[Problem]) -> None:
        self._notices = tuple(notices)
        self._more.setChecked(False)
        self._refresh()

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._refresh()

    def _refresh(self) -> None:
        for other in self._others:
            self._layout.removeWidget(other)
            other.deleteLater()
        self._others = []
        for notice in self._notices[:1]:
            self._first.show_notice(notice, self._theme)
        for notice in self._notices[1:] if self._more.isChecked() else ():
            shown = Notice()
            shown.show_notice(notice, self._theme)
            self._others.append(shown)
            self._layout.addWidget(shown)
        hidden = len(self._notices) - 1
        self._more.setText(
            tr("Show less")
            if self._more.isChecked()
            else tr("{n} more notices", n=numbers.count(hidden))
            if hidden > 1
            else tr("1 more notice")
        )
        self._more.setVisible(hidden > 0)
        self.setVisible(bool(self._notices))
