"""How it is known which record of the anonymized file belongs to which original record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListWidget, QListWidgetItem, QPushButton

from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
from permdesk.data.file_pair import FilePair
from permdesk.gui import numbers
from permdesk.gui.derivations.explained import ExplainedSentence
from permdesk.gui.desk import Desk
from permdesk.gui.dialogs.unpaired import UnpairedDialog, unpaired_records
from permdesk.gui.pages.data.choice_box import ChoiceBox
from permdesk.gui.parts import column, explain, label
from permdesk.gui.plain_tip import plain_tip
from permdesk.gui.showing import open_dialog
from permdesk.gui.theme import LIGHT, Theme
from permdesk.gui.workspace import State
from permdesk.report.derivations.columns_of_files import paired_records
from permdesk.translation import tr

NAME = Qt.ItemDataRole.UserRole
MOST_SHOWN = 5


class PairingCard(QFrame):
    """Shows and changes the pairing; lists the records that it leaves alone."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._desk, self._theme = desk, LIGHT
        self.by = ChoiceBox(
            [
                (PairingBy.ID, tr("By ID attributes")),
                (PairingBy.ROW, tr("By row")),
                (PairingBy.UNPAIRED, tr("Unpaired")),
            ]
        )
        explain(
            self.by,
            tr("Pairing"),
            tr("Which record of the anonymized file belongs to which original record. Right links need to know it."),
        )
        self.ids = QListWidget()
        explain(
            self.ids,
            tr("ID attributes"),
            tr("The attributes that together name a record in both files, once in each. Space ticks one."),
        )
        self.ids.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.outcome = label("", "caption", wraps=True)
        self._explained = ExplainedSentence(self.outcome)
        self._pair: FilePair | None = None
        self.unpaired = QPushButton(tr("List unpaired records…"))
        explain(
            self.unpaired,
            tr("List unpaired records"),
            tr("Original records that the release lacks, and released records that no original record has."),
        )
        self.unpaired.setProperty("role", "quiet")
        self.unpaired.clicked.connect(self._list_unpaired)
        self.by.activated.connect(lambda _: self._decide_how())
        self.ids.itemChanged.connect(lambda _: self._decide_ids())
        self.setLayout(
            column(label(tr("Pairing"), "heading"), self.by, self.ids, self.outcome, self.unpaired, margins=16)
        )

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme

    def show_state(self, state: State) -> None:
        choices = state.setup.choices
        self.setEnabled(choices is not None)
        self.ids.setVisible(choices is not None and choices.pairing is PairingBy.ID)
        reason = "" if choices is None else choices.pairing_reason
        pair = state.pair
        self.outcome.setText(reason if pair is None else _counted(pair))
        self.outcome.setVisible(bool(self.outcome.text()))
        self.outcome.setToolTip(plain_tip(reason))
        self._pair = pair
        if pair is not None:
            self._explained.say(lambda: None if self._pair is None else paired_records(self._pair, numbers))
        self.unpaired.setVisible(state.pair is not None and bool(unpaired_records(state.pair)))
        if choices is not None:
            self.by.show_value(choices.pairing)
            self._show_ids(choices)

    def _show_ids(self, choices: PairChoices) -> None:
        blocked = self.ids.blockSignals(True)
        names = [choice.name for choice in choices.attributes]
        if [self.ids.item(place).data(NAME) for place in range(self.ids.count())] != names:
            self.ids.clear()
            for name in names:
                item = QListWidgetItem(name)
                item.setData(NAME, name)
                self.ids.addItem(item)
        for place, name in enumerate(names):
            ticked = name in choices.id_attributes
            self.ids.item(place).setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        self.ids.blockSignals(blocked)
        height = self.ids.sizeHintForRow(0) if names else 0
        self.ids.setFixedHeight(min(len(names), MOST_SHOWN) * height + 2 * self.ids.frameWidth() + 10)

    def _decide_how(self) -> None:
        choices = self._desk.workspace.setup.choices
        if choices is not None:
            by = self.by.value
            self._decide(by, (choices.id_attributes or _likely_ids(choices)) if by is PairingBy.ID else ())

    def _decide_ids(self) -> None:
        items = [self.ids.item(place) for place in range(self.ids.count())]
        ticked = tuple(item.data(NAME) for item in items if item.checkState() == Qt.CheckState.Checked)
        choices = self._desk.workspace.setup.choices
        if ticked:
            self._decide(PairingBy.ID, ticked)
        elif choices is not None:
            self._show_ids(choices)  # at least one must stay: "by row" and "unpaired" are other choices

    def _decide(self, by: PairingBy, ids: Sequence[str]) -> None:
        setup = self._desk.workspace.setup
        if setup.choices is None:
            return
        attributes = tuple(_as_id(choice) if choice.name in ids else choice for choice in setup.choices.attributes)
        choices = replace(setup.choices, pairing=by, id_attributes=tuple(ids), attributes=attributes, pairing_reason="")
        step = {
            PairingBy.ID: tr("pair by {names}", names=", ".join(ids)),
            PairingBy.ROW: tr("pair by row"),
            PairingBy.UNPAIRED: tr("do not pair"),
        }[by]
        self._desk.decide(step, replace(setup, choices=choices))

    def _list_unpaired(self) -> None:
        pair = self._desk.workspace.state.pair
        if pair is not None:
            dialog = UnpairedDialog(pair, self._theme, self)
            open_dialog(dialog)


def _likely_ids(choices: PairChoices) -> tuple[str, ...]:
    ids = [choice.name for choice in choices.attributes if choice.level is Level.RECORD_ID]
    return tuple([*ids, *(choice.name for choice in choices.attributes)][:1])


def _as_id(choice: AttributeChoice) -> AttributeChoice:
    if choice.level is Level.RECORD_ID:
        return choice
    return replace(choice, level=Level.RECORD_ID, reason=tr("chosen for the pairing"))


def _counted(pair: FilePair) -> str:
    if pair.own is None:
        return tr("Who is who is unknown: right links cannot be counted.")
    paired = int((pair.own >= 0).sum())
    if pair.pairing is PairingBy.ROW:
        return tr("{paired} records paired, each with that in its row.", paired=numbers.count(paired))
    extra = pair.anonymized.n_records - paired  # identifiers that repeat pair nothing
    return tr(
        "Pairs: {paired}. Original records without a release: {missing}. Released ones without an original: {extra}.",
        paired=numbers.count(paired),
        missing=numbers.count(pair.original.n_records - paired),
        extra=numbers.count(extra),
    )
