"""Offers the unsaved decisions of windows that did not end as they should."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QWidget

from permdesk.data.problem import Problem
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.kept_recipes import Leftover
from permdesk.gui.parts import GAP, column, explain, label, primary_button, quiet_button, row
from permdesk.translation import tr

Act = Callable[[Leftover], object]


class RecoveryDialog(QDialog):
    """``recover`` closes the dialog, ``discard`` only with the last one; Escape leaves the question for the
    File menu and the next start."""

    chapter = Chapter.RECIPES

    def __init__(self, found: Sequence[Leftover], recover: Act, discard: Act, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Recover unsaved decisions"))
        self._left, self._recover, self._discard = list(found), recover, discard
        self.list = QListWidget()
        explain(self.list, tr("Unsaved recipes"), tr("Each with its files and the time of its last change."))
        for leftover in found:
            self.list.addItem(QListWidgetItem(_words(leftover)))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.recover = primary_button(tr("&Recover"), tr("Open the files again, with all decisions, still unsaved."))
        self.recover.clicked.connect(self._take)
        self.discard = quiet_button(tr("&Discard"), tr("Remove these unsaved decisions for good."))
        self.discard.clicked.connect(self._drop)
        self.later = quiet_button(
            tr("Later"), tr("Decide another time: the File menu and the next start offer them again.")
        )
        self.later.clicked.connect(self.reject)
        for button in (self.discard, self.later):
            button.setAutoDefault(False)
        self.unread = label("", wraps=True)
        self.list.currentRowChanged.connect(lambda _: self._show_current())
        self.list.setCurrentRow(next((place for place, one in enumerate(found) if _is_read(one)), 0))
        foot = row(self.discard, gap=GAP)
        foot.addStretch(1)
        foot.addWidget(self.later)
        foot.addWidget(self.recover)
        said = tr("PermDesk did not end as it should. The decisions were kept; your files are as they were.")
        title = label(tr("Recover unsaved decisions?"), "title")
        layout = column(title, label(said, "muted", wraps=True), self.list, self.unread, foot, gap=12, margins=24)
        self.setLayout(layout)
        self.resize(560, 340)
        (self.recover if self.recover.isEnabled() else self.list).setFocus()

    def _show_current(self) -> None:
        """What can be done with the one that is chosen; a copy that cannot be read can only be kept or removed."""
        place = self.list.currentRow()
        leftover = self._left[place] if 0 <= place < len(self._left) else None
        problem = leftover.recipe if leftover is not None and isinstance(leftover.recipe, Problem) else None
        self.recover.setEnabled(leftover is not None and problem is None)
        self.unread.setVisible(problem is not None)
        if problem is not None:
            said = tr(
                "▲ This copy cannot be read. {reason} “Later” keeps it, “Discard” removes it.", reason=problem.what
            )
            self.unread.setText(said)
            self.list.setAccessibleDescription(said)
        else:
            self.list.setAccessibleDescription(self.list.toolTip())

    def _take(self) -> None:
        leftover = self._left[self.list.currentRow()]
        self.accept()
        self._recover(leftover)

    def _drop(self) -> None:
        place = self.list.currentRow()
        self._discard(self._left.pop(place))
        self.list.takeItem(place)
        self._show_current()
        if not self._left:
            self.accept()


def _is_read(leftover: Leftover) -> bool:
    return not isinstance(leftover.recipe, Problem)


def _words(leftover: Leftover) -> str:
    name = tr("New recipe") if leftover.path is None else leftover.path.name
    written = QDateTime.fromSecsSinceEpoch(int(leftover.written))
    when = QLocale().toString(written, QLocale.FormatType.ShortFormat)
    if isinstance(leftover.recipe, Problem):
        return tr("▲ {name}, {when}: cannot be read", name=name, when=when)
    original, anonymized = (Path(one.path).name for one in (leftover.recipe.original, leftover.recipe.anonymized))
    return tr(
        "{name}: {original} and {anonymized}, {when}", name=name, original=original, anonymized=anonymized, when=when
    )
