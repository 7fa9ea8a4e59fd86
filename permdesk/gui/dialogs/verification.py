"""Asks what the page holds on which respondents check their own records, before it is written."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QLineEdit, QListWidget, QListWidgetItem, QPushButton, QWidget

from permdesk.audit.findings import Audit
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.parts import GAP, column, explain, label, row
from permdesk.report.verification_page import VerificationPage
from permdesk.translation import tr


class VerificationDialog(QDialog):
    """``then`` is called with what the officer decided. Only audited attributes can be chosen: no IDs, nothing that
    was excluded."""

    chapter = Chapter.SUBJECT

    def __init__(
        self,
        audit: Audit,
        suggested: VerificationPage,
        then: Callable[[VerificationPage], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Verification page for respondents"))
        self._then = then
        self.attributes = QListWidget()
        explain(
            self.attributes,
            tr("Attributes on the page"),
            tr("The page holds the released values of every one that is ticked. Space ticks."),
        )
        self.attributes.ensurePolished()  # lines take their height when they come
        for name in audit.names:
            item = QListWidgetItem(name)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
            self.attributes.addItem(item)
        self.attributes.setCurrentRow(0)
        self.heading = QLineEdit(suggested.title)
        explain(self.heading, tr("Heading of the page"), tr("What stands at its top; the file's name if it is empty."))
        self.contact = QLineEdit(suggested.contact)
        explain(self.contact, tr("Contact"), tr("Whom respondents may ask; stands on the page."))
        self.pure = QCheckBox(tr("The release is a p&ure permutation"))
        explain(
            self.pure,
            tr("The release is a pure permutation"),
            tr(
                "Released values are the original ones in another order. Then the page tells whether a match is chance."
            ),
        )
        self.pure.setChecked(suggested.pure_permutation)
        self.cancel = QPushButton(tr("Cancel"))
        explain(self.cancel, tr("Cancel"), tr("Write nothing."))
        self.cancel.setDefault(True)
        self.go_on = QPushButton(tr("&Write the page…"))
        explain(self.go_on, tr("Write the page"), tr("Choose where to write it."))
        self.go_on.setAutoDefault(False)
        self.cancel.clicked.connect(self.reject)
        self.go_on.clicked.connect(self._accept)
        self.attributes.itemChanged.connect(self._allow)
        self._arrange()

    def _arrange(self) -> None:
        warned = tr(
            "The page holds the release itself: the values of every released record in the chosen attributes. Write it "
            "only for a release that is public anyway."
        )
        foot = row(gap=GAP)
        foot.addStretch(1)
        foot.addWidget(self.go_on)
        foot.addWidget(self.cancel)
        layout = column(
            label(tr("Verification page for respondents"), "title", wraps=True),
            label(
                tr("One HTML file on which a respondent types her values; they stay in her browser."),
                "muted",
                wraps=True,
            ),
            label(warned, "warning", wraps=True),
            self._named(tr("&Heading"), self.heading),
            self._named(tr("C&ontact"), self.contact),
            self._named(tr("&Attributes"), self.attributes),
            self.pure,
            gap=12,
            margins=24,
        )
        layout.addLayout(foot)
        self.setLayout(layout)
        self.setMinimumWidth(520)

    def _named(self, name: str, field: QWidget) -> QWidget:
        words = label(name)
        words.setBuddy(field)
        holder = QWidget()
        holder.setLayout(column(words, field, gap=4))
        return holder

    @property
    def _chosen(self) -> tuple[str, ...]:
        items = (self.attributes.item(place) for place in range(self.attributes.count()))
        return tuple(item.text() for item in items if item.checkState() is Qt.CheckState.Checked)

    def _allow(self) -> None:
        self.go_on.setEnabled(bool(self._chosen))

    def _accept(self) -> None:
        about = VerificationPage(self.heading.text(), self.contact.text(), self.pure.isChecked(), self._chosen)
        self.accept()
        self._then(about)


def is_permutation(audit: Audit) -> bool:
    """Whether every released value is the original one of its rank; False where that cannot be told."""
    if audit.n_original != audit.n_anonymized:
        return False
    return all(finding.mean_abs_residual_noise == 0 for finding in audit.attributes)
