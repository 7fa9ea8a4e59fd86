"""The bytes of an input file and their fingerprint, or the reason why they cannot be had."""

from __future__ import annotations

import errno
import hashlib
import io
import os
from dataclasses import dataclass
from pathlib import Path

from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.translation import tr

CHUNK = 1 << 22


@dataclass(frozen=True, slots=True)
class FileContent:
    """The whole file as read once, and the SHA-256 of exactly these bytes."""

    path: Path
    data: bytes
    sha256: str


def read_content(path: Path, progress: Progress) -> FileContent | Problem:
    """Read a file; the first half of the stage ``"reading"``, whose units are bytes."""
    try:
        if path.is_dir():
            return unreadable(path, IsADirectoryError())
        if path.exists() and not path.is_file():
            what = tr("This is a device or a pipe, not a file.")
            return Problem(what, str(path), tr("Save the data to a file first."))
        progress.begin("reading", 2 * path.stat().st_size)
        digest = hashlib.sha256()
        content = io.BytesIO()
        with path.open("rb") as file:
            before = os.fstat(file.fileno())
            while chunk := file.read(CHUNK):
                digest.update(chunk)
                content.write(chunk)
                progress.advance(len(chunk))
            after = os.fstat(file.fileno())
        if (before.st_size, before.st_mtime_ns) != (
            after.st_size,
            after.st_mtime_ns,
        ) or content.tell() != after.st_size:
            what = tr("The file was changed while it was read.")
            return Problem(what, str(path), tr("Wait until the other program has written it, and open it again."))
    except OSError as error:
        return unreadable(path, error)
    if not content.tell():
        return Problem(tr("This file is empty."), str(path), tr("Choose a file that holds records."))
    return FileContent(path, content.getvalue(), digest.hexdigest())


def unreadable(path: Path, error: OSError) -> Problem:
    """Why the system does not give the bytes of a file, and what can be done."""
    if isinstance(error, IsADirectoryError):
        return Problem(tr("This is a folder, not a file."), str(path), tr("Choose a file in it."))
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Problem(tr("This file does not exist."), str(path), tr("Check its name and its folder."))
    if isinstance(error, PermissionError):
        what = tr("This file cannot be opened: no permission, or another program holds it.")
        return Problem(what, str(path), tr("Close it elsewhere, or ask for permission to read it."))
    if error.errno == errno.ENAMETOOLONG:
        return Problem(tr("No file can have so long a name."), str(path), tr("Check its name and its folder."))
    what = tr("This file cannot be read: {reason}.", reason=error.strerror or type(error).__name__)
    return Problem(what, str(path), tr("Copy it to this computer and try again."))
