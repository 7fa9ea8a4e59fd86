"""Number fields that report once per decision, and a grid that names them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QSpinBox, QWidget

from permdesk.gui import numbers
from permdesk.gui.parts import explain, label
from permdesk.translation import tr

ENOUGH = 99_999.0
QT_MEASURES = 18
"""Letters of a field's text after which Qt stops to count them for its size."""


class CountField(QSpinBox):
    """A whole number; ``OFF`` (the minimum) stands for "not applied" where that is allowed."""

    def __init__(self, name: str, tip: str, most: int, *, least: int = 0, may_be_off: bool = False) -> None:
        super().__init__()
        self._beyond: int | None = None
        self.setRange(least - 1 if may_be_off else least, most)
        self._may_be_off = may_be_off
        if may_be_off:
            self.setSpecialValueText(tr("not applied"))
        self.setKeyboardTracking(False)
        self.setGroupSeparatorShown(True)
        explain(self, name, tip)

    @property
    def number(self) -> int | None:
        if self._beyond is not None and self.value() == self.maximum():
            return self._beyond
        return None if self._may_be_off and self.value() == self.minimum() else self.value()

    def show_number(self, number: int | None) -> None:
        """Show what was decided, also what is larger than can be chosen here, as files may hold."""
        self._beyond = number if number is not None and number > self.maximum() else None
        blocked = self.blockSignals(True)
        self.setValue(self.minimum() if number is None else min(number, self.maximum()))
        self.setSuffix(self.suffix())  # else the text stays where only what is beyond has changed
        self.blockSignals(blocked)

    def textFromValue(self, value: int) -> str:
        if self._beyond is not None and value == self.maximum():
            return numbers.count(self._beyond)
        return super().textFromValue(value)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # scrolling the page must not change what is under the pointer


class ShareField(QDoubleSpinBox):
    """A number with decimals; ``scale`` 100 shows a share in percent."""

    def __init__(
        self,
        name: str,
        tip: str,
        *,
        most: float,
        step: float,
        decimals: int,
        least: float = 0.0,
        scale: float = 1.0,
        suffix: str = "",
        may_be_off: bool = False,
    ) -> None:
        super().__init__()
        self._scale, self._may_be_off = scale, may_be_off
        self.setDecimals(decimals)
        self.setRange(least - step if may_be_off else least, most)
        self.setSingleStep(step)
        self.setSuffix(suffix)
        if may_be_off:
            self.setSpecialValueText(tr("not applied"))
        self.setKeyboardTracking(False)
        explain(self, name, tip)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def sizeHint(self) -> QSize:
        """Room for what is decided at most in earnest: names beside the field need the rest."""
        hint = super().sizeHint()
        enough = min(self.maximum(), ENOUGH)
        return QSize(hint.width() - self._room_for(self.maximum()) + self._room_for(enough), hint.height())

    def _room_for(self, most: float) -> int:
        """The pixels that Qt takes for the text of numbers up to ``most``."""
        texts = [f"{self.textFromValue(number)}{self.suffix()} "[:QT_MEASURES] for number in (self.minimum(), most)]
        return max(map(self.fontMetrics().horizontalAdvance, (*texts, self.specialValueText())))

    @property
    def number(self) -> float | None:
        if self._may_be_off and self.value() == self.minimum():
            return None
        return round(self.value() / self._scale, 12)

    def show_number(self, number: float | None) -> None:
        blocked = self.blockSignals(True)
        self.setValue(self.minimum() if number is None else number * self._scale)
        self.blockSignals(blocked)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # scrolling the page must not change what is under the pointer


def named_fields(fields: Sequence[tuple[str, QWidget]]) -> QGridLayout:
    """Names on the left, fields on the right; a name with an underlined letter leads to its field."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(8)
    for place, (name, field) in enumerate(fields):
        words = label(name, wraps=True)
        words.setBuddy(field)
        words.setToolTip(field.toolTip())
        grid.addWidget(words, place, 0)
        grid.addWidget(field, place, 1)
    grid.setColumnStretch(0, 1)
    return grid


def on_decision(field: CountField | ShareField, decide: Callable[[], None]) -> None:
    """Call ``decide`` when a person has settled on a number, not at each key."""
    field.valueChanged.connect(lambda _: decide())
