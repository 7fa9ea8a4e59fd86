"""Lets the officer say how a file is read, and shows at once what that makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QDialog, QWidget

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem, Severity
from permdesk.gui.dialogs.files import ask_file, codebook_filter
from permdesk.gui.dialogs.fixed_width import FixedWidthPanel
from permdesk.gui.dialogs.reading_changes import ReadingChanges
from permdesk.gui.dialogs.reading_fields import ReadingFields
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.jobs import JobRunner
from permdesk.gui.models.columns import Column, Side
from permdesk.gui.models.table_view import TableView
from permdesk.gui.pages.data.dialect_words import codes_words
from permdesk.gui.parts import (
    GAP,
    WIDE_GAP,
    card,
    column,
    explain,
    grown,
    label,
    primary_button,
    quiet_button,
    row,
    scrolled,
    set_role,
)
from permdesk.gui.preview_task import Look, Source, look
from permdesk.gui.theme import Theme
from permdesk.translation import tr, tr_count

if TYPE_CHECKING:
    from permdesk.data.preview import Preview

WAIT_MS = 150
USUAL_SIZE, FRAME = QSize(1120, 680), QSize(24, 56)
FORM_WIDTH = 380


class ReadingDialog(QDialog):
    """Every override of a dialect beside a preview; ``then`` gets the dialect when it is taken.

    A dialect that gives a column another scale is taken only when the officer has confirmed those numbers.
    """

    chapter = Chapter.READING_FILES

    def __init__(
        self,
        source: Source,
        runner: JobRunner,
        theme: Theme,
        then: Callable[[Dialect], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("How {name} is read", name=source.path.name))
        self._source, self._runner, self._then = source, runner, then
        self._lines: tuple[str, ...] = ()
        self._is_readable = False
        self.fields = ReadingFields(source.path, source.dialect or Dialect())
        self.columns = FixedWidthPanel()
        self.rows = TableView(tr("Preview"))
        self.rows.setSortingEnabled(False)
        self.rows.setToolTip(tr("The first records as they would be read."))
        self.changes = ReadingChanges()
        for part in (self.columns, self.rows, self.changes):
            part.apply_theme(theme)
        self.message = label("", "muted", wraps=True)
        self.detect = quiet_button(tr("Detect a&gain"), tr("Go back to what the file itself suggests."))
        self.cancel = quiet_button(tr("Cancel"), tr("Leave the file as it was read."))
        self.take = primary_button(tr("Read the file like this"), tr("Read the whole file again with these settings."))
        for button in (self.detect, self.cancel, self.fields.choose_codebook, self.fields.drop_codebook):
            button.setAutoDefault(False)
        self._timer = QTimer(self, interval=WAIT_MS, singleShot=True)
        self._timer.timeout.connect(lambda: self._look(self.dialect))
        self._arrange()
        self._connect()
        self._look(source.dialect)

    @property
    def dialect(self) -> Dialect:
        """As chosen now."""
        return replace(
            self.fields.dialect,
            fields=self.columns.fields if self.fields.is_fixed else (),
            scale_confirmed=self._is_confirmed,
        )

    @property
    def _is_confirmed(self) -> bool:
        """The officer confirmed these numbers now, or confirmed the same marks before."""
        marks, before = self.fields.dialect, self._source.dialect
        same = before is not None and (before.decimal_mark, before.thousands_mark) == (
            marks.decimal_mark,
            marks.thousands_mark,
        )
        return self.changes.is_confirmed or (same and before is not None and before.scale_confirmed)

    def _arrange(self) -> None:
        again = row(self.detect)
        again.addStretch(1)
        side = column(self.fields, again, gap=12, margins=WIDE_GAP)
        side.addStretch(1)
        holder = QWidget()
        holder.setProperty("role", "page")
        holder.setLayout(side)
        form = card(column(scrolled(holder, tr("Settings")), margins=2))
        form.setFixedWidth(grown(FORM_WIDTH))
        right = column(gap=10)
        right.addWidget(self.columns, 3)
        right.addWidget(self.rows, 4)
        right.addWidget(self.changes)
        right.addWidget(self.message)
        middle = row(form, gap=12)
        middle.addLayout(right, 1)
        foot = row(gap=GAP)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.take)
        name = self._source.path.name
        layout = column(label(tr("How {name} is read", name=name), "title"), gap=14, margins=24)
        layout.addLayout(middle, 1)
        layout.addLayout(foot)
        self.setLayout(layout)
        self.resize(USUAL_SIZE.boundedTo(self.screen().availableGeometry().size() - FRAME))
        self.columns.setVisible(self.fields.is_fixed)

    def _connect(self) -> None:
        self.fields.changed.connect(self._on_changed)
        self.fields.codebook_wanted.connect(self._ask_codebook)
        self.columns.fields_changed.connect(self._await)
        self.changes.confirmed.connect(self._allow)
        self.detect.clicked.connect(lambda: self._look(None))
        self.cancel.clicked.connect(self.reject)
        self.take.clicked.connect(self._accept)
        self.finished.connect(self._runner.cancel)
        self.finished.connect(self._timer.stop)

    def _on_changed(self) -> None:
        self._show_columns()
        self._await()

    def _await(self) -> None:
        """What is chosen now can be taken when it has been looked at."""
        self._is_readable = False
        self._allow()
        self._timer.start()

    def _show_columns(self) -> None:
        """Let columns be marked where they are marked by hand; lines that are known need no second reading."""
        self.columns.setVisible(self.fields.is_fixed)
        if self.fields.is_fixed:
            self.columns.show_text(self._lines, self.columns.fields or self.fields.dialect.fields)

    def _ask_codebook(self) -> None:
        ask_file(self, tr("Open a codebook"), codebook_filter(), self.fields.take_codebook)

    def _look(self, dialect: Dialect | None) -> None:
        """Read the first records on the worker; None detects the dialect."""
        source = self._source

        def work(progress: Progress) -> Look | Problem:
            return look(source, dialect, progress)

        def done(seen: Look) -> None:
            if dialect is None:
                self.fields.show_dialect(seen.preview.dialect)
            self._lines = seen.lines
            if dialect is None or not self.columns.ruler.length:
                self._show_columns()
            self.changes.show_changes(seen.changes)
            self._show(seen.preview)

        self._runner.start(tr("Preview"), work, done, self._refuse)

    def _show(self, seen: Preview) -> None:
        self.fields.offer(seen.sheets, seen.members)
        width = max(map(len, (seen.header, *seen.rows)), default=0)
        titles = seen.header or tuple(tr("V{place}", place=place + 1) for place in range(width))
        columns = [_column(titles[j] if j < len(titles) else "", seen.rows, j) for j in range(width)]
        self.rows.rows.show_columns(columns, len(seen.rows))
        self.rows.fit_columns()
        errors = [problem for problem in seen.problems if problem.severity is Severity.ERROR]
        if errors:
            self._refuse(errors[0])
            return
        self._is_readable = True
        set_role(self.message, "muted")
        codes = codes_words(seen.dialect.missing_codes)
        first = tr_count(
            "The first record. Missing codes: {codes}.",
            "The first {count} records. Missing codes: {codes}.",
            len(seen.rows),
            codes=codes,
        )
        reasons = seen.reasons
        why = (reasons.separator, reasons.decimal_mark, reasons.encoding, reasons.header)
        self.message.setText(" ".join([first, *filter(None, why)]))
        self._allow()

    def _refuse(self, problem: Problem) -> None:
        self._is_readable = False
        set_role(self.message, "danger")
        self.message.setText(f"✗ {problem.what} {problem.remedy}")
        self._allow()

    def _allow(self) -> None:
        self.take.setEnabled(self._is_readable and not self.changes.needs_confirmation)
        tip = (
            tr("Read the whole file again with these settings.")
            if not self.changes.needs_confirmation
            else tr("Confirm first that the other numbers are meant.")
        )
        explain(self.take, tr("Read the file like this"), tip)

    def _accept(self) -> None:
        self.accept()
        self._then(self.dialect)


def _column(title: str, rows: tuple[tuple[str, ...], ...], place: int) -> Column:
    return Column(title, lambda row: rows[row][place] if place < len(rows[row]) else "", side=Side.LEFT)
