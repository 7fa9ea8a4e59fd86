"""The note that says how a number is computed, beside the number; Escape or a click elsewhere closes it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from permdesk.gui.derivations.glossary import can_show_term, show_term
from permdesk.gui.derivations.page import page_html, page_text
from permdesk.gui.parts import column, explain, quiet_button, row
from permdesk.report.derivations.derivation import Derivation
from permdesk.translation import tr

LETTERS_WIDE = 62
TALLEST = 0.85
"""The largest share of the screen's height that a note takes; a longer one scrolls."""
GAP = 4
MARGIN = 8
AROUND = 12
"""Pixels that the borders and the distance between text and buttons take."""


class Note(QFrame):
    """Shows one derivation; gives the focus back to where it came from."""

    def __init__(self, said: Derivation, beside: QWidget) -> None:
        self._window = beside.window()
        super().__init__(self._window, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("role", "note")
        self.setWindowTitle(tr("How is this computed?"))
        self.setAccessibleName(tr("How is this computed? {title}: {shown}", title=said.title, shown=said.shown))
        self.said = said
        self.page = QTextBrowser()
        explain(
            self.page,
            said.title,
            tr("Formula, the figures put in, meaning and source; the text can be selected and copied"),
        )
        self.page.setAccessibleDescription(page_text(said))
        self.page.setOpenLinks(False)
        self.page.setFrameShape(QFrame.Shape.NoFrame)
        self.page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self.page.setHtml(page_html(said, self.palette(), self.font().pointSizeF()))
        self.page.setCursorWidth(0)  # it would stand through the first letter; it shows where one reads by keys
        self.page.cursorPositionChanged.connect(lambda: self.page.setCursorWidth(1))
        self.page.installEventFilter(self)
        self.glossary = quiet_button(tr("&Glossary"), tr("Read more about this in the glossary of the guide"))
        self.glossary.clicked.connect(self._show_term)
        self.copy = quiet_button(tr("&Copy"), tr("Put the whole note on the clipboard as text (Ctrl+C)"))
        self.close_button = quiet_button(tr("C&lose"), tr("Close this note (Esc)"))
        self.copy.clicked.connect(self._copy)
        self.close_button.clicked.connect(self.close)
        foot = row(gap=0)
        foot.addWidget(self.glossary)
        foot.addStretch(1)
        foot.addWidget(self.copy)
        foot.addWidget(self.close_button)
        layout = column(gap=2, margins=MARGIN)
        layout.addWidget(self.page, 1)
        layout.addLayout(foot)
        self.setLayout(layout)
        if not (said.term and can_show_term(beside)):
            self.glossary.hide()

    def open_at(self, place: QRect) -> None:
        """Open below ``place`` on the screen, above it where there is no room below."""
        screen = QGuiApplication.screenAt(place.center()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        size = self._wanted(room)
        left = min(max(place.left(), room.left() + GAP), room.right() - size.width() - GAP)
        below, above = place.bottom() + GAP, place.top() - GAP - size.height()
        fits_below = below + size.height() <= room.bottom()
        top = below if fits_below or above < room.top() else above
        top = max(room.top(), min(top, room.bottom() - size.height()))
        self.setGeometry(QRect(QPoint(left, top), size))
        self.show()
        self.page.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Copying where nothing is selected copies the whole note."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.close()
                return True
            if event.matches(QKeySequence.StandardKey.Copy) and not self.page.textCursor().hasSelection():
                self._copy()
                return True
        return super().eventFilter(watched, event)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(page_text(self.said))

    def _show_term(self) -> None:
        self.close()
        show_term(self.said.term, self._window)  # what it stood beside may be gone

    def _wanted(self, room: QRect) -> QSize:
        width = min(self.fontMetrics().averageCharWidth() * LETTERS_WIDE, room.width() - 2 * GAP)
        for part in (self, self.page, self.copy):
            part.ensurePolished()
        inner = self.page.contentsMargins()
        sides = 2 * MARGIN + inner.left() + inner.right() + AROUND
        document = self.page.document().clone()
        document.setTextWidth(width - sides)
        ends = 2 * MARGIN + inner.top() + inner.bottom() + AROUND + self.copy.sizeHint().height()
        height = min(int(document.size().height()) + ends, int(TALLEST * room.height()))
        return QSize(width, height)
