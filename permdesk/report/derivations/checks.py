"""Checks of the policy: the threshold, the number that decides, and the records that break it."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit, Check, Outcome
from permdesk.audit.verdict import smallest_distance
from permdesk.report.derivations.derivation import Derivation, Numerals, Operands, Step, listed
from permdesk.report.derivations.sources import own, paper, several
from permdesk.report.wording import check_title, outcome_title
from permdesk.translation import tr

FORMULAS = {
    "smallest-distance": "min_i min(d_i(Y), d_i(Z)) ≥ d",
    "smallest-variance": "min_{i,j} Var S_i^j(d) / v^j ≥ 1",
    "right-links": "max_D r_D ≤ r_{max}",
    "lift": "max_D r_D · n ≤ lift_{max}",
    "defensible-right-links": "k_{right} ≤ k_{max}",
}


def check(audit: Audit, found: Check, shown: str, numerals: Numerals) -> Derivation:
    """One threshold held against its number."""
    steps = [Step(found.sentence)]
    if found.value is not None and found.threshold is not None:
        steps.append(_decided(found, numerals))
    if found.name == "smallest-distance" and found.value is not None:
        moved = smallest_distance(audit.distances, audit.distances_z)
        if float(moved.min()) == found.value:
            text = tr("The smallest distance of {n} records, of those to Y and to Z the smaller: {d}",
                      n=numerals.count(moved.size), d=numerals.count(int(found.value)))  # fmt: skip
            steps.insert(1, Step(text, found.value, min, moved))
    if found.name in ("right-links", "lift") and audit.right_links is not None and found.value is not None:
        battery = audit.right_links.battery
        values = tuple(one.rate if found.name == "right-links" else one.lift for one in battery)
        if max(values) == found.value:
            texts = [_number(found, value, numerals) for value in values]
            text = tr("The largest of {n} linkages: {values}", n=len(values), values=listed(texts))
            steps.insert(1, Step(text, found.value, max, values))
    if found.n_records:
        rows = [numerals.count(row + 1) for row in found.records[:12]]
        steps.append(Step(tr("Records that break it: {n} ({records})", n=numerals.count(found.n_records),
                             records=listed([*rows, *(["…"] if found.n_records > len(rows) else [])]))))  # fmt: skip
    return Derivation(
        title=tr("Check of the policy: {title}", title=check_title(found)),
        shown=shown,
        number=found.value,
        formula=FORMULAS.get(found.name, ""),
        steps=tuple(steps),
        meaning=tr("Whether the release keeps a threshold of the policy “{name}”, which the agency sets.",
                   name=audit.verdict.policy.name),
        caution=tr("Kept is not safe: a threshold says what the agency accepts. The policy that ships with PermDesk is "
                   "an illustration."),
        source=own(tr("thresholds of the policy, held against unrounded numbers under the worst case")),
        term="policy",
    )  # fmt: skip


def verdict(audit: Audit, shown: str, numerals: Numerals) -> Derivation:
    """Whether every threshold of the policy is kept."""
    checks = audit.verdict.checks
    n_failed = sum(one.outcome is Outcome.FAIL for one in checks)
    lines = [
        Step(tr("{title}: {outcome}, {figures}", title=check_title(one), outcome=outcome_title(one.outcome),
                figures=_figures(one, numerals)))
        for one in checks
    ]  # fmt: skip
    text = tr("Broken: {k} of {n} checks", k=numerals.count(n_failed), n=numerals.count(len(checks)))
    broken = np.array([one.outcome is Outcome.FAIL for one in checks])
    return Derivation(
        title=tr("Verdict by the policy “{name}”", name=audit.verdict.policy.name),
        shown=shown,
        number=n_failed,
        formula="∀k: check_k ✓",
        steps=(*lines, Step(text, n_failed, np.sum, broken)),
        meaning=tr("Outside the policy if one threshold is broken, within it if every one is kept; else not judged."),
        caution=tr("Within the policy is not harmless: a verdict is as good as the policy, and rests on the attributes "
                   "that were audited."),
        source=several(paper(tr("Sections 4 and 5")),
                       own(tr("thresholds of the policy, held against unrounded numbers under the worst case"))),
        term="verdict",
    )  # fmt: skip


def _decided(found: Check, numerals: Numerals) -> Step:
    assert found.value is not None and found.threshold is not None
    is_least = found.name.startswith("smallest")
    figures = {
        "value": _number(found, found.value, numerals),
        "threshold": _number(found, found.threshold, numerals),
        "outcome": outcome_title(found.outcome),
    }
    if is_least:
        text = tr("Number {value}, at least {threshold} is asked: {outcome}", **figures)
    else:
        text = tr("Number {value}, at most {threshold} is allowed: {outcome}", **figures)
    if found.outcome is Outcome.NOT_APPLICABLE:
        return Step(text)
    kept = float(found.outcome is Outcome.PASS)
    return Step(text, kept, _reaches if is_least else _stays_within, (found.value, found.threshold))


def _figures(found: Check, numerals: Numerals) -> str:
    if found.value is None or found.threshold is None:
        return tr("not decided")
    return tr("{value} against {threshold}", value=_number(found, found.value, numerals),
              threshold=_number(found, found.threshold, numerals))  # fmt: skip


def _number(found: Check, value: float, numerals: Numerals) -> str:
    return numerals.percent(value, 2) if found.name == "right-links" else numerals.significant(value)


def _reaches(parts: Operands) -> float:
    return float(parts[0] >= parts[1])


def _stays_within(parts: Operands) -> float:
    return float(parts[0] <= parts[1])
