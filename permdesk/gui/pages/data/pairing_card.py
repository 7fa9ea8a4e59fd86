"""How it is known which record of the anonymized file belongs to which original record."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QFrame

from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
from permdesk.gui import numbers
from permdesk.gui.desk import Desk
from permdesk.gui.pages.data.choice_box import ChoiceBox
from permdesk.gui.parts import column, explain, label
from permdesk.gui.workspace import State
from permdesk.translation import tr


class PairingCard(QFrame):
    """Shows and changes the pairing."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._desk = desk
        self.by = ChoiceBox(
            [
                (PairingBy.ID, tr("By an ID attribute")),
                (PairingBy.ROW, tr("By row")),
                (PairingBy.UNPAIRED, tr("Unpaired")),
            ]
        )
        explain(
            self.by,
            tr("Pairing"),
            tr("Which record of the anonymized file belongs to which original record. Right links need to know it."),
        )
        self.id = ChoiceBox[str]()
        explain(self.id, tr("ID attribute"), tr("The attribute that names a record in both files, once in each."))
        self.outcome = label("", "caption", wraps=True)
        self.by.activated.connect(lambda _: self._decide())
        self.id.activated.connect(lambda _: self._decide())
        self.setLayout(column(label(tr("Pairing"), "heading"), self.by, self.id, self.outcome, margins=16))

    def show_state(self, state: State) -> None:
        choices = state.setup.choices
        self.setEnabled(choices is not None)
        if choices is None:
            return
        self.id.offer([(choice.name, choice.name) for choice in choices.attributes])
        self.by.show_value(choices.pairing)
        self.id.show_value(next(iter(choices.id_attributes), ""))
        self.id.setVisible(choices.pairing is PairingBy.ID)
        self.outcome.setText(_outcome(state))

    def _decide(self) -> None:
        setup = self._desk.workspace.setup
        if setup.choices is None:
            return
        by = self.by.value
        name = self.id.value if by is PairingBy.ID and self.id.currentIndex() >= 0 else _likely_id(setup.choices)
        choices = replace(setup.choices, pairing=by, id_attributes=(name,) if by is PairingBy.ID else ())
        if by is PairingBy.ID:
            choices = replace(choices, attributes=tuple(_as_id(choice, name) for choice in choices.attributes))
        self._desk.decide(tr("pair {how}", how=self.by.currentText().lower()), replace(setup, choices=choices))


def _likely_id(choices: PairChoices) -> str:
    ids = [choice.name for choice in choices.attributes if choice.level is Level.RECORD_ID]
    return next(iter([*ids, *(choice.name for choice in choices.attributes)]), "")


def _as_id(choice: AttributeChoice, name: str) -> AttributeChoice:
    if choice.name != name or choice.level is Level.RECORD_ID:
        return choice
    return replace(choice, level=Level.RECORD_ID, reason=tr("chosen for the pairing"))


def _outcome(state: State) -> str:
    pair = state.pair
    if pair is None:
        return ""
    if pair.own is None:
        return tr("Who is who is unknown: right links cannot be counted.")
    paired = int((pair.own >= 0).sum())
    return tr(
        "{paired} of {n} original records have a release.",
        paired=numbers.count(paired),
        n=numbers.count(pair.original.n_records),
    )
