"""The verdict: every threshold of the policy held against the number that decides it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from permdesk.audit.findings import (
    Check,
    Distances,
    Outcome,
    RightLinks,
    Searches,
    Variances,
    Verdict,
)
from permdesk.audit.policy import Policy
from permdesk.compute.arrays import Flags, Floats
from permdesk.translation import together, tr, tr_count

MOST_RECORDS = 100


def smallest_distance(distances: Distances, distances_z: Distances) -> Floats:
    """The distance (n_X,) that counts for each record: the smaller of those against Y and against Z."""
    return np.minimum(distances.distance, distances_z.distance).astype(np.float64)


def required_variances(policy: Policy, names: tuple[str, ...], anonymized: Floats) -> Floats:
    """The smallest window variance (m,) that the policy asks of each attribute of Y (n_Y, m); 0 where none."""
    asked = np.array([policy.min_variance.get(name, 0.0) for name in names])
    if not policy.min_variance_share:
        return asked
    whole = [column[~np.isnan(column)].var() if (~np.isnan(column)).any() else 0.0 for column in anonymized.T]
    required: Floats = np.maximum(asked, policy.min_variance_share * np.array(whole))
    return required


def records_that_satisfy(policy: Policy, searches: Searches, required: Floats) -> Flags:
    """Records (n_X,) with (d, v)-permuted privacy (Definition 4, "at least") for the policy's d and v.

    Unrounded numbers are compared. A missing original value asks nothing of its window.
    """
    variances = searches.variances
    far = smallest_distance(searches.distances, searches.distances_z) >= _distance_threshold(policy, variances)
    varied = np.isnan(variances.at_required) | ((variances.at_required >= required) & np.isfinite(required))
    return far & varied.all(axis=1)


def _distance_threshold(policy: Policy, variances: Variances) -> float:
    asks = policy.min_distance is not None or policy.min_distance_share is not None
    return float(variances.required_distance) if asks else 0.0


def decide(policy: Policy, searches: Searches, required: Floats, names: tuple[str, ...], doubt: str) -> Verdict:
    """Hold every threshold against its number. Fails if one check fails; passes only if every one could be made.

    ``doubt`` is why the pairing is not to be believed, empty where it is: a check that few right links would pass is
    then open, not passed.
    """
    unknown = [name for name in policy.min_variance if name not in names]
    checks = tuple(
        check
        for check in (
            _check_distance(policy, searches.distances, searches.distances_z, searches.variances),
            _check_variance(policy, searches.variances, required),
            *(_threshold_without_attribute(name, policy.min_variance[name]) for name in unknown),
            _open_if(doubt, _check_right_links(policy, searches.right_links)),
            _open_if(doubt, _check_lift(policy, searches.right_links)),
            _open_if(doubt, _check_defensible(policy, searches)),
        )
        if check is not None
    )
    return Verdict(policy, _together(check.outcome for check in checks), checks)


def _together(outcomes: Iterable[Outcome]) -> Outcome:
    found = set(outcomes)
    if Outcome.FAIL in found:
        return Outcome.FAIL
    return Outcome.PASS if found == {Outcome.PASS} else Outcome.NOT_APPLICABLE


def _open_if(doubt: str, check: Check | None) -> Check | None:
    if check is None or not doubt or check.outcome is not Outcome.PASS:
        return check
    sentence = together(check.sentence, tr("It is open:"), doubt)
    return replace(check, outcome=Outcome.NOT_APPLICABLE, sentence=sentence)


def _threshold_without_attribute(name: str, threshold: float) -> Check:
    return Check(
        "smallest-variance",
        tr("The policy has a smallest variance for {name}, which is not audited.", name=name),
        Outcome.NOT_APPLICABLE,
        None,
        threshold,
    )


def _check_distance(policy: Policy, distances: Distances, distances_z: Distances, variances: Variances) -> Check | None:
    if policy.min_distance is None and policy.min_distance_share is None:
        return None
    moved = smallest_distance(distances, distances_z)
    value, threshold = float(moved.min()), float(variances.required_distance)
    if threshold == 0:
        sentence = tr(
            "The policy asks for a distance of at least 0 ranks, which every release has: that judges nothing."
        )
        return Check("smallest-distance", sentence, Outcome.NOT_APPLICABLE, value, threshold)
    near = np.flatnonzero(moved < threshold)
    return Check(
        name="smallest-distance",
        sentence=tr_count(
            "Every record must be at least one rank away from its matches, against Y and against Z.",
            "Every record must be at least {count} ranks away from its matches, against Y and against Z.",
            variances.required_distance,
        ),
        outcome=Outcome.PASS if value >= threshold else Outcome.FAIL,
        value=value,
        threshold=threshold,
        records=tuple(int(row) for row in near[:MOST_RECORDS]),
        n_records=int(near.size),
    )


def _check_variance(policy: Policy, variances: Variances, required: Floats) -> Check | None:
    if not policy.min_variance and policy.min_variance_share is None:
        return None
    asked = required > 0
    if not asked.any() or np.isnan(variances.at_required[:, asked]).all():
        return Check(
            "smallest-variance",
            tr("No audited attribute has a threshold for its variance."),
            Outcome.NOT_APPLICABLE,
            None,
            None,
        )
    # A variance beyond all numbers is no multiple of anything, so that it passes nothing.
    with np.errstate(invalid="ignore"):
        ratio = np.where(np.isinf(required[asked]), 0.0, variances.at_required[:, asked] / required[asked])
    alike = np.flatnonzero((~np.isnan(variances.at_required[:, asked]) & (ratio < 1)).any(axis=1))
    return Check(
        name="smallest-variance",
        sentence=tr(
            "The values within the distance {distance} of a record's own must vary at least as the policy asks;"
            " the number is the smallest variance as a multiple of that.",
            distance=variances.required_distance,
        ),
        outcome=Outcome.FAIL if alike.size else Outcome.PASS,
        value=float(np.nanmin(ratio)),
        threshold=1.0,
        records=tuple(int(row) for row in alike[:MOST_RECORDS]),
        n_records=int(alike.size),
    )


def _at_most(name: str, sentence: str, value: float | None, threshold: float | None) -> Check | None:
    if threshold is None:
        return None
    if value is None:
        return Check(name, sentence, Outcome.NOT_APPLICABLE, None, threshold)
    return Check(name, sentence, Outcome.PASS if value <= threshold else Outcome.FAIL, value, threshold)


def _check_right_links(policy: Policy, right_links: RightLinks | None) -> Check | None:
    check = _at_most(
        "right-links",
        tr("At most this share of the strongest linkage's links may be right."),
        None if right_links is None else right_links.strongest.rate,
        policy.max_right_links,
    )
    if check is None or policy.max_right_links != 1:
        return check
    sentence = tr("The policy lets all links be right, which no release can exceed: that judges nothing.")
    return replace(check, outcome=Outcome.NOT_APPLICABLE, sentence=sentence)


def _check_lift(policy: Policy, right_links: RightLinks | None) -> Check | None:
    return _at_most(
        "lift",
        tr("The strongest linkage may be right at most this many times as often as chance."),
        None if right_links is None else right_links.strongest.lift,
        policy.max_lift,
    )


def _check_defensible(policy: Policy, searches: Searches) -> Check | None:
    most = policy.max_defensible_right
    if most is None:
        return None
    name = "defensible-right-links"
    sentence = tr("At most this many right links, in Y or in Z, may be ones that the intruder can tell from chance.")
    found = [match for match in (searches.random_match, searches.other_random_match) if match and not match.reason]
    right = [match.n_defensible_right for match in found if match.n_defensible_right is not None]
    check = _at_most(name, sentence, float(max(right)) if right else None, float(most))
    undecided = any((match.n_defensible_right or 0) + match.n_undecided > most for match in found)
    if check is None or check.outcome is not Outcome.PASS or not undecided:
        return check
    return replace(
        check,
        outcome=Outcome.NOT_APPLICABLE,
        sentence=together(sentence, tr("It is open, as too few random records were drawn to tell; draw more.")),
    )
