"""The strip of results above the tabs: both files, the figures that decide, and the verdict, always in sight."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from permdesk.audit.findings import Audit, Outcome, Verdict
from permdesk.gui import numbers
from permdesk.gui.derivations.explained import ExplainedFigure
from permdesk.gui.derivations.figure_label import FigureLabel
from permdesk.gui.parts import GAP, SMALL_GAP, WIDE_GAP, ElidedLabel, column, explain, label, row, rule, set_role
from permdesk.gui.plain_tip import plain_tip
from permdesk.gui.side import Side
from permdesk.gui.turning import Turning
from permdesk.gui.workspace import OpenedFile, State
from permdesk.report.derivations.checks import verdict
from permdesk.report.derivations.data_set import attributes, records, smallest_distance
from permdesk.report.derivations.derivation import Derivation
from permdesk.report.derivations.linkages import linkage_rate
from permdesk.report.derivations.local_variance import smallest_variances
from permdesk.translation import tr

SHOWN_VARIANCES = 2
FEWEST_LETTERS = 14
WIDEST_FILES = 380


class StripFigure(QWidget):
    """One figure: what it is, the number, and a second thought below it."""

    def __init__(self, title: str, meaning: str) -> None:
        super().__init__()
        self._title, self._meaning = title, meaning
        self.value = FigureLabel()
        self.detail = label(" ", "caption")
        layout = column(label(title, "caption"), self.value, self.detail, gap=0)
        self.setLayout(layout)
        self.show_value(numbers.NOTHING)

    def show_value(
        self,
        value: str,
        detail: str = "",
        stale: bool = False,
        derived: Callable[[], Derivation | None] = lambda: None,
    ) -> None:
        """``derived`` says how the value is computed, when somebody asks."""
        self.value.explained.say(derived)
        self.value.setText(value)
        self.value.setEnabled(not stale)
        self.detail.setText(detail or " ")
        spoken = tr("{title}: {value} {detail}", title=self._title, value=value, detail=detail).strip()
        explain(self, spoken, self._meaning)
        explain(self.value, spoken, self._meaning)


class Strip(QFrame):
    """Shows a state; knows nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "strip")
        self.original = ElidedLabel(letters=FEWEST_LETTERS)
        self.anonymized = ElidedLabel(letters=FEWEST_LETTERS)
        self.records = StripFigure(
            tr("Records n"),
            tr("Number of records; where the files differ, of the original and of the anonymized file."),
        )
        self.attributes = StripFigure(tr("Attributes m"), tr("Number of attributes that are audited."))
        self.distance = StripFigure(
            tr("d against Y"),
            tr(
                "Smallest permutation distance of any original record to the anonymized file Y, in ranks: 0 means that "
                "some record can be found as if nothing had moved."
            ),
        )
        self.distance_z = StripFigure(
            tr("d against Z"),
            tr(
                "The same against Z, the reverse-mapped file: what remains when the intruder has undone every change "
                "of scale. The verdict takes the smaller of both."
            ),
        )
        self.variance = StripFigure(
            tr("Local variance v"),
            tr(
                "Smallest variance of any window of ranks around a record, per attribute in squared units: how much "
                "values differ within the distance d. 0 means that a window holds one value only."
            ),
        )
        self.links = StripFigure(
            tr("Right links"),
            tr(
                "Share of records that the strongest intruder links to their own release, expected, by the strongest "
                "linkage tried, and its multiple of chance. Only the agency can know it."
            ),
        )
        self.verdict = QPushButton()
        self.verdict.setProperty("role", "pill-muted")
        self._verdict_explained = ExplainedFigure(self.verdict, by_click=False)
        self.reason = label(" ", "caption")
        self.reason.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.judgement = QWidget()
        self.judgement.setLayout(column(self.verdict, self.reason, gap=SMALL_GAP))
        self.setLayout(self._arranged())
        self.show_state(State())

    def _arranged(self) -> QVBoxLayout:
        files = _Files()
        files.setLayout(_named_files((Side.ORIGINAL, self.original), (Side.ANONYMIZED, self.anonymized)))
        seen = row(
            files, rule(upright=True), self.records, self.attributes, self.distance, self.distance_z, gap=WIDE_GAP
        )
        seen.setStretch(0, 1)
        seen.addStretch()
        judged = row(self.variance, self.links, gap=WIDE_GAP)
        judged.addStretch(1)
        judged.addWidget(self.judgement, 0, Qt.AlignmentFlag.AlignVCenter)
        layout = column(Turning(seen, judged, gap=WIDE_GAP, stretches=(1, 1)))
        layout.setContentsMargins(20, 10, 20, 10)
        return layout

    def show_state(self, state: State) -> None:
        for side, shown in ((Side.ORIGINAL, self.original), (Side.ANONYMIZED, self.anonymized)):
            file = side.file(state.setup)
            name = tr("none yet") if file is None else file.table.path.name
            shown.setText(name)
            set_role(shown, "muted" if file is None else "plain")
            explain(shown, tr("{side} file: {name}", side=side.title, name=name), name)
        self._show_counts(state)
        self._show_results(None if state.is_of_other_files else state.audit, state.is_stale)

    def _show_counts(self, state: State) -> None:
        sizes = [numbers.count(file.table.n_records) for file in _files(state)]
        if len(set(sizes)) > 1:
            self.records.show_value(sizes[0], tr("anonymized {n}", n=sizes[1]), derived=lambda: _said_records(state))
        else:
            shown = sizes[0] if sizes else numbers.NOTHING
            self.records.show_value(shown, derived=lambda: _said_records(state))
        m = len(state.pair.attributes) if state.pair is not None else None
        left_out = len(state.pair.left_out) if state.pair is not None else 0
        detail = tr("{count} left out", count=numbers.count(left_out)) if left_out else ""
        shown = numbers.NOTHING if m is None else numbers.count(m)
        pair = state.pair
        self.attributes.show_value(
            shown, detail, derived=lambda: None if pair is None else attributes(pair, shown, numbers)
        )

    def _show_results(self, audit: Audit | None, stale: bool) -> None:
        if audit is None:
            for figure in (self.distance, self.distance_z, self.variance, self.links):
                figure.show_value(numbers.NOTHING)
            self._verdict_explained.say(lambda: None)
            self._show_verdict(tr("No results yet"), "pill-muted", "")
            return
        for figure, found in ((self.distance, audit.distances), (self.distance_z, audit.distances_z)):
            median = tr("median {value}", value=numbers.decimal(found.median, 0 if found.median.is_integer() else 1))
            figure.show_value(
                numbers.count(found.d),
                median,
                stale,
                partial(smallest_distance, found, numbers.count(found.d), numbers),
            )
        smallest = [numbers.significant(float(v), 3) for v in audit.variances.v]
        more = len(smallest) - SHOWN_VARIANCES
        shown = " · ".join(smallest[:SHOWN_VARIANCES])
        self.variance.show_value(
            shown,
            tr("and {more} more", more=numbers.count(more)) if more > 0 else tr("per attribute"),
            stale,
            lambda: smallest_variances(audit, shown, numbers),
        )
        self.variance.setToolTip(plain_tip(_variance_tip(audit)))
        if audit.right_links is None:
            self.links.show_value(numbers.NOTHING, tr("unpaired"), stale)
        else:
            strongest = audit.right_links.strongest
            lift = tr("{lift} × chance", lift=numbers.significant(strongest.lift, 3))
            rate = numbers.percent(strongest.rate)
            self.links.show_value(rate, lift, stale, lambda: linkage_rate(strongest, rate, numbers))
        words, role = _judged(audit.verdict.outcome)
        self._verdict_explained.say(lambda: verdict(audit, words, numbers))
        if stale:
            self._show_verdict(tr("↻ Out of date: {verdict}", verdict=words), "pill-warning", tr("run again: F5"))
        else:
            self._show_verdict(words, role, _checks(audit.verdict))

    def _show_verdict(self, words: str, role: str, reason: str) -> None:
        self.verdict.setText(words)
        set_role(self.verdict, role)
        self.reason.setText(reason or " ")
        explain(
            self.verdict,
            tr("Verdict: {words} {reason}", words=words, reason=reason).strip(),
            tr("Whether the anonymized file keeps every threshold of the policy. Opens the checks and the policy."),
        )


class _Files(QWidget):
    """Takes no more width than names of files are worth, unless large type needs it."""

    def event(self, event: QEvent) -> bool:
        layout = self.layout()
        if event.type() == QEvent.Type.LayoutRequest and layout is not None:
            self.setMaximumWidth(max(WIDEST_FILES, layout.minimumSize().width()))
        return super().event(event)


def _judged(outcome: Outcome) -> tuple[str, str]:
    return {
        Outcome.PASS: (tr("✓ Within the policy"), "pill-good"),
        Outcome.FAIL: (tr("✗ Outside the policy"), "pill-danger"),
        Outcome.NOT_APPLICABLE: (tr("– Not judged"), "pill-muted"),
    }[outcome]


def _variance_tip(audit: Audit) -> str:
    lines = [f"{name}: {numbers.significant(float(v))}" for name, v in zip(audit.names, audit.variances.v, strict=True)]
    return tr("Smallest local variance v of each attribute, in squared units:") + "\n" + "\n".join(lines)


def _checks(verdict: Verdict) -> str:
    applied = [check for check in verdict.checks if check.outcome is not Outcome.NOT_APPLICABLE]
    failed = sum(check.outcome is Outcome.FAIL for check in applied)
    if failed:
        return tr(
            "{failed} of {all} broken · {policy}",
            failed=numbers.count(failed),
            all=numbers.count(len(applied)),
            policy=verdict.policy.name,
        )
    return tr("{all} of {all} kept · {policy}", all=numbers.count(len(applied)), policy=verdict.policy.name)


def _said_records(state: State) -> Derivation | None:
    sizes = [file.table.n_records for file in _files(state)]
    return records(sizes[0], sizes[-1], numbers.count(sizes[0]), numbers) if sizes else None


def _files(state: State) -> list[OpenedFile]:
    return [file for file in (state.setup.original, state.setup.anonymized) if file is not None]


def _named_files(*files: tuple[Side, QLabel]) -> QGridLayout:
    """The sides of files with their names, beside each other in columns: no side is ever cut."""
    layout = QGridLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setHorizontalSpacing(GAP)
    layout.setVerticalSpacing(SMALL_GAP)
    layout.setColumnStretch(1, 1)
    for place, (side, name) in enumerate(files):
        layout.addWidget(label(side.title, f"tag-{side.value}"), place, 0)
        layout.addWidget(name, place, 1)
    return layout
