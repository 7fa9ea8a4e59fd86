"""The paper's larger examples, Figures 2 and 3 and Table 7, drawn anew: 1,000 records with more and with less noise."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.audit.policy import Policy
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.progress import Progress
from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
from permdesk.data.file_pair import AttributePair, FilePair, SourceFile, Values
from permdesk.data.problem import Problem

N_RECORDS = 1_000
MEANS = (100.0, 1000.0, 5000.0)
DEVIATIONS = (10.0, 50.0, 200.0)
MUCH_NOISE = (5.0, 25.0, 100.0)
LITTLE_NOISE = (0.05, 0.25, 1.0)
# The paper gives no seeds; any will do, and a fixed one makes two machines agree.
SEED = 2015


def simulated_pair(noise: tuple[float, ...], name: str) -> FilePair:
    """Independent normal attributes, and normal noise of these standard deviations added to them."""
    random = np.random.default_rng(SEED)
    original = random.normal(MEANS, DEVIATIONS, (N_RECORDS, len(MEANS)))
    anonymized = original + random.normal(0.0, noise, original.shape)
    names = tuple(f"X{j + 1}" for j in range(len(MEANS)))
    return FilePair(
        original=SourceFile(Path(f"{name}-original"), "", N_RECORDS),
        anonymized=SourceFile(Path(f"{name}-anonymized"), "", N_RECORDS),
        attributes=tuple(
            AttributePair(attribute, Level.NUMERIC, Values(x, x), Values(y, y))
            for attribute, x, y in zip(names, original.T.copy(), anonymized.T.copy(), strict=True)
        ),
        left_out=(),
        pairing=PairingBy.ROW,
        own=np.arange(N_RECORDS),
        choices=PairChoices(tuple(AttributeChoice(attribute, Level.NUMERIC) for attribute in names), PairingBy.ROW),
    )


def audit_simulation(noise: tuple[float, ...], name: str, progress: Progress) -> Audit:
    """Audit simulated files with 10,000 drawn random records, as the paper does. Raises Cancelled."""
    audit = run_audit(simulated_pair(noise, name), Settings(draws=10_000), Policy(), progress)
    if isinstance(audit, Problem):
        raise ValueError(audit.sentence)
    return audit
