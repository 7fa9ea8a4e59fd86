"""Which columns of a table show, and how many of the first stay in sight."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QPushButton, QWidget

from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.models.table_view import TableView
from permdesk.gui.pages.data.fields import CountField
from permdesk.gui.parts import column, explain, label, quiet_button, row
from permdesk.translation import tr

SIZE = (480, 540)


class ColumnsDialog(QDialog):
    """Every tick counts at once. A table keeps at least one column."""

    chapter = Chapter.PERMUTATION_DISTANCE

    def __init__(self, table: TableView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Columns of “{table}”", table=table.accessibleName()))
        self._table = table
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Find a column"))
        self.search.setClearButtonEnabled(True)
        explain(self.search, tr("Find a column"), tr("List only columns whose name has these letters"))
        self.list = QListWidget()
        explain(self.list, tr("Columns shown"), tr("Space shows or hides the column of the line"))
        self.frozen = CountField(
            tr("Columns that stay in sight"),
            tr("How many of the first columns stay in sight while the others scroll; 0 lets all of them scroll"),
            len(table.rows.columns),
        )
        self.all = quiet_button(tr("Show &all"), tr("Show every column"))
        self.none = quiet_button(tr("Show &none but the first"), tr("Hide every column that is listed but the first"))
        self.before = quiet_button(
            tr("As at &first"), tr("Show every column, and keep in sight what the table suggests")
        )
        self.close_button = QPushButton(tr("Close"))
        explain(self.close_button, tr("Close"), tr("Close this window (Esc); the choice stays"))
        self.close_button.setDefault(True)
        stay = label(tr("Columns that &stay in sight"))
        stay.setBuddy(self.frozen)
        line = row(stay, self.frozen)
        line.insertStretch(1)
        buttons = row(self.all, self.none, self.before)
        buttons.addStretch()
        buttons.addWidget(self.close_button)
        self.setLayout(column(self.search, self.list, line, buttons, margins=16))
        self.resize(*SIZE)
        self._fill()
        self.search.textChanged.connect(self._find)
        self.list.itemChanged.connect(self._on_ticked)
        self.frozen.valueChanged.connect(self._on_frozen)
        self.all.clicked.connect(lambda: self._tick_all(shown=True))
        self.none.clicked.connect(lambda: self._tick_all(shown=False))
        self.before.clicked.connect(self._forget)
        self.close_button.clicked.connect(self.accept)
        self._table.rows.replaced.connect(self._fill_again)

    def _fill_again(self) -> None:
        """The table has other columns: results came while the dialog was open."""
        self._fill()
        self._find(self.search.text())

    def _fill(self) -> None:
        choice = self._table.choice
        with QSignalBlocker(self.list), QSignalBlocker(self.frozen):
            self.list.clear()
            for made in self._table.rows.columns:
                item = QListWidgetItem(made.spoken)
                item.setFlags(
                    Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
                )
                item.setCheckState(Qt.CheckState.Checked if choice.shows(made) else Qt.CheckState.Unchecked)
                self.list.addItem(item)
            self.list.setCurrentRow(0)
            self.frozen.setValue(len(self._table.pinned.wanted))

    def _find(self, letters: str) -> None:
        for place in range(self.list.count()):
            item = self.list.item(place)
            item.setHidden(letters.casefold() not in item.text().casefold())

    def _on_ticked(self, item: QListWidgetItem) -> None:
        made = self._table.rows.columns[self.list.row(item)]
        self._table.show_column([made], shown=item.checkState() == Qt.CheckState.Checked)
        self._fill_ticks()

    def _fill_ticks(self) -> None:
        with QSignalBlocker(self.list):
            for place, made in enumerate(self._table.rows.columns):
                shown = self._table.choice.shows(made)
                self.list.item(place).setCheckState(Qt.CheckState.Checked if shown else Qt.CheckState.Unchecked)

    def _tick_all(self, *, shown: bool) -> None:
        listed = [made for place, made in enumerate(self._table.rows.columns) if not self.list.item(place).isHidden()]
        self._table.show_column(listed if shown else listed[1:], shown=shown)
        self._fill_ticks()

    def _on_frozen(self, n: int) -> None:
        self._table.freeze_first(n)

    def _forget(self) -> None:
        self._table.choice.forget()
        self.search.clear()
        self._fill()
