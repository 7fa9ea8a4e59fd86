"""What the pages of results have in common: an invitation until there is something to show, then their content."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from functools import partial

from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QStackedWidget, QWidget

from permdesk.audit.findings import Audit
from permdesk.gui.panels.invitation import Invitation
from permdesk.gui.theme import LIGHT, Theme

AT_ONCE = 50_000
"""Records up to which all of an audit is shown in one turn of the window."""

Pieces = Generator[None, None, QWidget]
"""Makes a content and returns it; between its pieces, each of a few hundredths of a second, the window has its turn."""


class Content(QWidget):
    """What a page shows, down to its smallest height. A scroll area would else give it the height that its sentences
    would like for the width, and scroll although everything fits.

    It belongs to its page before it has any part: a part that moves takes all that is in it through every style anew.
    """

    def __init__(self, page: QWidget | None = None) -> None:
        super().__init__(page)
        if page is not None:
            self.hide()

    def hasHeightForWidth(self) -> bool:
        return False


class LatePage(QStackedWidget):
    """Builds its content when it is first needed or, piece by piece, before: starting the window costs nothing.

    Subclasses build in ``build`` and colour in ``colour``.
    """

    def __init__(self, name: str, question: str, parent: QWidget | None = None) -> None:
        """``question`` is the one sentence that says what the page answers."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.theme: Theme = LIGHT
        self.invitation = Invitation(question)
        self.addWidget(self.invitation)
        self._pieces = self._building()
        self._is_built = False

    def build_piece(self) -> bool:
        """Build the next piece of the content; False if nothing was left to build."""
        return next(self._pieces, self._pieces) is None

    def show_invitation(self) -> None:
        """Show that there is nothing to show yet."""
        self.setCurrentIndex(0)

    def finish_building(self) -> None:
        """Build what is left of the content."""
        while not self._is_built:
            self.build_piece()

    def show_content(self) -> None:
        """Show the content, which is built by now."""
        self.setCurrentIndex(1)

    def apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        if self._is_built:
            self.colour(theme)

    def minimumSizeHint(self) -> QSize:
        return self.currentWidget().minimumSizeHint()  # a content that waits for its audit takes no room

    def _building(self) -> Iterator[None]:
        content = yield from self.build()
        yield
        self.addWidget(content)
        yield
        self.colour(self.theme)
        self._is_built = True
        for part in (content, *content.findChildren(QWidget)):
            yield
            part.ensurePolished()  # else all parts ask the style sheet at once, when they are first seen

    def build(self) -> Pieces:
        """Make the content in pieces."""
        raise NotImplementedError

    def colour(self, theme: Theme) -> None:
        """Show the content in a theme."""
        raise NotImplementedError


class ResultPage(LatePage):
    """Shows one audit, in ``refresh``."""

    def __init__(self, name: str, question: str, parent: QWidget | None = None) -> None:
        super().__init__(name, question, parent)
        self._rest: deque[Callable[[], object]] = deque()
        self._was_painted = False
        self._turn = QTimer(self, interval=0)
        self._turn.timeout.connect(self._show_next)

    def show_audit(self, audit: Audit | None) -> None:
        """Show an audit; None shows the invitation."""
        self._rest.clear()
        if audit is None:
            self.show_invitation()
            return
        self.finish_building()
        self.refresh(audit)
        self.show_content()

    def refresh(self, audit: Audit) -> None:
        """Show an audit in the content."""
        raise NotImplementedError

    def show_rest(self, audit: Audit, show: Callable[[Audit], object]) -> None:
        """Show what need not be seen first: of a large audit in a turn of its own, unless another has come."""
        if audit.n_original <= AT_ONCE:
            show(audit)
        else:
            self._rest.append(partial(show, audit))
            self._turn.start()

    def _show_next(self) -> None:
        self._was_painted = not self._was_painted
        if self._was_painted:
            return  # every other turn paints what was shown in the one before
        if self._rest:
            self._rest.popleft()()
        if not self._rest:
            self._turn.stop()
