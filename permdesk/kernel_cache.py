"""Chooses where numba keeps compiled kernels, before numba is imported: a place that can be written."""

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


def keep_kernels_in_a_writable_folder() -> None:
    """Set NUMBA_CACHE_DIR where numba would find no place, and fail, or find one that is not its own.

    A checkout needs nothing: kernels lie in its ``__pycache__``. A bundle must not change its own folder, and an
    installed package often cannot: then the user's cache folder is taken, a folder for each version. Where that
    cannot be written either (a read-only home, no home), a private one is, which is removed when the process ends.
    Whoever set NUMBA_CACHE_DIR keeps it.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    if not getattr(sys, "frozen", False) and can_write(PACKAGE / "__pycache__"):
        return
    users = platformdirs.user_cache_path("permdesk", appauthor=False) / "kernels" / __version__
    # Without a home, platformdirs answers with a relative path that begins with a tilde.
    if users.is_absolute() and can_write(users):
        os.environ["NUMBA_CACHE_DIR"] = str(users)
        return
    # Not a fixed name: numba unpickles what it finds, so the folder must be one that nobody else can have filled.
    private = tempfile.mkdtemp(prefix="permdesk-kernels-")
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    os.environ["NUMBA_CACHE_DIR"] = private


def can_write(folder: Path) -> bool:
    """Whether files can be made in ``folder``, which is made if it is not there. Only trying tells."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True
