"""One of the two files: its name, size and how it was read; or the place where it is missing."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QStackedLayout, QWidget

from permdesk.gui import numbers
from permdesk.gui.derivations.explained import ExplainedSentence
from permdesk.gui.icons import pixmap
from permdesk.gui.pages.data.dialect_words import dialect_words
from permdesk.gui.parts import GAP, ElidedLabel, column, explain, label, row
from permdesk.gui.side import Side
from permdesk.gui.theme import LIGHT, Theme
from permdesk.gui.workspace import OpenedFile
from permdesk.report.derivations.columns_of_files import extent
from permdesk.translation import tr, tr_count

SHOWN_OF_HASH = 12


class FileCard(QFrame):
    """Shows one side of the workspace."""

    open_wanted = Signal()
    reading_wanted = Signal()

    def __init__(self, side: Side) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._side, self._theme = side, LIGHT
        self.picture = label()
        self.picture.setFixedSize(QSize(34, 34))
        self.name = ElidedLabel("heading")
        self.extent = label("", "muted")
        self._explained = ExplainedSentence(self.extent)
        self.reading = label("", "caption", wraps=True)
        self.fingerprint = ElidedLabel("caption", Qt.TextElideMode.ElideRight)
        self.change = QPushButton(tr("Change how it is read…"))
        explain(
            self.change,
            tr("Change how the {side} file is read", side=side.word),
            tr("Separator, decimal mark, encoding, header and missing codes, with a preview."),
        )
        self.replace = QPushButton(tr("Replace…"))
        explain(
            self.replace,
            tr("Replace the {side} file", side=side.word),
            tr("Read another file in its place. The present one stays until that has been read."),
        )
        self.opener = QPushButton(tr("Open original…") if side is Side.ORIGINAL else tr("Open anonymized…"))
        explain(self.opener, tr("Open {side} file", side=side.word), _meaning(side))
        self.opener.setProperty("role", "primary")
        for button in (self.change, self.replace):
            button.setProperty("role", "quiet")
        self.change.clicked.connect(self.reading_wanted)
        self.replace.clicked.connect(self.open_wanted)
        self.opener.clicked.connect(self.open_wanted)
        self.states = QStackedLayout(self)
        self.states.addWidget(self._missing())
        self.states.addWidget(self._loaded())

    def _missing(self) -> QWidget:
        page = QWidget()
        sentence = (
            tr("Drop the original file on the window, or open it.")
            if self._side is Side.ORIGINAL
            else tr("Drop the anonymized file on the window, or open it.")
        )
        text = label(sentence, "muted", wraps=True)
        buttons = row(self.opener)
        buttons.addStretch(1)
        layout = column(label(self._side.title, f"tag-{self._side.value}"), text, gap=6, margins=16)
        layout.addLayout(buttons)
        layout.addStretch(1)
        page.setLayout(layout)
        return page

    def _loaded(self) -> QWidget:
        page = QWidget()
        names = column(label(self._side.title, f"tag-{self._side.value}"), self.name, gap=0)
        head = row(self.picture, gap=12)
        head.addLayout(names, 1)
        buttons = row(gap=GAP)
        buttons.addWidget(self.fingerprint, 1)
        buttons.addWidget(self.change)
        buttons.addWidget(self.replace)
        layout = column(head, self.extent, self.reading, buttons, gap=6)
        layout.setContentsMargins(16, 14, 10, 10)
        page.setLayout(layout)
        return page

    def show_file(self, file: OpenedFile | None) -> None:
        self.states.setCurrentIndex(0 if file is None else 1)
        if file is None:
            return
        table = file.table
        self.name.setText(table.path.name)
        self.name.setToolTip(str(table.path))
        n, m = table.n_records, len(table.names)
        self.extent.setText(extent_words(n, m, file.n_bytes, self.locale()))
        letter = "X" if self._side is Side.ORIGINAL else "Y"
        self._explained.say(lambda: extent(letter, n, m, numbers))
        self.reading.setText(dialect_words(table.dialect, table.path.suffix))
        self.reading.setToolTip(tr("How this file was read."))
        self.fingerprint.setText(tr("SHA-256 {start}…", start=table.sha256[:SHOWN_OF_HASH]))
        self.fingerprint.setToolTip(tr("Fingerprint of the file's bytes: {hash}", hash=table.sha256))

    def apply_theme(self, theme: Theme) -> None:
        name, colour = ("file", theme.original) if self._side is Side.ORIGINAL else ("file-masked", theme.anonymized)
        self.picture.setPixmap(pixmap(name, colour, 34, self.devicePixelRatioF()))


def _meaning(side: Side) -> str:
    if side is Side.ORIGINAL:
        return tr("The original microdata file X.")
    return tr("The anonymized file Y that is to be released.")


def extent_words(n: int, m: int, n_bytes: int, locale: QLocale) -> str:
    """How large a file is: ``n`` records, ``m`` columns, bytes."""
    records = tr_count("{count} record", "{count} records", n, count=numbers.count(n))
    columns = tr_count("{count} column", "{count} columns", m, count=numbers.count(m))
    size = locale.formattedDataSize(n_bytes, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)
    return f"{records} · {columns} · {size}"
