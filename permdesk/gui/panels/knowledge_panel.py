"""What intruders would find who know less, and which attribute gives records away."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QSplitter, QWidget

from permdesk.audit.findings import Audit
from permdesk.audit.scenarios import Effect, LeaveOneOut, Scenario
from permdesk.gui import numbers
from permdesk.gui.explorer import Explorer
from permdesk.gui.models.scenario_columns import effect_columns, known_text, scenario_columns
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.awaited import Awaited
from permdesk.gui.panels.on_demand import OnDemand
from permdesk.gui.panels.words import caption, heading, statement
from permdesk.gui.parts import column, explain, row
from permdesk.gui.theme import Theme
from permdesk.translation import tr

LIST_WIDTH = 220


class KnowledgePanel(QWidget):
    """Scenarios that the officer makes by ticking attributes, above every attribute left out in turn."""

    def __init__(self, explorer: Explorer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explorer = explorer
        self._scenarios: tuple[Scenario, ...] = ()
        self._scenarios_about: Audit | None = None
        self.known = QListWidget()
        self.known.setFixedWidth(LIST_WIDTH)
        explain(
            self.known,
            tr("Attributes that the intruder knows"),
            tr("Tick what this intruder knows of every original record (space ticks). He knows nothing else."),
        )
        self.all = _quiet_button(tr("All"), tr("Tick all attributes"))
        self.none = _quiet_button(tr("None"), tr("Tick no attribute"))
        self.scenario = OnDemand(
            tr("&Try this intruder"), tr("Link by the attributes that are ticked and count the right links"), explorer
        )
        self.scenarios = TableView(tr("Intruders that were tried"))
        self._tried = Awaited(
            self.scenarios, tr("No intruder was tried yet: tick what he knows, and press “Try this intruder”.")
        )
        self.scenario_sentence = statement()
        self.leave_out = OnDemand(
            tr("&Leave out each attribute"),
            tr("Link once by all attributes and once without each of them; takes as many audits as attributes"),
            explorer,
        )
        self.effects = TableView(tr("What each attribute gives away"))
        self._left_out = Awaited(
            self.effects,
            tr("“Leave out each attribute” shows which give records away, and takes one audit for each of them."),
        )
        self.effect_sentence = statement()
        for said in (self.scenario_sentence, self.effect_sentence):
            said.hide()  # until there is something to say
        self.scenario.is_asked_for(self.scenarios, self.scenario_sentence)
        self.leave_out.is_asked_for(self.effects, self.effect_sentence)
        self._arrange()
        self._connect()

    def show_audit(self, audit: Audit) -> None:
        """Show the attributes of an audit; what was found for another one stays, marked as out of date."""
        if self._names != audit.names:
            with QSignalBlocker(self.known):
                self.known.clear()
                for name in audit.names:
                    item = QListWidgetItem(name)
                    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | _SELECTABLE)
                    item.setCheckState(Qt.CheckState.Checked)
                    self.known.addItem(item)
                self.known.setCurrentRow(0)
        self.scenario.show_audit(audit)
        self.leave_out.show_audit(audit)
        self._allow()
        self.leave_out.allow(wanted=len(audit.names) > 1 and audit.right_links is not None)

    def apply_theme(self, theme: Theme) -> None:
        self.scenarios.apply_theme(theme)
        self.effects.apply_theme(theme)

    @property
    def ticked(self) -> tuple[str, ...]:
        """What the intruder knows, in the order of the attributes."""
        items = (self.known.item(place) for place in range(self.known.count()))
        return tuple(item.text() for item in items if item.checkState() is Qt.CheckState.Checked)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(self.known.item(place).text() for place in range(self.known.count()))

    def _tick(self, state: Qt.CheckState) -> None:
        for place in range(self.known.count()):
            self.known.item(place).setCheckState(state)

    def _allow(self) -> None:
        self.scenario.allow(wanted=bool(self.ticked))

    def _try(self) -> None:
        audit = self.scenario.audit
        if audit is not None:
            self._explorer.run_scenario(audit, self.ticked, lambda found: self._show_scenario(audit, found))

    def _show_scenario(self, about: Audit, found: Scenario) -> None:
        self.scenario.found(about)
        kept = () if self._scenarios_about is not about else self._scenarios
        self._scenarios_about = about
        self._scenarios = (found, *(tried for tried in kept if tried.known != found.known))
        self.scenarios.rows.show_columns(scenario_columns(self._scenarios, about.names), len(self._scenarios))
        self.scenarios.fit_columns()
        self._tried.show_table()
        self.scenario_sentence.setText(scenario_sentence(found, about))
        self.scenario_sentence.show()

    def _leave_out(self) -> None:
        audit = self.leave_out.audit
        if audit is not None:
            self._explorer.leave_one_out(audit, lambda found: self._show_effects(audit, found))

    def _show_effects(self, about: Audit, found: LeaveOneOut) -> None:
        self.leave_out.found(about)
        self.effects.rows.show_columns(effect_columns(found.effects), len(found.effects))
        self.effects.fit_columns()
        self._left_out.show_table()
        self.effect_sentence.setText(effect_sentence(found))
        self.effect_sentence.show()

    def _connect(self) -> None:
        self.known.itemChanged.connect(lambda _: self._allow())
        self.all.clicked.connect(lambda: self._tick(Qt.CheckState.Checked))
        self.none.clicked.connect(lambda: self._tick(Qt.CheckState.Unchecked))
        self.scenario.button.clicked.connect(self._try)
        self.leave_out.button.clicked.connect(self._leave_out)

    def _arrange(self) -> None:
        ticks = row(heading(tr("He knows")))
        ticks.addStretch()
        ticks.addWidget(self.all)
        ticks.addWidget(self.none)
        tried = column(self.scenario, self.scenario_sentence, gap=6)
        tried.addWidget(self._tried, 1)
        upper = QWidget()
        content = row(column(ticks, self.known, gap=6), gap=16)
        content.addLayout(tried, 1)
        upper.setLayout(content)
        lower = QWidget()
        left_out = column(self.leave_out, self.effect_sentence, gap=6)
        left_out.addWidget(self._left_out, 1)
        lower.setLayout(left_out)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(upper)
        splitter.addWidget(lower)
        splitter.setSizes([230, 300])
        layout = column(
            caption(
                tr(
                    "The audit takes the intruder to know every attribute. Here he knows less; how many links are "
                    "right only the agency can know. All rests on the worst case of ties and missing values."
                )
            ),
            gap=8,
        )
        layout.addWidget(splitter, 1)
        self.setLayout(layout)


_SELECTABLE = Qt.ItemFlag.ItemIsSelectable


def _quiet_button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("role", "quiet")
    explain(button, tip, tip)
    return button


def scenario_sentence(found: Scenario, audit: Audit) -> str:
    """What one intruder finds, in words."""
    strongest = found.strongest
    known = known_text(found, audit.names)
    if strongest is None:
        return tr(
            "Who knows {known} finds {links} records on average that could be one's own. How many are right nobody "
            "knows, as the files are not paired.",
            known=known,
            links=numbers.significant(found.mean_links, 3),
        )
    low, high = (numbers.percent(bound) for bound in strongest.interval)
    return tr(
        "Who knows {known} links {rate} of the records rightly ({low} to {high}), {lift} times as many as chance.",
        known=known,
        rate=numbers.percent(strongest.rate),
        low=low,
        high=high,
        lift=numbers.significant(strongest.lift, 3),
    )


def effect_sentence(found: LeaveOneOut) -> str:
    """Which attributes give records away and which protect them, in words."""
    strongest = found.everything.strongest
    rate = numbers.percent(None if strongest is None else strongest.rate)
    said = [tr("With all attributes {rate} of the links are right.", rate=rate)]
    for effect, text in (
        (Effect.GIVES_AWAY, tr("Records are given away by")),
        (Effect.PROTECTS, tr("Records are protected by")),
    ):
        names = sorted((e for e in found.effects if e.effect is effect), key=lambda e: -abs(e.change))
        if names:
            said.append(f"{text} {', '.join(e.name for e in names)}.")
    if len(said) == 1:
        said.append(tr("No single attribute changes that clearly."))
    best = max(found.effects, key=lambda e: _rate(e.without))
    if _rate(best.without) > _rate(found.everything):
        said.append(
            tr(
                "▲ An intruder who leaves out {name} links {rate} rightly: a clever one does.",
                name=best.name,
                rate=numbers.percent(_rate(best.without)),
            )
        )
    return " ".join(said)


def _rate(scenario: Scenario) -> float:
    return 0.0 if scenario.strongest is None else scenario.strongest.rate
