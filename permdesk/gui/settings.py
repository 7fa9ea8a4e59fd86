"""What the window remembers between two starts: one frozen value in one file, and nothing about microdata."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec
import platformdirs

from permdesk.data.problem import Problem
from permdesk.data.writing import write_atomically
from permdesk.gui.appearance import Scheme


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """``geometry`` is what Qt says of size and place, in base 64; ``language`` a code of ``languages``, empty for that
    of the system."""

    scheme: Scheme = Scheme.SYSTEM
    geometry: str = ""
    language: str = ""
    tour_offered: bool = False


def settings_path() -> Path:
    """The file in the user's settings folder, which may not exist yet."""
    return Path(platformdirs.user_config_dir("permdesk", appauthor=False)) / "window.json"


def read_settings(path: Path) -> WindowSettings:
    """The settings of a file; the defaults if it is absent, unreadable or not understood."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=WindowSettings)
    except (OSError, msgspec.DecodeError):
        return WindowSettings()


def write_settings(settings: WindowSettings, path: Path) -> Problem | None:
    """Write the settings, the folder first if need be; the Problem if it could not be done."""
    with suppress(OSError):  # writing says it better
        path.parent.mkdir(parents=True, exist_ok=True)
    return write_atomically(path, msgspec.json.format(msgspec.json.encode(asdict(settings), enc_hook=str)) + b"\n")
