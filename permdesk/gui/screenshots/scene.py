"""A window of its own that is brought into a state and looked at, with a folder for the files it opens."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QApplication, QWidget

from permdesk.compute.progress import Progress
from permdesk.gui.appearance import Scheme
from permdesk.gui.main_window import MainWindow
from permdesk.gui.screenshots.drawing import settle, wait_until, wait_until_idle
from permdesk.resources import resource_path

MakeWindow = Callable[[Scheme], MainWindow]
PAPER = tuple(resource_path("demo", "paper", f"{name}.csv") for name in ("original", "anonymized"))


class Scene:
    """``window`` is shown in ``size``; ``folder`` is gone with the scene."""

    def __init__(self, make: MakeWindow, scheme: Scheme, size: tuple[int, int]) -> None:
        self._folder = TemporaryDirectory()
        self.folder = Path(self._folder.name)
        self._is_held = False
        self.window = make(scheme)
        self.window.resize(*size)
        self.window.show()
        settle()

    def open(self, *paths: Path) -> None:
        """Open files as if they had been dropped, and wait for what comes of them."""
        self.window.openings.open_paths(list(paths))
        self.wait()

    def wait(self) -> None:
        """Until nothing runs in the window and beside it, but for what is held."""
        desk, shows = self.window.desk, self.window.demonstrations
        held = () if self._is_held else (desk.runner,)
        wait_until_idle(*held, desk.reports, shows.runner, shows.sweeper)

    def hold(self, title: str, stage: str, done: int, total: int) -> None:
        """Let the window work until it is stopped, so that there is time to look at it."""

        def work(progress: Progress) -> None:
            progress.begin(stage, total)
            progress.advance(done)
            while True:
                progress.check()
                time.sleep(0.01)

        self._is_held = True
        self.window.desk.runner.start(title, work, lambda _: None, lambda _: None)
        settle()

    def opened(self, open_it: Callable[[], object]) -> QWidget:
        """The window or dialog that something opens."""
        before = set(self.others())
        wait_until(lambda: not self.window.late_look.is_waiting)  # it takes the colours of the tab that opens it
        open_it()
        wait_until(lambda: bool(set(self.others()) - before))
        self.wait()
        (new,) = set(self.others()) - before
        return new

    def others(self) -> list[QWidget]:
        """The windows and dialogs beside the main one that are to be seen."""
        tops = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible() and widget.windowTitle()]
        return [widget for widget in tops if widget is not self.window]

    def close_others(self) -> None:
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        for other in self.others():
            other.close()
        if self.window.guidance.tour is not None:
            self.window.guidance.tour.end()
        settle(0)

    def close(self) -> None:
        """Stop what runs, and let everything go."""
        self.close_others()
        self.window.desk.runner.cancel()
        self.window.leave()
        self.window.deleteLater()
        settle(0)
        gc.collect()
        self._folder.cleanup()
