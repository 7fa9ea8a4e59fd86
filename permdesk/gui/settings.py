"""What the window remembers between two starts: one frozen value in one file, and nothing about microdata."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import platformdirs
from PySide6.QtCore import QLockFile

from permdesk.data.problem import Problem
from permdesk.data.writing import write_atomically
from permdesk.gui.appearance import Scheme

MOST_RECENT = 10
LONGEST_WAIT_MS = 1_000
"""How long a window waits for another one that is writing."""


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """``geometry`` is what Qt says of size and place, in base 64; ``language`` a code of ``languages`` and ``numbers``
    one of ``number_formats``, each empty for that of the system; ``threads`` so many compute at most, 0 for one on each
    core; ``recent`` the paths of recipes, the latest first, kept only where ``keeps_recent``."""

    scheme: Scheme = Scheme.SYSTEM
    geometry: str = ""
    language: str = ""
    tour_offered: bool = False
    numbers: str = ""
    threads: int = 0
    keeps_recent: bool = True
    recent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecentChange:
    """What became of the recent recipes in one window: paths that were ``added`` or opened again, the latest first, and
    those that are ``forgotten``."""

    added: tuple[str, ...] = ()
    forgotten: frozenset[str] = frozenset()

    def over(self, known: tuple[str, ...]) -> tuple[str, ...]:
        """The recent recipes when the change is made to ``known`` ones, which may be those of other windows."""
        others = (one for one in known if one not in self.added and one not in self.forgotten)
        return (*self.added, *others)[:MOST_RECENT]

    def followed_by(self, before: tuple[str, ...], after: tuple[str, ...]) -> RecentChange:
        """This change and that from the list ``before`` to the one ``after`` it."""
        first = [one for place, one in enumerate(after) if one not in before or (place == 0 and one != before[0])]
        gone = self.forgotten | (set(before) - set(after))
        kept = (one for one in self.added if one not in first and one not in gone)
        return RecentChange((*first, *kept), gone - set(first))


NO_CHANGE = RecentChange()


def settings_path() -> Path:
    """The file in the user's settings folder, which may not exist yet."""
    return Path(platformdirs.user_config_dir("permdesk", appauthor=False)) / "window.json"


def read_settings(path: Path) -> WindowSettings:
    """The settings of a file; the default of each that it lacks or that is not understood, as another version may have
    written it."""
    raw = _raw(path)
    known: dict[str, Any] = {}
    kinds = get_type_hints(WindowSettings)
    for field in fields(WindowSettings):
        if field.name in raw:
            with suppress(msgspec.ValidationError):
                known[field.name] = msgspec.convert(raw[field.name], kinds[field.name])
    return WindowSettings(**known)


def change_settings(changed: dict[str, Any], path: Path, recent: RecentChange = NO_CHANGE) -> Problem | None:
    """Write some settings into a file, its folder first if need be; the Problem if it could not be done. All else that
    is there stays, also what only another version understands, and what other windows write at the same time."""
    with suppress(OSError):  # writing says it better
        path.parent.mkdir(parents=True, exist_ok=True)
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # of a process that is gone
    lock.tryLock(LONGEST_WAIT_MS)
    try:
        before = read_settings(path)
        settings = asdict(before) | _raw(path) | changed
        if changed.get("keeps_recent", before.keeps_recent):
            settings["recent"] = recent.over(changed.get("recent", before.recent))
        return write_atomically(path, msgspec.json.format(msgspec.json.encode(settings, enc_hook=str)) + b"\n")
    finally:
        lock.unlock()


def _raw(path: Path) -> dict[str, Any]:
    """What a file holds, understood or not; nothing if it is damaged or not there."""
    try:
        raw = msgspec.json.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}
    return raw if isinstance(raw, dict) else {}
