"""The catalog of formats beside a SAS file, which holds the labels of its codes."""

from __future__ import annotations

from pathlib import Path

from permdesk.data.problem import Problem, Severity
from permdesk.data.wording import listed
from permdesk.translation import tr

ENDING = ".sas7bcat"


def catalog_of(path: Path, codebook: str) -> Path | None:
    """The catalog that was chosen, or the one beside the file: of its own name, or named as SAS names it."""
    if codebook:
        return path.parent / codebook
    beside = (path.with_suffix(ENDING), path.parent / f"formats{ENDING}")
    return next((catalog for catalog in beside if catalog.is_file()), None)


def note_other_catalogs(path: Path, used: Path | None) -> tuple[Problem, ...]:
    """A NOTE where no catalog was used though the folder of the file holds some: labels may be in one of them."""
    if used:
        return ()
    try:
        names = sorted(file.name for file in path.parent.iterdir() if file.suffix.lower() == ENDING)
    except OSError:
        return ()
    if not names:
        return ()
    what = tr("Labels of codes may be in a catalog of formats in its folder: {names}.", names=listed(names))
    return (Problem(what, path.name, tr("Choose it as the codebook."), Severity.NOTE),)
