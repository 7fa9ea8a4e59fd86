"""Audits for the tests of the window: the paper's, one with ties, a scaled one, an unpaired one, a long one."""

from __future__ import annotations

from functools import cache

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.audit.policy import Policy
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.progress import Progress
from tests.pairs import pair_of, paper_pair


def audit_of(pair, **settings) -> Audit:
    audit = run_audit(pair, Settings(**settings), Policy(), Progress())
    assert isinstance(audit, Audit), audit
    return audit


@cache
def paper_audit() -> Audit:
    return audit_of(paper_pair())


@cache
def tied_audit() -> Audit:
    """Few distinct values, released unchanged, one of them suppressed."""
    values = np.random.default_rng(5).integers(0, 4, (40, 3)).astype(float)
    released = values.copy()
    released[7, 1] = np.nan
    return audit_of(pair_of(values, released, names=("age", "sex", "pay")), draws=200)


@cache
def scaled_audit() -> Audit:
    """Y = 1.1 X: no rank has changed."""
    original = np.random.default_rng(2).normal([100, 1000, 5000], [10, 50, 200], (120, 3))
    return audit_of(pair_of(original, 1.1 * original), draws=500)


@cache
def unpaired_audit() -> Audit:
    values = np.random.default_rng(3).normal(size=(30, 2))
    return audit_of(pair_of(values, values + 0.1, own=None), draws=200)


@cache
def long_audit() -> Audit:
    """More records than Table 3 shows at first."""
    rng = np.random.default_rng(4)
    original = rng.normal(size=(1_500, 2))
    return audit_of(pair_of(original, original + 0.2 * rng.normal(size=original.shape)), draws=500)
