"""What a report is written as: who it is for, its language, the agency's template, the formats; and the exports."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from permdesk.gui.appearance import faint
from permdesk.gui.desk import Desk
from permdesk.gui.dialogs.files import ask_folder, ask_target
from permdesk.gui.icons import icon
from permdesk.gui.pages.data.choice_box import ChoiceBox
from permdesk.gui.pages.report.format_list import FormatList
from permdesk.gui.parts import GAP, column, explain, label, row
from permdesk.gui.report_choices import ReportChoices
from permdesk.gui.report_tasks import STEM, Export
from permdesk.gui.theme import Theme
from permdesk.gui.window_language import own_name
from permdesk.gui.workspace import State
from permdesk.report.formats import Format
from permdesk.report.profile import Profile
from permdesk.translation import languages, tr


class ExportCard(QFrame):
    """Each choice is one step that can be undone; the exports ask where to write."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._desk = desk
        self.profile = ChoiceBox([(profile, profile.heading) for profile in Profile])
        explain(self.profile, tr("Kind of report"), tr("Who the report is for, and therefore what it leaves out."))
        self.language = ChoiceBox([(code, own_name(code)) for code in languages()])
        explain(self.language, tr("Language of the report"), tr("Which language the report is written in."))
        self.template = _button(
            tr("Template…"),
            tr("Take the agency's name, colour, logo, header, footer and texts from a folder with a template.toml."),
        )
        self.no_template = _button(tr("No template"), tr("Write reports without the agency's look."))
        self.formats = FormatList()
        self.one = _button(
            tr("Export…"), tr("Write the report in the format that is selected in the list, as one file.")
        )
        self.all = _button(
            tr("Export all…"),
            tr(
                "Write the report in every format that is ticked, and beside an internal one records.csv, into one "
                "folder, all or none."
            ),
        )
        self.numbers = _button(
            tr("Export numbers…"),
            tr("Write audit.json and records.csv into a folder. They tell of single records: for entitled staff."),
        )
        self.one.setProperty("role", "primary")
        self.explanation = label("", "muted", wraps=True)
        self.agency = label("", "caption", wraps=True)
        self.policy = label("", "caption", wraps=True)
        self.hint = label("", "muted", wraps=True)
        self._connect()
        self.setLayout(self._arranged())

    def show_state(self, state: State) -> None:
        setup = state.setup
        self.profile.show_value(setup.profile)
        self.language.show_value(setup.report.language_code)
        self.explanation.setText(setup.profile.explanation)
        chosen = setup.report.template
        self.agency.setVisible(chosen is not None)
        self.no_template.setVisible(chosen is not None)
        if chosen is not None:
            self.agency.setText(tr("Template of {agency}.", agency=chosen.template.agency or chosen.folder.name))
        policy = setup.policy if state.audit is None else state.audit.verdict.policy
        self.policy.setText(tr("Judged by the policy “{name}”.", name=policy.name))
        can_export = state.audit is not None and not state.is_stale
        for button in (self.one, self.numbers):
            button.setEnabled(can_export)
        self.all.setEnabled(can_export and bool(setup.report.formats))
        self.hint.setVisible(state.is_stale)
        self.hint.setText(tr("The results are older than the settings. Run again (F5) before you export."))
        with QSignalBlocker(self.formats):
            for place, kind in enumerate(Format):
                ticked = Qt.CheckState.Checked if kind in setup.report.formats else Qt.CheckState.Unchecked
                self.formats.item(place).setCheckState(ticked)

    def apply_theme(self, theme: Theme) -> None:
        self.formats.give_room()
        self.one.setIcon(icon("drop", theme.accent_text, faint(theme)))
        for button in (self.all, self.numbers):
            button.setIcon(icon("drop", theme.text, faint(theme)))

    @property
    def selected(self) -> Format:
        """The format that a single export writes."""
        return tuple(Format)[max(0, self.formats.currentRow())]

    def _connect(self) -> None:
        self.profile.activated.connect(lambda _: self._decide_profile())
        self.language.activated.connect(
            lambda _: self._decide(tr("change the language of the report"), language=self.language.value)
        )
        self.template.clicked.connect(lambda: ask_folder(self, tr("Template"), self._desk.choose_template))
        self.no_template.clicked.connect(lambda: self._decide(tr("no template"), template=None))
        self.formats.itemChanged.connect(lambda _: self._decide(tr("change the formats"), formats=self._ticked()))
        self.one.clicked.connect(self._ask_target)
        self.all.clicked.connect(lambda: self._ask_folder(tr("Export the report"), Export.ALL))
        self.numbers.clicked.connect(lambda: self._ask_folder(tr("Export the numbers"), Export.NUMBERS))

    def _arranged(self) -> QVBoxLayout:
        choice = row(self.profile, self.language, self.template, self.no_template)
        choice.addStretch(1)
        buttons = row(self.one, self.all, self.numbers)
        buttons.addStretch(1)
        return column(
            choice,
            self.explanation,
            self.agency,
            self.policy,
            self.formats,
            buttons,
            self.hint,
            gap=GAP,
            margins=16,
        )

    def _ticked(self) -> tuple[Format, ...]:
        return tuple(
            kind for place, kind in enumerate(Format) if self.formats.item(place).checkState() is Qt.CheckState.Checked
        )

    def _decide_profile(self) -> None:
        setup = self._desk.workspace.setup
        self._desk.decide(tr("change the kind of report"), replace(setup, profile=self.profile.value))

    def _decide(self, name: str, **changed: object) -> None:
        setup = self._desk.workspace.setup
        report: ReportChoices = replace(setup.report, **changed)  # type: ignore[arg-type]
        self._desk.decide(name, replace(setup, report=report))

    def _ask_target(self) -> None:
        kind = self.selected
        name = f"{STEM}.{kind.ending}"
        ask_target(self, tr("Export the report"), name, kind.ending, lambda path: self._desk.writing.export(kind, path))

    def _ask_folder(self, title: str, what: Export) -> None:
        ask_folder(self, title, lambda path: self._desk.writing.export(what, path))


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    explain(button, text.removesuffix("…"), tip)
    return button
