"""What the Demonstrations menu opens: the live demonstration and the sweep, each in a window of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from permdesk.gui.desk import Desk
from permdesk.gui.jobs import JobRunner
from permdesk.gui.presentation import Presentation
from permdesk.gui.showing import bring_to_front
from permdesk.gui.theme import Theme

if TYPE_CHECKING:
    from permdesk.gui.dialogs.sweep import SweepDialog
    from permdesk.gui.live.live_window import LiveWindow


class Demonstrations(QObject):
    """Windows are made when they are first asked for, and have a worker of their own: neither stops an audit."""

    def __init__(self, desk: Desk, presentation: Presentation, owner: QWidget, theme: Theme) -> None:
        super().__init__(owner)
        self._desk = desk
        self._presentation = presentation
        self._owner = owner
        self._theme = theme
        self.runner = JobRunner(parent=self)
        self.sweeper = JobRunner(parent=self)
        self.live: LiveWindow | None = None
        self.sweep: SweepDialog | None = None

    def show_live(self) -> None:
        """Show the live demonstration, where it was if it is open."""
        from permdesk.gui.live.live_window import LiveWindow

        if self.live is None:
            window = LiveWindow(self.runner, self._theme, self._owner)
            window.presented.connect(self._present_live)
            window.finished.connect(lambda _: self._forget_live())
            self.live = window
        bring_to_front(self.live)

    def show_sweep(self) -> None:
        """Show the sweep, where it was if it is open."""
        from permdesk.gui.dialogs.sweep import SweepDialog
        from permdesk.gui.sweep_task import sweep_wanted

        if self.sweep is None:
            workspace = self._desk.workspace
            window = SweepDialog(
                lambda: sweep_wanted(workspace.state),
                lambda: workspace.setup.report,
                self.sweeper,
                self._theme,
                self._owner,
            )
            window.written.connect(self._desk.written)
            window.finished.connect(lambda _: self._forget_sweep())
            self.sweep = window
        bring_to_front(self.sweep)

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        for window in (self.live, self.sweep):
            if window is not None:
                window.apply_theme(theme)

    def shutdown(self) -> None:
        """Stop what runs and wait until it has noticed."""
        self.runner.shutdown()
        self.sweeper.shutdown()

    def _present_live(self) -> None:
        if self.live is not None:
            self._presentation.toggle(self.live)
            self.live.show_to_audience(presented=self._presentation.is_on)

    def _forget_live(self) -> None:
        window, self.live = self.live, None
        if window is not None:
            self._presentation.end(window)
            window.deleteLater()

    def _forget_sweep(self) -> None:
        window, self.sweep = self.sweep, None
        if window is not None:
            window.deleteLater()
