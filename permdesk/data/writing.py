"""Files are written whole or not at all: beside the target, flushed, renamed."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from permdesk.data.problem import Problem
from permdesk.translation import tr

PLAIN_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)


def write_atomically(
    path: Path, content: bytes, check: Callable[[Path], Problem | None] | None = None
) -> Problem | None:
    """Replace ``path`` by ``content``, or leave it as it was and say why.

    ``check`` is shown the file before it takes its place, under another name with the same ending, and may refuse it.
    """
    target = Path(os.path.realpath(path))  # renaming onto a symbolic link would replace the link
    ending = target.suffix if check else ""
    temporary = target.with_name(f".{target.stem[:50]}.{secrets.token_hex(8)}.part{ending}")
    try:
        if target.exists() and not (target.is_file() or target.is_dir()):
            return Problem(tr("This is a device or a pipe, not a file."), str(path), tr("Choose another name."))
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        refusal = check(temporary) if check else None
        if refusal is not None:
            return refusal
        temporary.replace(target)
    except OSError as error:
        return _problem(path, error)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()  # gone already where the renaming worked
    return None


def write_together(folder: Path, contents: Mapping[str, bytes]) -> Problem | None:
    """Write all files into ``folder`` or none, so that no file of these stands beside one of an earlier run."""
    try:
        with TemporaryDirectory(prefix=".permdesk-", dir=folder) as staged:
            for name, content in contents.items():
                problem = write_atomically(Path(staged) / name, content)
                if problem is not None:
                    return replace(problem, where=str(folder / name))
            for name in contents:
                if (folder / name).is_dir():
                    return _problem(folder / name, IsADirectoryError())
            for name in contents:
                (Path(staged) / name).replace(folder / name)
    except OSError as error:
        return _problem(folder, error)
    return None


def safe_cell(text: str) -> str:
    """The text with an apostrophe before it if a spreadsheet would take it for a formula; numbers stay."""
    is_formula = text.startswith(("=", "+", "-", "@", "\t", "\r")) and not PLAIN_NUMBER.fullmatch(text)
    return f"'{text}" if is_formula else text


def _problem(path: Path, error: OSError) -> Problem:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Problem(tr("There is no room on the disk."), str(path), tr("Free some room, or save elsewhere."))
    if error.errno == errno.ENAMETOOLONG:
        return Problem(tr("The name is too long."), str(path), tr("Choose a shorter one."))
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Problem(tr("The folder does not exist."), str(path), tr("Create it, or save elsewhere."))
    if isinstance(error, IsADirectoryError) or os.path.isdir(path):  # noqa: PTH112 (Path.is_dir raises)
        return Problem(tr("A folder has this name already."), str(path), tr("Choose another name."))
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        what = tr("The file cannot be written: no permission, or another program holds it.")
        return Problem(what, str(path), tr("Close it elsewhere, or save in a folder that you may write to."))
    what = tr("The file cannot be written: {reason}.", reason=error.strerror or type(error).__name__)
    return Problem(what, str(path), tr("Save elsewhere."))
