"""A requirement as slider and field that always agree; the slider is fine at the beginning, where most records are."""

from __future__ import annotations

import math

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QSlider, QWidget

from permdesk.gui.pages.data.fields import ShareField
from permdesk.gui.parts import explain, label, row

PLACES = 1000
POWER = 3
LARGEST = 1e15
DIGITS = 6


class RequirementSlider(QWidget):
    """``chosen`` carries a number that a person chose, by slider, field or key."""

    chosen = Signal(float)

    def __init__(self, words: str, name: str, tip: str, *, is_whole: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_whole = is_whole
        self._most = 1.0
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, PLACES)
        self.slider.setPageStep(PLACES // 20)
        self.slider.setMinimumWidth(80)
        self.field = ShareField(name, tip, most=LARGEST, step=1.0, decimals=0)
        self.field.setGroupSeparatorShown(True)
        self.field.setFixedWidth(150)
        self.name = label(words)
        self.name.setBuddy(self.field)
        line = row(self.name, gap=10)
        line.addWidget(self.slider, 1)
        line.addWidget(self.field)
        self.setLayout(line)
        explain(self.slider, name, tip)
        self.slider.valueChanged.connect(lambda place: self._choose(self._number_at(place)))
        self.field.valueChanged.connect(self._choose)

    @property
    def number(self) -> float:
        return self.field.value()

    def show_range(self, most: float, suffix: str = "") -> None:
        """The slider reaches from 0 to ``most``; the field takes more too."""
        self._most = most if most > 0 and math.isfinite(most) else 1.0
        with QSignalBlocker(self.field):
            if not self._is_whole:
                places = max(0, DIGITS - 1 - math.floor(math.log10(self._most)))
                self.field.setDecimals(min(places, 12))
                self.field.setSingleStep(10.0 ** math.floor(math.log10(self._most) - 1))
            self.field.setSuffix(suffix)

    def show_number(self, number: float) -> None:
        """Show a number that was chosen elsewhere."""
        with QSignalBlocker(self.slider), QSignalBlocker(self.field):
            self.field.setValue(number)
            self.slider.setValue(round(PLACES * min(1.0, number / self._most) ** (1 / POWER)))

    def _number_at(self, place: int) -> float:
        number = self._most * (place / PLACES) ** POWER
        return float(round(number)) if self._is_whole else round(number, self.field.decimals())

    def _choose(self, number: float) -> None:
        self.show_number(number)
        self.chosen.emit(number)
