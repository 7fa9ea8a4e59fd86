"""The tab that says what the strongest intruder could do, and, apart from it, what only the agency can know."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from permdesk.audit.distance_reading import read_at
from permdesk.audit.findings import Audit, RandomMatch
from permdesk.gui.explorer import Explorer
from permdesk.gui.pages.result_page import Content, Pieces, ResultPage
from permdesk.gui.panels.notice_panel import NoticePanel
from permdesk.gui.panels.segments import Segments
from permdesk.gui.shown_stack import ShownStack
from permdesk.gui.theme import Theme
from permdesk.translation import tr

NOT_CHOSEN = -1
INTRUDER, PROTECTOR = 0, 1


class IntruderPage(ResultPage):
    """Views that are never mixed: the intruder's, and the protector's with the right links, with what intruders would
    find who know less, and with what the release keeps of each attribute."""

    def __init__(self, explorer: Explorer, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Intruder"),
            tr("Here you will see which links the strongest intruder would make, and whether he could defend them."),
            parent,
        )
        self._explorer = explorer
        self._audit: Audit | None = None
        self._distance = NOT_CHOSEN
        self._up_to_date: set[int] = set()

    def build(self) -> Pieces:
        from permdesk.gui.panels.information_panel import InformationPanel
        from permdesk.gui.panels.intruder_panel import IntruderPanel  # takes half a second with its plot
        from permdesk.gui.panels.knowledge_panel import KnowledgePanel
        from permdesk.gui.panels.protector_panel import ProtectorPanel

        self.notices = NoticePanel()
        self.views = Segments(
            tr("View"),
            [
                (tr("&Intruder's view"), tr("What can be worked out from X and Y alone")),
                (tr("&Protector's view"), tr("What only the agency can know: which links are right")),
                (tr("&Knowledge (protector)"), tr("What an intruder would find who knows only some attributes")),
                (tr("I&nformation (protector)"), tr("What the release keeps of each attribute, in bits and ranks")),
            ],
            wraps=True,
        )
        self.stack = ShownStack()
        yield
        self.intruder = IntruderPanel()
        yield
        self.stack.addWidget(self.intruder)
        yield
        self.protector = ProtectorPanel()
        yield
        self.stack.addWidget(self.protector)
        yield
        self.knowledge = KnowledgePanel(self._explorer)
        yield
        self.stack.addWidget(self.knowledge)
        yield
        self.information = InformationPanel(self._explorer)
        self.stack.addWidget(self.information)
        yield
        self._connect()
        content = Content()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        layout.addWidget(self.notices)
        layout.addWidget(self.views, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.stack, 1)
        return content

    def refresh(self, audit: Audit) -> None:
        self._audit = audit
        self._up_to_date.clear()
        self.notices.show_notices(audit.notices)
        self._bring_up_to_date(self.views.current)
        self.show_rest(audit, self.knowledge.show_audit)
        self.show_rest(audit, self.information.show_audit)

    def show_intruder(self) -> None:
        """Bring the intruder's view to the front, where it is from the beginning."""
        if self._is_built:
            self.views.choose(INTRUDER)

    def colour(self, theme: Theme) -> None:
        for part in (self.notices, self.intruder, self.protector, self.knowledge, self.information):
            part.apply_theme(theme)

    def _connect(self) -> None:
        self.views.chosen.connect(self._choose_view)
        for chosen in (
            self.intruder.within.chosen,
            self.intruder.plot.within_chosen,
            self.protector.within.chosen,
        ):
            chosen.connect(self._choose_distance)
        self.intruder.more_wanted.connect(self._draw_more)
        self._explorer.drawn.connect(self._show_drawn)
        self._explorer.availability_changed.connect(
            lambda available: self.intruder.show_availability(available=available)
        )

    def _choose_view(self, place: int) -> None:
        self._bring_up_to_date(place)
        self.stack.setCurrentIndex(place)

    def _bring_up_to_date(self, place: int) -> None:
        """Show the audit in the view at ``place``: each of the two with long tables takes its time for itself."""
        audit = self._audit
        if audit is None or place in self._up_to_date:
            return
        if place == INTRUDER:
            self.intruder.show_audit(audit)
            self.intruder.show_availability(available=self._explorer.available)
        elif place == PROTECTOR:
            self.protector.show_audit(audit)
        self._up_to_date.add(place)
        self._show_distances(audit)

    def _show_distances(self, audit: Audit) -> None:
        largest = int(audit.random_match.distance[-1])
        for part in (self.intruder.within, self.protector.within):
            part.show_range(largest)
        critical = max(audit.random_match.critical_distance, 0)
        self._show_distance(audit, critical if self._distance == NOT_CHOSEN else min(self._distance, largest))

    def _choose_distance(self, distance: int) -> None:
        if self._audit is not None:
            self._distance = distance
            self._show_distance(self._audit, distance)

    def _show_distance(self, audit: Audit, distance: int) -> None:
        reading = read_at(audit, distance)
        if INTRUDER in self._up_to_date:
            self.intruder.show_reading(reading)
        if PROTECTOR in self._up_to_date:
            self.protector.show_reading(reading)

    def _draw_more(self) -> None:
        if self._audit is not None:
            self._explorer.draw_more(self._audit, self._audit.random_match)

    def _show_drawn(self, found: RandomMatch) -> None:
        """Show more random records than the audit has; the audit follows when no more are drawn."""
        if self._audit is not None:
            self._audit = replace(self._audit, random_match=found)
            if INTRUDER in self._up_to_date:
                self.intruder.show_drawn(self._audit)
            self._show_distances(self._audit)
