"""The window: menus, the strip of results, messages, the tabs and what runs. It arranges; others compute."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QMainWindow, QTabWidget, QWidget

from permdesk.audit.findings import Audit, Check
from permdesk.data.problem import Problem, Severity
from permdesk.gui.activity import Activity
from permdesk.gui.appearance import Scheme, theme_for
from permdesk.gui.banner import Banner, BannerOffer, StaleBar, stacked
from permdesk.gui.commands import Circumstances, MenuActions
from permdesk.gui.comparer import Comparer
from permdesk.gui.comparisons import Comparisons
from permdesk.gui.demonstrations import Demonstrations
from permdesk.gui.derivations.outdated import Outdated
from permdesk.gui.desk import Desk
from permdesk.gui.explorer import Explorer
from permdesk.gui.guide.guidance import Guidance
from permdesk.gui.jobs import JobRunner
from permdesk.gui.late_look import LateLook
from permdesk.gui.leaving import Leaving
from permdesk.gui.menus.all_menus import all_menus
from permdesk.gui.models.release_rows import ReleaseRow
from permdesk.gui.openings import Openings, leave_drops_to
from permdesk.gui.other_files import OtherFiles
from permdesk.gui.outside import open_outside
from permdesk.gui.pages.compare_page import ComparePage
from permdesk.gui.pages.data_page import DataPage
from permdesk.gui.pages.distance_page import DistancePage
from permdesk.gui.pages.intruder_page import IntruderPage
from permdesk.gui.pages.page_builder import PageBuilder
from permdesk.gui.pages.report_page import ReportPage
from permdesk.gui.pages.reverse_mapping_page import ReverseMappingPage
from permdesk.gui.parts import Themed, column, explain, scrolled
from permdesk.gui.preferences import Preferences
from permdesk.gui.presentation import Presentation
from permdesk.gui.preview_task import Source
from permdesk.gui.recipes import Recipes
from permdesk.gui.recovery import Recovery
from permdesk.gui.report_tasks import Written, written_message
from permdesk.gui.side import Side
from permdesk.gui.strip import Strip
from permdesk.gui.table_exports import TableExports
from permdesk.gui.theme import Theme
from permdesk.gui.turns import Turns
from permdesk.gui.what_runs import WhatRuns
from permdesk.gui.window_dialogs import WindowDialogs
from permdesk.gui.window_language import next_language_sentence
from permdesk.gui.workspace import State
from permdesk.translation import tr

SAID_MS = 5_000
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class MainWindow(QMainWindow):
    """One officer, two files, one audit."""

    closed = Signal()

    def __init__(self, desk: Desk, preferences: Preferences, keeper: JobRunner, kept: Path | None = None) -> None:
        """``keeper`` writes what is remembered; ``kept`` is the folder of what may have to be recovered."""
        super().__init__()
        self.setWindowTitle("PermDesk")
        self.setAcceptDrops(True)
        self.resize(1320, 860)
        self.desk = desk
        self.preferences = preferences
        self.theme = theme_for(self.scheme)
        self.strip = Strip()
        self.banner = Banner()
        self.stale_bar = StaleBar()
        self.activity = Activity()
        WhatRuns(self.activity, desk.runner, desk.reports)
        self.data_page = DataPage(desk)
        self.report_page = ReportPage(desk)
        self.explorer = Explorer(desk, self)
        self.presentation = Presentation(lambda: self._apply(self.theme), self)
        self.demonstrations = Demonstrations(desk, self.presentation, self, self.theme)
        self.dialogs = WindowDialogs(desk, preferences, keeper, self, self.theme)
        self._distance_page = DistancePage()
        self._mapping_page = ReverseMappingPage()
        self.exports = TableExports(desk, self)
        self.other_files = OtherFiles(desk, self, self.theme)
        self.recipes = Recipes(desk, preferences, self)
        self.recovery = Recovery(desk, self.recipes, keeper, kept, self)
        self.openings = Openings(desk, self.recipes, self.other_files, self, self.theme)
        self.result_pages = (self._mapping_page, self._distance_page, IntruderPage(self.explorer))
        self.comparer = Comparer(desk, self)
        self.comparisons = Comparisons(desk, self.comparer, self)
        self.compare_page = ComparePage(self.comparer)
        self.builder = PageBuilder((*self.result_pages, self.compare_page), self)
        self.leaving = Leaving((desk.reports, self.demonstrations.sweeper), self)
        self.tabs = QTabWidget()
        explain(self.tabs.tabBar(), tr("Tabs"), tr("Ctrl+1 to Ctrl+6 go to a tab."))
        self.tabs.tabBar().setAccessibleName(tr("Tabs"))
        for page, title in zip(self._pages(), self.tab_titles(), strict=True):
            self.tabs.addTab(scrolled(page, title, sideways=True), title)
        self.tabs.setDocumentMode(True)
        pages = (self.data_page, *self.result_pages, self.compare_page, self.report_page)
        self.late_look = LateLook(self.tabs, pages, self)
        for part in (self.strip, *self.result_pages, self.report_page):
            Outdated(part, self._why_outdated)
        self.turns = Turns(desk, lambda text: self.statusBar().showMessage(text, SAID_MS), self)
        self.guidance = Guidance(self, self, self.theme)
        self._arrange()
        self.actions_shown = MenuActions(all_menus(self), self.menuBar(), self)
        self._connect()
        self._shown: list[Audit | None] = [None] * len(self.result_pages)
        self._apply(self.theme)
        self._show(State())
        self._take_preferences()
        self.data_page.setFocus()  # else a number without a value would be marked at the start

    @property
    def scheme(self) -> Scheme:
        return self.preferences.settings.scheme

    @property
    def language(self) -> str:
        return self.preferences.settings.language

    def _why_outdated(self) -> str:
        return tr("Results are older than the settings.") if self.desk.workspace.state.is_stale else ""

    def tab_titles(self) -> tuple[str, ...]:
        titles = (tr("Data"), tr("Reverse mapping"), tr("Permutation distance"), tr("Intruder"))
        return (*titles, tr("Compare"), tr("Report"))

    def show_tab(self, place: int) -> None:
        self.tabs.setCurrentIndex(place)
        self._pages()[place].setFocus()

    def ask_other_files(self) -> None:
        self.other_files.ask()

    def show_export(self) -> None:
        self.show_tab(self._pages().index(self.report_page))
        self.report_page.focus_export()

    def export_reverse_mapped(self) -> None:
        self.exports.ask_reverse_mapped(self.theme)

    def export_records(self) -> None:
        self.exports.ask_records()

    def export_record_table(self) -> None:
        self.exports.ask_record_table(*self._distance_page.shown_record)

    def export_verification_page(self) -> None:
        self.exports.ask_verification_page()

    def add_releases(self) -> None:
        self.show_tab(self._pages().index(self.compare_page))
        self.comparisons.ask_releases()

    def make_releases(self) -> None:
        self.show_tab(self._pages().index(self.compare_page))
        self.comparisons.ask_demonstrations()

    def audit_releases(self) -> None:
        self.show_tab(self._pages().index(self.compare_page))
        self.comparer.run()

    def export_comparison(self) -> None:
        self.comparisons.ask_export()

    def set_scheme(self, scheme: Scheme) -> None:
        self.preferences.change(scheme=scheme)

    def set_language(self, code: str) -> None:
        """Keep the language for the next start: what has been said and found is in the present one."""
        self.preferences.change(language=code)
        self.banner.show_problem(Problem(next_language_sentence(code), "", "", Severity.NOTE))

    def follow_system(self) -> None:
        """Take the theme that the scheme asks for now."""
        theme = theme_for(self.scheme)
        if theme is not self.theme:
            self._apply(theme)

    def show_live(self) -> None:
        self.demonstrations.show_live()

    def show_sweep(self) -> None:
        self.demonstrations.show_sweep()

    def toggle_presentation(self) -> None:
        """Larger type everywhere and a full screen, or no longer."""
        self.presentation.toggle(self)
        self._refresh()

    def show_records(self, check: Check) -> None:
        """Go to the records that break a threshold."""
        page = self._distance_page
        self.show_tab(self._pages().index(page))
        page.show_failing(check.records[0])
        self.activateWindow()

    def _pages(self) -> tuple[QWidget, ...]:
        return (self.data_page, *self.result_pages, self.compare_page, self.report_page)

    def _arrange(self) -> None:
        centre = QWidget()
        layout = column(self.strip, stacked(self.banner, self.stale_bar), gap=0)
        layout.addWidget(self.tabs, 1)
        centre.setLayout(layout)
        self.setCentralWidget(centre)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addPermanentWidget(self.activity)

    def _connect(self) -> None:
        desk, runner = self.desk, self.desk.runner
        desk.workspace.changed.connect(lambda _: self._show(desk.workspace.state))
        desk.reported.connect(self.banner.show_problem)
        desk.unread.connect(self._show_unread)
        desk.settled.connect(self.banner.take_back)
        desk.written.connect(self._show_written)
        for one in (runner, desk.reports):
            one.started.connect(lambda _: self._refresh())
            one.idle.connect(self._refresh)
        desk.reports.prepared.connect(self.builder.begin)
        desk.reports.started.connect(lambda title: self.statusBar().showMessage(tr("{title}…", title=title)))
        desk.reports.idle.connect(self.statusBar().clearMessage)
        self.activity.cancelled.connect(desk.stop)
        self.stale_bar.wanted.connect(desk.run)
        self.data_page.original_wanted.connect(self.openings.ask_original)
        self.data_page.anonymized_wanted.connect(self.openings.ask_anonymized)
        self.data_page.welcome.recipe_wanted.connect(self.recipes.open)
        self._mapping_page.export_wanted.connect(self.export_reverse_mapped)
        self._distance_page.records_export_wanted.connect(self.export_records)
        self._distance_page.record_export_wanted.connect(self.export_record_table)
        for page in (*self.result_pages, self.compare_page):
            page.invitation.files_wanted.connect(lambda: self.show_tab(self._pages().index(self.data_page)))
            page.invitation.example_wanted.connect(self.desk.open_demonstration)
        self.compare_page.add_wanted.connect(self.add_releases)
        self.compare_page.make_wanted.connect(self.make_releases)
        self.compare_page.export_wanted.connect(self.export_comparison)
        self.compare_page.opened.connect(self._open_release)
        self.strip.verdict.clicked.connect(self.dialogs.show_policy)
        self.dialogs.records_wanted.connect(self.show_records)
        for part in (self.openings.refused, self.recipes.reported, self.recovery.reported):
            part.connect(self.banner.show_problem)
        self.recipes.said.connect(lambda text: self.statusBar().showMessage(text, SAID_MS))
        for changed in (self.recipes.changed, self.recovery.changed):
            changed.connect(self._refresh)
        self.preferences.changed.connect(self._take_preferences)
        self.tabs.currentChanged.connect(lambda _: self._show_tab_that_is_seen())

    def _show(self, state: State) -> None:
        self.strip.show_state(state)
        self.data_page.show_state(state)
        self.report_page.show_state(state)
        self.compare_page.show_state(state)
        self._show_tab_that_is_seen()
        self._refresh()

    def _show_unread(self, problem: Problem, side: Side, path: Path) -> None:
        """A file that cannot be read as guessed may be read as the officer says."""
        offer = BannerOffer(tr("Say how it is read…"), lambda: self.data_page.ask_reading(side, Source(path)))
        self.banner.show_problem(problem, offer)

    def _show_written(self, written: Written) -> None:
        page = next((path for path in written.paths if path.suffix == ".html"), None)
        if page is not None and len(written.paths) == 1:
            offer = BannerOffer(tr("Open in browser"), lambda: open_outside(page))
        else:
            offer = BannerOffer(tr("Open folder"), lambda: open_outside(written.paths[0].parent))
        self.banner.show_problem(written_message(written), offer)

    def _take_preferences(self) -> None:
        self.follow_system()
        self.data_page.welcome.show_recent(tuple(map(Path, self.preferences.settings.recent)))
        self._refresh()

    def _refresh(self) -> None:
        name = self.recipes.name.replace("[*]", "[*][*]")
        self.setWindowTitle(f"{name}[*] – PermDesk" if name else "PermDesk")
        self.setWindowModified(self.recipes.is_modified)
        busy, state = self.desk.runner.busy, self.desk.workspace.state
        self.stale_bar.show_state(state, busy)
        self.actions_shown.refresh(Circumstances(self.desk.workspace, busy, self.desk.reports.writes))

    def _show_tab_that_is_seen(self) -> None:
        """Results are shown where they are looked at, and only once: each page takes its time at a million records."""
        audit, place = self.desk.workspace.state.audit, self.tabs.currentIndex() - 1
        if 0 <= place < len(self.result_pages) and self._shown[place] is not audit:
            self._shown[place] = audit
            self.result_pages[place].show_audit(audit)
        seen = self._pages()[self.tabs.currentIndex()]
        self.report_page.set_seen(seen is self.report_page)
        self.compare_page.set_seen(seen is self.compare_page)
        leave_drops_to(seen)

    def _open_release(self, row: ReleaseRow) -> None:
        """Show the audit of a release that is compared in the other tabs."""
        self.comparisons.open(row)
        self.show_tab(self._pages().index(self._distance_page))

    def _apply(self, theme: Theme) -> None:
        self.theme = theme
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.late_look.apply_theme(app, theme, self.presentation.larger)
        openers = (self.openings, self.other_files, self.dialogs, self.demonstrations, self.guidance)
        parts: tuple[Themed, ...] = (self.banner, self.stale_bar, *openers)
        for part in parts:
            part.apply_theme(theme)

    def geometry_text(self) -> str:
        return bytes(self.saveGeometry().toBase64().data()).decode()

    def restore_geometry_text(self, text: str) -> None:
        if text:
            self.restoreGeometry(QByteArray.fromBase64(text.encode()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus, as it does in dialogs."""
        button = self.focusWidget()
        if event.key() in ENTER and not event.isAutoRepeat() and isinstance(button, QAbstractButton):
            button.animateClick()  # as a letter with Alt does, which opens menus too
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
            self._set_dragged_over(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._set_dragged_over(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._set_dragged_over(False)
        event.acceptProposedAction()
        self.openings.take_dropped(event, self.comparer.add if self.compare_page.takes_files else None)

    def _set_dragged_over(self, over: bool) -> None:
        self.data_page.set_dragged_over(over)
        self.compare_page.set_dragged_over(over)

    def leave(self) -> None:
        """Close without asking what becomes of unsaved decisions and of files that are being written."""
        self.leaving.do_without()
        self._leave_unsaved()

    def _leave_unsaved(self) -> None:
        self.recipes.forget()
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.recipes.is_modified:
            event.ignore()
            self.recipes.ask_before(self._leave_unsaved)
            return
        if not self.leaving.may():
            event.ignore()
            return
        self.closed.emit()
        self.turns.forget()
        self.hide()
        self.demonstrations.shutdown()
        self.comparer.watch.runner.shutdown()
        self._distance_page.shutdown()
        self.desk.shutdown()
        self.recovery.end()
        event.accept()
