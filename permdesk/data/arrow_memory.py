"""Memory that arrow keeps after its arrays are gone, hundreds of megabytes after a large file."""

from __future__ import annotations

import pyarrow as pa


def give_back_memory() -> None:
    """Let the rest of the program, and the system, have what arrow no longer uses."""
    pa.default_memory_pool().release_unused()
