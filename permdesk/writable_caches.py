"""Chooses where numba keeps compiled kernels and matplotlib its list of fonts, before either is imported: places that
can be written, and that are ours."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

import platformdirs

from permdesk import __version__

PACKAGE = Path(__file__).parent


def keep_caches_in_writable_folders() -> None:
    """Set NUMBA_CACHE_DIR and MPLCONFIGDIR, each unless somebody set it.

    A checkout keeps kernels in its ``__pycache__``, where numba puts them by itself. A bundle must not change its own
    folder, and an installed package often cannot: then they go to the user's cache folder, a folder for each version.
    The list of fonts always goes there. Where that cannot be written either (a read-only home, no home), a private
    folder is made, which is removed when the process ends.
    """
    if getattr(sys, "frozen", False) or not can_write(PACKAGE / "__pycache__"):
        _choose("NUMBA_CACHE_DIR", Path("kernels") / __version__)
    _choose("MPLCONFIGDIR", Path("fonts"))


def _choose(variable: str, place: Path) -> None:
    if variable in os.environ:
        return
    users = platformdirs.user_cache_path("permdesk", appauthor=False) / place
    # Without a home, platformdirs answers with a relative path that begins with a tilde.
    if users.is_absolute() and can_write(users):
        os.environ[variable] = str(users)
        return
    # Not a fixed name: numba unpickles what it finds, so the folder must be one that nobody else can have filled.
    private = tempfile.mkdtemp(prefix=f"permdesk-{place.parts[0]}-")
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    os.environ[variable] = private


def can_write(folder: Path) -> bool:
    """Whether files can be made in ``folder``, which is made if it is not there. Only trying tells."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True
