"""Lets the officer say how a file is read, and shows at once what that makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QLineEdit, QPushButton, QWidget

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem, Severity
from permdesk.gui.jobs import JobRunner
from permdesk.gui.models.columns import Column, Side
from permdesk.gui.models.table_view import TableView
from permdesk.gui.pages.data.choice_box import ChoiceBox
from permdesk.gui.pages.data.dialect_words import (
    DECIMAL_MARKS,
    ENCODINGS,
    QUOTES,
    SEPARATORS,
    codes_words,
    decimal_words,
    quote_words,
    separator_words,
)
from permdesk.gui.pages.data.fields import named_fields
from permdesk.gui.parts import GAP, WIDE_GAP, card, column, explain, label, row, set_role
from permdesk.gui.theme import Theme
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.data.preview import Preview

WAIT_MS = 150
SHOWN_ROWS = 50


class ReadingDialog(QDialog):
    """Every override of a dialect beside a preview; ``then`` gets the dialect when it is taken."""

    def __init__(
        self,
        path: Path,
        dialect: Dialect,
        runner: JobRunner,
        theme: Theme,
        then: Callable[[Dialect], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("How {name} is read", name=path.name))
        self._path, self._dialect, self._runner, self._then = path, dialect, runner, then
        self.separator = ChoiceBox(_with(SEPARATORS, dialect.separator, separator_words))
        self.decimal = ChoiceBox(_with(DECIMAL_MARKS, dialect.decimal_mark, decimal_words))
        self.quote = ChoiceBox(_with(QUOTES, dialect.quote, quote_words))
        self.encoding = QComboBox()
        self.sheet = QComboBox()
        self.header = QCheckBox(tr("The first row holds names"))
        self.missing = QLineEdit()
        self.suppressed = QLineEdit()
        self.rows = TableView(tr("Preview"))
        self.rows.setSortingEnabled(False)
        self.rows.setToolTip(tr("The first records as they would be read."))
        self.rows.apply_theme(theme)
        self.message = label("", "muted", wraps=True)
        self.detect = QPushButton(tr("Detect again"))
        self.cancel = QPushButton(tr("Cancel"))
        self.take = QPushButton(tr("Read the file like this"))
        self._explain()
        self._timer = QTimer(self, interval=WAIT_MS, singleShot=True)
        self._timer.timeout.connect(lambda: self._look(self.dialect))
        self._arrange()
        self._show_dialect(dialect)
        self._connect()
        self._look(dialect)

    @property
    def dialect(self) -> Dialect:
        """As chosen now."""
        return replace(
            self._dialect,
            separator=self.separator.value,
            decimal_mark=self.decimal.value,
            quote=self.quote.value,
            encoding=self.encoding.currentText(),
            has_header=self.header.isChecked(),
            missing_codes=_codes(self.missing.text()),
            suppressed_codes=_codes(self.suppressed.text()),
            sheet=self.sheet.currentText() if self._dialect.sheet else "",
        )

    def _explain(self) -> None:
        explain(self.separator, tr("Separator"), tr("The character between two cells."))
        explain(self.decimal, tr("Decimal mark"), tr("The character before the fraction of a number."))
        explain(self.quote, tr("Quotation mark"), tr("The character around cells that hold a separator."))
        explain(self.encoding, tr("Encoding"), tr("How bytes become letters. Look at names with accents."))
        self.encoding.setEditable(True)
        explain(self.sheet, tr("Sheet"), tr("The sheet of the workbook that holds the records."))
        explain(self.header, tr("First row holds names"), tr("Otherwise attributes are named by their place."))
        blank = tr(
            "Cells that stand for a missing value, separated by commas; the word blank stands for an empty cell."
        )
        explain(self.missing, tr("Missing codes"), blank)
        explain(self.suppressed, tr("Suppression marks"), tr("Cells that the anonymization has emptied, such as *."))
        explain(self.detect, tr("Detect again"), tr("Go back to what the file itself suggests."))
        explain(self.cancel, tr("Cancel"), tr("Leave the file as it was read."))
        explain(self.take, tr("Read the file like this"), tr("Read the whole file again with these settings."))
        self.take.setProperty("role", "primary")
        self.detect.setProperty("role", "quiet")
        self.take.setDefault(True)
        for button in (self.detect, self.cancel):
            button.setAutoDefault(False)

    def _arrange(self) -> None:
        in_text = [
            (tr("&Separator"), self.separator),
            (tr("&Decimal mark"), self.decimal),
            (tr("&Quotation mark"), self.quote),
            (tr("&Encoding"), self.encoding),
        ]
        always = [(tr("&Missing codes"), self.missing), (tr("S&uppression marks"), self.suppressed)]
        fields = [(tr("S&heet"), self.sheet), *always] if self._dialect.sheet else [*in_text, *always]
        side = column(named_fields(fields), self.header, self.detect, gap=12, margins=WIDE_GAP)
        side.addStretch(1)
        form = card(side)
        form.setFixedWidth(330)
        middle = row(form, gap=12)
        middle.addLayout(column(self.rows, self.message), 1)
        foot = row(gap=GAP)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.take)
        self.setLayout(
            column(label(tr("How {name} is read", name=self._path.name), "title"), middle, foot, gap=14, margins=24)
        )
        self.resize(1000, 600)

    def _show_dialect(self, dialect: Dialect) -> None:
        self.separator.offer(_with(SEPARATORS, dialect.separator, separator_words))
        self.separator.show_value(dialect.separator)
        self.decimal.show_value(dialect.decimal_mark)
        self.quote.show_value(dialect.quote)
        self.encoding.clear()
        self.encoding.addItems(list(dict.fromkeys([dialect.encoding, *ENCODINGS])))
        self.header.setChecked(dialect.has_header)
        self.missing.setText(_text(dialect.missing_codes))
        self.suppressed.setText(_text(dialect.suppressed_codes))
        self.sheet.clear()
        self.sheet.addItem(dialect.sheet)

    def _connect(self) -> None:
        for box in (self.separator, self.decimal, self.quote, self.sheet, self.encoding):
            box.activated.connect(self._timer.start)
        self.header.clicked.connect(self._timer.start)
        for field in (self.missing, self.suppressed):
            field.textEdited.connect(self._timer.start)
        self.detect.clicked.connect(lambda: self._look(None))
        self.cancel.clicked.connect(self.reject)
        self.take.clicked.connect(self._accept)
        self.finished.connect(self._runner.cancel)

    def _look(self, dialect: Dialect | None) -> None:
        path = self._path

        def work(_: Progress) -> Preview | Problem:
            from permdesk.data.preview import preview

            return preview(path, dialect, SHOWN_ROWS)

        def done(seen: Preview) -> None:
            if dialect is None:
                self._show_dialect(seen.dialect)
            self._show(seen)

        self._runner.start(tr("Preview"), work, done, self._refuse)

    def _show(self, seen: Preview) -> None:
        for name in seen.sheets:
            if self.sheet.findText(name) < 0:
                self.sheet.addItem(name)
        width = max(map(len, (seen.header, *seen.rows)), default=0)
        titles = seen.header or tuple(tr("V{place}", place=place + 1) for place in range(width))
        columns = [_column(titles[j] if j < len(titles) else "", seen.rows, j) for j in range(width)]
        self.rows.rows.show_columns(columns, len(seen.rows))
        self.rows.fit_columns()
        errors = [problem for problem in seen.problems if problem.severity is Severity.ERROR]
        if errors:
            self._refuse(errors[0])
            return
        self.take.setEnabled(True)
        set_role(self.message, "muted")
        codes = codes_words(seen.dialect.missing_codes)
        first = tr("The first {n} records. Missing codes: {codes}.", n=len(seen.rows), codes=codes)
        reasons = seen.reasons
        why = (reasons.separator, reasons.decimal_mark, reasons.encoding, reasons.header)
        self.message.setText(" ".join([first, *filter(None, why)]))

    def _refuse(self, problem: Problem) -> None:
        self.take.setEnabled(False)
        set_role(self.message, "danger")
        self.message.setText(f"✗ {problem.what} {problem.remedy}")

    def _accept(self) -> None:
        self.accept()
        self._then(self.dialect)


def _with(known: tuple[str, ...], mark: str, words: Callable[[str], str]) -> list[tuple[str, str]]:
    return [(value, words(value)) for value in dict.fromkeys([*known, mark])]


def _column(title: str, rows: tuple[tuple[str, ...], ...], place: int) -> Column:
    return Column(title, lambda row: rows[row][place] if place < len(rows[row]) else "", side=Side.LEFT)


def _text(codes: tuple[str, ...]) -> str:
    return ", ".join(tr("blank") if code == "" else code for code in codes)


def _codes(text: str) -> tuple[str, ...]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return tuple(dict.fromkeys("" if part == tr("blank") else part for part in parts))
