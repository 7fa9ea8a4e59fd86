"""Recomputes the paper on this machine and shows every printed figure beside the computed one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QDialog, QProgressBar, QPushButton, QWidget

from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.gui import numbers
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.jobs import JobRunner
from permdesk.gui.models.cell_delegate import PADDING
from permdesk.gui.models.columns import Column, Mark, Side
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.words import caption
from permdesk.gui.parts import GAP, column, explain, label, row, set_role
from permdesk.gui.theme import Theme
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.audit.self_check import Line, SelfCheck


class ValidationDialog(QDialog):
    """Starts by itself; what was found can be sorted and copied."""

    chapter = Chapter.DEMONSTRATIONS

    def __init__(self, runner: JobRunner, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Validate"))
        self._runner = runner
        self._found: SelfCheck | None = None
        self.outcome = label(tr("Computing the paper's tables and figures again…"), "heading", wraps=True)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        explain(self.bar, tr("Progress"), tr("The paper is being computed again"))
        self.lines = TableView(tr("Printed and computed figures"))
        self.lines.apply_theme(theme)
        self.copy = QPushButton(tr("&Copy all"))
        self.copy.setEnabled(False)
        self.copy.setAutoDefault(False)
        explain(self.copy, tr("Copy all"), tr("Put every line on the clipboard, tab-separated"))
        self.close_button = QPushButton(tr("Close"))
        self.close_button.setDefault(True)
        explain(self.close_button, tr("Close"), tr("Close this window (Esc); a check that runs is stopped"))
        self._arrange()
        self.copy.clicked.connect(self._copy)
        self.close_button.clicked.connect(self.reject)
        self.finished.connect(self._runner.cancel)
        self._start()

    def _arrange(self) -> None:
        foot = row(gap=GAP)
        foot.addStretch()
        foot.addWidget(self.copy)
        foot.addWidget(self.close_button)
        layout = column(
            label(tr("Does this installation compute as the paper does?"), "title"),
            caption(
                tr(
                    "Tables 1 to 7 and Figures 2 and 3 are computed again and held against print, line by line. Where "
                    "print is known to be wrong, the line is an erratum and says why."
                )
            ),
            self.outcome,
            self.bar,
            gap=10,
            margins=20,
        )
        layout.addWidget(self.lines, 1)
        layout.addLayout(foot)
        self.setLayout(layout)
        self.resize(1080, 680)

    def _start(self) -> None:
        def work(progress: Progress) -> SelfCheck | Problem:
            from permdesk.audit.self_check import self_check

            return self_check(progress)

        self._runner.start(tr("Validate"), work, self._show, self._refuse)

    def _show(self, found: SelfCheck) -> None:
        self._found = found
        self.bar.hide()
        self.copy.setEnabled(True)
        set_role(self.outcome, "good" if found.passed else "danger")
        self.outcome.setText(outcome_sentence(found))
        self.lines.rows.show_columns(line_columns(found.lines), len(found.lines))
        self.lines.fit_columns()
        self._show_whole_figures(len(found.lines))

    def _show_whole_figures(self, n_lines: int) -> None:
        """Make room for the longest line of each column that scrolls: what is compared must not be cut."""
        metrics = QFontMetrics(self.lines.font())
        for section, column_ in enumerate(self.lines.rows.columns):
            if not column_.pinned:
                longest = max(metrics.horizontalAdvance(column_.text(row)) for row in range(n_lines))
                self.lines.setColumnWidth(section, max(self.lines.columnWidth(section), longest + 2 * PADDING + 1))

    def _refuse(self, problem: Problem) -> None:
        self.bar.hide()
        set_role(self.outcome, "danger")
        self.outcome.setText(f"✗ {problem.sentence}")

    def _copy(self) -> None:
        if self._found is not None:
            QGuiApplication.clipboard().setText(text_of_lines(self._found))


def outcome_sentence(found: SelfCheck) -> str:
    """How many lines agree, are errata, and differ."""
    from permdesk.audit.self_check import Agreement

    counted = tr(
        "{agree} lines agree with print, {errata} are known errata of the paper, {differ} differ.",
        agree=numbers.count(found.count(Agreement.AGREES)),
        errata=numbers.count(found.count(Agreement.ERRATUM)),
        differ=numbers.count(found.count(Agreement.DIFFERS)),
    )
    return f"✓ {counted}" if found.passed else f"✗ {counted}"


def line_columns(lines: tuple[Line, ...]) -> list[Column]:
    """One row for each line; those that differ can be sorted to the top."""
    return [
        Column(
            tr("Where"),
            lambda row: lines[row].where,
            tooltip=tr("Table or text of the paper"),
            side=Side.LEFT,
            pinned=True,
        ),
        Column(
            tr("Agreement"),
            lambda row: agreement_text(lines[row]),
            np.array([_place(line) for line in lines]),
            tooltip=tr("✓ as printed; ℹ print is known to be wrong; ✗ this installation computes something else"),
            side=Side.LEFT,
            marks=lambda row: _marks(lines[row]),
            pinned=True,
        ),
        Column(tr("Printed"), lambda row: lines[row].printed, tooltip=tr("As the paper prints it"), side=Side.LEFT),
        Column(tr("Computed"), lambda row: lines[row].computed, tooltip=tr("As computed just now"), side=Side.LEFT),
        Column(
            tr("Note"),
            lambda row: lines[row].note,
            tooltip=tr("Why print and computation differ, where they may"),
            side=Side.LEFT,
            note=lambda row: lines[row].note,
        ),
    ]


def agreement_text(line: Line) -> str:
    """Sign and word of a line's agreement."""
    texts = {"agrees": tr("✓ agrees"), "erratum": tr("ℹ erratum"), "differs": tr("✗ differs")}
    return texts[line.agreement.value]


def text_of_lines(found: SelfCheck) -> str:
    """All lines as tab-separated text, after the sentence that sums them up."""
    columns = line_columns(found.lines)
    head = [outcome_sentence(found), "\t".join(column.title for column in columns)]
    body = ["\t".join(column.text(row) for column in columns) for row in range(len(found.lines))]
    return "\n".join([*head, *body]) + "\n"


def _place(line: Line) -> int:
    return {"differs": 0, "erratum": 1, "agrees": 2}[line.agreement.value]


def _marks(line: Line) -> Mark:
    return {"differs": Mark.DANGER | Mark.BOLD, "erratum": Mark.BOLD, "agrees": Mark.GOOD}[line.agreement.value]
