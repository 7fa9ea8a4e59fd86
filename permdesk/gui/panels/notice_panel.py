"""What must stand beside the numbers, because a number alone would mislead."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from permdesk.data.problem import Problem, Severity
from permdesk.gui import numbers
from permdesk.gui.theme import LIGHT, Theme
from permdesk.translation import tr

SIGNS = {Severity.ERROR: "✗", Severity.WARNING: "▲", Severity.NOTE: "ℹ"}


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
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(6)
        self._banners: list[QFrame] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.hide()

    @property
    def sentences(self) -> list[str]:
        """The sentences that are visible now."""
        return [banner.accessibleName() for banner in self._banners]

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
        self._more.setParent(self)
        for banner in self._banners:
            self._layout.removeWidget(banner)
            banner.deleteLater()
        shown = self._notices if self._more.isChecked() else self._notices[:1]
        self._banners = [self._banner(notice) for notice in shown]
        for banner in self._banners:
            self._layout.addWidget(banner)
        hidden = len(self._notices) - 1
        self._more.setText(
            tr("Show less")
            if self._more.isChecked()
            else tr("{n} more notices", n=numbers.count(hidden))
            if hidden > 1
            else tr("1 more notice")
        )
        self._more.setVisible(hidden > 0)
        if self._banners:
            row = self._banners[0].layout()
            assert row is not None
            row.addWidget(self._more)
            row.setAlignment(self._more, Qt.AlignmentFlag.AlignTop)
        self.setVisible(bool(self._notices))

    def _banner(self, notice: Problem) -> QFrame:
        colour = {
            Severity.ERROR: self._theme.danger,
            Severity.WARNING: self._theme.warning,
            Severity.NOTE: self._theme.accent,
        }[notice.severity]
        banner = QFrame()
        banner.setProperty("role", f"banner-{notice.severity.value}")
        banner.setAccessibleName(notice.sentence)
        sign = QLabel(SIGNS[notice.severity])
        sign.setStyleSheet(f"color: {colour}; font-weight: 600;")
        text = QLabel(f"{notice.what} {notice.remedy}".strip())
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if notice.severity is not Severity.NOTE:
            text.setStyleSheet("font-weight: 600;")
        row = QHBoxLayout(banner)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(8)
        row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(text, 1)
        return banner
