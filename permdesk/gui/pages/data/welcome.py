"""What the window shows before any file: what PermDesk answers, a place for each file, and ways to learn it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QWidget

from permdesk.gui.drop_area import WIDEST
from permdesk.gui.icons import icon
from permdesk.gui.pages.data.drop_place import DropPlace
from permdesk.gui.parts import GAP, WIDE_GAP, card, column, label, quiet_button, row
from permdesk.gui.side import Side
from permdesk.gui.theme import LIGHT, Theme
from permdesk.translation import tr

MOST_RECENT = 3


class Welcome(QWidget):
    """Everything here is one click away from a result or an explanation."""

    original_wanted = Signal()
    anonymized_wanted = Signal()
    dropped = Signal(object, object)
    """The side of a place, and the path of the one file that was dropped there."""
    example_wanted = Signal()
    tour_wanted = Signal()
    guide_wanted = Signal()
    recipe_wanted = Signal(object)
    """The path of a recent recipe."""

    def __init__(self) -> None:
        super().__init__()
        self._theme = LIGHT
        self.places = {side: DropPlace(side) for side in Side}
        self.original = self.places[Side.ORIGINAL].button
        self.anonymized = self.places[Side.ANONYMIZED].button
        self.example = quiet_button(
            tr("Open the paper's example"), tr("Twenty records and three attributes, with every step of the method.")
        )
        self.tour = quiet_button(tr("Take the tour"), tr("Five steps through the window, on the paper's example."))
        self.guide = quiet_button(
            tr("Read the guide"), tr("Your first audit in five minutes, and everything else (F1).")
        )
        self.offer = self._made_offer()
        self.recent = QWidget()
        self.recent_buttons: list[QPushButton] = []
        self.recent.hide()
        self._arrange()
        self._connect()

    def set_dragged_over(self, over: bool) -> None:
        for place in self.places.values():
            place.set_dragged_over(over)

    def offer_tour(self) -> None:
        """Ask whether the officer, who is here for the first time, would like the tour."""
        self.offer.show()
        self.tour.hide()

    def withdraw_offer(self) -> None:
        """The tour was begun or declined; it stays among the ways to learn."""
        self.offer.hide()
        self.tour.show()

    def show_recent(self, recipes: Sequence[Path]) -> None:
        """Show the latest recipes, none of which need exist any more."""
        layout = self.recent.layout()
        assert isinstance(layout, QHBoxLayout)
        for old in self.recent_buttons:
            layout.removeWidget(old)
            old.deleteLater()
        self.recent_buttons = [self._recent_button(path) for path in recipes[:MOST_RECENT]]
        for place, button in enumerate(self.recent_buttons):
            layout.insertWidget(2 + place, button)
        self.recent.setVisible(bool(self.recent_buttons))

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        for place in self.places.values():
            place.apply_theme(theme)
        self.example.setIcon(icon("run", theme.accent))
        self.tour.setIcon(icon("arrow", theme.accent))
        self.guide.setIcon(icon("note", theme.accent))

    def _arrange(self) -> None:
        places = row(*self.places.values(), gap=WIDE_GAP)
        for at in range(len(self.places)):
            places.setStretch(at, 1)
        kinds = label(
            tr(
                "Or drop both at once anywhere on the window. Text (CSV, TSV, fixed width), Excel, ODS, SPSS, Stata, "
                "SAS, Parquet, Feather; zipped text too. Everything is guessed, shown, and yours to change. Nothing "
                "leaves this PC."
            ),
            "caption",
            wraps=True,
        )
        kinds.setAlignment(Qt.AlignmentFlag.AlignCenter)
        title = label(tr("How safe is this release?"), "title", wraps=True)
        purpose = label(
            tr("PermDesk holds an anonymized file against its original, before you publish it."), "muted", wraps=True
        )
        for words in (title, purpose):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.recent.setLayout(_centred(label(tr("Recent"), "caption")))
        learn = _centred(self.example, self.tour, self.guide)
        learn.setContentsMargins(0, 0, 0, WIDE_GAP)
        begin = column(title, purpose, gap=4)
        middle = column(self.offer, begin, places, self.recent, kinds, learn, _answers(), gap=12)
        holder = QWidget()
        holder.setLayout(middle)
        holder.setMaximumWidth(WIDEST)
        across = row()
        across.addStretch(1)
        across.addWidget(holder, 20)
        across.addStretch(1)
        layout = column(margins=20)
        layout.addStretch(2)
        layout.addLayout(across)
        layout.addStretch(3)
        self.setLayout(layout)

    def _made_offer(self) -> QWidget:
        self.accept = QPushButton(tr("Show me"))
        self.accept.setToolTip(tr("Five steps through the window, on the paper's example."))
        self.decline = quiet_button(tr("Not now"), tr("Hide this. The menu Help has the tour whenever you like."))
        words = label(
            tr("Here for the first time? Five steps show you the window on the paper's example, in two minutes."),
            wraps=True,
        )
        layout = row(gap=GAP)
        layout.setContentsMargins(16, 10, 12, 10)
        layout.addWidget(words, 1)
        layout.addWidget(self.accept)
        layout.addWidget(self.decline)
        offer = card(layout, "banner-note")
        offer.hide()
        return offer

    def _connect(self) -> None:
        for side, place in self.places.items():
            place.dropped.connect(lambda path, side=side: self.dropped.emit(side, path))
        self.places[Side.ORIGINAL].wanted.connect(self.original_wanted)
        self.places[Side.ANONYMIZED].wanted.connect(self.anonymized_wanted)
        self.example.clicked.connect(self.example_wanted)
        self.guide.clicked.connect(self.guide_wanted)
        self.decline.clicked.connect(self.withdraw_offer)
        for button in (self.tour, self.accept):
            button.clicked.connect(self.withdraw_offer)
            button.clicked.connect(self.tour_wanted)

    def _recent_button(self, path: Path) -> QPushButton:
        button = quiet_button(path.stem, str(path))
        button.setAccessibleName(tr("Open {file}", file=path.name))
        button.clicked.connect(lambda: self.recipe_wanted.emit(path))
        return button


def _centred(*widgets: QWidget) -> QHBoxLayout:
    layout = row(gap=GAP)
    layout.addStretch(1)
    for widget in widgets:
        layout.addWidget(widget)
    layout.addStretch(1)
    return layout


def _answers() -> QWidget:
    questions = (
        (
            tr("How far did each record move?"),
            tr("Reverse mapping removes changes of scale; the permutation distance counts the ranks that remain."),
        ),
        (
            tr("What could the strongest intruder do?"),
            tr("Linkage by someone who holds both files, against random records, and how many links are right."),
        ),
        (
            tr("What do we publish about it?"),
            tr("A report for the file and one for the users: everything about the method, never a seed."),
        ),
    )
    holder = QWidget()
    layout = QGridLayout()
    layout.setHorizontalSpacing(WIDE_GAP * 2)
    layout.setVerticalSpacing(6)
    layout.setContentsMargins(8, 0, 8, 0)
    for place, (question, answer) in enumerate(questions):
        layout.addWidget(label(question, "heading", wraps=True), 0, place, Qt.AlignmentFlag.AlignBottom)
        layout.addWidget(label(answer, "muted", wraps=True), 1, place, Qt.AlignmentFlag.AlignTop)
        layout.setColumnStretch(place, 1)
    holder.setLayout(layout)
    return holder
