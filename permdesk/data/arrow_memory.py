"""Memory that arrow and the C library keep after arrays are gone, hundreds of megabytes after a large file."""

from __future__ import annotations

import contextlib
import ctypes
import sys

import pyarrow as pa


def give_back_memory() -> None:
    """Let the rest of the program, and the system, have what nobody uses any more."""
    pa.default_memory_pool().release_unused()
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # a C library other than that of GNU, which keeps less
            # Arrays of up to 32 MB are kept by malloc, once arrays of that size were freed.
            ctypes.CDLL(None).malloc_trim(0)
