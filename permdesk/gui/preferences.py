"""Keeps what the window remembers, in memory and in its file, which other windows may write as well."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from permdesk.compute.parallel import limit_threads
from permdesk.gui.jobs import JobRunner
from permdesk.gui.settings import MOST_RECENT, NO_CHANGE, WindowSettings, change_settings, read_settings


class Preferences(QObject):
    """Of the file only that changes which was changed here. Without a path nothing is written."""

    changed = Signal()

    def __init__(self, settings: WindowSettings, path: Path | None, runner: JobRunner) -> None:
        super().__init__()
        self.settings = settings
        self._path, self._runner = path, runner
        self._changed: dict[str, Any] = {}
        self._recent = NO_CHANGE

    def change(self, **changed: Any) -> None:
        """Replace some of the settings, and write them off this thread. What cannot be written holds for this window,
        and closing it tries again."""
        before, settings = self.settings, replace(self.settings, **changed)
        if settings == before:
            return
        if settings.threads != before.threads:
            limit_threads(settings.threads)
        self.settings = settings
        self._changed |= {name: value for name, value in changed.items() if value != getattr(before, name)}
        self._changed.pop("recent", None)
        if not settings.keeps_recent:
            self._changed["recent"] = ()  # also those of other windows
        self._recent = self._recent.followed_by(before.recent, settings.recent)
        if self._path is not None:
            path, wanted, recent = self._path, dict(self._changed), self._recent

            def written(_: object) -> None:
                if self._recent is recent:
                    self._recent = NO_CHANGE

            self._runner.start("", lambda _: change_settings(wanted, path, recent), written, _nothing, must_end=True)
        self.changed.emit()

    def write_now(self, geometry: str) -> None:
        """Write what was changed, and where the window was, before the process ends."""
        if self._path is not None:
            change_settings(self._changed | {"geometry": geometry}, self._path, self._recent)

    def look_at_recent(self) -> None:
        """Know also the recent recipes that other windows have written since."""
        if self._path is not None and self._path.exists() and self.settings.keeps_recent:
            recent = self._recent.over(read_settings(self._path).recent)
            if recent != self.settings.recent:
                self.settings = replace(self.settings, recent=recent)
                self.changed.emit()

    def add_recent(self, path: Path) -> None:
        """Remember a recipe as the latest, if any are to be remembered."""
        if self.settings.keeps_recent:
            text = str(path.absolute())
            others = (one for one in self.settings.recent if one != text)
            self.change(recent=(text, *others)[:MOST_RECENT])

    def remove_recent(self, path: Path) -> bool:
        """Forget a recipe; whether it was remembered."""
        text = str(path.absolute())
        was_kept = text in self.settings.recent
        self.change(recent=tuple(one for one in self.settings.recent if one != text))
        return was_kept


def _nothing(_: object) -> None:
    """That settings were not written is no news; the window works without."""
