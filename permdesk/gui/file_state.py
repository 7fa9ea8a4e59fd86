"""What tells whether a file is still the one that it was when it was last looked at."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG


@dataclass(frozen=True, slots=True)
class FileState:
    """What changes when a file is written: its time in nanoseconds, its size in bytes and its number on the disk."""

    written: int
    size: int
    number: int

    @property
    def text(self) -> str:
        """One line, from which ``read`` makes it again."""
        return f"{self.written} {self.size} {self.number}"

    @classmethod
    def read(cls, text: str) -> FileState | None:
        """None where ``text`` is not what ``text`` makes."""
        try:
            written, size, number = (int(part) for part in text.split(" "))
        except ValueError:
            return None
        return cls(written, size, number)


def state_of(path: Path) -> FileState | None:
    """How the file is now; None if there is no such file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return FileState(found.st_mtime_ns, found.st_size, found.st_ino) if S_ISREG(found.st_mode) else None
