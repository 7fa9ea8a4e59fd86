"""One message across the window: what happened and what to do, until it is dismissed or no longer true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from permdesk.data.problem import Problem, Severity
from permdesk.gui.icons import icon, pixmap
from permdesk.gui.parts import card, column, explain, icon_button, label, row, set_role
from permdesk.gui.theme import LIGHT, Theme
from permdesk.gui.workspace import State
from permdesk.translation import tr


@dataclass(frozen=True, slots=True, eq=False)
class BannerOffer:
    """Something that can be done about the message with one click."""

    text: str
    run: Callable[[], object]


class Banner(QWidget):
    """A Problem in a bar. Hidden until there is one; a new one takes the place of the last."""

    def __init__(self) -> None:
        super().__init__()
        self._theme, self._severity = LIGHT, Severity.ERROR
        self.picture = label()
        self.picture.setFixedSize(QSize(22, 22))
        self.what = label(wraps=True)
        self.what.setProperty("role", "heading")
        self.remedy = label(wraps=True)
        for text in (self.what, self.remedy):
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._problem: Problem | None = None
        self._offer: BannerOffer | None = None
        self.offer = QPushButton()
        explain(self.offer, tr("Do it"), tr("Do what the message offers."))
        self.offer.clicked.connect(self._take_offer)
        self.dismiss = icon_button(tr("Dismiss"), tr("Hide this message."))
        self.dismiss.clicked.connect(self.hide)
        layout = row(gap=12)
        layout.setContentsMargins(14, 10, 10, 10)
        layout.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(column(self.what, self.remedy, gap=2), 1)
        layout.addWidget(self.offer, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.dismiss, 0, Qt.AlignmentFlag.AlignTop)
        self._frame = card(layout, "banner-error")
        self.setLayout(_below_a_gap(self._frame))
        self.hide()

    def show_problem(self, problem: Problem, offer: BannerOffer | None = None) -> None:
        self._problem, self._offer = problem, offer
        self.offer.setVisible(offer is not None)
        if offer is not None:
            self.offer.setText(offer.text)
            explain(self.offer, offer.text, offer.text)
        self._severity = problem.severity
        where, what = problem.where, problem.what
        self.what.setText(tr("{name}: {reason}", name=where, reason=what) if where else what)
        self.remedy.setText(problem.remedy)
        self.remedy.setVisible(bool(problem.remedy))
        self.setAccessibleName(problem.sentence)
        set_role(self._frame, f"banner-{problem.severity.value}")
        self.apply_theme(self._theme)
        self.show()

    def take_back(self, problem: Problem) -> None:
        """Hide the message if it is about ``problem``; any other stays until it is dismissed."""
        if problem is self._problem:
            self.hide()

    def _take_offer(self) -> None:
        if self._offer is not None:
            self._offer.run()

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        colours = {Severity.ERROR: theme.danger, Severity.WARNING: theme.warning, Severity.NOTE: theme.accent}
        colour = colours[self._severity]
        self.picture.setPixmap(pixmap(self._severity.value, colour, 22, self.devicePixelRatioF()))
        self.dismiss.setIcon(icon("close", theme.text))


class StaleBar(QWidget):
    """Says that results are older than the settings, or of other files than those that are open, or that there are
    none, and offers to run."""

    wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.picture = label()
        self.text = label("", "heading", wraps=True)
        self.again = QPushButton()
        self.again.clicked.connect(self.wanted)
        layout = row(self.picture, gap=12)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.again)
        layout.setContentsMargins(14, 6, 10, 6)
        self.setLayout(_below_a_gap(card(layout, "banner-warning")))
        self.hide()

    def show_state(self, state: State, busy: bool) -> None:
        """Nothing is said while an audit runs; but for long ones, that the tabs still show other files."""
        self.again.setEnabled(not busy and state.setup.question is not None)
        is_first = state.audit is None
        explain(
            self.again, tr("Run") if is_first else tr("Run again"), tr("Audit the files with the present settings.")
        )
        self.again.setText(tr("Run (F5)") if is_first else tr("Run again (F5)"))
        if is_first:
            said = tr("These files have not been audited yet.")
        elif state.is_of_other_files and state.audit is not None:
            of = (state.audit.pair.original.path.name, state.audit.pair.anonymized.path.name)
            said = tr("Results are of other files: {original} and {anonymized}.", original=of[0], anonymized=of[1])
        else:
            said = tr("Results are older than the settings.")
        self.text.setText(said)
        is_long = state.is_of_other_files and not state.setup.is_small
        is_waiting = is_first and state.setup.question is not None and not state.problems and not busy
        self.setVisible(is_waiting or (state.is_stale and (not busy or is_long)))

    def apply_theme(self, theme: Theme) -> None:
        self.picture.setPixmap(pixmap("warning", theme.warning, 20, self.devicePixelRatioF()))


def _below_a_gap(frame: QFrame) -> QVBoxLayout:
    layout = column(frame, gap=0)
    layout.setContentsMargins(0, 10, 0, 0)
    return layout


def stacked(*bars: QWidget) -> QWidget:
    """Bars under each other with the margins of the window; takes no room while all are hidden."""
    holder = QWidget()
    layout = column(*bars, gap=0)
    layout.setContentsMargins(17, 0, 17, 0)  # as wide as what pages hold
    holder.setLayout(layout)
    return holder
