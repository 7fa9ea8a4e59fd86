"""Edits one step of the anonymization: its method, the parameters of that method, attributes and software."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from permdesk.audit.comparison import Comparison
from permdesk.audit.description import Step
from permdesk.audit.method_parameters import Parameter, Value
from permdesk.audit.methods_inventory import Method, Transparency, method_facts, transparency
from permdesk.gui.pages.data.choice_box import ChoiceBox
from permdesk.gui.pages.report.attribute_picker import AttributePicker
from permdesk.gui.pages.report.measured_words import measured_line
from permdesk.gui.pages.report.parameter_field import ParameterField
from permdesk.gui.pages.report.text_fields import LineField, LinesField, add_named
from permdesk.gui.parts import GAP, column, explain, label, row, set_role
from permdesk.gui.plain_tip import plain_tip
from permdesk.translation import tr


class StepEditor(QWidget):
    """Shows a step; every change is a new step."""

    decided = Signal(object, str)
    """The changed Step, and what was changed, in words."""

    def __init__(self) -> None:
        super().__init__()
        self._step = Step()
        self._comparisons: Sequence[Comparison] = ()
        self.method = ChoiceBox([(method, method_facts(method).title) for method in Method])
        self.method.setMinimumContentsLength(12)
        self.method.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        explain(self.method, tr("Method"), tr("The method of this step; its parameters appear below."))
        self.method.activated.connect(self._choose_method)
        self.meaning = label("", "caption", wraps=True)
        self.name = LineField(tr("Name of the method"), tr("Your own name for it, if it has one."), self._decide_texts)
        self.parameters: dict[Parameter, ParameterField] = {}
        self._fields = column(gap=GAP)
        self.attributes = AttributePicker()
        self.attributes.decided.connect(self._decide_attributes)
        self.findings = label("", "caption", wraps=True)
        self.software = LineField(tr("Software of the step"), tr("What made this step."), self._decide_texts)
        self.version = LineField(tr("Version of the software"), tr("Its version."), self._decide_texts)
        self.remark = LinesField(
            tr("Remark on the step"), tr("Anything else that users must know of this step."), self._decide_texts
        )
        words = label(tr("Met&hod"), "muted")
        words.setBuddy(self.method)
        layout = column(words, self.method, self.meaning, gap=4)
        add_named(layout, tr("Name"), self.name)
        layout.addLayout(self._fields)
        layout.addWidget(self.attributes)
        layout.addWidget(self.findings)
        both = row(gap=GAP)
        for title, field in ((tr("Software"), self.software), (tr("Version"), self.version)):
            named = column(gap=2)
            add_named(named, title, field)
            both.addLayout(named, 2 if field is self.software else 1)
        layout.addLayout(both)
        add_named(layout, tr("Remark"), self.remark)
        self.setLayout(layout)

    def show_step(self, step: Step, offered: tuple[str, ...], comparisons: Sequence[Comparison]) -> None:
        """Show a step, the attributes that it may name, and what was measured of it."""
        self._step, self._comparisons = step, comparisons
        self.method.show_value(step.kind)
        self._show_fields(step.kind)
        self.meaning.setText(f"{method_facts(step.kind).meaning} {_transparency(step)}")
        self.name.show_text(step.method)
        self.attributes.show_names(offered, step.attributes)
        self.software.show_text(step.software)
        self.version.show_text(step.version)
        self.remark.show_text(step.parameters)
        for parameter, field in self.parameters.items():
            field.show_value(step.values.get(parameter))
            field.show_comparisons([c for c in comparisons if c.parameter is parameter])
        found = measured_line([c for c in comparisons if c.parameter not in self.parameters])
        self.findings.setText(found.text)
        self.findings.setToolTip(plain_tip(found.details))
        set_role(self.findings, found.role)
        self.findings.setVisible(bool(found.text))

    def _show_fields(self, method: Method) -> None:
        wanted = method_facts(method).parameters
        if wanted == tuple(self.parameters):
            return
        gone, self.parameters = self.parameters, {}
        for old in gone.values():
            old.blockSignals(True)  # a field that loses the focus by going would decide once more
            self._fields.removeWidget(old)
            old.hide()
            old.deleteLater()
        before: QWidget = self.name
        for parameter in wanted:
            field = ParameterField(parameter)
            field.decided.connect(self._decide_value)
            self.parameters[parameter] = field
            self._fields.addWidget(field)
            inner = field.line or field.choice
            assert inner is not None
            QWidget.setTabOrder(before, inner)
            before = inner
        QWidget.setTabOrder(before, self.attributes.all)

    def _choose_method(self) -> None:
        """Parameters that the new method does not have would contradict it, so they go."""
        kind = self.method.value
        kept = {name: value for name, value in self._step.values.items() if name in method_facts(kind).parameters}
        self.decided.emit(replace(self._step, kind=kind, values=kept), tr("method of a step"))

    def _decide_value(self, parameter: Parameter, value: Value | None) -> None:
        values = {name: known for name, known in self._step.values.items() if name is not parameter}
        if value is not None:
            values[parameter] = value
        ordered = {name: values[name] for name in Parameter if name in values}
        title = self.parameters[parameter].facts.title
        if ordered != self._step.values:
            self.decided.emit(replace(self._step, values=ordered), title)

    def _decide_attributes(self, names: tuple[str, ...]) -> None:
        self.decided.emit(replace(self._step, attributes=names), tr("attributes of a step"))

    def _decide_texts(self) -> None:
        changed = replace(
            self._step,
            method=self.name.typed,
            software=self.software.typed,
            version=self.version.typed,
            parameters=self.remark.typed,
        )
        if changed != self._step:
            self.decided.emit(changed, tr("remarks on a step"))


def _transparency(step: Step) -> str:
    match transparency(step.kind, step.values):
        case Transparency.MET:
            return tr("Randomized: publish everything but its seed.")
        case Transparency.WITHOUT_KEY:
            return tr("Deterministic: it has no seed; publish everything.")
        case Transparency.UNKNOWN:
            return tr("State whether it used random numbers.")
