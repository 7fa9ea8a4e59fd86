"""The policy and its verdict side by side: every threshold can be changed, explained, loaded and saved."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QWidget

from permdesk.audit.policy import Policy
from permdesk.gui.desk import Desk
from permdesk.gui.dialogs.files import ask_file, ask_target, policy_filter
from permdesk.gui.dialogs.statements import StatementBoxes
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.pages.data.fields import CountField, ShareField, on_decision
from permdesk.gui.panels.verdict_panel import VerdictPanel
from permdesk.gui.panels.words import heading
from permdesk.gui.parts import GAP, card, column, explain, label, row, scrolled
from permdesk.gui.policy_fields import (
    defensible_field,
    distance_field,
    lift_field,
    percent_field,
    right_links_field,
    variance_share_field,
)
from permdesk.gui.workspace import State
from permdesk.translation import tr

FIELD_WIDTH = 150
LARGEST = 1e15


class PolicyDialog(QDialog):
    """Every decision counts at once, as a step that can be undone; the verdict follows the audit.
    ``records_wanted`` carries the Check whose records the officer wants to see."""

    chapter = Chapter.POLICY

    records_wanted = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Policy and verdict"))
        self._desk = desk
        self._named = False
        self.name = QLineEdit()
        explain(self.name, tr("Name of the policy"), tr("Stands in the strip, in the verdict and in every report"))
        self.distance = distance_field()
        self.distance_share = percent_field(
            tr("Smallest distance, share of n"),
            tr("The same in percent of the records of the release, as a rank means little without their number."),
        )
        self.variance_share = variance_share_field()
        self.links = right_links_field()
        self.lift = lift_field()
        self.defensible = defensible_field()
        self.statements = StatementBoxes()
        self.variances: dict[str, ShareField] = {}
        self.verdict = VerdictPanel()
        self.load = _button(tr("&Load…"), tr("Take the thresholds from a policy file (TOML)"))
        self.save = _button(
            tr("&Save as…"), tr("Write the thresholds into a policy file (TOML) that can be handed out")
        )
        self.default = _button(
            tr("&Illustration"), tr("Go back to the thresholds that PermDesk ships as an illustration")
        )
        self.close_button = _button(tr("Close"), tr("Close this window (Esc); the policy stays"))
        self._by_attribute = column(gap=GAP)
        self._arrange()
        self._connect()
        self.show_state(desk.workspace.state)

    def show_state(self, state: State) -> None:
        """Show the policy that was decided and the verdict of the last audit."""
        policy = state.setup.policy
        with QSignalBlocker(self.name):
            self.name.setText(policy.name)
        self.distance.show_number(policy.min_distance)
        self.distance_share.show_number(policy.min_distance_share)
        self.variance_share.show_number(policy.min_variance_share)
        self.links.show_number(policy.max_right_links)
        self.lift.show_number(policy.max_lift)
        self.defensible.show_number(policy.max_defensible_right)
        self.statements.show_statements(policy.public_statements)
        self._show_variances(state)
        self.verdict.show_audit(state.audit, is_stale=state.is_stale)

    def _show_variances(self, state: State) -> None:
        audited = () if state.pair is None else state.pair.names
        policy = state.setup.policy
        names = tuple(dict.fromkeys([*audited, *policy.min_variance]))
        if names != tuple(self.variances):
            while (item := self._by_attribute.takeAt(0)) is not None:
                old = item.widget()
                if old is not None:
                    old.hide()
                    old.deleteLater()
            self.variances = {}
            before: QWidget = self.variance_share
            for name in names:
                field = self._variance_field(name, is_audited=name in audited)
                self.variances[name] = field
                self._by_attribute.addWidget(_explained(field))
                self.setTabOrder(before, field)
                before = field
        for name, field in self.variances.items():
            field.show_number(policy.min_variance.get(name))

    def _variance_field(self, name: str, *, is_audited: bool) -> ShareField:
        meaning = tr("Smallest variance of the values near a record's own, in squared units of the attribute.")
        if not is_audited:
            meaning = f"{meaning} {tr('This attribute is not audited.')}"
        field = ShareField(
            tr("Smallest local variance of {name}", name=name),
            meaning,
            most=LARGEST,
            step=1.0,
            decimals=6,
            may_be_off=True,
        )
        on_decision(field, lambda: self._decide_variance(name, field.number))
        return field

    def _decide_variance(self, name: str, number: float | None) -> None:
        asked = dict(self._desk.workspace.setup.policy.min_variance)
        asked.pop(name, None)
        if number is not None:
            asked[name] = number
        self._decide(min_variance=asked)

    def _decide(self, **changed: object) -> None:
        setup = self._desk.workspace.setup
        policy = replace(setup.policy, **changed)  # type: ignore[arg-type]
        if "name" not in changed and not self._named:
            policy = replace(policy, name=tr("set by hand"))
        self._desk.decide(tr("change the policy"), replace(setup, policy=policy))

    def _rename(self) -> None:
        name = self.name.text().strip()
        if name and name != self._desk.workspace.setup.policy.name:
            self._named = True
            self._decide(name=name)
        self.show_state(self._desk.workspace.state)

    def _take_default(self) -> None:
        self._named = False
        setup = self._desk.workspace.setup
        self._desk.decide(tr("policy {name}", name=Policy().name), replace(setup, policy=Policy()))

    def _load(self) -> None:
        self._named = False
        ask_file(self, tr("Open a policy"), policy_filter(), self._desk.open_policy)

    def _save(self) -> None:
        name = "".join(mark if mark.isalnum() else "-" for mark in self._desk.workspace.setup.policy.name)
        ask_target(self, tr("Save the policy"), f"{name or 'policy'}.toml", "toml", self._desk.writing.save_policy)

    def _connect(self) -> None:
        on_decision(self.distance, lambda: self._decide(min_distance=self.distance.number))
        on_decision(self.distance_share, lambda: self._decide(min_distance_share=self.distance_share.number))
        on_decision(self.variance_share, lambda: self._decide(min_variance_share=self.variance_share.number))
        on_decision(self.links, lambda: self._decide(max_right_links=self.links.number))
        on_decision(self.lift, lambda: self._decide(max_lift=self.lift.number))
        on_decision(self.defensible, lambda: self._decide(max_defensible_right=self.defensible.number))
        self.statements.decided.connect(lambda: self._decide(public_statements=self.statements.statements))
        self.name.editingFinished.connect(self._rename)
        self.load.clicked.connect(self._load)
        self.save.clicked.connect(self._save)
        self.default.clicked.connect(self._take_default)
        self.close_button.clicked.connect(self.reject)
        self.verdict.records_wanted.connect(self.records_wanted)
        self._desk.workspace.changed.connect(self._follow)

    def _follow(self, _before: State) -> None:
        self.show_state(self._desk.workspace.state)

    def _arrange(self) -> None:
        form = QWidget()
        form.setProperty("role", "page")
        named = row(label(tr("Name")), self.name)
        thresholds = (self.distance, self.distance_share, self.links, self.lift, self.defensible, self.variance_share)
        inner = column(named, *(_explained(field) for field in thresholds), gap=14)
        inner.addWidget(heading(tr("By attribute")))
        inner.addLayout(self._by_attribute)
        inner.addWidget(heading(tr("What a cautious public report may say")))
        inner.addWidget(self.statements)
        inner.addStretch()
        inner.setContentsMargins(0, 0, 10, 0)
        form.setLayout(inner)
        area = scrolled(form, tr("Thresholds"))
        area.setToolTip(tr("What a release must keep"))
        files = row(self.load, self.save, self.default)
        files.addStretch()
        left = card(column(heading(tr("Thresholds")), area, files, gap=10, margins=14))
        found = scrolled(self.verdict, tr("Verdict"))
        found.setToolTip(tr("Every check of the policy"))
        right = column(heading(tr("Verdict")), found, gap=10)
        right.setContentsMargins(0, 14, 0, 0)  # titles of both sides stand on one line
        middle = row(left, gap=16)
        middle.addLayout(right, 1)
        middle.setStretch(0, 1)
        foot = row(gap=GAP)
        foot.addStretch()
        foot.addWidget(self.close_button)
        layout = column(gap=12, margins=20)
        layout.addLayout(middle, 1)
        layout.addLayout(foot)
        self.setLayout(layout)
        self.resize(1080, 680)


def _explained(field: CountField | ShareField) -> QWidget:
    """A field with its name before it and its meaning below."""
    words = label(field.accessibleName(), wraps=True)
    words.setBuddy(field)
    field.setFixedWidth(FIELD_WIDTH)
    holder = QWidget()
    line = row(words)
    line.setStretch(0, 1)
    line.addWidget(field)
    layout = column(line, gap=2)
    layout.addWidget(label(field.toolTip(), "caption", wraps=True))
    holder.setLayout(layout)
    return holder


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(False)
    explain(button, text.replace("&", "").removesuffix("…"), tip)
    return button
