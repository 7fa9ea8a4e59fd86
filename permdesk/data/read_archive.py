"""Takes one file out of a gzip or zip archive, in memory, within bounds that no honest file of data exceeds."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from permdesk.compute.progress import Progress
from permdesk.data.file_content import FileContent
from permdesk.data.file_kind import FileKind
from permdesk.data.problem import Problem
from permdesk.data.wording import listed, quoted
from permdesk.translation import tr

CHUNK = 1 << 20
MOST_BYTES = 8 << 30
MOST_TIMES_LARGER = 200  # text with much repetition shrinks to a fiftieth
SMALL = 64 << 20  # whatever its ratio, it does no harm
HIDDEN = ("__MACOSX/", ".")


def members(path: Path, data: bytes) -> tuple[str, ...] | Problem:
    """The files inside a zip archive, but for folders and hidden ones."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [info.filename for info in archive.infolist() if not info.is_dir()]
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        return _damaged(path)
    return tuple(name for name in names if not name.startswith(HIDDEN) and not Path(name).name.startswith("."))


def unpacked(
    content: FileContent, kind: FileKind, member: str, progress: Progress
) -> tuple[FileContent, str] | Problem:
    """The content of the file inside, under its own name in the folder of the archive, and its name in the archive.

    Its SHA-256 stays that of the archive. Where a zip archive holds several, ``member`` names one. Raises Cancelled.
    """
    if kind is FileKind.GZIP:
        inner = _inflated(content, progress)
        return (
            inner
            if isinstance(inner, Problem)
            else (replace(content, path=content.path.with_suffix(""), data=inner), "")
        )
    path = content.path
    names = members(path, content.data)
    if isinstance(names, Problem):
        return names
    if not names:
        return Problem(tr("The archive holds no file."), str(path), tr("Choose an archive that holds data."))
    if member and member not in names:
        what = tr("There is no file {member} in the archive.", member=quoted(member))
        return Problem(what, str(path), tr("Choose one of {names}.", names=listed(names)))
    if not member and len(names) > 1:
        what = tr("The archive holds several files: {names}.", names=listed(names))
        return Problem(what, str(path), tr("Choose the one to be read."))
    name = member or names[0]
    try:
        with zipfile.ZipFile(io.BytesIO(content.data)) as archive, archive.open(name) as file:
            data = _bounded(path, len(content.data), file.read, progress)
    except RuntimeError:
        return Problem(
            tr("The archive is protected by a password."), str(path), tr("Unpack it and open the file inside.")
        )
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError):
        return _damaged(path)
    return (
        data if isinstance(data, Problem) else (replace(content, path=path.parent / Path(name).name, data=data), name)
    )


def _inflated(content: FileContent, progress: Progress) -> bytes | Problem:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content.data)) as file:
            return _bounded(content.path, len(content.data), file.read, progress)
    except (gzip.BadGzipFile, EOFError, zlib.error, OSError):
        return _damaged(content.path)


def _bounded(path: Path, packed: int, read: Callable[[int], bytes], progress: Progress) -> bytes | Problem:
    found = io.BytesIO()
    while chunk := read(CHUNK):
        progress.check()
        found.write(chunk)
        if found.tell() > max(SMALL, min(MOST_BYTES, MOST_TIMES_LARGER * packed)):
            what = tr("The archive unpacks to more than {n} megabytes, too much for its size.", n=found.tell() >> 20)
            return Problem(what, str(path), tr("Unpack it, look at the file inside, and open that."))
    if not found.tell():
        return Problem(tr("The file in the archive is empty."), str(path), tr("Choose a file that holds records."))
    return found.getvalue()


def _damaged(path: Path) -> Problem:
    return Problem(tr("The archive is damaged and cannot be unpacked."), str(path), tr("Get or make it anew."))
