"""What the officer sets about the audit itself."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QFrame, QWidget

from permdesk.audit.settings import MissingRule, Settings, Ties
from permdesk.gui.desk import Desk
from permdesk.gui.pages.data.choice_box import ChoiceBox
from permdesk.gui.pages.data.fields import CountField, ShareField, named_fields, on_decision
from permdesk.gui.parts import column, explain, label
from permdesk.gui.workspace import State
from permdesk.translation import tr


class AuditCard(QFrame):
    """Shows and changes the settings of the audit."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._desk = desk
        self.ties = ChoiceBox([(Ties.WORST_CASE, tr("Worst case")), (Ties.RANDOM, tr("At random"))])
        explain(
            self.ties,
            tr("Ties"),
            tr(
                "Equal values share their ranks. Worst case: the smallest deviation that any tie-breaking could give, "
                "which favours the intruder. At random: the paper's, which can make an unsafe file look safe."
            ),
        )
        self.missing = ChoiceBox(
            [(MissingRule.MATCHES_ANYTHING, tr("Match anything")), (MissingRule.OWN_VALUE, tr("Match each other"))]
        )
        explain(
            self.missing,
            tr("Missing and suppressed values"),
            tr(
                "Match anything: the intruder cannot rule such a value out, deviation 0. "
                "Match each other: deviation 0 to another missing value, n to all else."
            ),
        )
        self.draws = CountField(
            tr("Random records"),
            tr("How many random records are drawn for the test of random matches, unless all can be listed."),
            10_000_000,
            least=1,
        )
        self.draws.setSingleStep(1000)
        self.alpha = ShareField(
            tr("Level alpha"),
            tr("Level of the test whether a link could be chance (false discovery rate)."),
            least=0.001,
            most=0.5,
            step=0.01,
            decimals=3,
        )
        self.seed = CountField(
            tr("Seed of the audit"),
            tr("Seed of the audit's own draws. It has nothing to do with seeds of the anonymization."),
            2_000_000_000,
        )
        self.seed.setGroupSeparatorShown(False)
        fields: list[tuple[str, QWidget]] = [
            (tr("Ties"), self.ties),
            (tr("Missing values"), self.missing),
            (tr("Random records"), self.draws),
            (tr("Level α"), self.alpha),
            (tr("Seed"), self.seed),
        ]
        self.setLayout(column(label(tr("Audit"), "heading"), named_fields(fields), gap=10, margins=16))
        self.ties.activated.connect(lambda _: self._decide(tr("ties"), ties=self.ties.value))
        self.missing.activated.connect(lambda _: self._decide(tr("missing values"), missing=self.missing.value))
        on_decision(self.draws, lambda: self._decide(tr("random records"), draws=self.draws.value()))
        on_decision(self.alpha, lambda: self._decide(tr("level alpha"), alpha=self.alpha.number))
        on_decision(self.seed, lambda: self._decide(tr("seed of the draws"), seed=self.seed.value()))

    def show_state(self, state: State) -> None:
        settings: Settings = state.setup.settings
        self.ties.show_value(settings.ties)
        self.missing.show_value(settings.missing)
        self.draws.show_number(settings.draws)
        self.alpha.show_number(settings.alpha)
        self.seed.show_number(settings.seed)

    def _decide(self, what: str, **changed: object) -> None:
        setup = self._desk.workspace.setup
        settings = replace(setup.settings, **changed)  # type: ignore[arg-type]
        self._desk.decide(tr("change {what}", what=what), replace(setup, settings=settings))
