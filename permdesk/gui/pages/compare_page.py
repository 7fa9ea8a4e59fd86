"""The tab that sets candidate releases of one original side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from permdesk.gui.comparer import Comparer
from permdesk.gui.models.release_rows import ReleaseRow, Standing, release_rows, with_figures
from permdesk.gui.pages.result_page import Content, LatePage, Pieces
from permdesk.gui.panels.segments import Segments
from permdesk.gui.parts import row
from permdesk.gui.theme import Theme
from permdesk.gui.turning import Turning
from permdesk.gui.workspace import State
from permdesk.report.comparison_conclusions import conclusions
from permdesk.translation import tr

EMPTY, FULL = 0, 1
MAP, DISTRIBUTIONS, TWO, ATTRIBUTES = range(4)

BREATH_MS = 15
"""Between two pieces of a view: what was changed is painted, and keys are answered, before the next one is drawn."""

Signature = tuple[tuple[object, Standing, int], ...]


class ComparePage(LatePage):
    """Shows the state while it is seen, and passes on what is wanted."""

    add_wanted = Signal()
    make_wanted = Signal()
    export_wanted = Signal()
    opened = Signal(object)
    """The ReleaseRow whose audit is wanted in the other tabs."""

    def __init__(self, comparer: Comparer, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Compare"),
            tr("Here you will see which of several releases of one original is better. Open the original first."),
            parent,
        )
        self.invitation.then.hide()  # releases are added here
        self._comparer = comparer
        self._state = State()
        self._is_seen = False
        self._shown: tuple[Signature, str] = ((), "")
        self._compared: tuple[int, ...] = (0,)
        self._up_to_date: set[int] = set()
        self._filling: Iterator[None] = iter(())
        self._later = QTimer(self, interval=BREATH_MS)
        self._later.timeout.connect(self._fill_piece)
        comparer.changed.connect(self._refresh)

    def build(self) -> Pieces:
        from permdesk.gui.panels.attributes_panel import AttributesPanel
        from permdesk.gui.panels.map_panel import MapPanel  # half a second with its plot
        from permdesk.gui.panels.overlay_panel import OverlayPanel
        from permdesk.gui.panels.releases_invitation import ReleasesInvitation
        from permdesk.gui.panels.releases_panel import ReleasesPanel
        from permdesk.gui.panels.two_releases_panel import TwoReleasesPanel

        self.place = ReleasesInvitation()
        yield
        self.releases = ReleasesPanel()
        yield
        self.views = Segments(
            tr("View"),
            [
                (tr("Ma&p"), tr("Risk against loss: which releases no other beats")),
                (tr("Distri&butions"), tr("How far records moved, releases over each other")),
                (tr("T&wo releases"), tr("Record by record, the differences between two releases")),
                (tr("Attrib&utes"), tr("What each release did to each attribute")),
            ],
        )
        self.stack = QStackedWidget()
        yield
        self.map = MapPanel()
        self.stack.addWidget(self.map)
        yield
        self.overlay = OverlayPanel()
        self.stack.addWidget(self.overlay)
        yield
        self.two = TwoReleasesPanel()
        self.stack.addWidget(self.two)
        yield
        self.attributes = AttributesPanel()
        self.stack.addWidget(self.attributes)
        yield
        self._connect()
        return self._arranged()

    def colour(self, theme: Theme) -> None:
        for part in (self.place, self.releases, self.map, self.overlay, self.two, self.attributes):
            part.apply_theme(theme)

    def show_state(self, state: State) -> None:
        self._state = state
        self._refresh()

    def set_seen(self, seen: bool) -> None:
        if seen and not self._is_seen:
            self._comparer.watch.look()
        self._is_seen = seen
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        is_back = event.type() == QEvent.Type.ActivationChange and self.isActiveWindow()
        if is_back and self._is_seen:  # from a program that may have written a release
            self._comparer.watch.look()

    def set_dragged_over(self, over: bool) -> None:
        """Show that what is dragged can be dropped here."""
        if self.takes_files:
            self.finish_building()
            self.place.set_dragged_over(over)

    @property
    def takes_files(self) -> bool:
        """Files that are dropped on the window are releases to compare."""
        return self._is_seen and self._state.setup.original is not None

    @property
    def compared(self) -> tuple[ReleaseRow, ...]:
        """The releases that can be compared now."""
        return with_figures(self._rows())

    def _rows(self) -> tuple[ReleaseRow, ...]:
        running = self._comparer.running
        return release_rows(self._state, None if running is None else running.candidate)

    def _refresh(self) -> None:
        if not self._is_seen:
            return
        setup = self._state.setup
        if setup.original is None:
            self.show_invitation()
            return
        self.finish_building()
        rows = self._rows()
        signature = tuple((one.candidate, one.standing, id(one.release)) for one in rows), setup.policy.name
        if signature != self._shown:
            self._shown = signature
            self.releases.show_rows(rows, setup.policy.name)
            self.releases.sentence.setText(comparison_sentence(rows))
            compared = tuple(id(one.release) for one in with_figures(rows))
            if compared != self._compared:
                self._compared = compared
                self._up_to_date.clear()
                self._bring_up_to_date()
            elif not self._later.isActive():  # else what is being filled would begin anew
                self._bring_up_to_date()
        opened = setup.anonymized
        can_add_open = opened is not None and str(opened.table.path.absolute()) not in {
            one.file.path for one in setup.candidates
        }
        self.releases.show_work(
            self._comparer.running,
            len(self._comparer.pending(self._state)),
            available=self._comparer.available,
            can_add_open=can_add_open,
        )
        self.place.add_open.setEnabled(can_add_open)
        self.place.make.setEnabled(self._comparer.available)
        self.states.setCurrentIndex(FULL if rows else EMPTY)
        self.show_content()

    @property
    def is_up_to_date(self) -> bool:
        """The view that is seen shows the releases as they are."""
        return not self._is_seen or not self._is_built or self.views.current in self._up_to_date

    def _bring_up_to_date(self) -> None:
        """Show the releases in the view that is seen: each takes its time for itself, and piece by piece."""
        if not self.is_up_to_date:
            self._filling = self._filled(self.views.current)
            self._later.start()

    def _fill_piece(self) -> None:
        if next(self._filling, self._filling) is self._filling:
            self._later.stop()

    def _filled(self, view: int) -> Iterator[None]:
        releases = [row.release for row in self.compared if row.release is not None]
        chosen = [row.release for row in self.releases.chosen if row.release in releases and row.release is not None]
        if view == MAP:
            yield from self.map.show_releases(releases)
        elif view == DISTRIBUTIONS:
            self.overlay.show_curves(releases, chosen)
            yield
            self.overlay.show_quantiles(releases)
        elif view == TWO:
            self.two.show_releases(releases, chosen)
        else:
            self.attributes.show_releases(releases)
        self._up_to_date.add(view)

    def _on_chosen(self) -> None:
        """The other views are about all releases, whatever is selected."""
        self._up_to_date -= {DISTRIBUTIONS, TWO}
        is_about_chosen = self.views.current in (DISTRIBUTIONS, TWO)
        if is_about_chosen and self._is_seen and self.states.currentIndex() == FULL:
            self._bring_up_to_date()

    def _choose_view(self, view: int) -> None:
        self.stack.setCurrentIndex(view)
        self.tools.setCurrentIndex(view)
        self.tools.setVisible(view != DISTRIBUTIONS)  # which has none
        self._bring_up_to_date()

    def _open_on_map(self, place: int) -> None:
        compared = self.compared
        if place < len(compared):
            self.opened.emit(compared[place])

    def _connect(self) -> None:
        for add in (self.place.add, self.releases.add):
            add.clicked.connect(self.add_wanted)
        for make in (self.place.make, self.releases.make):
            make.clicked.connect(self.make_wanted)
        for add_open in (self.place.add_open, self.releases.add_open):
            add_open.clicked.connect(self._comparer.add_open)
        self.releases.export.clicked.connect(self.export_wanted)
        self.releases.again.clicked.connect(self._comparer.run)
        self.releases.removed.connect(lambda rows: self._comparer.remove([one.candidate for one in rows]))
        self.releases.opened.connect(self.opened)
        self.releases.chosen_changed.connect(self._on_chosen)
        self.map.opened.connect(self._open_on_map)
        self.views.chosen.connect(self._choose_view)

    def _arranged(self) -> QWidget:
        self.tools = QStackedWidget()
        for panel in (self.map, self.overlay, self.two, self.attributes):
            self.tools.addWidget(panel.tools)
        views = row(self.views)
        views.addStretch()
        head = Turning(views, self.tools, gap=16, stretches=(0, 1))
        below = QWidget()
        layout = QVBoxLayout(below)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(self.stack, 1)
        full = QSplitter(Qt.Orientation.Vertical)
        full.setChildrenCollapsible(False)
        full.addWidget(self.releases)
        full.addWidget(below)
        # Sizes that are set before the page has its own are forgotten; shares of what room there is are not.
        full.setStretchFactor(0, 1)
        full.setStretchFactor(1, 3)
        self.states = QStackedWidget()
        self.states.addWidget(self.place)
        self.states.addWidget(full)
        content = Content()
        outer = QVBoxLayout(content)
        outer.setContentsMargins(16, 10, 16, 10)
        outer.addWidget(self.states)
        return content


def comparison_sentence(rows: Sequence[ReleaseRow]) -> str:
    """What a person should take from the comparison; the whole of it where no numbers hold."""
    lines = [row.release.figures for row in with_figures(rows) if row.release is not None]
    if lines:
        return " ".join(conclusions(lines))
    return tr("Each release is audited by the same attributes, settings and policy, and they are set side by side.")
