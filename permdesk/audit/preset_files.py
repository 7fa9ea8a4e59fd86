"""Where presets are: those that ship with the program, and the user's own in the settings folder."""

from __future__ import annotations

from pathlib import Path

import platformdirs

from permdesk.audit.preset import SUFFIX, Preset, read_preset
from permdesk.data.problem import Problem
from permdesk.resources import resource_path


def own_folder() -> Path:
    """The folder in the user's settings into which own presets are put; it need not exist."""
    return Path(platformdirs.user_config_dir("permdesk", appauthor=False)) / "demonstrations"


def preset_paths() -> dict[str, Path]:
    """Every preset by its name, the shipped ones first; an own one of the same name takes the place of one."""
    folders = (resource_path("demo"), own_folder())
    return {path.stem: path for folder in folders for path in sorted(folder.glob(f"*{SUFFIX}"))}


def shipped_names() -> tuple[str, ...]:
    """The names of the presets that ship with the program."""
    return tuple(path.stem for path in sorted(resource_path("demo").glob(f"*{SUFFIX}")))


def readable_presets() -> dict[str, Preset]:
    """The presets that can be read, by name and in their order; one that cannot is left out."""
    known = {name: preset for name, preset in _read().items() if not isinstance(preset, Problem)}
    return dict(sorted(known.items(), key=lambda item: (item[1].order, item[0])))


def unreadable_presets() -> tuple[Problem, ...]:
    """What is wrong with the presets that are left out."""
    return tuple(preset for preset in _read().values() if isinstance(preset, Problem))


def _read() -> dict[str, Preset | Problem]:
    return {name: read_preset(path) for name, path in preset_paths().items()}
