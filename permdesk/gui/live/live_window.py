"""The window of the live demonstration, for people who are no statisticians."""

from __future__ import annotations

import secrets
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from permdesk.audit.live import DRAWS
from permdesk.audit.preset import read_preset
from permdesk.audit.preset_files import readable_presets, unreadable_presets
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem
from permdesk.data.wording import left_out_sentence
from permdesk.gui import numbers
from permdesk.gui.dialogs.files import ask_file
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.jobs import JobRunner
from permdesk.gui.live.live_board import LiveBoard
from permdesk.gui.live.live_controls import LiveControls
from permdesk.gui.live.live_task import LiveAnswer, LiveWish, answer_live
from permdesk.gui.live.newest import Newest
from permdesk.gui.parts import column, explain, label, row, scrolled, size_on_screen
from permdesk.gui.theme import Theme
from permdesk.translation import tr


class LiveWindow(QDialog):
    """A window of its own, which leaves the main one usable. ``runner`` works for it alone."""

    chapter = Chapter.DEMONSTRATIONS

    presented = Signal()
    """Presentation mode is wanted, or no longer."""

    def __init__(self, runner: JobRunner, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(tr("Live demonstration"))
        self._newest = Newest(runner, tr("Live demonstration"), self._show, self._refuse, self)
        self._pair: FilePair | None = None
        self._unreadable = ""
        self._seed = secrets.randbits(63)
        self.controls = LiveControls()
        self.board = LiveBoard()
        self.reason = label("", "danger", wraps=True)
        self.reason.hide()
        self.present = QPushButton(tr("Presentation (F11)"))
        explain(
            self.present,
            tr("Presentation"),
            tr("Fill the screen and show everything in larger type, or end that (F11)."),
        )
        self.close_button = QPushButton(tr("Close"))
        explain(self.close_button, tr("Close"), tr("Close this window (Esc)."))
        for button in (self.present, self.close_button):
            button.setAutoDefault(False)
        self._arrange()
        self._connect()
        self.apply_theme(theme)
        self.controls.show_presets(readable_presets())
        self._unreadable = "\n".join(f"✗ {problem.sentence}" for problem in unreadable_presets())
        self._say("")
        self.controls.slider.setFocus()

    def apply_theme(self, theme: Theme) -> None:
        self.board.apply_theme(theme)

    def show_to_audience(self, *, presented: bool) -> None:
        """Leave room for what is shown while it is presented."""
        self.board.show_to_audience(presented=presented)
        self.controls.open.setVisible(not presented)
        self.note.setVisible(not presented)

    def open_preset(self, path: Path) -> None:
        """Take a preset from a file; what is wrong with it is said."""
        preset = read_preset(path)
        if isinstance(preset, Problem):
            self._refuse(preset)
        else:
            self.controls.add_preset(preset)

    def done(self, result: int) -> None:
        self._newest.forget()
        super().done(result)

    def _connect(self) -> None:
        controls = self.controls
        controls.preset_chosen.connect(self._on_preset)
        controls.moved.connect(self._want)
        controls.drawn_again.connect(self._draw_again)
        controls.person_chosen.connect(self.board.show_person)
        controls.open_wanted.connect(self._ask_preset)
        self.present.clicked.connect(self.presented)
        self.close_button.clicked.connect(self.reject)
        QShortcut(QKeySequence("F11"), self, self.presented.emit)

    def _on_preset(self) -> None:
        if self._pair is not None:
            self._unreadable = ""
        self._pair = None
        self.board.show_person(0)
        self._want(attributes=0)

    def _draw_again(self) -> None:
        self._seed = secrets.randbits(63)
        preset = self.controls.preset
        if self.controls.strength is None and preset is not None:
            self.controls.strength = preset.masking.strength  # what was published is not drawn
        self._want()

    def _want(self, attributes: int | None = None) -> None:
        preset = self.controls.preset
        if preset is not None:
            known = self.controls.attributes.value() if attributes is None else attributes
            wish = LiveWish(preset, self._pair, self.controls.strength, self._seed, known)
            self._newest.want(lambda progress: answer_live(wish, progress))

    def _show(self, answer: LiveAnswer) -> None:
        if answer.wish.preset is not self.controls.preset:
            return  # another one was chosen meanwhile
        self._say(_left_out(answer.pair))
        if self._pair is None:
            self._pair = answer.pair
            found = answer.findings
            self.controls.show_file(found.n_records, len(answer.pair.attributes), len(found.pair.attributes))
        self.board.show_findings(answer.findings)

    def _refuse(self, problem: Problem) -> None:
        self._say(f"✗ {problem.sentence}")

    def _say(self, said: str) -> None:
        """Say what is wrong, and first what is wrong with the person's own presets, until another one is chosen."""
        lines = [line for line in (self._unreadable, said) if line]
        self.reason.setText("\n".join(lines))
        self.reason.setVisible(bool(lines))

    def _ask_preset(self) -> None:
        ask_file(self, tr("Open a preset"), tr("Presets (*.toml)"), self.open_preset)

    def _arrange(self) -> None:
        self.note = label(
            tr("The releases are made for demonstration only. Random records: {n} at most.", n=numbers.count(DRAWS)),
            "caption",
            wraps=True,
        )
        foot = row()
        foot.addWidget(self.note, 1)
        foot.addStretch()
        foot.addWidget(self.present)
        foot.addWidget(self.close_button)
        layout = column(self.controls, self.reason, gap=10, margins=16)
        layout.addWidget(scrolled(self.board, tr("What moves with the slider")), 1)
        layout.addLayout(foot)
        self.setLayout(layout)
        self.resize(size_on_screen(self, 1280, 860))


def _left_out(pair: FilePair) -> str:
    """Which attributes of a preset's files are not shown, in a sentence; empty where all are."""
    return left_out_sentence(pair.names_left_out)
