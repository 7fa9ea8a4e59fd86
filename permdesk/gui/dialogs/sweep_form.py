"""The form of a sweep: method, range, goal, how many releases, and how to search."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from permdesk.audit.sweep import Goal, SweepPlan, strengths_between, usual_range
from permdesk.gui import numbers
from permdesk.gui.pages.data.fields import CountField, ShareField
from permdesk.gui.parts import SMALL_GAP, column, explain, label, row
from permdesk.masking.parameters import PARAMETERS, Method, Unit
from permdesk.report.comparison_words import method_title, parameter_title
from permdesk.translation import tr, tr_count

METHODS = tuple(Method)
ENDS = 2


class SweepForm(QWidget):
    """``changed`` whenever another plan is meant."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.method = QComboBox()
        self.method.addItems([method_title(method) for method in METHODS])
        explain(self.method, tr("Method"), tr("How the releases are made. They are for demonstration only."))
        self.lowest = ShareField(tr("From"), tr("The smallest value that is tried"), most=1e6, step=0.05, decimals=3)
        self.highest = ShareField(tr("To"), tr("The largest value that is tried"), most=1e6, step=0.05, decimals=3)
        for end in (self.lowest, self.highest):
            end.setGroupSeparatorShown(True)
        self.search = QComboBox()
        self.search.addItems([tr("grid"), tr("halving")])
        explain(
            self.search,
            tr("Search"),
            tr("Grid: equal steps from the smallest to the largest. Halving: between what fails and what suffices."),
        )
        self.steps = CountField(
            tr("Steps"), tr("How many values the grid has, or how often the gap is halved"), 100, least=1
        )
        self.steps.setValue(5)
        self.replicates = CountField(
            tr("Releases at each value"),
            tr("More of them make the answer surer; all must reach the goal"),
            100,
            least=1,
        )
        self.replicates.setValue(3)
        self.goal = QComboBox()
        self.goal.addItems([tr("within the policy"), tr("few right links")])
        explain(self.goal, tr("Goal"), tr("What every release must reach."))
        self.rate = ShareField(
            tr("Right links at most"),
            tr("Largest share of right links of the strongest linkage"),
            most=100,
            step=0.5,
            decimals=2,
            scale=100,
            suffix=tr("{number} %", number=""),
        )
        self.rate.setValue(1.0)
        self.unit = QLabel()
        self.unit.setWordWrap(True)
        self.unit.setProperty("role", "caption")
        self.amount = label("", "muted", wraps=True)
        self.setLayout(self._arranged())
        self.method.currentIndexChanged.connect(lambda _: self._on_method())
        self.search.currentIndexChanged.connect(lambda _: self._refresh())
        self.goal.currentIndexChanged.connect(lambda _: self._refresh())
        for field in (self.lowest, self.highest, self.steps, self.replicates, self.rate):
            field.valueChanged.connect(lambda _: self._refresh())
        self._on_method()

    def _arranged(self) -> QVBoxLayout:
        """Names above their fields: in some languages they are longer than any place beside one."""
        for box in (self.method, self.search, self.goal):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
        ends = _beside(_named(tr("&From"), self.lowest), _named(tr("&To"), self.highest))
        tries = _beside(_named(tr("Sea&rch"), self.search), _named(tr("&Steps"), self.steps))
        return column(
            _named(tr("&Method"), self.method),
            self.unit,
            ends,
            tries,
            _named(tr("Releases at &each value"), self.replicates),
            _named(tr("&Goal"), self.goal),
            _named(tr("Right &links at most"), self.rate),
            self.amount,
            gap=10,
        )

    def plan(self, seed: int) -> SweepPlan:
        """The plan that is meant; it may be one that cannot be (see ``plan_problem``)."""
        method, steps = METHODS[self.method.currentIndex()], self.steps.value()
        halves = self.search.currentIndex() == 1
        scale = 100.0 if PARAMETERS[method].unit is Unit.SHARE else 1.0
        lowest, highest = self.lowest.value() / scale, self.highest.value() / scale
        return SweepPlan(
            method=method,
            strengths=strengths_between(method, lowest, highest, ENDS if halves else steps),
            goal=Goal(self.rate.number if self.goal.currentIndex() == 1 else None),
            replicates=self.replicates.value(),
            halvings=steps if halves else 0,
            seed=seed,
        )

    def _on_method(self) -> None:
        method = METHODS[self.method.currentIndex()]
        parameter = PARAMETERS[method]
        is_share = parameter.unit is Unit.SHARE
        scale = 100.0 if is_share else 1.0
        for field, value in zip((self.lowest, self.highest), usual_range(method), strict=True):
            blocked = field.blockSignals(True)
            field.setDecimals(0 if parameter.is_whole else 1 if is_share else 3)
            field.setSuffix(tr("{number} %", number="") if is_share else "")
            field.setSingleStep(1 if is_share or parameter.is_whole else 0.05)
            field.setRange(parameter.least * scale, parameter.most * scale)
            field.setValue(value * scale)
            field.blockSignals(blocked)
        self.unit.setText(tr("The parameter: {parameter}", parameter=parameter_title(method)))
        self._refresh()

    def _refresh(self) -> None:
        self.rate.setEnabled(self.goal.currentIndex() == 1)
        plan = self.plan(0)
        n = (len(plan.strengths) + plan.halvings) * plan.replicates
        self.amount.setText(
            tr_count(
                "{count} release is made and audited.",
                "{count} releases are made and audited.",
                n,
                count=numbers.count(n),
            )
        )
        self.changed.emit()


def _named(name: str, field: QWidget) -> QVBoxLayout:
    """A field below its name, whose underlined letter leads to it."""
    words = label(name, wraps=True)
    words.setBuddy(field)
    words.setToolTip(field.toolTip())
    return column(words, field, gap=SMALL_GAP)


def _beside(one: QVBoxLayout, other: QVBoxLayout) -> QHBoxLayout:
    both = row(one, other, gap=10)
    both.setStretch(0, 1)
    both.setStretch(1, 1)
    return both
