"""The Data page: both files, how they were read and matched, every attribute, and what is asked of the audit."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QSizePolicy, QStackedLayout, QWidget

from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem
from permdesk.gui.desk import Desk
from permdesk.gui.dialogs.files import ask_file, policy_filter
from permdesk.gui.pages.data.attribute_section import AttributeSection
from permdesk.gui.pages.data.audit_card import AuditCard
from permdesk.gui.pages.data.file_card import FileCard
from permdesk.gui.pages.data.pairing_card import PairingCard
from permdesk.gui.pages.data.policy_card import PolicyCard
from permdesk.gui.pages.data.problem_list import ProblemList
from permdesk.gui.pages.data.welcome import Welcome
from permdesk.gui.pages.result_page import Content
from permdesk.gui.parts import Themed, column, grown, row, scrolled
from permdesk.gui.preview_task import Source
from permdesk.gui.showing import open_dialog
from permdesk.gui.side import Side
from permdesk.gui.theme import LIGHT, Theme
from permdesk.gui.turning import Turning
from permdesk.gui.workspace import OpenedFile, State
from permdesk.translation import tr

NARROWEST_SIDE, SIDE_WIDTH = 288, 336


class DataPage(QWidget):
    """Welcomes first; then shows the state and passes decisions on to the desk."""

    original_wanted = Signal()
    anonymized_wanted = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._theme = desk, LIGHT
        self.welcome = Welcome()
        self.cards = {side: FileCard(side) for side in Side}
        self.pairing = PairingCard(desk)
        self.audit = AuditCard(desk)
        self.policy = PolicyCard(desk)
        self.problems = ProblemList()
        self.attributes = AttributeSection(desk)
        self.states = QStackedLayout(self)
        self.states.addWidget(self.welcome)
        self.states.addWidget(self._content())
        self._connect()

    def show_state(self, state: State) -> None:
        setup = state.setup
        self.states.setCurrentIndex(0 if setup.original is None and setup.anonymized is None else 1)
        for side, shown in self.cards.items():
            shown.show_file(side.file(setup))
        self.pairing.show_state(state)
        self.audit.show_state(state)
        self.policy.show_state(state)
        self.attributes.show_state(state)
        self.problems.show_problems(_problems(state))

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._keep_side_whole()
        parts: list[Themed] = [self.welcome, *self.cards.values(), self.pairing, self.attributes, self.problems]
        for part in parts:
            part.apply_theme(theme)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._keep_side_whole()
        return False

    def _keep_side_whole(self) -> None:
        """No word of the cards at the side is cut off, which do not scroll sideways."""
        edges = 2 * self._side.frameWidth() + self._side.verticalScrollBar().sizeHint().width()
        needed = self._cards.minimumSizeHint().width() + edges
        least = max(grown(NARROWEST_SIDE), needed)
        self._side.setMinimumWidth(least)
        self._side.setMaximumWidth(max(grown(SIDE_WIDTH), least))

    def set_dragged_over(self, over: bool) -> None:
        self.welcome.set_dragged_over(over)

    def _content(self) -> QWidget:
        files = Turning(*self.cards.values(), gap=12, stretches=(1, 1))
        main = column(files, gap=12)
        main.addWidget(self.attributes, 1)
        side = column(self.pairing, self.problems, self.audit, self.policy, gap=12)
        side.addStretch(1)
        side.setContentsMargins(0, 0, 4, 0)
        holder = QWidget()
        holder.setProperty("role", "page")
        holder.setLayout(side)
        holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        scroll = scrolled(holder, tr("Pairing, problems, settings"))
        self._side, self._cards = scroll, holder
        holder.installEventFilter(self)
        page = Content()
        layout = row(main, scroll, gap=12, margins=16)
        layout.setStretch(0, 1)
        page.setLayout(layout)
        return page

    def _connect(self) -> None:
        self.welcome.original_wanted.connect(self.original_wanted)
        self.welcome.anonymized_wanted.connect(self.anonymized_wanted)
        self.welcome.dropped.connect(lambda side, path: self._desk.open(**{side.value: path}))
        self.welcome.example_wanted.connect(self._desk.open_demonstration)
        self.cards[Side.ORIGINAL].open_wanted.connect(self.original_wanted)
        self.cards[Side.ANONYMIZED].open_wanted.connect(self.anonymized_wanted)
        for side, shown in self.cards.items():
            shown.reading_wanted.connect(lambda side=side: self._ask_reading_again(side))
        self.policy.open_wanted.connect(self._ask_policy)

    def ask_reading(self, side: Side, source: Source) -> None:
        """Let the officer say how a file is read, and read it so."""
        from permdesk.gui.dialogs.reading import ReadingDialog

        def read(dialect: Dialect) -> None:
            self._desk.read(side, source.path, dialect)

        dialog = ReadingDialog(source, self._desk.reports, self._theme, read, self)
        open_dialog(dialog)

    def _ask_reading_again(self, side: Side) -> None:
        file = side.file(self._desk.workspace.setup)
        if file is not None:
            self.ask_reading(side, _source(file))

    def _ask_policy(self) -> None:
        ask_file(self, tr("Open a policy"), policy_filter(), self._open_policy)

    def _open_policy(self, path: Path) -> None:
        self._desk.open_policy(path)


def _source(file: OpenedFile) -> Source:
    return Source(file.table.path, file.table.dialect, file.columns, len(file.columns) == len(file.facts))


def _problems(state: State) -> tuple[Problem, ...]:
    notices = () if state.audit is None else state.audit.notices
    if state.pair is not None:
        found = (*state.problems, *state.pair.problems, *notices)
    else:
        files = (state.setup.original, state.setup.anonymized)
        read = [problem for file in files if file is not None for problem in file.table.problems]
        found = (*state.problems, *read)
    return tuple(dict.fromkeys(found))
