"""Pairs of files made from arrays, for tests that need no file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
from permdesk.data.file_pair import AttributePair, FilePair, SourceFile, Values

DEMO = Path(__file__).parents[1] / "resources" / "demo" / "paper"


def pair_of(original, anonymized, own="row", names=None, bounds=None, original_bounds=None):
    """A pair of numeric files from arrays (n, m); ``bounds`` replaces the anonymized values by (lower, upper),
    ``original_bounds`` the original ones."""
    original, anonymized = np.asarray(original, float), np.asarray(anonymized, float)
    names = names or tuple(f"X{j + 1}" for j in range(original.shape[1]))
    lower, upper = bounds if bounds is not None else (anonymized, anonymized)
    original_lower, original_upper = original_bounds if original_bounds is not None else (original, original)
    attributes = tuple(
        AttributePair(
            name,
            Level.NUMERIC,
            Values(original_lower[:, j].copy(), original_upper[:, j].copy()),
            Values(lower[:, j].copy(), upper[:, j].copy()),
        )
        for j, name in enumerate(names)
    )
    paired = isinstance(own, str) and own == "row"
    rows = np.arange(len(original)) if paired else own
    by = PairingBy.UNPAIRED if rows is None else PairingBy.ROW
    return FilePair(
        original=SourceFile(Path("original.csv"), "0" * 64, len(original)),
        anonymized=SourceFile(Path("anonymized.csv"), "1" * 64, len(anonymized)),
        attributes=attributes,
        left_out=(),
        pairing=by,
        own=rows,
        choices=PairChoices(tuple(AttributeChoice(name, Level.NUMERIC) for name in names), by),
    )


def paper_pair():
    """The paper's running example."""
    read = [np.loadtxt(DEMO / f"{name}.csv", delimiter=",", skiprows=1) for name in ("original", "anonymized")]
    return pair_of(*read)
