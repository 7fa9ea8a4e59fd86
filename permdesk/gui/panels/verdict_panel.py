"""The verdict: every check of the policy with its number, its threshold and its records, in plain sentences."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from permdesk.audit.check_sentences import check_sentence, told_apart
from permdesk.audit.findings import Audit, Check, Outcome
from permdesk.gui import numbers
from permdesk.gui.derivations.figure_label import FigureLabel
from permdesk.gui.derivations.outdated import Outdated
from permdesk.gui.panels.words import statement
from permdesk.gui.parts import card, column, explain, label, row, set_role
from permdesk.report.derivations.checks import check as derived_check
from permdesk.report.derivations.derivation import Derivation
from permdesk.translation import tr, tr_count

TEXT_WIDTH = 380


class VerdictPanel(QWidget):
    """``records_wanted`` carries the Check whose records the officer wants to see."""

    records_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "page")
        self._is_stale = False
        Outdated(self, lambda: tr("Results are older than the settings.") if self._is_stale else "")
        self.outcome = label("", "heading", wraps=True)
        self.explanation = label("", "muted", wraps=True)
        self.cards: list[QFrame] = []
        self.buttons: list[QPushButton] = []
        self._checks = QVBoxLayout()
        self._checks.setSpacing(10)
        layout = column(self.outcome, self.explanation, gap=8)
        layout.addLayout(self._checks)
        layout.addStretch()
        layout.setContentsMargins(0, 0, 0, 0)
        self.setLayout(layout)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def show_audit(self, audit: Audit | None, *, is_stale: bool = False) -> None:
        """Show the checks of an audit's verdict; None says that there is none yet."""
        self._is_stale = is_stale
        for old in self.cards:
            self._checks.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.cards, self.buttons = [], []
        if audit is None:
            set_role(self.outcome, "heading")
            self.outcome.setText(tr("No results yet"))
            self.explanation.setText(tr("The verdict follows when two files have been audited."))
            return
        verdict = audit.verdict
        words, role = outcome_words(verdict.outcome)
        set_role(self.outcome, "warning" if is_stale else role)
        self.outcome.setText(tr("↻ Out of date (run again: F5): {words}", words=words) if is_stale else words)
        self.explanation.setText(
            tr(
                "Policy “{name}”, held against unrounded numbers, under the worst case of equal and missing values.",
                name=verdict.policy.name,
            )
            if verdict.checks
            else tr("The policy “{name}” sets no threshold.", name=verdict.policy.name)
        )
        for check in verdict.checks:
            made = self._card(audit, check)
            self.cards.append(made)
            self._checks.addWidget(made)

    @property
    def sentences(self) -> list[str]:
        """What the cards say."""
        return [made.accessibleName() for made in self.cards]

    def _card(self, audit: Audit, check: Check) -> QFrame:
        sign, role = check_sign(check.outcome)
        said = check_sentence(check, names_records=True)
        title = label(f"{sign} {check_title(check)}", role)
        figures = FigureLabel("caption")
        figures.setText(figures_text(check))
        explain(
            figures,
            tr("{title}: {figures}", title=check_title(check), figures=figures_text(check)),
            tr("The deciding number and the threshold. A click says how the number is computed (Shift+F1)."),
        )
        figures.explained.say(partial(_said, audit, check))
        head = row(title, gap=12)
        head.addStretch()
        head.addWidget(figures)
        words = statement(said)
        words.setMinimumWidth(TEXT_WIDTH)  # a scroll area would else make room for the sentence in a narrow column
        layout = column(head, words, gap=4, margins=12)
        if check.n_records:
            n = numbers.count(check.n_records)
            button = QPushButton(tr_count("Show {count} record", "Show {count} records", check.n_records, count=n))
            button.setProperty("role", "quiet")
            button.setAutoDefault(False)
            explain(
                button,
                tr("{title}: {action}", title=check_title(check), action=button.text()),
                tr("Go to the records that break this threshold, in the Permutation distance tab"),
            )
            button.clicked.connect(lambda: self.records_wanted.emit(check))
            self.buttons.append(button)
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        made = card(layout)
        made.setAccessibleName(said)
        return made


def _said(audit: Audit, check: Check) -> Derivation:
    return derived_check(audit, check, figures_text(check), numbers)


def outcome_words(outcome: Outcome) -> tuple[str, str]:
    """A verdict in words, and the role of the label that shows it."""
    return {
        Outcome.PASS: (tr("✓ Within the policy: every threshold is kept."), "good"),
        Outcome.FAIL: (tr("✗ Outside the policy: at least one threshold is broken."), "danger"),
        Outcome.NOT_APPLICABLE: (
            tr("– Not judged: no threshold is broken, but not every one could be decided."),
            "muted",
        ),
    }[outcome]


def check_sign(outcome: Outcome) -> tuple[str, str]:
    """A check's sign, and the role of the label that shows it."""
    return {Outcome.PASS: ("✓", "good"), Outcome.FAIL: ("✗", "danger"), Outcome.NOT_APPLICABLE: ("–", "muted")}[outcome]


def check_title(check: Check) -> str:
    """What a check is about; a name that is not known stays as it is."""
    titles = {
        "smallest-distance": tr("Smallest distance"),
        "smallest-variance": tr("Smallest variance"),
        "right-links": tr("Right links"),
        "lift": tr("Times chance"),
        "defensible-right-links": tr("Defensible right links"),
    }
    return titles.get(check.name, check.name)


def figures_text(check: Check) -> str:
    """Number and threshold, with as many digits as tell them apart."""
    if check.value is None or check.threshold is None:
        return tr("not decided")
    scale = 100 if check.name == "right-links" else 1
    number, limit = told_apart(scale * check.value, scale * check.threshold)
    unit = " %" if check.name == "right-links" else ""
    return tr("{number}{unit}, threshold {limit}{unit}", number=number, limit=limit, unit=unit)
