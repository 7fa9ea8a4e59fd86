"""Memory of the machine: how much this process may still take, and giving back what it has freed."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import psutil

CONTROL_GROUPS = Path("/sys/fs/cgroup")
OWN_GROUP = Path("/proc/self/cgroup")


def available_memory() -> int:
    """Bytes that this process can still take without swapping: of the machine, or of what it is confined to.

    A container or a batch system confines by control groups, version 1 or 2, of which the system's own figure for
    free memory knows nothing.
    """
    return min([psutil.virtual_memory().available, *_left_in_groups()])


def _left_in_groups() -> list[int]:
    """Bytes left in each control group that this process is in and that has a limit."""
    if not OWN_GROUP.exists():
        return []
    left = []
    for line in OWN_GROUP.read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if controllers == "":
            root, limit, used, cache = CONTROL_GROUPS, "memory.max", "memory.current", "inactive_file"
        elif "memory" in controllers.split(","):
            root = CONTROL_GROUPS / "memory"
            limit, used, cache = "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"
        else:
            continue
        group = root / path.lstrip("/")
        # In a container the path may be that of the host; its root is then the group itself.
        for folder in (group, *group.parents):
            most, taken = _number(folder / limit), _number(folder / used)
            if most is not None and taken is not None:
                # Pages of files that were read count as used, but are given up before anything is refused.
                left.append(max(0, most - taken + _statistic(folder / "memory.stat", cache)))
            if folder == root:
                break
    return left


def _number(file: Path) -> int | None:
    """What a file of a control group holds; None for no file, no limit or one beyond all memory."""
    try:
        text = file.read_text().strip()
    except OSError:
        return None
    return int(text) if text.isdigit() and int(text) < 1 << 60 else None


def _statistic(file: Path, name: str) -> int:
    try:
        lines = [line.split() for line in file.read_text().splitlines()]
    except OSError:
        return 0
    return next((int(line[1]) for line in lines if line and line[0] == name), 0)


def give_back_freed() -> None:
    """Let the system have the pages of arrays that are gone. The C library of Linux keeps them otherwise, hundreds of
    megabytes after large files; others give them back by themselves."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim is not None:
            trim(0)
