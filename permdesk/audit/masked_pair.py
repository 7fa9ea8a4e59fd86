"""A demonstration release of an original that is already read, paired as its records are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from permdesk.audit.ranking import midpoints
from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Progress
from permdesk.data.choices import Level, PairingBy
from permdesk.data.file_pair import FilePair, SourceFile, Values
from permdesk.masking.methods import Masking, masked
from permdesk.masking.parameters import Method


def masked_pair(pair: FilePair, masking: Masking, name: str, progress: Progress) -> FilePair:
    """The original of ``pair`` and a release that ``masking`` makes of it, called ``name``. Generalized original
    values are masked as their midpoints. Synthetic records belong to nobody: they are unpaired. Raises Cancelled."""
    original = np.column_stack([midpoints(attribute.original) for attribute in pair.attributes])
    are_numbers = np.array([attribute.level is Level.NUMERIC for attribute in pair.attributes])
    released = masked(original, are_numbers, masking, progress)
    is_paired = masking.method is not Method.SYNTHETIC
    attributes = tuple(
        replace(attribute, anonymized=_values(released[:, j])) for j, attribute in enumerate(pair.attributes)
    )
    by = PairingBy.ROW if is_paired else PairingBy.UNPAIRED
    return FilePair(
        original=pair.original,
        anonymized=SourceFile(Path(name), "", len(released)),
        attributes=attributes,
        left_out=pair.left_out,
        pairing=by,
        own=np.arange(len(released)) if is_paired else None,
        choices=replace(pair.choices, pairing=by, id_attributes=(), pairing_reason=""),
        is_made_here=True,
    )


def _values(column: Floats) -> Values:
    kept = np.ascontiguousarray(column)
    return Values(kept, kept, int(np.isnan(kept).sum()))
