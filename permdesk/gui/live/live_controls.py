"""The controls of the live demonstration: preset, captions, slider, what the intruder knows, one person."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QSlider, QSpinBox, QWidget

from permdesk.audit.preset import Preset
from permdesk.gui import numbers
from permdesk.gui.live.slider_scale import LAST_PLACE, place_of, strength_at
from permdesk.gui.panels.whole_words import WholeWords
from permdesk.gui.parts import GAP, column, explain, label, quiet_button, row
from permdesk.gui.turning import Turning
from permdesk.masking.parameters import PARAMETERS, Method, Unit
from permdesk.report.comparison_words import method_title, parameter_title
from permdesk.translation import tr

FEWEST_LETTERS = 12
LOWEST_CAPTION = 44


class LiveControls(QWidget):
    """``strength`` is None as long as a preset with files of its own shows what was published."""

    preset_chosen = Signal()
    moved = Signal()
    """The slider, or how many attributes the intruder knows."""
    drawn_again = Signal()
    person_chosen = Signal(int)
    """An original record, from 0."""
    open_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.presets: list[Preset] = []
        self.strength: float | None = None
        self._caption = 0
        self.choice = QComboBox()
        explain(
            self.choice, tr("Preset"), tr("What the demonstration begins with. Your own stand below the shipped ones.")
        )
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.setMinimumContentsLength(FEWEST_LETTERS)
        self.open = quiet_button(tr("&Open a preset…"), tr("Open a preset from a file (*.toml)."))
        self.caption = WholeWords("presenter", LOWEST_CAPTION)
        back, on = "→←" if self.isRightToLeft() else "←→"
        self.earlier = quiet_button(back, tr("The caption before this one (Alt+Left)"))
        self.later = quiet_button(on, tr("The next caption (Alt+Right)"))
        self.earlier.setAccessibleName(tr("Earlier caption"))
        self.later.setAccessibleName(tr("Next caption"))
        self.earlier.setShortcut(QKeySequence("Alt+Left"))
        self.later.setShortcut(QKeySequence("Alt+Right"))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, LAST_PLACE)
        self.slider.setPageStep(LAST_PLACE // 20)
        self.method = label("", wraps=True)
        self.value = label("", "figure")
        self.value.setMinimumWidth(150)
        self.again = QPushButton(tr("&Draw again"))
        explain(self.again, tr("Draw again"), tr("Anonymize anew, with other random numbers of the same size."))
        self.attributes = QSpinBox()
        explain(
            self.attributes, tr("Attributes"), tr("How many attributes the intruder knows, the first ones of the file.")
        )
        self.person = QSpinBox()
        explain(self.person, tr("Person"), tr("The original record whose table is shown and whose line is thick."))
        for button in (self.again, self.open, self.earlier, self.later):
            button.setAutoDefault(False)
        self._arrange()
        self._connect()

    @property
    def preset(self) -> Preset | None:
        return self.presets[self.choice.currentIndex()] if self.presets else None

    def show_presets(self, presets: Mapping[str, Preset]) -> None:
        """Offer presets and choose the first one."""
        self.presets = list(presets.values())
        with QSignalBlocker(self.choice):
            self.choice.clear()
            self.choice.addItems([preset.words.title for preset in self.presets])
        self._on_preset()

    def add_preset(self, preset: Preset) -> None:
        """Offer one more and choose it."""
        self.presets.append(preset)
        self.choice.addItem(preset.words.title)
        self.choice.setCurrentIndex(len(self.presets) - 1)

    def show_file(self, n_records: int, n_attributes: int, known: int) -> None:
        """Let persons and attributes of a file be chosen; ``known`` of the attributes are."""
        with QSignalBlocker(self.attributes), QSignalBlocker(self.person):
            self.attributes.setRange(1, n_attributes)
            self.attributes.setValue(known)
            self.attributes.setEnabled(n_attributes > 1)
            self.person.setRange(1, n_records)

    def _on_preset(self) -> None:
        preset = self.preset
        if preset is None:
            return
        masking = preset.masking
        self.strength = None if preset.recipe else masking.strength
        with QSignalBlocker(self.slider), QSignalBlocker(self.attributes), QSignalBlocker(self.person):
            self.slider.setValue(place_of(masking.method, masking.strength))
            self.attributes.setValue(self.attributes.minimum())
            self.person.setValue(1)
        self.method.setText(
            tr("{method}: {parameter}", method=method_title(masking.method), parameter=parameter_title(masking.method))
        )
        explain(
            self.slider,
            parameter_title(masking.method),
            tr("How much the file is changed: fine steps on the left, coarse ones on the right. Arrow keys move it."),
        )
        self._show_value()
        self._show_caption(0)
        self.preset_chosen.emit()

    def _on_slider(self, place: int) -> None:
        preset = self.preset
        if preset is not None:
            self.strength = strength_at(preset.masking.method, place)
            self._show_value()
            self.moved.emit()

    def _show_value(self) -> None:
        preset = self.preset
        if preset is None:
            return
        text = tr("as published") if self.strength is None else shown_strength(self.strength, preset.masking.method)
        self.value.setText(text)
        self.slider.setAccessibleDescription(text)

    def _show_caption(self, place: int) -> None:
        captions = () if self.preset is None else self.preset.words.captions
        self._caption = min(max(place, 0), max(len(captions) - 1, 0))
        self.caption.setText(captions[self._caption] if captions else "")
        self.earlier.setEnabled(self._caption > 0)
        self.later.setEnabled(self._caption + 1 < len(captions))

    def _connect(self) -> None:
        self.choice.currentIndexChanged.connect(lambda _: self._on_preset())
        self.open.clicked.connect(self.open_wanted)
        self.earlier.clicked.connect(lambda: self._show_caption(self._caption - 1))
        self.later.clicked.connect(lambda: self._show_caption(self._caption + 1))
        self.slider.valueChanged.connect(self._on_slider)
        self.again.clicked.connect(self.drawn_again)
        self.attributes.valueChanged.connect(lambda _: self.moved.emit())
        self.person.valueChanged.connect(lambda number: self.person_chosen.emit(number - 1))

    def _arrange(self) -> None:
        def named(text: str, field: QWidget) -> QLabel:
            name = QLabel(text)
            name.setBuddy(field)
            return name

        self.choice.setMaximumWidth(420)
        preset, file = row(named(tr("&Preset"), self.choice)), row()
        preset.addWidget(self.choice, 10)
        preset.addWidget(self.open)
        preset.addStretch(1)
        for text, field in ((tr("A&ttributes"), self.attributes), (tr("Pe&rson"), self.person)):
            file.addWidget(named(text, field))
            file.addWidget(field)
        top = Turning(preset, file, stretches=(1, 0))
        said = row(self.earlier, gap=GAP)
        said.addWidget(self.caption, 1)
        said.addWidget(self.later)
        moving = row(gap=GAP)
        moving.addWidget(self.slider, 1)
        moving.addWidget(self.value)
        moving.addWidget(self.again)
        self.method.setBuddy(self.slider)
        self.setLayout(column(top, said, self.method, moving))


def shown_strength(strength: float, method: Method) -> str:
    """A parameter with its unit, as the person at the screen writes numbers."""
    unit = PARAMETERS[method].unit
    if unit is Unit.SHARE:
        return tr("{number} %", number=numbers.exact(float(f"{100 * strength:.4g}")))
    if unit is Unit.DEVIATIONS:
        return tr("{number} std. dev.", number=numbers.exact(strength))
    return numbers.exact(strength)
