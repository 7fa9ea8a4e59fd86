"""The catalog of formats beside a SAS file, which holds the labels of its codes."""

from __future__ import annotations

from pathlib import Path

ENDING = ".sas7bcat"


def catalog_of(path: Path, codebook: str) -> Path | None:
    """The catalog that was chosen, or the one beside the file: of its own name, or named as SAS names it."""
    if codebook:
        return path.parent / codebook
    beside = (path.with_suffix(ENDING), path.parent / f"formats{ENDING}")
    return next((catalog for catalog in beside if catalog.is_file()), None)
