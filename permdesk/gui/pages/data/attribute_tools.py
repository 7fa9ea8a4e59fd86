"""What can be done to the attributes that are selected, many at once."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from permdesk.data.choices import CategoryOrder, Level
from permdesk.gui import numbers
from permdesk.gui.pages.data.attribute_rows import level_words, named_order
from permdesk.gui.pages.data.choice_box import ChoiceBox
from permdesk.gui.parts import GAP, ElidedLabel, explain, label, quiet_button, row
from permdesk.gui.plain_tip import plain_tip
from permdesk.gui.turning import Turning
from permdesk.translation import tr

OFFERED_ORDERS = (CategoryOrder.BY_FREQUENCY, CategoryOrder.BY_CODE, CategoryOrder.BY_LABEL, CategoryOrder.BY_TAXONOMY)


class AttributeTools(QWidget):
    """A row of controls. It announces what is wanted; whoever knows the selection does it."""

    level_wanted = Signal(object)
    order_wanted = Signal(object)
    include_wanted = Signal()
    hierarchy_wanted = Signal()
    select_all_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.said = ElidedLabel("caption", Qt.TextElideMode.ElideRight)
        self.level = ChoiceBox[Level | None](
            [(None, tr("Set level…")), *((level, level_words(level)) for level in Level)]
        )
        explain(self.level, tr("Set level for selected"), tr("What the values of all selected attributes are."))
        self.order = ChoiceBox[CategoryOrder | None](
            [(None, tr("Set order…")), *((order, named_order(order)) for order in OFFERED_ORDERS)]
        )
        explain(
            self.order,
            tr("Set order for selected"),
            tr("How the categories of all selected attributes are ranked. A single one can be put in order by hand."),
        )
        self.exclude = quiet_button(tr("E&xclude"), tr("Leave the selected attributes out of the audit (Delete)."))
        self.include = quiet_button(
            tr("&Include"),
            tr("Audit the selected attributes: as numbers where every cell is one, else as words that need an order."),
        )
        self.hierarchy = quiet_button(
            tr("&Hierarchy…"),
            tr("Choose the file that says which values a generalized category covers, for the current attribute."),
        )
        self.level.activated.connect(self._on_level)
        self.order.activated.connect(self._on_order)
        self.exclude.clicked.connect(lambda: self.level_wanted.emit(Level.EXCLUDED))
        self.include.clicked.connect(self.include_wanted)
        self.hierarchy.clicked.connect(self.hierarchy_wanted)
        seen = row(label(tr("Attributes"), "heading"), gap=GAP)
        seen.addWidget(self.said, 1)
        boxes, buttons = row(self.level, self.order, gap=GAP), row(self.include, self.exclude, self.hierarchy, gap=GAP)
        controls = Turning(boxes, buttons, gap=GAP)
        self.setLayout(Turning(seen, controls, stretches=(1, 0)))
        self.show_selection(0, 0)

    def show_selection(self, n_selected: int, n_choices: int) -> None:
        """Say how many attributes are selected, of which ``n_choices`` are in both files and can be decided on."""
        self.said.setText(
            tr("{n} selected", n=numbers.count(n_selected))
            if n_selected > 1
            else tr("Ctrl, Shift or Ctrl+A select several.")
        )
        self.said.setToolTip(plain_tip(self.said.text()))
        for control in (self.level, self.order, self.exclude, self.include):
            control.setEnabled(n_choices > 0)
        self.hierarchy.setEnabled(n_choices == 1)

    def _on_level(self) -> None:
        level = self.level.value
        self.level.show_value(None)
        if level is not None:
            self.level_wanted.emit(level)

    def _on_order(self) -> None:
        order = self.order.value
        self.order.show_value(None)
        if order is not None:
            self.order_wanted.emit(order)
