"""What is looked at in a window: a tab, a part of one, or a dialog that is opened for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from permdesk.audit.recipe import read_recipe
from permdesk.data.choices import CategoryOrder
from permdesk.data.problem import Problem
from permdesk.gui.derivations.explained import Explained
from permdesk.gui.derivations.note import Note
from permdesk.gui.dialogs.reading import ReadingDialog
from permdesk.gui.dialogs.reading_fields import Layout
from permdesk.gui.dialogs.recovery import RecoveryDialog
from permdesk.gui.dialogs.still_running import StillRunningDialog
from permdesk.gui.dialogs.still_writing import StillWritingDialog
from permdesk.gui.dialogs.subject import SubjectDialog
from permdesk.gui.dialogs.sweep import SweepDialog
from permdesk.gui.dialogs.unsaved import UnsavedDialog
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.guide.guide_window import GuideWindow
from permdesk.gui.kept_recipes import KeptRecipe, Leftover
from permdesk.gui.live.live_window import LiveWindow
from permdesk.gui.main_window import MainWindow
from permdesk.gui.pages.distance_page import DistancePage
from permdesk.gui.panels.on_demand import OnDemand
from permdesk.gui.panels.segments import Segments
from permdesk.gui.preview_task import Source
from permdesk.gui.screenshots.drawing import settle, wait_until
from permdesk.gui.screenshots.scene import Scene
from permdesk.gui.showing import open_dialog
from permdesk.gui.side import Side
from permdesk.resources import resource_path
from permdesk.translation import tr

DATA, MAPPING, DISTANCE, INTRUDER, COMPARE, REPORT = range(6)
SOME_TIME = 1_790_000_000.0
View = Callable[[Scene], QWidget]


def tab(place: int, *choices: tuple[int, int]) -> View:
    """A tab; each choice is the number of a row of buttons on it and which of these is chosen."""

    def view(scene: Scene) -> QWidget:
        window = scene.window
        window.show_tab(place)
        rows = [row for row in window.tabs.currentWidget().findChildren(Segments) if row.isVisible()]
        for number, chosen in choices:
            rows[number].choose(chosen)
        scene.wait()
        return window

    return view


def nearest_records(scene: Scene) -> QWidget:
    """The records nearest to the first one, of a file that is measured a block at a time."""
    window = tab(DISTANCE, (0, 0), (1, 0))(scene)
    record = window.findChildren(DistancePage)[0].record
    wait_until(lambda: record.comparison is not None)
    return window


def dialog(open_it: Callable[[MainWindow], object]) -> View:
    """A dialog as it opens."""
    return lambda scene: scene.opened(lambda: open_it(scene.window))


def ask_about_unsaved(window: MainWindow) -> None:
    question = UnsavedDialog("survey-2026.permdesk", _do_nothing, _do_nothing, window)
    open_dialog(question)


def wait_for_files(window: MainWindow) -> None:
    question = StillWritingDialog(_do_nothing, window)
    question.show_titles([tr("Write {file}", file=name) for name in ("report.docx", "records.csv")])
    open_dialog(question)


def ask_about_running(window: MainWindow) -> None:
    open_dialog(StillRunningDialog(tr("Audit"), _do_nothing, _do_nothing, window))


def offer_recovery(window: MainWindow) -> None:
    recipe = read_recipe(resource_path("demo", "paper", "paper.permdesk"))
    unread = Problem(tr("It is damaged."), "survey-2025.permdesk", "")
    left = [
        Leftover(KeptRecipe(Path("kept.permdesk")), path, None, found, SOME_TIME)
        for path, found in (
            (Path("survey-2026.permdesk"), recipe),
            (None, recipe),
            (Path("survey-2025.permdesk"), unread),
        )
    ]
    offer = RecoveryDialog(left, lambda _: None, lambda _: None, window)
    open_dialog(offer)


def _do_nothing() -> None:
    """What the answer to a question would do."""


def asked(chosen: int) -> View:
    """A view of the Intruder tab, with everything found that its buttons ask for."""

    def view(scene: Scene) -> QWidget:
        window = tab(INTRUDER, (0, chosen))(scene)
        for one in window.findChildren(OnDemand):
            if one.isVisible():
                one.button.click()
                scene.wait()
        return window

    return view


def reading_again(scene: Scene) -> QWidget:
    return scene.opened(scene.window.data_page.cards[Side.ORIGINAL].change.click)


def columns_by_hand(scene: Scene) -> QWidget:
    source = Source(scene.folder / "persons.dat")
    shown = scene.opened(lambda: scene.window.data_page.ask_reading(Side.ORIGINAL, source))
    assert isinstance(shown, ReadingDialog)
    box = shown.fields.layout_of_lines
    box.show_value(Layout.FIXED)
    box.activated.emit(box.currentIndex())
    settle()
    scene.wait()
    return shown


def unpaired_records(scene: Scene) -> QWidget:
    scene.window.show_tab(DATA)
    return scene.opened(scene.window.data_page.pairing.unpaired.click)


def category_order(scene: Scene) -> QWidget:
    chosen = scene.window.data_page.attributes.table.attributes.order_chosen
    return scene.opened(lambda: chosen.emit("region", CategoryOrder.BY_HAND))


def which_original(scene: Scene) -> QWidget:
    return scene.opened(lambda: scene.window.openings.open_paths([Path("first.csv"), Path("second.csv")]))


def misfits(scene: Scene) -> QWidget:
    files = (scene.folder / "original-2027.csv", scene.folder / "released-2027.csv")
    return scene.opened(lambda: scene.window.desk.use_recipe(None, *files))


def subject_found(scene: Scene) -> QWidget:
    """One record, checked."""
    shown = scene.opened(scene.window.dialogs.check_record)
    assert isinstance(shown, SubjectDialog)
    shown.pick.click()
    shown.check.click()
    scene.wait()
    return shown


def sweep_running(scene: Scene) -> QWidget:
    shown = scene.opened(scene.window.show_sweep)
    assert isinstance(shown, SweepDialog)
    shown.form.steps.setValue(20)
    shown.form.replicates.setValue(100)
    shown.start()
    wait_until(lambda: shown.bar.value() > 1)
    return shown


def sweep_found(scene: Scene) -> QWidget:
    shown = scene.opened(scene.window.show_sweep)
    assert isinstance(shown, SweepDialog)
    shown.start()
    scene.wait()
    return shown


def sweep_refused(scene: Scene) -> QWidget:
    """The answer where no file is open."""
    shown = scene.opened(scene.window.show_sweep)
    assert isinstance(shown, SweepDialog)
    shown.start()
    return shown


def live(scene: Scene) -> QWidget:
    return scene.opened(scene.window.show_live)


def live_presented(scene: Scene) -> QWidget:
    shown = live(scene)
    assert isinstance(shown, LiveWindow)
    shown.presented.emit()
    scene.wait()
    return shown


def guide(chapter: Chapter, query: str = "") -> View:
    """A chapter of the guide, or what a search finds in it."""

    def view(scene: Scene) -> QWidget:
        shown = scene.opened(lambda: scene.window.guidance.show_chapter(chapter))
        assert isinstance(shown, GuideWindow)
        shown.search.setText(query)
        return shown

    return view


def tour(step: int) -> View:
    """A step of the tour, from 0, with the files that are open."""

    def view(scene: Scene) -> QWidget:
        question = scene.opened(scene.window.guidance.start_tour)
        assert isinstance(question, QMessageBox)
        question.defaultButton().click()
        scene.wait()
        begun = scene.window.guidance.tour
        assert begun is not None
        for _ in range(step):
            begun.next.click()
            scene.wait()
        return scene.window

    return view


def note(explained: Callable[[MainWindow], Explained], *path: int) -> View:
    """How a number is computed; ``path`` leads to the tab it is on."""

    def view(scene: Scene) -> QWidget:
        for place in path:
            scene.window.show_tab(place)
            scene.wait()
        explained(scene.window).open()
        shown = QApplication.activePopupWidget()
        assert isinstance(shown, Note)
        return shown

    return view


def of_cell(window: MainWindow) -> Explained:
    """What a cell of the records' table says of its number."""
    table = window.findChildren(DistancePage)[0].records.table
    table.setCurrentIndex(table.model().index(0, table.model().columnCount() - 1))
    return table.explained


def columns_shown(scene: Scene) -> QWidget:
    scene.window.show_tab(DISTANCE)
    scene.wait()
    return scene.opened(scene.window.findChildren(DistancePage)[0].records.table.ask_columns)


def menu(place: int) -> View:
    """The window with one of its menus."""

    def view(scene: Scene) -> QWidget:
        shown = scene.window.actions_shown.menus[place]
        shown.popup(scene.window.mapToGlobal(scene.window.menuBar().geometry().bottomLeft()))
        settle()
        return shown

    return view


def open_original(scene: Scene) -> QWidget:
    return scene.opened(scene.window.openings.ask_original)
