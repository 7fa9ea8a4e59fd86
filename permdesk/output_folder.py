"""The folder that a command writes into: made, and tried, before the work."""

from __future__ import annotations

from pathlib import Path

from permdesk.data.problem import Problem
from permdesk.data.writing import write_atomically
from permdesk.refusal import Refused
from permdesk.translation import tr


def make_folder(out: Path) -> list[Path]:
    """Make the output folder; the folders that were not there, the innermost first. Raises Refused."""
    missing = [folder for folder in (out, *out.parents) if not folder.exists()]
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(
            Problem(
                what=tr("The output folder cannot be made: {reason}.", reason=error.strerror or ""),
                where=str(out),
                remedy=tr("Choose another with --out."),
            )
        ) from error
    # Found out before the work, not after it.
    trial = out / ".permdesk-trial"
    problem = write_atomically(trial, b"")
    if problem is not None:
        raise Refused(problem)
    trial.unlink(missing_ok=True)
    return missing
