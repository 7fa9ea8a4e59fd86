"""What the officer says about the release, with what was measured beside it: release, steps, words to users."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout

from permdesk.audit.description import Description, Step
from permdesk.gui.desk import Desk
from permdesk.gui.pages.report.fold import Fold
from permdesk.gui.pages.report.live_comparison import LiveComparison
from permdesk.gui.pages.report.measured_words import measured_line
from permdesk.gui.pages.report.release_fields import ReleaseFields
from permdesk.gui.pages.report.step_editor import StepEditor
from permdesk.gui.pages.report.step_list import StepList
from permdesk.gui.parts import column, label, set_role
from permdesk.gui.plain_tip import plain_tip
from permdesk.gui.theme import Theme
from permdesk.gui.workspace import State
from permdesk.translation import tr


class DescriptionForm(QFrame):
    """Each field is one step that can be undone, named by what it changed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._desk = desk
        self._place = -1
        self._shown: tuple[object, ...] = ()
        self._comparing = LiveComparison(desk)
        self._comparing.found.connect(self._show)
        self.release = ReleaseFields()
        self.release.decided.connect(self._decide_release)
        self.steps = StepList()
        self.steps.decided.connect(self._decide_steps)
        self.steps.chosen.connect(self._choose)
        self.editor = StepEditor()
        self.editor.decided.connect(self._decide_step)
        self.unnamed = label("", "danger", wraps=True)
        self.warning = label("", "warning", wraps=True)
        self.left_out = label("", "caption", wraps=True)
        self.setLayout(self._arranged())

    def show_state(self, state: State) -> None:
        self.release.show_description(state.setup.description)
        self.left_out.setText("\n".join(f"• {line}" for line in state.setup.profile.leaves_out))
        self._show()

    def apply_theme(self, theme: Theme) -> None:
        self.steps.apply_theme(theme)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show()

    def _arranged(self) -> QVBoxLayout:
        self.particulars = Fold(
            tr("More about the release"),
            tr("Version, period, type, legal basis, contact and approval."),
            self.release.particulars,
            is_open=False,
        )
        self.words = Fold(
            tr("Words to users"),
            tr("Advice to analysts, known limits and remarks."),
            self.release.words_to_users,
            is_open=False,
        )
        self.leaves_out = Fold(
            tr("What this kind of report leaves out"),
            tr("Everything that the chosen kind of report never says."),
            column(self.left_out),
            is_open=False,
        )
        form = column(
            label(tr("How the file was anonymized"), "heading"),
            self.release.basics,
            self.particulars,
            self.steps,
            self.editor,
            self.unnamed,
            self.words,
            self.warning,
            self.leaves_out,
            gap=8,
            margins=14,
        )
        form.addStretch(1)
        return form

    @property
    def _description(self) -> Description:
        return self._desk.workspace.setup.description

    def _show(self) -> None:
        state = self._desk.workspace.state
        steps = state.setup.description.steps
        if self.isVisible():
            self._warn(state.setup.description)
            self._comparing.follow()
        comparisons = self._comparing.comparisons
        self._place = min(max(self._place, 0), len(steps) - 1)
        offered = state.pair.names if state.pair is not None else ()
        shown = (steps, self._place, comparisons, offered)
        if shown == self._shown:
            return
        self._shown = shown
        self.steps.show_steps(steps, self._place, comparisons)
        self.editor.setVisible(self._place >= 0)
        if self._place >= 0:
            own = [comparison for comparison in comparisons if comparison.step == self._place]
            self.editor.show_step(steps[self._place], offered, own)
        found = measured_line([comparison for comparison in comparisons if comparison.step is None])
        names = {name for c in comparisons if c.step is None for name in c.attributes}
        self.unnamed.setText(f"{found.text} ({', '.join(sorted(names))})" if names else "")
        self.unnamed.setToolTip(plain_tip(found.details))
        set_role(self.unnamed, found.role)
        self.unnamed.setVisible(bool(names))

    def _warn(self, description: Description) -> None:
        from permdesk.report.typed_secrets import without_seeds  # a tenth of the window's start

        holds_seed = any(without_seeds(text) != text for text in description.typed)
        self.warning.setText(
            tr("✗ A random seed was typed. Reports leave it out, but take it out here too: the recipe would keep it.")
            if holds_seed
            else tr("Never write a random seed of the anonymization here: with it, the release can be undone.")
        )
        set_role(self.warning, "danger" if holds_seed else "warning")

    def _choose(self, place: int) -> None:
        self._place = place
        self._show()

    def _decide_release(self, what: str) -> None:
        self._decide(self.release.into(self._description), what)

    def _decide_steps(self, steps: tuple[Step, ...], place: int, what: str) -> None:
        is_new = len(steps) > len(self._description.steps)
        self._place = place
        self._decide(replace(self.release.into(self._description), steps=steps), what)
        self._show()
        if is_new:
            self.editor.method.setFocus()

    def _decide_step(self, step: Step, what: str) -> None:
        steps = list(self._description.steps)
        if 0 <= self._place < len(steps):
            steps[self._place] = step
            self._decide(replace(self._description, steps=tuple(steps)), what)

    def _decide(self, description: Description, what: str) -> None:
        setup = self._desk.workspace.setup
        if description != setup.description:
            self._desk.decide(tr("description: {what}", what=what), replace(setup, description=description))
