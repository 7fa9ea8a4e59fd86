"""What the release keeps of each attribute, in bits and in ranks, with sources and what is PermDesk's own."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from permdesk.audit.findings import Audit
from permdesk.audit.information import Information
from permdesk.gui import numbers
from permdesk.gui.explorer import Explorer
from permdesk.gui.models.information_columns import information_columns
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.awaited import Awaited
from permdesk.gui.panels.on_demand import OnDemand
from permdesk.gui.panels.words import caption, heading, statement
from permdesk.gui.parts import card, column, row, scrolled
from permdesk.gui.theme import Theme
from permdesk.translation import tr

NOTES_WIDTH = 340


class InformationPanel(QWidget):
    """A table on demand and the notes that explain its columns."""

    def __init__(self, explorer: Explorer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explorer = explorer
        self.measure = OnDemand(
            tr("&Measure information"), tr("Measure for each attribute what the release keeps of its order"), explorer
        )
        self.table = TableView(tr("What the release keeps of each attribute"))
        self._awaited = Awaited(
            self.table, tr("Nothing was measured yet: “Measure information” shows what each attribute keeps.")
        )
        self.sentence = statement()
        self.sentence.hide()  # until there is something to say
        self.notes = [caption(text) for text in note_texts()]
        self.measure.is_asked_for(self.table, self.sentence)
        self.measure.button.clicked.connect(self._measure)
        words = column(heading(tr("How these numbers are computed")), *self.notes, gap=8, margins=12)
        words.addStretch()
        notes = scrolled(card(words), tr("How these numbers are computed"), words=True)
        notes.setFixedWidth(NOTES_WIDTH)
        notes.setToolTip(tr("Formulas, sources, and what is PermDesk's own"))
        layout = column(
            caption(
                tr(
                    "How much the release tells about the order of the original values. It needs to know which record "
                    "of Y was made from which of X, which only the agency does."
                )
            ),
            self.measure,
            self.sentence,
            gap=8,
        )
        content = row(gap=12)
        content.addWidget(self._awaited, 1)
        content.addWidget(notes)
        layout.addLayout(content, 1)
        self.setLayout(layout)

    def show_audit(self, audit: Audit) -> None:
        """Offer to measure an audit; what was measured for another one stays, marked as out of date."""
        self.measure.show_audit(audit)

    def apply_theme(self, theme: Theme) -> None:
        self.table.apply_theme(theme)

    def _measure(self) -> None:
        audit = self.measure.audit
        if audit is not None:
            self._explorer.find_information(audit, lambda found: self._show(audit, found))

    def _show(self, about: Audit, found: Information) -> None:
        self.measure.found(about)
        self.table.rows.show_columns(information_columns(found.attributes), len(found.attributes))
        self.table.fit_columns()
        self._awaited.show_table()
        self.sentence.setText(information_sentence(found))
        self.sentence.show()


def information_sentence(found: Information) -> str:
    """What all attributes together leave open, and why an attribute has no number, in words."""
    said = tr(
        "By all attributes together an intruder is left with {doubt} of {most} bits of doubt about which record is "
        "whose: {meaning}.",
        doubt=numbers.decimal(found.links.mean, 2),
        most=numbers.decimal(found.links.most, 2),
        meaning=tr("nearly every record has one link, right or wrong")
        if found.links.mean < 0.5
        else tr("many records have several links"),
    )
    reasons: dict[str, list[str]] = {}
    for attribute in found.attributes:
        if attribute.reason:
            reasons.setdefault(attribute.reason, []).append(attribute.name)
    return " ".join([said, *(f"{', '.join(names)}: {reason}" for reason, names in reasons.items())])


def note_texts() -> tuple[str, ...]:
    """Formulas and sources, and what is PermDesk's own."""
    return (
        tr(
            "Kept: I = Σ p log₂(p / (p(row) · p(column))) over a table of rank classes of X and Z (Shannon 1948), less "
            "its bias (cells − rows − columns + 1) / (2 n ln 2) (Miller 1955). PermDesk's own: to cut ranks into "
            "classes."
        ),
        tr(
            "Doubt: log₂ of the number of links, averaged over the records. PermDesk's own: to take an intruder's "
            "links as equally likely."
        ),
        tr(
            "Rank displacement: power means of |rank of X − rank of Z| with the exponents −∞, −1, 0, 1, 2, ∞, after "
            "Ruiz (arXiv:1701.08419). PermDesk's own: the gap between rank intervals, 0 for ties, divided by n − 1."
        ),
    )
