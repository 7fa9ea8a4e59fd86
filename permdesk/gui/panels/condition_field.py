"""The field for a condition on records, which completes the names of columns and of categories while one types."""

from __future__ import annotations

import re
from collections.abc import Mapping

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QWidget

from permdesk.gui.models.record_filter import Field

WORD = re.compile(r"(?:\"[^\"]*|[^\W\d][\w.]*)$")
"""What stands before the cursor and may be completed: an open quote or the beginning of a name."""
COMPARED = re.compile(r"(?:\"([^\"]+)\"|([^\W\d][\w.]*))\s*(?:<=|>=|!=|<>|==|=|<|>)\s*(?:\"[^\"]*|[^\s\"<>=()]*)$")
PLAIN = re.compile(r"[^\W\d][\w.]*\Z")
JOINING = ("and", "or", "not")
LONGEST = 2_000


class ConditionField(QLineEdit):
    """Names are offered from their first letter, categories after a comparison; Enter or Tab takes one, Escape none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fields: Mapping[str, Field] = {}
        self._offered = QStringListModel(self)
        self.completions = QCompleter(self._offered, self)
        self.offers = QListView()
        self.completions.setPopup(self.offers)
        self.completions.setWidget(self)
        self.completions.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.completions.setFilterMode(Qt.MatchFlag.MatchStartsWith)
        self.completions.setMaxVisibleItems(10)
        self.completions.activated.connect(self.complete)
        self.textEdited.connect(lambda _text: self._offer())

    def show_fields(self, fields: Mapping[str, Field]) -> None:
        """What a condition may name."""
        self._fields = fields

    def complete(self, chosen: str) -> None:
        """Put ``chosen`` in the place of the word before the cursor, in quotes where it needs them."""
        before, after = self.text()[: self.cursorPosition()], self.text()[self.cursorPosition() :]
        kept = WORD.sub("", before)
        self.setText(f"{kept}{_written(chosen)} {after.lstrip()}")
        self.setCursorPosition(len(kept) + len(_written(chosen)) + 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.offers.isVisible() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab):
            self.completions.activated.emit(self.offers.currentIndex().data() or self.completions.currentCompletion())
            self.offers.hide()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.offers.hide()

    def _offer(self) -> None:
        before = self.text()[: self.cursorPosition()]
        word = WORD.search(before)
        beginning = word.group().removeprefix('"') if word else ""
        if not beginning:
            self.offers.hide()
            return
        self._offered.setStringList(self._words_at(before))
        self.completions.setCompletionPrefix(beginning)
        offered = [self.completions.completionModel().index(row, 0).data() for row in range(2)]
        if not self.completions.completionCount() or offered == [beginning, None]:
            self.offers.hide()
            return
        self.completions.complete(self.cursorRect().adjusted(0, 0, 220, 6))
        self.offers.setCurrentIndex(self.completions.completionModel().index(0, 0))

    def _words_at(self, before: str) -> list[str]:
        compared = COMPARED.search(before)
        if compared:
            name = compared.group(1) or compared.group(2)
            field = next((self._fields[known] for known in self._fields if known.casefold() == name.casefold()), None)
            return sorted(field.categories)[:LONGEST] if field is not None and field.categories else []
        return [*self._fields, *JOINING]


def _written(word: str) -> str:
    quote = "'" if '"' in word else '"'
    return word if PLAIN.match(word) else f"{quote}{word}{quote}"
