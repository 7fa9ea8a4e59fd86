"""A distance t that the officer chooses, and what lies within it."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QSlider, QWidget

from permdesk.audit.distance_reading import DistanceReading
from permdesk.gui import numbers
from permdesk.gui.derivations.explained import ExplainedSentence
from permdesk.gui.pages.data.fields import CountField
from permdesk.gui.panels.words import statement
from permdesk.gui.parts import explain, label, row
from permdesk.gui.turning import Turning
from permdesk.report.derivations.derivation import Derivation
from permdesk.translation import tr, tr_count

STEPS = 20
SLIDER_WIDTH = 240
SENTENCE_WIDTH = 400


class WithinDistance(QWidget):
    """Slider and field that always agree, beside a sentence. ``chosen`` carries a distance that a person chose."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tip = tr("A distance in ranks: which records, original and random, have a match within it")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        explain(self.slider, tr("Distance t"), tip)
        self.slider.setFixedWidth(SLIDER_WIDTH)
        self.field = CountField(tr("Distance t, as a number"), tip, 0)
        self.field.setFixedWidth(110)
        self.sentence = statement()
        self.sentence.setMinimumWidth(SENTENCE_WIDTH)
        self._explained = ExplainedSentence(self.sentence)
        words = label(tr("Within distance &t"))
        words.setBuddy(self.field)
        controls = row(words, self.slider, self.field, gap=12)
        self.setLayout(Turning(controls, self.sentence, gap=12, stretches=(0, 1)))
        self.slider.valueChanged.connect(self._on_chosen)
        self.field.valueChanged.connect(self._on_chosen)

    @property
    def distance(self) -> int:
        return self.slider.value()

    def show_range(self, largest: int) -> None:
        """Distances from 0 to ``largest`` can be chosen."""
        with QSignalBlocker(self.slider), QSignalBlocker(self.field):
            self.slider.setMaximum(largest)
            self.slider.setPageStep(max(1, math.ceil(largest / STEPS)))
            self.field.setMaximum(largest)

    def show_reading(
        self, reading: DistanceReading, said: str, derived: Callable[[], Derivation | None] = lambda: None
    ) -> None:
        """Show a distance and what lies within it; ``derived`` says how that is computed."""
        self._explained.say(derived)
        with QSignalBlocker(self.slider), QSignalBlocker(self.field):
            self.slider.setValue(reading.distance)
            self.field.setValue(reading.distance)
        self.sentence.setText(said)

    def _on_chosen(self, distance: int) -> None:
        self.chosen.emit(distance)


def shares_sentence(reading: DistanceReading) -> str:
    """What anybody who holds X and Y can read off at a distance."""
    return tr_count(
        "Within {count} rank: {original} of the original records ({n}) and {random} of random records have a match.",
        "Within {count} ranks: {original} of the original records ({n}) and {random} of random records have a match.",
        reading.distance,
        count=numbers.count(reading.distance),
        original=numbers.percent(reading.share_original),
        n=numbers.count(reading.records.size),
        random=numbers.percent(reading.share_random, 2),
    )


def right_sentence(reading: DistanceReading) -> str:
    """What only the agency can read off: how many of these links are right."""
    if reading.n_right is None or not reading.records.size:
        return shares_sentence(reading)
    right = tr_count(
        "Of this one link, {right} is expected to be right ({share}).",
        "Of these {count} links, {right} are expected to be right ({share}).",
        reading.records.size,
        count=numbers.count(reading.records.size),
        right=numbers.decimal(reading.n_right, 0 if reading.n_right.is_integer() else 1),
        share=numbers.percent(reading.n_right / reading.records.size),
    )
    return f"{shares_sentence(reading)} {right}"
