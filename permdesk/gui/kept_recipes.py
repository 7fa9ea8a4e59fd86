"""Copies of recipes with unsaved decisions, in the user's settings folder: one for each window, locked while it runs.

A window that ended as it should leaves none. One whose lock nobody holds any more is of a window that did not.
"""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLockFile

from permdesk.audit.recipe import SUFFIX, Recipe, read_recipe, write_recipe
from permdesk.data.problem import Problem
from permdesk.data.writing import write_atomically
from permdesk.gui.file_state import FileState

PLACE = ".place"
LOCK = ".lock"


class KeptRecipe:
    """A copy of a recipe, and where the recipe itself is, if it was ever saved."""

    def __init__(self, copy: Path) -> None:
        """A copy that is there, or may be written."""
        self.copy = copy
        self._lock = QLockFile(str(copy.with_suffix(LOCK)))
        # However old it is: only that its process is gone, which Qt asks the system, makes a lock worthless.
        self._lock.setStaleLockTime(0)

    def hold(self) -> bool:
        """Let no other window take it; False if one has it already, or if nothing can be written there."""
        return self._lock.isLocked() or self._lock.tryLock(0)

    def let_go(self) -> None:
        self._lock.unlock()

    def write(self, recipe: Recipe, path: Path | None, seen: FileState | None) -> Problem | None:
        """Replace the copy; ``path`` is that of the recipe itself, and ``seen`` how its file was when it was last
        read or written."""
        with contextlib.suppress(OSError):  # writing says it better
            self.copy.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        place = self.copy.with_suffix(PLACE)
        lines = "" if path is None else f"{'' if seen is None else seen.text}\n{path.absolute()}"
        problem = write_atomically(place, lines.encode())
        if problem is None:
            self.hold()
            problem = write_recipe(recipe, self.copy)
        return problem

    def remove(self) -> None:
        """Remove all that there is of it, but for the lock."""
        parts = self.copy.parent.glob(f".{self.copy.stem}.*.part")
        for path in (self.copy, self.copy.with_suffix(PLACE), *parts):
            with contextlib.suppress(OSError):
                path.unlink()


@dataclass(frozen=True, slots=True, eq=False)
class Leftover:
    """A copy that a window left behind, held by this one. ``path`` is the recipe's own, None if it was never saved;
    ``seen`` how that window last knew its file, None if it cannot be told; ``recipe`` a Problem if it cannot be read;
    ``written`` in seconds since 1970."""

    kept: KeptRecipe
    path: Path | None
    seen: FileState | None
    recipe: Recipe | Problem
    written: float


def new_copy(folder: Path) -> KeptRecipe:
    """A copy of its own for a window; nothing is written yet."""
    return KeptRecipe(folder / f"{secrets.token_hex(8)}{SUFFIX}")


def leftovers(folder: Path) -> tuple[Leftover, ...]:
    """What windows left behind that no longer run, the latest first; from now on held."""
    found = []
    for copy in folder.glob(f"*{SUFFIX}"):
        kept = KeptRecipe(copy)
        try:
            written = copy.stat().st_mtime
            if kept.hold():
                found.append(Leftover(kept, *_place(copy), read_recipe(copy), written))
        except OSError:  # gone by now
            kept.let_go()
    for lock in folder.glob(f"*{LOCK}"):
        if not lock.with_suffix(SUFFIX).exists():
            alone = KeptRecipe(lock.with_suffix(SUFFIX))
            alone.hold()
            alone.let_go()  # which removes the file, unless its window runs
    return tuple(sorted(found, key=lambda one: one.written, reverse=True))


def _place(copy: Path) -> tuple[Path | None, FileState | None]:
    try:
        seen, _, path = copy.with_suffix(PLACE).read_text("utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None, None
    return (Path(path), FileState.read(seen)) if path else (None, None)
