"""The settings of a dialect as controls: those that matter for the kind of file, and for its layout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLineEdit, QWidget

from permdesk.data.choices import Dialect
from permdesk.gui.pages.data.choice_box import ChoiceBox
from permdesk.gui.pages.data.dialect_words import (
    DECIMAL_MARKS,
    ENCODINGS,
    QUOTES,
    SEPARATORS,
    THOUSANDS_MARKS,
    TYPED_ENDINGS,
    decimal_words,
    quote_words,
    separator_words,
    thousands_words,
)
from permdesk.gui.pages.data.fields import CountField
from permdesk.gui.parts import GAP, ElidedLabel, column, explain, label, quiet_button, row
from permdesk.translation import tr

WORKBOOK_ENDINGS = frozenset([".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"])
WITH_CODEBOOK = frozenset([".sas7bdat"])
MOST_SKIPPED = 100_000
LETTERS = 10


class Layout(Enum):
    """How a line of text is cut into cells."""

    SEPARATED = "separated"
    FIXED = "fixed"


class ReadingFields(QWidget):
    """Shows a dialect, and gives the one that is chosen. ``base`` is what stays of the dialect shown last."""

    changed = Signal()
    codebook_wanted = Signal()

    def __init__(self, path: Path, dialect: Dialect) -> None:
        super().__init__()
        self._base = dialect
        self._ending = path.suffix.lower()
        self.layout_of_lines = ChoiceBox([(Layout.SEPARATED, tr("Separated cells")), (Layout.FIXED, tr("Fixed width"))])
        self.separator = ChoiceBox[str]()
        self.decimal = ChoiceBox[str]()
        self.thousands = ChoiceBox[str]()
        self.quote = ChoiceBox[str]()
        self.encoding = QComboBox()
        self.encoding.setEditable(True)
        self.sheet = QComboBox()
        self.member = QComboBox()
        self.header = QCheckBox(tr("The first &row holds names"))
        self.skipped = CountField(
            tr("Rows to skip"), tr("Rows before the names or, without names, before the first record."), MOST_SKIPPED
        )
        self.missing = QLineEdit()
        self.suppressed = QLineEdit()
        self.codebook = ElidedLabel("caption")
        self.choose_codebook = quiet_button(
            tr("Code&book…"), tr("A file that says where columns are and what codes mean: .rda, .sps, .dct, .sas7bcat.")
        )
        self.drop_codebook = quiet_button(tr("Without"), tr("Read the file without a codebook."))
        self._rows: dict[QWidget, QWidget] = {}
        self._explain()
        self._arrange()
        self.show_dialect(dialect)
        self._connect()

    @property
    def is_fixed(self) -> bool:
        """Lines are cut by hand, at the same characters."""
        return self._is_text and self.layout_of_lines.value is Layout.FIXED and not self._base.codebook

    @property
    def dialect(self) -> Dialect:
        """As chosen now; the fields of a fixed width are those of the dialect shown last."""
        return replace(
            self._base,
            separator=self.separator.value,
            decimal_mark=self.decimal.value,
            thousands_mark=self.thousands.value,
            quote=self.quote.value,
            encoding=self.encoding.currentText(),
            has_header=self.header.isChecked(),
            rows_to_skip=self.skipped.value(),
            missing_codes=_codes(self.missing.text()),
            suppressed_codes=_codes(self.suppressed.text()),
            sheet=self.sheet.currentText(),
            member=self.member.currentText(),
        )

    def show_dialect(self, dialect: Dialect) -> None:
        """Show a dialect; announces nothing."""
        self._base = dialect
        self.layout_of_lines.show_value(Layout.FIXED if dialect.fields else Layout.SEPARATED)
        _offer(self.separator, SEPARATORS, dialect.separator, separator_words)
        _offer(self.decimal, DECIMAL_MARKS, dialect.decimal_mark, decimal_words)
        _offer(self.thousands, THOUSANDS_MARKS, dialect.thousands_mark, thousands_words)
        _offer(self.quote, QUOTES, dialect.quote, quote_words)
        _list(self.encoding, [dialect.encoding, *ENCODINGS])
        _list(self.sheet, [dialect.sheet])
        _list(self.member, [dialect.member])
        self.header.setChecked(dialect.has_header)
        self.skipped.show_number(dialect.rows_to_skip)
        self.missing.setText(_text(dialect.missing_codes))
        self.suppressed.setText(_text(dialect.suppressed_codes))
        self.codebook.setText(Path(dialect.codebook).name if dialect.codebook else tr("none"))
        self.codebook.setToolTip(dialect.codebook)
        self._show_what_matters()

    def offer(self, sheets: Iterable[str], members: Iterable[str]) -> None:
        """Let all sheets of the workbook and all files of the archive be chosen."""
        for box, names in ((self.sheet, sheets), (self.member, members)):
            for name in names:
                if box.findText(name) < 0:
                    box.addItem(name)
        self._show_what_matters()

    def take_codebook(self, path: Path | None) -> None:
        """Read the file by a codebook, or without any."""
        codebook = "" if path is None else str(path.resolve())
        self.show_dialect(replace(self.dialect, codebook=codebook, fields=()))
        self.changed.emit()

    @property
    def _is_text(self) -> bool:
        return not self._is_workbook and self._ending not in TYPED_ENDINGS

    @property
    def _is_workbook(self) -> bool:
        return bool(self._base.sheet) or self._ending in WORKBOOK_ENDINGS

    def _explain(self) -> None:
        explain(self.layout_of_lines, tr("Layout"), tr("Cells between separators, or at the same place in every line."))
        explain(self.separator, tr("Separator"), tr("The character between two cells."))
        explain(self.decimal, tr("Decimal mark"), tr("The character before the fraction of a number."))
        explain(self.thousands, tr("Thousands mark"), tr("The character between groups of three digits of a number."))
        explain(self.quote, tr("Quotation mark"), tr("The character around cells that hold a separator."))
        explain(self.encoding, tr("Encoding"), tr("How bytes become letters. Look at names with accents."))
        explain(self.sheet, tr("Sheet"), tr("The sheet of the workbook that holds the records."))
        explain(self.member, tr("File in the archive"), tr("The file inside the archive that holds the records."))
        explain(self.header, tr("First row holds names"), tr("Otherwise attributes are named by their place."))
        blank = tr(
            "Cells that stand for a missing value, separated by commas; the word blank stands for an empty cell."
        )
        explain(self.missing, tr("Missing codes"), blank)
        explain(self.suppressed, tr("Suppression marks"), tr("Cells that the anonymization has emptied, such as *."))

    def _arrange(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        named: Sequence[tuple[str, QWidget]] = (
            (tr("File in &archive"), self.member),
            (tr("S&heet"), self.sheet),
            (tr("La&yout"), self.layout_of_lines),
            (tr("&Separator"), self.separator),
            (tr("&Decimal mark"), self.decimal),
            (tr("&Thousands mark"), self.thousands),
            (tr("&Quotation mark"), self.quote),
            (tr("&Encoding"), self.encoding),
            (tr("Rows to s&kip"), self.skipped),
            (tr("&Missing codes"), self.missing),
            (tr("S&uppression marks"), self.suppressed),
        )
        for place, (name, field) in enumerate(named):
            words = label(name, wraps=True)
            words.setBuddy(field)
            words.setToolTip(field.toolTip())
            self._rows[field] = words
            if isinstance(field, QComboBox):  # no wider than its place, however long what may be chosen is
                field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
                field.setMinimumContentsLength(LETTERS)
            grid.addWidget(words, place, 0)
            grid.addWidget(field, place, 1)
        grid.setColumnStretch(0, 2)
        grid.setColumnStretch(1, 3)
        self.codebook_row = QWidget()
        books = row(label(tr("Codebook")), gap=GAP)
        books.addWidget(self.codebook, 1)
        books.addWidget(self.choose_codebook)
        books.addWidget(self.drop_codebook)
        self.codebook_row.setLayout(books)
        self.setLayout(column(grid, self.header, self.codebook_row, gap=10))

    def _connect(self) -> None:
        for box in (self.separator, self.decimal, self.thousands, self.quote, self.sheet, self.member, self.encoding):
            box.activated.connect(lambda _: self.changed.emit())
        for field in (self.missing, self.suppressed):
            field.textEdited.connect(lambda _: self.changed.emit())
        self.header.clicked.connect(lambda _: self.changed.emit())
        self.skipped.valueChanged.connect(lambda _: self.changed.emit())
        self.layout_of_lines.activated.connect(lambda _: self._on_layout())
        self.choose_codebook.clicked.connect(self.codebook_wanted)
        self.drop_codebook.clicked.connect(lambda: self.take_codebook(None))

    def _on_layout(self) -> None:
        self._show_what_matters()
        self.changed.emit()

    def _show_what_matters(self) -> None:
        is_text, has_codebook = self._is_text, bool(self._base.codebook)
        is_fixed = is_text and self.layout_of_lines.value is Layout.FIXED
        shown = {
            self.member: self.member.count() > 1 or bool(self._base.member),
            self.sheet: self._is_workbook,
            self.layout_of_lines: is_text and not has_codebook,
            self.separator: is_text and not is_fixed,
            self.decimal: is_text,
            self.thousands: is_text,
            self.quote: is_text and not is_fixed,
            self.encoding: is_text,
            self.skipped: is_text or self._is_workbook,
        }
        for field, is_shown in shown.items():
            field.setVisible(is_shown)
            self._rows[field].setVisible(is_shown)
        self.header.setVisible((is_text and not is_fixed) or self._is_workbook)
        self.codebook_row.setVisible(is_text or self._ending in WITH_CODEBOOK)
        self.drop_codebook.setVisible(has_codebook)


def _offer(box: ChoiceBox[str], known: tuple[str, ...], mark: str, words: Callable[[str], str]) -> None:
    box.offer([(value, words(value)) for value in dict.fromkeys([*known, mark])])
    box.show_value(mark)


def _list(box: QComboBox, names: Sequence[str]) -> None:
    box.clear()
    box.addItems(list(dict.fromkeys(names)))


def _text(codes: tuple[str, ...]) -> str:
    return ", ".join(tr("blank") if code == "" else code for code in codes)


def _codes(text: str) -> tuple[str, ...]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return tuple(dict.fromkeys("" if part == tr("blank") else part for part in parts))
