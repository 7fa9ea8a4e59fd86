"""The Report page: what is said about the release, who the report is for, a preview, and the exports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTextBrowser, QWidget

from permdesk.gui.desk import Desk
from permdesk.gui.pages.report.block_text import BlockText
from permdesk.gui.pages.report.description_form import DescriptionForm
from permdesk.gui.pages.report.export_card import ExportCard
from permdesk.gui.parts import card, column, explain, grown, label, row, scrolled
from permdesk.gui.theme import LIGHT, Theme
from permdesk.gui.turning import Turning
from permdesk.gui.workspace import State
from permdesk.report.profile import Profile
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.audit.findings import Audit

NARROWEST_FORM, FORM_WIDTH, ANY_WIDTH = 300, 400, (1 << 24) - 1
LOWEST_PART = 240
"""Height of the form and of the preview where they are under each other."""


class ReportPage(QWidget):
    """The preview is made only while the page is seen, and again only when what it shows has changed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._theme = desk, LIGHT
        self._is_seen = False
        self._shown: tuple[Audit | None, object, Profile, Theme, object, object] | None = None
        self._is_awaited = False
        self.form = DescriptionForm(desk)
        self.export = ExportCard(desk)
        self.preview = QTextBrowser()
        self._document: QTextDocument | None = None
        self.preview.setOpenLinks(False)
        explain(self.preview, tr("Preview of the report"), tr("What the report says; long tables are cut here."))
        self.states = QStackedWidget()
        self.states.addWidget(_empty())
        self.states.addWidget(self.preview)
        self.setLayout(self._arranged())
        desk.reports.idle.connect(self._ask_again)

    def show_state(self, state: State) -> None:
        self.form.show_state(state)
        self.export.show_state(state)
        self.states.setCurrentIndex(0 if state.audit is None else 1)
        self._refresh()

    def set_seen(self, seen: bool) -> None:
        """The page came to the front, or left it."""
        self._is_seen = seen
        self._refresh()

    def focus_export(self) -> None:
        self.export.one.setFocus()

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._give_room()
        self.form.apply_theme(theme)
        self.export.apply_theme(theme)
        self._refresh()

    def _give_room(self) -> None:
        is_column = self._parts.is_column
        self._side.setMinimumWidth(grown(NARROWEST_FORM))
        self._side.setMaximumWidth(ANY_WIDTH if is_column else grown(FORM_WIDTH))
        for part in (self._side, self.states):
            part.setMinimumHeight(grown(LOWEST_PART) if is_column else 0)

    def _arranged(self) -> QHBoxLayout:
        right = column(self.export, gap=12)
        right.addWidget(self.states, 1)
        form = scrolled(self.form, tr("How the file was anonymized"))
        self._side = form
        self._parts = Turning(form, right, gap=12, stretches=(2, 3))
        self._parts.turned.connect(self._give_room)
        return row(self._parts, margins=16)

    def _refresh(self) -> None:
        state, theme = self._desk.workspace.state, self._theme
        setup = state.setup
        look = (setup.report.language_code, setup.report.template)
        wanted = (state.audit, setup.description, setup.profile, theme, state.further, look)
        if not self._is_seen or state.audit is None or wanted == self._shown:
            return
        self._shown, self._is_awaited = wanted, True
        self._desk.writing.preview_report(theme, self._show, self._stop_waiting)

    def _stop_waiting(self) -> None:
        self._is_awaited = False

    def _ask_again(self) -> None:
        """Another task took the place of the preview, and has ended."""
        if self._is_awaited and self.isVisible():
            self._shown = None
            self._refresh()

    def _show(self, text: BlockText) -> None:
        self._stop_waiting()
        place = self.preview.verticalScrollBar().value()
        document = QTextDocument(self.preview)
        document.setDefaultFont(self.preview.font())
        for name, picture in text.pictures.items():
            document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), picture)
        document.setDocumentMargin(12)
        wrapping = QTextOption()
        wrapping.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        document.setDefaultTextOption(wrapping)
        document.setHtml(text.html)
        self.preview.setDocument(document)
        self.preview.verticalScrollBar().setValue(place)
        if self._document is not None:
            self._document.deleteLater()  # Qt deletes none that is a child of the widget, as its manual says it would
        self._document = document


def _empty() -> QWidget:
    text = label(tr("The report appears here when two files have been audited."), "muted")
    holder = column()
    holder.addStretch(1)
    centred = row()
    centred.addStretch(1)
    centred.addWidget(text)
    centred.addStretch(1)
    holder.addLayout(centred)
    holder.addStretch(1)
    return card(holder)
