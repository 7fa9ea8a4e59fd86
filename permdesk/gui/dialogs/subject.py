"""The subject's check: one record, typed or picked, held against the release and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QDialog, QLineEdit, QPushButton, QWidget

from permdesk.audit.settings import Settings
from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.data.table import Table
from permdesk.gui.dialogs.files import ask_target
from permdesk.gui.dialogs.subject_words import result_sentences, subject_columns, text_of_check
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.jobs import JobRunner
from permdesk.gui.models.neighbour_columns import neighbour_columns
from permdesk.gui.models.rows_in_sight import RowsInSight
from permdesk.gui.models.table_view import TableView
from permdesk.gui.pages.data.fields import CountField, named_fields
from permdesk.gui.panels.words import caption, heading, statement
from permdesk.gui.parts import GAP, card, column, explain, label, row, scrolled, set_role, size_on_screen
from permdesk.gui.report_tasks import Written
from permdesk.gui.subject_task import Checked, check_record, write_page
from permdesk.gui.theme import Theme
from permdesk.translation import tr

FORM_WIDTH = 360
MOST_ROWS = 5


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """What is asked of: the release, the attributes that can be compared, and the original to pick a record from."""

    release: Table
    names: tuple[str, ...]
    original: Table | None
    settings: Settings


class SubjectDialog(QDialog):
    """A form on the left; on the right the distance, what it means, and Table 3."""

    chapter = Chapter.SUBJECT

    def __init__(self, subject: Subject, runner: JobRunner, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Check one record"))
        self._subject, self._runner = subject, runner
        self._checked: Checked | None = None
        self._n_writing = 0
        self._closes_when_written = False
        self.fields = {name: self._field(name) for name in subject.names}
        most = 1 if subject.original is None else subject.original.n_records
        self.picked = CountField(
            tr("Record of the original"), tr("Number of a record of the original file, from 1"), most, least=1
        )
        self.pick = QPushButton(tr("&Fill in this record"))
        self.pure = QCheckBox(tr("The release is a p&ure permutation"))
        self.check = QPushButton(tr("&Check"))
        self.copy = QPushButton(tr("Co&py as text"))
        self.save = QPushButton(tr("&Save for printing…"))
        self.close_button = QPushButton(tr("Close"))
        self.message = label("", "muted", wraps=True)
        self.title = heading(tr("What the release says about the record"))
        self.sentence = statement(
            tr("Type what is known of the record, as the release writes it; leave unknown attributes empty.")
        )
        self.summary = TableView(tr("The record, attribute by attribute"))
        RowsInSight(self.summary, MOST_ROWS, MOST_ROWS)
        self.table = TableView(tr("The record against every record of the release"))
        self.open_questions = caption()
        for table in (self.summary, self.table):
            table.apply_theme(theme)
            table.hide()
        self._explain()
        self._arrange()
        self._connect()

    @property
    def record(self) -> dict[str, str]:
        """What was typed, by attribute."""
        return {name: field.text().strip() for name, field in self.fields.items() if field.text().strip()}

    def done(self, result: int) -> None:
        """Close; while a page is written, as soon as it is there."""
        if self._n_writing:
            self._closes_when_written = True
        else:
            super().done(result)

    def _field(self, name: str) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(tr("unknown"))
        explain(field, name, tr("Value of {name} as the release writes it; empty: unknown", name=name))
        return field

    def _explain(self) -> None:
        explain(self.pick, tr("Fill in this record"), tr("Take the values of that record from the original file"))
        explain(
            self.pure,
            tr("The release is a pure permutation"),
            tr("The agency says that it only moved values among records; then the match can be compared with chance"),
        )
        explain(self.check, tr("Check"), tr("Compare the record with every record of the release (Enter)"))
        explain(self.copy, tr("Copy as text"), tr("Put everything that is said here on the clipboard"))
        explain(
            self.save,
            tr("Save for printing"),
            tr("Write everything that is said here, and Table 3, as a page to print; it holds the record"),
        )
        explain(self.close_button, tr("Close"), tr("Close this window (Esc)"))
        self.check.setProperty("role", "primary")
        self.check.setDefault(True)
        for button in (self.copy, self.save):
            button.setEnabled(False)
        for button in (self.pick, self.copy, self.save, self.close_button):
            button.setAutoDefault(False)

    def _arrange(self) -> None:
        picking = row(label(tr("Record")), self.picked, self.pick, gap=GAP)
        form = QWidget()
        form.setProperty("role", "page")
        inner = column(named_fields(list(self.fields.items())))
        inner.addStretch()
        form.setLayout(inner)
        side = column(heading(tr("The record")), gap=10, margins=12)
        if self._subject.original is not None:
            side.addLayout(picking)
        area = scrolled(form, tr("Values of the record"))
        area.setToolTip(tr("What is known of the record"))
        side.addWidget(area, 1)
        for part in (self.pure, self.message):
            side.addWidget(part)
        side.addWidget(self.check)
        left = card(side)
        left.setFixedWidth(FORM_WIDTH)
        found = column(
            self.title,
            caption(tr("The subject's view: it uses the release and her own record, not the original file.")),
            self.sentence,
            self.summary,
            gap=8,
        )
        found.addWidget(self.table, 1)
        found.addWidget(self.open_questions)
        found.addStretch()
        middle = row(left, gap=16)
        middle.addLayout(found, 1)
        foot = row(gap=GAP)
        foot.addStretch()
        foot.addWidget(self.copy)
        foot.addWidget(self.save)
        foot.addWidget(self.close_button)
        layout = column(gap=14, margins=20)
        layout.addLayout(middle, 1)
        layout.addLayout(foot)
        self.setLayout(layout)
        self.resize(size_on_screen(self, 1160, 700))

    def _connect(self) -> None:
        self.pick.clicked.connect(self._fill_in)
        self.check.clicked.connect(self._start)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._ask_target)
        self.close_button.clicked.connect(self.reject)
        self.finished.connect(self._runner.cancel)

    def _fill_in(self) -> None:
        original = self._subject.original
        if original is not None:
            place = self.picked.value() - 1
            for name, field in self.fields.items():
                field.setText(original.column(name).cell(place).strip() if name in original.names else "")

    def _start(self) -> None:
        subject, record, pure = self._subject, self.record, self.pure.isChecked()

        def work(progress: Progress) -> Checked | Problem:
            return check_record(subject.release, record, pure, subject.settings, progress)

        self._say(tr("Comparing…"), "muted")
        self._runner.start(tr("Check one record"), work, self._show, self._refuse)

    def _show(self, checked: Checked) -> None:
        self._checked = checked
        self._say("", "muted")
        self.copy.setEnabled(True)
        self.save.setEnabled(True)
        check = checked.check
        self.sentence.setText(" ".join(result_sentences(check)))
        self.summary.rows.show_columns(subject_columns(check), len(check.names))
        self.summary.fit_columns()
        self.table.rows.show_columns(neighbour_columns(checked.comparison), check.n_records)
        self.table.sortByColumn(self.table.rows.columnCount() - 1, Qt.SortOrder.AscendingOrder)
        self.table.fit_columns()
        for table in (self.summary, self.table):
            table.show()
        self.open_questions.setText("\n".join(f"• {sentence}" for sentence in check.leaves_open))

    def _refuse(self, problem: Problem) -> None:
        self._say(f"✗ {problem.sentence}", "danger")

    def _say(self, text: str, role: str) -> None:
        set_role(self.message, role)
        self.message.setText(text)

    def _copy(self) -> None:
        if self._checked is not None:
            QGuiApplication.clipboard().setText(text_of_check(self._checked.check))
            self._say(tr("Copied."), "muted")

    def _ask_target(self) -> None:
        ask_target(self, tr("Save the page for printing"), "record.html", "html", self.write)

    def write(self, path: Path) -> None:
        """Write the page of the last check; nothing happens before there is one."""
        if self._checked is None:
            return
        check = self._checked.check
        self._n_writing += 1
        self._runner.start(
            tr("Write {file}", file=path.name),
            lambda progress: write_page(check, path, progress),
            self._written,
            self._not_written,
            writes=True,
        )

    def _written(self, written: Written) -> None:
        self._n_writing -= 1
        self._say(tr("Saved as {file}.", file=written.paths[0].name), "muted")
        if self._closes_when_written:
            self.reject()

    def _not_written(self, problem: Problem) -> None:
        self._n_writing -= 1
        self._closes_when_written = False
        self._refuse(problem)
