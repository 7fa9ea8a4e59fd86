"""Where compiled kernels are kept between two starts, whether all are, what room they take, and how to remove them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
ENDINGS = (".nbi", ".nbc")
"""Of numba's files: what was compiled, and the code."""
ALL_ARE_KEPT = "all-kernels-are-kept"
"""An empty file beside them that says so."""


@dataclass(frozen=True, slots=True)
class KernelCache:
    """``n_bytes`` of the files that hold compiled kernels, in ``folder`` or below it."""

    folder: Path
    n_bytes: int


def kernel_cache() -> KernelCache:
    """What there is now."""
    folder = _folder()
    return KernelCache(folder, sum(n_bytes for _, n_bytes in _files(folder)))


def all_are_kept() -> bool:
    """Whether an earlier start came to the last kernel, and what it kept was not removed."""
    cache = kernel_cache()
    return cache.n_bytes > 0 and (cache.folder / ALL_ARE_KEPT).exists()


def say_that_all_are_kept() -> None:
    """So that ``all_are_kept`` knows. Where it cannot be written, the next start compiles once more."""
    with contextlib.suppress(OSError):
        (_folder() / ALL_ARE_KEPT).touch()


def empty_kernel_cache() -> KernelCache:
    """Remove all compiled kernels, which are compiled anew at the next start; what is left, as another process may
    hold some."""
    for path in (_folder() / ALL_ARE_KEPT, *(path for path, _ in list(_files(_folder())))):
        with contextlib.suppress(OSError):
            path.unlink()
    return kernel_cache()


def _folder() -> Path:
    chosen = os.environ.get("NUMBA_CACHE_DIR", "")
    return Path(chosen) if chosen else PACKAGE


def _files(folder: Path) -> Iterator[tuple[Path, int]]:
    for path in folder.rglob("*.nb?"):
        with contextlib.suppress(OSError):
            if path.suffix in ENDINGS and path.is_file():
                yield path, path.stat().st_size
