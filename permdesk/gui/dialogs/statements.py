"""Which statements about the risk a policy allows a cautious public report: a box for each."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from permdesk.audit.policy import PublicStatement
from permdesk.gui.parts import column, explain, label
from permdesk.report.wording import statement_title
from permdesk.translation import tr


class StatementBoxes(QWidget):
    """``decided`` says that the officer has changed ``statements``."""

    decided = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.boxes = {statement: _box(statement) for statement in PublicStatement}
        meaning = tr(
            "None is made unless it is ticked; a ticked one is made whatever it turns out to say, as one that is made "
            "only when it pleases would tell by its absence that it does not. No statement gives a measured value."
        )
        self.setLayout(column(label(meaning, "caption", wraps=True), *self.boxes.values(), gap=6))
        for box in self.boxes.values():
            box.clicked.connect(self.decided)

    @property
    def statements(self) -> tuple[PublicStatement, ...]:
        """Those that are ticked, in the order in which a report makes them."""
        return tuple(statement for statement, box in self.boxes.items() if box.isChecked())

    def show_statements(self, allowed: tuple[PublicStatement, ...]) -> None:
        """Show what was decided."""
        for statement, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setChecked(statement in allowed)


def _box(statement: PublicStatement) -> QCheckBox:
    box = QCheckBox(statement_title(statement))
    tips = {
        PublicStatement.VERDICT: tr("Whether the release keeps every threshold of the policy."),
        PublicStatement.SMALLEST_DISTANCE: tr("Whether every record is as far from its matches as the policy asks."),
        PublicStatement.RIGHT_LINKS: tr("Whether the strongest linkage is right for no more records than allowed."),
        PublicStatement.DEFENSIBLE_RIGHT_LINKS: tr(
            "Whether an intruder can tell no more right links from chance than allowed."
        ),
    }
    explain(box, statement_title(statement), tips[statement])
    return box
