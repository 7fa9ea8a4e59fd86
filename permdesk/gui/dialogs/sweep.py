"""The sweep: how much of a method is enough for the file that is open."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QProgressBar, QPushButton, QWidget

from permdesk.audit.release_figures import Figure
from permdesk.audit.sweep import Sweep, plan_problem
from permdesk.data.problem import Problem
from permdesk.gui import numbers
from permdesk.gui.activity import time_left_text
from permdesk.gui.charts.sweep_plot import SweepPlot
from permdesk.gui.derivations.explained import ExplainedSentence
from permdesk.gui.dialogs.files import ask_comparison_target
from permdesk.gui.dialogs.sweep_form import SweepForm
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.jobs import JobRunner
from permdesk.gui.models.rows_in_sight import RowsInSight
from permdesk.gui.models.sweep_columns import sweep_columns
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.words import caption, statement
from permdesk.gui.parts import card, column, explain, label, primary_button, row, scrolled, set_role, size_on_screen
from permdesk.gui.report_choices import ReportChoices
from permdesk.gui.report_tasks import Written
from permdesk.gui.sweep_task import SweepWanted, sweep_original, write_sweep
from permdesk.gui.theme import Theme
from permdesk.gui.turning import Turning
from permdesk.report.derivations.sweeps import least_that_suffices
from permdesk.report.sweep_conclusions import answer_sentence, goal_sentence
from permdesk.time_left import TimeLeft
from permdesk.translation import tr

FEWEST_ROWS = 5
LETTERS, PADDING = 32, 64
"""Width of the plan in letters, so that it grows with the type."""
CURVES = (Figure.MEDIAN_DISTANCE, Figure.RIGHT_LINKS, Figure.CORRELATION_LOSS)


class SweepDialog(QDialog):
    """A window of its own. ``wanted`` gives the file and the settings of now, None without a file; ``choices`` how
    reports are written. ``runner`` works for it alone."""

    chapter = Chapter.DEMONSTRATIONS

    written = Signal(object)
    """What was written, as a Written."""

    def __init__(
        self,
        wanted: Callable[[], SweepWanted | None],
        choices: Callable[[], ReportChoices],
        runner: JobRunner,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(tr("How much is enough?"))
        self._wanted, self._choices, self._runner = wanted, choices, runner
        self._left = TimeLeft()
        self._name = ""
        self._closes_when_written = False
        self.found: Sweep | None = None
        self.form = SweepForm()
        self.run = primary_button(tr("R&un"), tr("Make the releases, audit each, and find the least that suffices."))
        self.cancel = QPushButton(tr("&Cancel"))
        explain(self.cancel, tr("Cancel"), tr("Stop. What was found before stays."))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        explain(self.bar, tr("Progress"), tr("How many of the releases are audited."))
        self.time = label("", "muted", wraps=True)
        self.answer = statement(_question())
        set_role(self.answer, "heading")
        self._answer_explained = ExplainedSentence(self.answer)
        self.goal = statement()
        self.goal.hide()
        self.answer.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        self.plots = tuple(SweepPlot(figure) for figure in CURVES)
        self.table = TableView(tr("Values that were tried"))
        RowsInSight(self.table, FEWEST_ROWS)
        explain(self.table, tr("Values that were tried"), tr("One row for each value: means of its releases."))
        self.results = QWidget()
        self.shown = scrolled(self.results, tr("What the sweep found"))
        self.shown.hide()
        self.export = QPushButton(tr("E&xport…"))
        explain(self.export, tr("Export"), tr("Write a report in any format, or the numbers of every release as CSV."))
        self.close_button = QPushButton(tr("Close"))
        explain(self.close_button, tr("Close"), tr("Close this window; a sweep that runs is stopped."))
        for button in (self.cancel, self.export, self.close_button):
            button.setAutoDefault(False)
        self._arrange()
        self._connect()
        self.apply_theme(theme)
        self._show_running(running=False)

    def apply_theme(self, theme: Theme) -> None:
        for plot in self.plots:
            plot.apply_theme(theme)
        self.table.apply_theme(theme)
        self.answer.setMinimumHeight(2 * self.answer.fontMetrics().lineSpacing() + 12)
        self.plan.setFixedWidth(LETTERS * self.fontMetrics().averageCharWidth() + PADDING)

    def start(self) -> None:
        """Run the plan of the form on the file that is open."""
        wanted, plan = self._wanted(), self.form.plan(secrets.randbits(63))
        problem = plan_problem(plan)
        if wanted is None:
            problem = Problem(tr("No original file is open."), "", tr("Open one in the main window."))
        if problem is not None or wanted is None:
            assert problem is not None
            self._refuse(problem)
            return
        self._name, self._left = wanted.name, TimeLeft()
        if self.found is None:
            set_role(self.answer, "heading")
            self.answer.setText(tr("The releases are made and audited; the answer follows."))
        self._show_running(running=True)
        self._runner.start(
            tr("Sweep"), lambda progress: sweep_original(wanted, plan, progress), self._show, self._refuse
        )

    def done(self, result: int) -> None:
        """Close; while what was found is written, as soon as it is there."""
        self._runner.cancel()
        if self._runner.writing:
            self._closes_when_written = True
        else:
            super().done(result)

    def write(self, path: Path) -> None:
        """Write what was found to ``path``, whose ending is the format."""
        found, name, choices = self.found, self._name, self._choices()
        if found is not None:
            self._runner.start(
                tr("Write {file}", file=path.name),
                lambda progress: write_sweep(name, found, choices, path, progress),
                self._on_written,
                self._on_not_written,
                writes=True,
            )

    def _show(self, found: Sweep) -> None:
        self.found = found
        self.time.setText("")
        set_role(self.answer, "heading")
        self.answer.setText(answer_sentence(found))
        self._answer_explained.say(lambda: least_that_suffices(found, numbers))
        self.goal.setText(goal_sentence(found.plan.goal))
        self.goal.show()
        for plot in self.plots:
            plot.show_sweep(found)
        self.table.rows.show_columns(sweep_columns(found), len(found.points))
        self.shown.show()
        self.table.fit_columns()
        self._show_running(running=False)

    def _refuse(self, problem: Problem) -> None:
        set_role(self.answer, "danger")
        self.answer.setText(f"✗ {problem.sentence}")
        self._show_running(running=False)

    def _on_written(self, written: Written) -> None:
        self.time.setText(tr("Written: {file}", file=written.paths[0].name))
        self.written.emit(written)
        if self._closes_when_written:
            self.reject()

    def _on_not_written(self, problem: Problem) -> None:
        self._closes_when_written = False
        self._refuse(problem)

    def _show_running(self, *, running: bool) -> None:
        for part in (self.bar, self.cancel):
            part.setVisible(running)
        self.run.setEnabled(not running)
        self.form.setEnabled(not running)
        self.export.setEnabled(not running and self.found is not None)
        self.bar.setRange(0, 0)
        if running:
            self.time.setText("")

    def _on_progress(self, stage: str, done: int, total: int) -> None:
        if stage != "sweep" or total <= 0:
            return
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        left = self._left.seconds(stage, done, total)
        said = tr("{done} of {total} releases", done=numbers.count(done), total=numbers.count(total))
        if left is not None:
            said = f"{said}, {time_left_text(left)}"
        self.time.setText(said)

    def _on_idle(self) -> None:
        if self.found is None and self.answer.property("role") == "heading":
            self.answer.setText(_question())
        self._show_running(running=False)

    def _connect(self) -> None:
        self.run.clicked.connect(self.start)
        self.cancel.clicked.connect(self._runner.cancel)
        self.export.clicked.connect(self._ask_target)
        self.close_button.clicked.connect(self.reject)
        self._runner.progressed.connect(self._on_progress)
        self._runner.idle.connect(self._on_idle)

    def _ask_target(self) -> None:
        ask_comparison_target(self, tr("Export the sweep"), "sweep.html", self.write)

    def _arrange(self) -> None:
        form = column(self.form, row(self.run, self.cancel), self.bar, self.time, gap=10, margins=14)
        form.addStretch(1)
        left = card(form)
        self.plan = scrolled(left, tr("Plan of the sweep"))
        foot = row()
        foot.addStretch(1)
        foot.addWidget(self.export)
        foot.addWidget(self.close_button)
        found = column(gap=6)
        found.addLayout(Turning(*self.plots, gap=10, stretches=(1, 1, 1)), 3)
        found.addWidget(caption(tr("Mean of the releases at each value, and the band from the least to the greatest.")))
        found.addWidget(self.table, 2)
        self.results.setLayout(found)
        right = column(self.goal, self.answer, gap=6)
        right.addWidget(self.shown, 1)
        right.addStretch()
        right.addLayout(foot)
        both = row(self.plan, gap=14, margins=14)
        both.addLayout(right, 1)
        self.setLayout(both)
        self.resize(size_on_screen(self, 1320, 800))


def _question() -> str:
    return tr("Choose a method and a goal, and run the sweep.")
