"""What the pages of results have in common: an invitation until there is an audit, then their content."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from permdesk.audit.findings import Audit
from permdesk.gui.panels.words import invitation
from permdesk.gui.theme import LIGHT, Theme


class Content(QWidget):
    """What a page shows, down to its smallest height. A scroll area would else give it the height that its sentences
    would like for the width, and scroll although everything fits."""

    def hasHeightForWidth(self) -> bool:
        return False


class ResultPage(QStackedWidget):
    """Builds its content at the first audit, so that starting the window costs nothing.

    Subclasses build in ``build``, show in ``refresh`` and colour in ``colour``.
    """

    def __init__(self, name: str, question: str, parent: QWidget | None = None) -> None:
        """``question`` is the one sentence that says what the page answers."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.theme: Theme = LIGHT
        self.invitation = invitation(question)
        self.addWidget(self.invitation)
        self._is_built = False

    def show_audit(self, audit: Audit | None) -> None:
        """Show an audit; None shows the invitation."""
        if audit is None:
            self.setCurrentIndex(0)
            return
        if not self._is_built:
            self.addWidget(self.build())
            self._is_built = True
            self.colour(self.theme)
        self.refresh(audit)
        self.setCurrentIndex(1)

    def apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        if self._is_built:
            self.colour(theme)

    def build(self) -> QWidget:
        """Make the content."""
        raise NotImplementedError

    def refresh(self, audit: Audit) -> None:
        """Show an audit in the content."""
        raise NotImplementedError

    def colour(self, theme: Theme) -> None:
        """Show the content in a theme."""
        raise NotImplementedError
