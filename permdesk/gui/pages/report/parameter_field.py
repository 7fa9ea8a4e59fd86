"""A field for one parameter of a method: a number with its unit, a choice or a text, and what was measured of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from permdesk.audit.comparison import Comparison
from permdesk.audit.method_parameters import (
    Option,
    Parameter,
    ParameterFacts,
    Unit,
    Value,
    option_title,
    parameter_facts,
)
from permdesk.gui.numbers import ungrouped
from permdesk.gui.pages.data.choice_box import ChoiceBox
from permdesk.gui.pages.report.measured_words import measured_line
from permdesk.gui.parts import GAP, column, explain, label, row, set_role
from permdesk.translation import tr

NUMBER_WIDTH = 120


class ParameterField(QWidget):
    """Blank is not stated. Only what can be meant is decided; what cannot says so below the field."""

    decided = Signal(object, object)
    """The Parameter and its value, None where it is not stated any more."""

    def __init__(self, parameter: Parameter) -> None:
        super().__init__()
        self.facts = parameter_facts(parameter)
        self.choice: ChoiceBox[Option | None] | None = None
        self.line: QLineEdit | None = None
        self._comparisons: Sequence[Comparison] = ()
        self._decided = ""
        self.measured = label("", "caption", wraps=True)
        self.measured.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        name = label(self.facts.title, "muted", wraps=True)
        name.setToolTip(self.facts.meaning)
        field = self._field()
        name.setBuddy(field)
        explain(field, self.facts.title, _tip(self.facts))
        line = row(field, gap=GAP)
        if self.facts.unit is not None:
            field.setFixedWidth(NUMBER_WIDTH)
            line.addWidget(label(_unit_title(self.facts.unit), "muted"))
            line.addStretch(1)
        self.setLayout(column(name, line, self.measured, gap=2))
        self.measured.hide()

    def show_value(self, value: Value | None) -> None:
        """Show what was decided."""
        if self.choice is not None:
            self.choice.show_value(next((option for option in self.facts.options if option == value), None))
        elif self.line is not None:
            shown = "" if value is None else self._text(value)
            if shown not in (self._decided, self.line.text().strip()):
                self.line.setText(shown)
            self._decided = shown

    def show_comparisons(self, comparisons: Sequence[Comparison]) -> None:
        """Show what was measured."""
        self._comparisons = comparisons
        found = measured_line(comparisons)
        self._say(found.text, found.role, found.details)

    def _field(self) -> QWidget:
        if self.facts.options:
            offered: list[tuple[Option | None, str]] = [(None, tr("not stated"))]
            self.choice = ChoiceBox([*offered, *((option, option_title(option)) for option in self.facts.options)])
            self.choice.setMinimumContentsLength(12)
            self.choice.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            self.choice.activated.connect(self._choose)
            return self.choice
        self.line = QLineEdit()
        self.line.setPlaceholderText(tr("not stated"))
        self.line.editingFinished.connect(self._read)
        return self.line

    def _choose(self) -> None:
        if self.choice is not None:
            self.decided.emit(self.facts.parameter, self.choice.value)

    def _read(self) -> None:
        assert self.line is not None
        text = self.line.text().strip()
        if not text or self.facts.unit is None:
            self._accept(text or None)
            return
        number, is_number = QLocale().toDouble(text.removesuffix("%").strip())
        if is_number and self.facts.unit is Unit.SHARE:
            number = round(number / 100, 12)
        if is_number and self.facts.takes(number):
            self._accept(number)
        else:
            self._say(tr("✗ {range}", range=_range(self.facts)), "danger", "")

    def _accept(self, value: Value | None) -> None:
        self.show_comparisons(self._comparisons)
        self.decided.emit(self.facts.parameter, value)

    def _say(self, text: str, role: str, details: str) -> None:
        self.measured.setText(text)
        self.measured.setToolTip(details)
        self.measured.setAccessibleName(tr("{parameter}, measured", parameter=self.facts.title))
        set_role(self.measured, role)
        self.measured.setVisible(bool(text))

    def _text(self, value: Value) -> str:
        if isinstance(value, str):
            return value
        number = round(value * 100, 10) if self.facts.unit is Unit.SHARE else value
        return ungrouped(QLocale().toString(float(number), "g", 12))


def _tip(facts: ParameterFacts) -> str:
    return f"{facts.meaning} {_range(facts)}" if facts.unit is not None else facts.meaning


def _range(facts: ParameterFacts) -> str:
    scale = 100 if facts.unit is Unit.SHARE else 1
    low, high = (ungrouped(QLocale().toString(float(bound * scale), "g", 6)) for bound in (facts.least, facts.most))
    if facts.is_whole:
        return tr("A whole number, at least {low}.", low=low)
    if facts.unit is Unit.SHARE:
        return tr("A number from {low} to {high}.", low=low, high=high)
    return tr("A number.") if facts.least < 0 else tr("A number above 0.")


def _unit_title(unit: Unit) -> str:
    titles = {
        Unit.SHARE: "%",
        Unit.RECORDS: tr("records"),
        Unit.ATTRIBUTE: tr("in units of the attribute"),
        Unit.NONE: "",
    }
    return titles[unit]
