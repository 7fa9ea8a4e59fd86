"""Short ways to audit arrays, and to read what was found in the terms of the definitions."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.audit.policy import Policy
from permdesk.audit.record_table import record_table
from permdesk.audit.run import run_audit
from permdesk.audit.settings import MissingRule, Settings, Ties
from permdesk.compute.progress import Progress
from tests.pairs import pair_of

ANYTHING_GOES = Policy("anything", None, None, {}, None, None, None, None)


def audited(pair, policy=ANYTHING_GOES, **settings) -> Audit:
    """``ties`` and ``missing`` may be given by their words."""
    chosen = {"replicates": 2, "draws": 500} | settings
    chosen |= {key: kind(chosen[key]) for key, kind in (("ties", Ties), ("missing", MissingRule)) if key in chosen}
    audit = run_audit(pair, Settings(**chosen), policy, Progress())
    assert isinstance(audit, Audit), audit
    return audit


def audit_of(original, anonymized, policy=ANYTHING_GOES, own="row", **settings) -> Audit:
    return audited(pair_of(original, anonymized, own), policy, **settings)


def found(distances):
    """(d_i, all matches) of every record, from its record table."""
    tables = [record_table(distances, record) for record in range(distances.distance.size)]
    return [(table.distance, table.matches.tolist()) for table in tables]


def numbers_of(audit, of_records=True):
    """Every number that follows from the order of values alone, as plain lists."""
    listed = {}
    for name in ("distances", "distances_z", "links"):
        d = getattr(audit, name)
        listed[name] = (
            d.d,
            d.median,
            d.max,
            d.n_multiple,
            *((d.distance.tolist(), d.n_matches.tolist()),) * of_records,
        )
    random, right = audit.random_match, audit.right_links
    listed["random"] = (random.share_original.tolist(), random.share_random.tolist(), random.hellinger, random.ks)
    listed["defensible"] = (random.n_defensible, random.n_defensible_right, random.critical_distance)
    listed["right"] = right and (right.sole_correct, right.among_several, right.wrong, right.expected_correct_rate)
    return listed


def noisy(random, n=60, m=3, noise=0.3):
    """An original of independent normal attributes and a release with noise added."""
    x = random.normal(size=(n, m)) * [1, 10, 100][:m] + 50
    return x, x + random.normal(size=(n, m)) * noise * [1, 10, 100][:m]


def seeded(seed=0):
    return np.random.default_rng(seed)
