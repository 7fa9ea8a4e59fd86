"""The five steps of the tour: which view of the window each one shows, what it points at there, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtWidgets import QTabWidget, QWidget

from permdesk.gui.desk import Desk
from permdesk.gui.pages.data_page import DataPage
from permdesk.gui.pages.distance_page import DistancePage
from permdesk.gui.pages.intruder_page import IntruderPage
from permdesk.gui.pages.report_page import ReportPage
from permdesk.gui.pages.reverse_mapping_page import ReverseMappingPage
from permdesk.gui.preferences import Preferences
from permdesk.gui.recipes import Recipes
from permdesk.gui.strip import Strip
from permdesk.translation import tr


class Toured(Protocol):
    """What the tour asks of the window."""

    @property
    def desk(self) -> Desk: ...
    @property
    def preferences(self) -> Preferences: ...
    @property
    def recipes(self) -> Recipes: ...
    @property
    def strip(self) -> Strip: ...
    @property
    def tabs(self) -> QTabWidget: ...
    @property
    def data_page(self) -> DataPage: ...
    @property
    def result_pages(self) -> tuple[ReverseMappingPage, DistancePage, IntruderPage]: ...
    @property
    def report_page(self) -> ReportPage: ...
    def show_tab(self, place: int) -> None: ...


@dataclass(frozen=True, slots=True, eq=False)
class TourStep:
    """``tab`` is the one that the step is about, and ``bring_view`` brings the view of it to the front that the step
    speaks of; ``targets`` finds the widgets there now, which a page may not have built yet."""

    tab: int
    title: str
    text: str
    targets: Callable[[], tuple[QWidget, ...]]
    bring_view: Callable[[], None] = lambda: None


DATA, DISTANCE, INTRUDER, REPORT = 0, 2, 3, 5


def tour_steps(window: Toured) -> tuple[TourStep, ...]:
    """The steps in their order."""
    _, distance, intruder = window.result_pages
    return (
        TourStep(
            DATA,
            tr("The results, always in sight"),
            tr(
                "Both files, and the numbers that decide. d: how many ranks the nearest record lies away, 0 being the "
                "worst. v: how much values differ near a record. Right links: the share of records that the strongest "
                "intruder links to their own release. Read it first."
            ),
            lambda: (window.strip,),
        ),
        TourStep(
            DATA,
            tr("Check how the files were read"),
            tr(
                "Each line is an attribute: its level, its values in both files, what is missing or tied. Everything "
                "was guessed and is yours to change; undo takes it back. Leave out what only identifies records."
            ),
            lambda: (window.data_page.attributes,),
        ),
        TourStep(
            DISTANCE,
            tr("How far each record moved"),
            tr(
                "First all records with their distances, then the chosen one against every record of the release: "
                "closest values and their ranks boxed, the match bold and underlined."
            ),
            lambda: tuple(_parts(distance, "records", "record")),
            distance.show_chosen_record,
        ),
        TourStep(
            INTRUDER,
            tr("What the strongest intruder could do"),
            tr(
                "He holds both files. Could he tell his links from chance? The Protector's view adds what only you can "
                "know: how many are right. Records that look like chance can still be linked rightly."
            ),
            lambda: tuple(_parts(intruder, "views", "stack")),
            intruder.show_intruder,
        ),
        TourStep(
            REPORT,
            tr("The verdict and the report"),
            tr(
                "The verdict holds the release against the policy of your agency; click it for every threshold. Here "
                "you write the report: an internal one, one for users, or a cautious one. F1 explains every tab."
            ),
            lambda: (window.strip.judgement, window.report_page.export),
        ),
    )


def _parts(page: QWidget, *names: str) -> Iterator[QWidget]:
    """The parts of a page that is built late, as far as they are there."""
    for name in names:
        part = getattr(page, name, None)
        if isinstance(part, QWidget):
            yield part
