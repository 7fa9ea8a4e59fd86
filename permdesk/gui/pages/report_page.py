"""The Report page: what is said about the release, who the report is for, a preview, and the exports."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QTextBrowser, QWidget

from permdesk.gui.desk import Desk
from permdesk.gui.dialogs.files import ask_folder, ask_target
from permdesk.gui.icons import icon
from permdesk.gui.pages.data.choice_box import ChoiceBox
from permdesk.gui.pages.report.block_text import BlockText
from permdesk.gui.pages.report.description_form import DescriptionForm
from permdesk.gui.parts import GAP, card, column, explain, label, row, scrolled
from permdesk.gui.report_tasks import Export
from permdesk.gui.theme import LIGHT, Theme
from permdesk.gui.workspace import State
from permdesk.report.profile import Profile
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.audit.findings import Audit

FORM_WIDTH = 400


class ReportPage(QWidget):
    """The preview is made only while the page is seen, and again only when what it shows has changed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._theme = desk, LIGHT
        self._is_seen = False
        self._shown: tuple[Audit | None, object, Profile, Theme, object] | None = None
        self.form = DescriptionForm(desk)
        self.profile = ChoiceBox([(profile, profile.heading) for profile in Profile])
        explain(self.profile, tr("Kind of report"), tr("Who the report is for, and therefore what it leaves out."))
        self.profile.activated.connect(lambda _: self._decide_profile())
        self.explanation = label("", "muted", wraps=True)
        self.html = _button(tr("Export HTML…"), tr("Write the whole report as one HTML file, pictures included."))
        self.xlsx = _button(tr("Export XLSX…"), tr("Write the tables of the report as a workbook."))
        self.numbers = _button(
            tr("Export numbers…"),
            tr("Write audit.json and records.csv into a folder. They tell of single records: for entitled staff."),
        )
        self.html.setProperty("role", "primary")
        self.html.clicked.connect(lambda: self._ask_target(Export.HTML))
        self.xlsx.clicked.connect(lambda: self._ask_target(Export.XLSX))
        self.numbers.clicked.connect(self._ask_folder)
        self.preview = QTextBrowser()
        self.preview.setOpenLinks(False)
        explain(self.preview, tr("Preview of the report"), tr("What the report says; long tables are cut here."))
        self.policy = label("", "caption", wraps=True)
        self.hint = label("", "muted", wraps=True)
        self.states = QStackedWidget()
        self.states.addWidget(_empty())
        self.states.addWidget(self.preview)
        self.setLayout(self._arranged())

    def show_state(self, state: State) -> None:
        self.form.show_state(state)
        self.profile.show_value(state.setup.profile)
        self.explanation.setText(state.setup.profile.explanation)
        policy = state.setup.policy if state.audit is None else state.audit.verdict.policy
        self.policy.setText(tr("Judged by the policy “{name}”.", name=policy.name))
        can_export = state.audit is not None and not state.is_stale
        for button in (self.html, self.xlsx, self.numbers):
            button.setEnabled(can_export)
        self.hint.setVisible(state.is_stale)
        self.hint.setText(tr("The results are older than the settings. Run again (F5) before you export."))
        self.states.setCurrentIndex(0 if state.audit is None else 1)
        self._refresh()

    def set_seen(self, seen: bool) -> None:
        """The page came to the front, or left it."""
        self._is_seen = seen
        self._refresh()

    def focus_export(self) -> None:
        self.html.setFocus()

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.form.apply_theme(theme)
        self.html.setIcon(icon("drop", theme.accent_text))
        self.xlsx.setIcon(icon("drop", theme.text))
        self.numbers.setIcon(icon("drop", theme.text))
        self._refresh()

    def _arranged(self) -> QHBoxLayout:
        buttons = row(self.html, self.xlsx, self.numbers)
        buttons.addStretch(1)
        choice = row(self.profile)
        choice.addStretch(1)
        head = card(column(choice, self.explanation, self.policy, buttons, self.hint, gap=GAP, margins=16))
        right = column(head, gap=12)
        right.addWidget(self.states, 1)
        form = scrolled(self.form, tr("How the file was anonymized"))
        form.setMinimumWidth(300)
        form.setMaximumWidth(FORM_WIDTH)
        layout = row(gap=12, margins=16)
        layout.addWidget(form, 2)
        layout.addLayout(right, 3)
        return layout

    def _refresh(self) -> None:
        state, theme = self._desk.workspace.state, self._theme
        wanted = (state.audit, state.setup.description, state.setup.profile, theme, state.further)
        if not self._is_seen or state.audit is None or wanted == self._shown:
            return
        self._shown = wanted
        self._desk.preview_report(theme, self._show)

    def _show(self, text: BlockText) -> None:
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

    def _decide_profile(self) -> None:
        setup = self._desk.workspace.setup
        self._desk.decide(tr("kind of report"), replace(setup, profile=self.profile.value))

    def _ask_target(self, kind: Export) -> None:
        name = f"report.{kind.value}"
        ask_target(self, tr("Export the report"), name, kind.value, lambda path: self._desk.export(kind, path))

    def _ask_folder(self) -> None:
        ask_folder(self, tr("Export the numbers"), lambda path: self._desk.export(Export.NUMBERS, path))


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    explain(button, text.removesuffix("…"), tip)
    return button


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
