"""Findings about as many records as wanted, of normal values with noise, without files and without an audit."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.audit.policy import Policy
from permdesk.audit.settings import Settings
from permdesk.compute.arrays import Floats
from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
from permdesk.data.file_pair import AttributePair, FilePair, SourceFile, Values
from permdesk.gui.screenshots.ready_findings import ready_findings

SEED = 1


def large_findings(n: int, m: int) -> Audit:
    """An audit of n records with m attributes, as far as the window can tell."""
    return ready_findings(_pair(*_values(np.random.default_rng(SEED), n, m)), Settings(), Policy())


def _values(generator: np.random.Generator, n: int, m: int) -> tuple[Floats, Floats]:
    original = np.asfortranarray(generator.normal(size=(n, m)))
    return original, np.asfortranarray(original + 0.5 * generator.normal(size=(n, m)))


def _pair(original: Floats, anonymized: Floats) -> FilePair:
    n, m = original.shape
    names = [f"attribute {j + 1}" for j in range(m)]
    attributes = [
        AttributePair(name, Level.NUMERIC, Values(x, x), Values(y, y))
        for name, x, y in zip(names, original.T, anonymized.T, strict=True)
    ]
    return FilePair(
        original=SourceFile(Path("original.csv"), "0" * 64, n),
        anonymized=SourceFile(Path("anonymized.csv"), "1" * 64, n),
        attributes=tuple(attributes),
        left_out=(),
        pairing=PairingBy.ROW,
        own=np.arange(n),
        choices=PairChoices(tuple(AttributeChoice(name, Level.NUMERIC) for name in names), PairingBy.ROW),
    )
