"""Reads and writes a policy, the small TOML file that an agency hands out."""

from __future__ import annotations

from pathlib import Path

import msgspec

from permdesk.audit.policy import Policy
from permdesk.data.problem import Problem
from permdesk.data.writing import write_atomically
from permdesk.translation import tr


def read_policy(path: Path) -> Policy | Problem:
    """Read a policy; a key that is not known, or a value of another kind, is a Problem that names it."""
    try:
        return checked(msgspec.toml.decode(path.read_bytes(), type=Policy), path.name)
    except OSError as error:
        return Problem(
            what=tr("The policy cannot be read: {reason}.", reason=error.strerror or ""),
            where=path.name,
            remedy=tr("Check the path and the permissions."),
        )
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return Problem(
            what=tr("It is not a policy: {reason}.", reason=str(error).rstrip(".")),
            where=path.name,
            remedy=tr("Correct the file; the thresholds that may stand in it are described in the user guide."),
        )


def checked(policy: Policy, where: str) -> Policy | Problem:
    """The policy itself, or a Problem if a threshold cannot be meant."""
    shares = {
        "min_distance_share": policy.min_distance_share,
        "max_right_links": policy.max_right_links,
    }
    for key, value in shares.items():
        if value is not None and not 0 <= value <= 1:
            return _out_of_range(where, key, tr("a share from 0 to 1"))
    least = [policy.min_distance, policy.min_variance_share, policy.max_lift, policy.max_defensible_right]
    if any(value is not None and value < 0 for value in [*least, *policy.min_variance.values()]):
        return _out_of_range(where, tr("a threshold"), tr("at least 0"))
    return policy


def _out_of_range(where: str, key: str, range_: str) -> Problem:
    return Problem(
        what=tr("The value of {key} must be {range}.", key=key, range=range_), where=where, remedy=tr("Correct it.")
    )


def write_policy(policy: Policy, path: Path) -> Problem | None:
    """Write a policy as TOML, whole or not at all."""
    known = {key: value for key, value in msgspec.to_builtins(policy).items() if value is not None}
    return write_atomically(path, msgspec.toml.encode(known))
