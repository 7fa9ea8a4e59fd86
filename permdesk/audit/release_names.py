"""What releases that are set side by side are called."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def release_names(paths: Sequence[str]) -> tuple[str, ...]:
    """What each of several files is called: its name, with its folder where two have the same."""
    names = [Path(path).name for path in paths]
    return tuple(name if names.count(name) == 1 else path for name, path in zip(names, paths, strict=True))
