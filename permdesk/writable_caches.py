"""Chooses where numba keeps compiled kernels and matplotlib its list of fonts, before either is imported: places that
can be written, and that are ours."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

import platformdirs

from permdesk import __version__
from permdesk.ending import at_the_end

PACKAGE = Path(__file__).parent
KERNELS = ("compute", "masking")
"""The folders of the package that hold kernels."""


def keep_caches_in_writable_folders() -> None:
    """Set NUMBA_CACHE_DIR and MPLCONFIGDIR, each unless somebody set it.

    A checkout keeps kernels in its ``__pycache__``. A bundle must not change its own folder, and an installed package
    often cannot: then they go to the user's cache folder. Each state of their sources has a folder of its own, and a
    checkout forgets those of others. The list of fonts always goes to the user's folder. Where that cannot be written
    either (a read-only home, no home), a private folder is made, which is removed when the process ends.
    """
    # Numba looks at the source of a kernel, and not at those of the kernels that are compiled into it: after an update
    # in place it would go on with what these were before.
    state = f"{__version__}-{_sources_digest()}"
    kept = PACKAGE / "__pycache__" / "kernels"
    if getattr(sys, "frozen", False) or not can_write(PACKAGE / "__pycache__"):
        _choose("NUMBA_CACHE_DIR", Path("kernels") / state)
    elif "NUMBA_CACHE_DIR" not in os.environ:
        os.environ["NUMBA_CACHE_DIR"] = str(kept / state)
        _forget_others(kept, state)
    _choose("MPLCONFIGDIR", Path("fonts"))


def _sources_digest() -> str:
    """Of all modules beside which kernels stand; a bundle, which never changes, has none."""
    digest = hashlib.sha256()
    for folder in KERNELS:
        for path in sorted((PACKAGE / folder).glob("*.py")):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _forget_others(kept: Path, state: str) -> None:
    """Remove kernels of other states. Their folders stay: a process that still runs may write there."""
    for path in kept.glob("*/**/*.nb?"):
        if path.relative_to(kept).parts[0] != state:
            with contextlib.suppress(OSError):
                path.unlink()


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
    at_the_end(partial(shutil.rmtree, private, ignore_errors=True))
    os.environ[variable] = private


def can_write(folder: Path) -> bool:
    """Whether files can be made in ``folder``, which is made if it is not there. Only trying tells."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True
