"""What the window remembers between two starts: one frozen value in one file, and nothing about microdata."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import platformdirs

from permdesk.data.problem import Problem
from permdesk.data.writing import write_atomically
from permdesk.gui.appearance import Scheme

MOST_RECENT = 10


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


def change_settings(changed: dict[str, Any], path: Path) -> Problem | None:
    """Write some settings into a file, its folder first if need be; the Problem if it could not be done. All else that
    is there stays, also what only another version understands."""
    settings = asdict(read_settings(path)) | _raw(path) | changed
    with suppress(OSError):  # writing says it better
        path.parent.mkdir(parents=True, exist_ok=True)
    return write_atomically(path, msgspec.json.format(msgspec.json.encode(settings, enc_hook=str)) + b"\n")


def _raw(path: Path) -> dict[str, Any]:
    """What a file holds, understood or not; nothing if it is damaged or not there."""
    try:
        raw = msgspec.json.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}
    return raw if isinstance(raw, dict) else {}
