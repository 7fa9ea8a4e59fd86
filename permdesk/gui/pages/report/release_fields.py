"""The fields about the release as a whole: what it is, who answers for it, and what analysts must know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QVBoxLayout

from permdesk.audit.description import Description, ReleaseType
from permdesk.gui.pages.data.choice_box import ChoiceBox
from permdesk.gui.pages.report.text_fields import LineField, LinesField, add_named
from permdesk.gui.parts import column, explain, label
from permdesk.report.step_words import release_title
from permdesk.translation import tr


class ReleaseFields(QObject):
    """Makes the fields and reads them into a description."""

    decided = Signal(str)
    """What was changed, in words."""

    def __init__(self) -> None:
        super().__init__()
        self.title = self._line(tr("Title of the release"), tr("Stands at the top of the report."))
        self.producer = self._line(tr("Producer"), tr("Who released the file."))
        self.version = self._line(tr("Version of the release"), tr("Which issue of the file this is."))
        self.period = self._line(tr("Reference period"), tr("The time that the data are about."))
        self.release_type = _release_types()
        self.release_type.activated.connect(lambda _: self.decided.emit(tr("type of release")))
        self.legal_basis = self._line(tr("Legal basis"), tr("The law or contract under which it is released."))
        self.contact = self._line(tr("Contact"), tr("Whom users can ask: an office rather than a person."))
        self.software = self._line(tr("Software"), tr("What anonymized the file, with its version."))
        self.approver = self._line(tr("Approved by"), tr("The function that approved the release."))
        self.approved_on = self._line(tr("Approved on"), tr("Date of the approval."), tr("2026-11-30"))
        self.released_on = self._line(tr("Released on"), tr("Date of the release."), tr("2026-12-01"))
        self.page_for_respondents = self._line(
            tr("Page for respondents"),
            tr(
                "Where respondents find the page on which they check their own record, if you offer one: its address or"
                " its file's name. The report points them to it."
            ),
        )
        self.advice = self._lines(
            tr("Advice to analysts"), tr("Which results can be trusted, and how to allow for the anonymization.")
        )
        self.known_limits = self._lines(
            tr("Known limits"), tr("What the file cannot be used for, such as small areas or totals.")
        )
        self.remarks = self._lines(tr("Remarks"), tr("Anything else that users should know."))

    @property
    def basics(self) -> QVBoxLayout:
        """What nearly every release states."""
        layout = column(gap=3)
        add_named(layout, tr("&Title"), self.title)
        add_named(layout, tr("&Producer"), self.producer)
        add_named(layout, tr("So&ftware"), self.software)
        return layout

    @property
    def particulars(self) -> QVBoxLayout:
        layout = column(gap=3)
        add_named(layout, tr("Version"), self.version)
        add_named(layout, tr("Reference period"), self.period)
        words = label(tr("Type of release"), "muted")
        words.setBuddy(self.release_type)
        layout.addWidget(words)
        layout.addWidget(self.release_type)
        add_named(layout, tr("Legal basis"), self.legal_basis)
        add_named(layout, tr("Contact"), self.contact)
        add_named(layout, tr("Approved by"), self.approver)
        add_named(layout, tr("Approved on"), self.approved_on)
        add_named(layout, tr("Released on"), self.released_on)
        add_named(layout, tr("Page for respondents"), self.page_for_respondents)
        return layout

    @property
    def words_to_users(self) -> QVBoxLayout:
        layout = column(gap=3)
        add_named(layout, tr("Advice to analysts"), self.advice)
        add_named(layout, tr("Known limits"), self.known_limits)
        add_named(layout, tr("Re&marks"), self.remarks)
        return layout

    def into(self, description: Description) -> Description:
        """The description with what these fields say."""
        return replace(
            description,
            title=self.title.typed,
            producer=self.producer.typed,
            software=self.software.typed,
            version=self.version.typed,
            reference_period=self.period.typed,
            release_type=self.release_type.value,
            legal_basis=self.legal_basis.typed,
            contact=self.contact.typed,
            approver=self.approver.typed,
            approved_on=self.approved_on.typed,
            released_on=self.released_on.typed,
            page_for_respondents=self.page_for_respondents.typed,
            advice=self.advice.typed,
            known_limits=self.known_limits.typed,
            remarks=self.remarks.typed,
        )

    def show_description(self, description: Description) -> None:
        """Show what was decided."""
        self.title.show_text(description.title)
        self.producer.show_text(description.producer)
        self.software.show_text(description.software)
        self.version.show_text(description.version)
        self.period.show_text(description.reference_period)
        self.release_type.show_value(description.release_type)
        self.legal_basis.show_text(description.legal_basis)
        self.contact.show_text(description.contact)
        self.approver.show_text(description.approver)
        self.approved_on.show_text(description.approved_on)
        self.released_on.show_text(description.released_on)
        self.page_for_respondents.show_text(description.page_for_respondents)
        self.advice.show_text(description.advice)
        self.known_limits.show_text(description.known_limits)
        self.remarks.show_text(description.remarks)

    def _line(self, name: str, tip: str, example: str = "") -> LineField:
        return LineField(name, tip, self._deciding(name), example)

    def _lines(self, name: str, tip: str) -> LinesField:
        return LinesField(name, tip, self._deciding(name))

    def _deciding(self, name: str) -> Callable[[], None]:
        return lambda: self.decided.emit(name)


def _release_types() -> ChoiceBox[ReleaseType]:
    box: ChoiceBox[ReleaseType] = ChoiceBox([(kind, release_title(kind)) for kind in ReleaseType])
    explain(box, tr("Type of release"), tr("Who may use the file."))
    return box
