"""The thresholds that the agency wants kept."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton

from permdesk.gui.desk import Desk
from permdesk.gui.pages.data.fields import named_fields, on_decision
from permdesk.gui.parts import column, explain, label, row
from permdesk.gui.policy_fields import (
    defensible_field,
    distance_field,
    lift_field,
    right_links_field,
    variance_share_field,
)
from permdesk.gui.turning import Turning
from permdesk.gui.workspace import State
from permdesk.translation import tr


class PolicyCard(QFrame):
    """Shows and changes the policy; what is changed by hand gets a name of its own."""

    open_wanted = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._desk = desk
        self.name = label("", "caption", wraps=True)
        self.distance = distance_field()
        self.variance = variance_share_field()
        self.links = right_links_field()
        self.lift = lift_field()
        self.defensible = defensible_field()
        self.open = QPushButton(tr("Open policy…"))
        explain(self.open, tr("Open policy"), tr("Take the thresholds from a policy file (TOML) of the agency."))
        self.open.setProperty("role", "quiet")
        self.open.clicked.connect(self.open_wanted)
        head = Turning(row(label(tr("Policy"), "heading")), row(self.open), stretches=(1, 0))
        fields = [
            (tr("Smallest distance, ranks"), self.distance),
            (tr("Smallest local variance, share"), self.variance),
            (tr("Most right links"), self.links),
            (tr("Largest multiple of chance"), self.lift),
            (tr("Most defensible right links"), self.defensible),
        ]
        layout = column(head, self.name, named_fields(fields), gap=8)
        layout.setContentsMargins(16, 10, 16, 16)
        self.setLayout(layout)
        on_decision(self.distance, lambda: self._decide(tr("smallest distance"), min_distance=self.distance.number))
        on_decision(
            self.variance, lambda: self._decide(tr("smallest variance"), min_variance_share=self.variance.number)
        )
        on_decision(self.links, lambda: self._decide(tr("most right links"), max_right_links=self.links.number))
        on_decision(self.lift, lambda: self._decide(tr("largest lift"), max_lift=self.lift.number))
        on_decision(
            self.defensible,
            lambda: self._decide(tr("defensible right links"), max_defensible_right=self.defensible.number),
        )

    def show_state(self, state: State) -> None:
        policy = state.setup.policy
        self.name.setText(tr("Thresholds of “{name}”. The agency decides them.", name=policy.name))
        self.distance.show_number(policy.min_distance)
        self.variance.show_number(policy.min_variance_share)
        self.links.show_number(policy.max_right_links)
        self.lift.show_number(policy.max_lift)
        self.defensible.show_number(policy.max_defensible_right)

    def _decide(self, what: str, **changed: object) -> None:
        setup = self._desk.workspace.setup
        policy = replace(setup.policy, **changed)  # type: ignore[arg-type]
        if policy != setup.policy:
            policy = replace(policy, name=tr("set by hand"))
            self._desk.decide(tr("change the threshold: {what}", what=what), replace(setup, policy=policy))
