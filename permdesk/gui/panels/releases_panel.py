"""The releases that are compared, side by side in a table, and what can be done about them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget

from permdesk.gui.comparer import Running
from permdesk.gui.models.release_columns import release_columns, release_note
from permdesk.gui.models.release_rows import ReleaseRow, Standing, with_figures
from permdesk.gui.models.rows_in_sight import RowsInSight
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.whole_words import WholeWords
from permdesk.gui.parts import column, explain, quiet_button, row
from permdesk.gui.plain_tip import plain_tip
from permdesk.gui.theme import Theme
from permdesk.gui.turning import Turning
from permdesk.translation import tr, tr_count

FEWEST_ROWS_SHOWN = 3
MOST_LINES, MOST_SENTENCES = 4, 3


class ReleasesPanel(QWidget):
    """``opened`` carries the ReleaseRow whose audit is wanted, ``removed`` the rows to take out; ``chosen_changed`` is
    emitted when other rows are selected."""

    opened = Signal(object)
    removed = Signal(object)
    chosen_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ReleaseRow, ...] = ()
        self.sentence = WholeWords()
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.changed = ElidedLines("warning")
        self.status = ElidedLines("warning")
        self.about = WholeWords("muted")
        for names_files in (self.sentence, self.about):
            names_files.setTextFormat(Qt.TextFormat.PlainText)
        self.add = QPushButton(tr("Add &releases…"))
        explain(self.add, tr("Add releases"), tr("Choose several files, or drop them on this tab. Each is audited."))
        self.make = quiet_button(
            tr("&Make releases…"),
            tr(
                "Make releases of the original by a demonstration method, as files. They are for learning, not for use."
            ),
        )
        self.add_open = quiet_button(
            tr("Add the open o&ne"), tr("Compare the anonymized file that is open in the other tabs, too.")
        )
        self.open = quiet_button(
            tr("&Open its audit"), tr("Open the current release in the other tabs (Enter in the table).")
        )
        self.remove = quiet_button(
            tr("Ta&ke out"), tr("Compare the selected releases no longer (Delete in the table). Their files stay.")
        )
        self.again = QPushButton()
        self.export = quiet_button(
            tr("E&xport…"), tr("Write the comparison: a report in any format, or its numbers as CSV or XLSX.")
        )
        self.table = TableView(tr("Releases side by side"))
        RowsInSight(self.table, FEWEST_ROWS_SHOWN)
        self._connect()
        self._arrange()

    @property
    def rows(self) -> tuple[ReleaseRow, ...]:
        return self._rows

    @property
    def chosen(self) -> tuple[ReleaseRow, ...]:
        """The selected releases, in the order in which they were added."""
        found = {self.table.rows.source_row(index.row()) for index in self.table.selectionModel().selectedRows()}
        return tuple(self._rows[place] for place in sorted(found))

    def show_rows(self, rows: Sequence[ReleaseRow], policy: str) -> None:
        """Show releases as they stand; what is selected stays so."""
        held = {one.candidate for one in self.chosen}
        current = self._current()
        self._rows = tuple(rows)
        self.table.rows.show_columns(release_columns(self._rows, policy), len(self._rows))
        self.table.fit_columns()
        places = {one.candidate: place for place, one in enumerate(self._rows)}
        if self._rows:
            self.table.choose(0 if current is None else places.get(current.candidate, 0))
        for candidate in held & places.keys():
            index = self.table.rows.index(self.table.rows.view_row(places[candidate]), 0)
            self.table.selectionModel().select(
                index, QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
            )
        self._show_current()

    def show_work(self, running: Running | None, n_pending: int, *, available: bool, can_add_open: bool) -> None:
        """Say what runs, what is out of date and what could not be audited; offer what can be done now."""
        self.changed.show_lines(_changed(self._rows))
        self.status.show_lines(_status(self._rows, running))
        if n_pending:
            self.again.setText(tr("Audi&t the rest ({n})", n=n_pending))
            tip = tr("Audit the releases without numbers, or with numbers that are out of date.")
        else:
            self.again.setText(tr("Audi&t again"))
            tip = tr("Read all files again, and audit them.")
        explain(self.again, tr("Audit releases"), tip)
        self.again.setEnabled(available and bool(self._rows))
        self.make.setEnabled(available)
        self.add_open.setEnabled(can_add_open)
        self.export.setEnabled(bool(with_figures(self._rows)))

    def apply_theme(self, theme: Theme) -> None:
        self.table.apply_theme(theme)

    def _connect(self) -> None:
        self.table.activated.connect(lambda _index: self._open_current())
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._show_current())
        self.open.clicked.connect(self._open_current)
        self.remove.clicked.connect(self._remove_chosen)
        delete = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.table)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._remove_chosen)

    def _arrange(self) -> None:
        come, stay = row(self.add, self.make, self.add_open, gap=0), row(self.open, self.remove, gap=0)
        stay.addStretch(1)
        stay.addWidget(self.export)
        stay.addWidget(self.again)
        buttons = Turning(come, stay, gap=0, stretches=(0, 1))
        layout = column(self.sentence, buttons, self.changed, gap=6)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.status)
        layout.addWidget(self.about)
        self.setLayout(layout)

    def _current(self) -> ReleaseRow | None:
        index: QModelIndex = self.table.currentIndex()
        return self._rows[self.table.rows.source_row(index.row())] if index.isValid() and self._rows else None

    def _open_current(self) -> None:
        current = self._current()
        if current is not None:
            self.opened.emit(current)

    def _remove_chosen(self) -> None:
        if self.chosen:
            self.removed.emit(self.chosen)

    def _show_current(self) -> None:
        current = self._current()
        self.open.setEnabled(current is not None)
        self.remove.setEnabled(bool(self.chosen))
        self._say_about(current)
        self.chosen_changed.emit()

    def _say_about(self, current: ReleaseRow | None) -> None:
        """Say whole what must be known about a release; of many sentences the first ones."""
        lines = (
            [] if current is None else tr("{name}: {note}", name=current.name, note=release_note(current)).split("\n")
        )
        self.about.setText("\n".join(_first(lines, MOST_SENTENCES)))
        self.about.setToolTip(plain_tip("\n".join(lines)))


class ElidedLines(QLabel):
    """A few lines, each cut where there is no room; the tooltip has all of them in full."""

    def __init__(self, role: str) -> None:
        super().__init__()
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show MOST_LINES at most; no room is taken by none."""
        shown = _first(lines, MOST_LINES)
        self.setText("\n".join(shown))
        self.setToolTip(plain_tip("\n".join(lines)))
        self.setVisible(bool(shown))

    def sizeHint(self) -> QSize:
        n_lines = self.text().count("\n") + 1
        return QSize(super().sizeHint().width(), n_lines * self.fontMetrics().lineSpacing() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        metrics = self.fontMetrics()
        for place, line in enumerate(self.text().split("\n")):
            shown = metrics.elidedText(line, Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(0, place * metrics.lineSpacing() + metrics.ascent() + 1, shown)
        painter.end()


def _changed(rows: Sequence[ReleaseRow]) -> list[str]:
    """What stands above the table, as rows below the ones in sight are meant too."""
    names = [one.name for one in rows if one.standing is Standing.CHANGED]
    if not names:
        return []
    if len(names) == 1:
        return [tr("≠ {name}: the file has changed since its audit. Audit it again.", name=names[0])]
    return [
        tr(
            "≠ {n} files have changed since their audit: {names}. Audit them again.",
            n=len(names),
            names=", ".join(names),
        )
    ]


def _first(lines: Sequence[str], most: int) -> list[str]:
    """So many lines, the last of which says how many there are beyond."""
    if len(lines) <= most:
        return list(lines)
    return [*lines[: most - 1], tr("and {n} more: point here to read them all", n=len(lines) - most + 1)]


def _status(rows: Sequence[ReleaseRow], running: Running | None) -> list[str]:
    said = []
    if running is not None:
        said.append(tr("▶ Auditing release {place} of {total}: {name}. Esc stops; what is done stays.",
                       place=running.place, total=running.total, name=running.name))  # fmt: skip
    n_stale = sum(one.standing is Standing.STALE for one in rows)
    if n_stale:
        said.append(
            tr_count(
                "↻ One release is out of date: audited under other settings, or against another original.",
                "↻ {count} releases are out of date: audited under other settings, or against another original.",
                n_stale,
            )
        )
    said.extend(f"✕ {one.problem.sentence}" for one in rows if one.problem is not None)
    named = {one.release.names for one in with_figures(rows) if one.release is not None}
    if len(named) > 1:
        said.append(tr("⚠ Not all releases were audited by the same attributes: their numbers cannot be compared."))
    return said
