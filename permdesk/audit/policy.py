"""The agency's thresholds, and the small TOML file in which they are handed out."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

from permdesk.audit.settings import LARGEST_COUNT
from permdesk.audit.toml_file import read_toml, write_toml
from permdesk.data.problem import Problem
from permdesk.translation import tr


class PublicStatement(StrEnum):
    """What a cautious public report may say of the risk: whether a threshold was kept, never a measured value."""

    VERDICT = "verdict"
    SMALLEST_DISTANCE = "smallest-distance"
    RIGHT_LINKS = "right-links"
    DEFENSIBLE_RIGHT_LINKS = "defensible-right-links"


@dataclass(frozen=True, slots=True)
class Policy:
    """Thresholds that a release must keep. A threshold that is None is not applied.

    ``min_distance`` in ranks and ``min_distance_share`` of n_Y apply to every record, against Y and against Z.
    ``min_variance`` per attribute is in squared units, ``min_variance_share`` a share of the variance of Y^j, both
    for the window of ``min_distance`` (or of the data set's d where no smallest distance is set).
    ``max_right_links`` is a rate from 0 to 1 and ``max_lift`` a multiple of chance, both of the strongest linkage;
    ``max_defensible_right`` counts right links that the intruder can defend. ``public_statements`` are what a cautious
    public report may say besides, none unless named. The defaults are an illustration.
    """

    name: str = "illustrative"
    min_distance: int | None = 1
    min_distance_share: float | None = None
    min_variance: dict[str, float] = field(default_factory=dict)
    min_variance_share: float | None = None
    max_right_links: float | None = 0.05
    max_lift: float | None = 20.0
    max_defensible_right: int | None = 0
    public_statements: tuple[PublicStatement, ...] = ()


# What is left out of a file is not applied, rather than being an illustration.
NOT_APPLIED: dict[str, Any] = dict.fromkeys(
    field.name for field in fields(Policy) if field.name not in ("name", "min_variance", "public_statements")
)

SHARES = ("min_distance_share", "max_right_links")


def read_policy(path: Path) -> Policy | Problem:
    """Read a policy. A threshold that the file does not name is not applied."""
    policy = read_toml(path, Policy, {"name": path.stem, **NOT_APPLIED})
    return policy if isinstance(policy, Problem) else checked_policy(policy, path.name)


def write_policy(policy: Policy, path: Path) -> Problem | None:
    """Write a policy as TOML, whole or not at all."""
    return write_toml(policy, path)


def policy_schema() -> bytes:
    """The JSON Schema of a policy file; every key may be left out."""
    schema = msgspec.json.schema(Policy)
    definition = schema["$defs"]["Policy"]
    definition["additionalProperties"] = False
    definition["description"] = cleandoc(definition["description"])
    for name, key in definition["properties"].items():
        # What is left out is not applied: a default of this program would say otherwise.
        key.pop("default", None)
        if name in SHARES:
            key["maximum"] = 1
        if name == "min_variance":
            key["additionalProperties"]["minimum"] = 0
        elif name not in ("name", "public_statements"):
            key["minimum"] = 0
    return msgspec.json.format(msgspec.json.encode(schema), indent=2) + b"\n"


def checked_policy(policy: Policy, where: str) -> Policy | Problem:
    """The policy, or what cannot be meant about it."""
    shares = {name: getattr(policy, name) for name in SHARES}
    least = {
        "min_distance": policy.min_distance,
        "min_variance_share": policy.min_variance_share,
        "max_lift": policy.max_lift,
        "max_defensible_right": policy.max_defensible_right,
        **{f"min_variance.{name}": value for name, value in policy.min_variance.items()},
    }
    # "not (a <= b)" rather than "a > b", so that a TOML nan is refused too.
    for key, value in shares.items():
        if value is not None and not 0 <= value <= 1:
            return _refused(where, tr("{key} is {value}, but must be a share from 0 to 1.", key=key, value=value))
    for key, number in least.items():
        if number is not None and not number >= 0:
            return _refused(where, tr("{key} is {value}, but must not be below 0.", key=key, value=number))
        if isinstance(number, int) and number > LARGEST_COUNT:
            most = float(LARGEST_COUNT)
            return _refused(
                where,
                tr("{key} is {value}, but must be from {least:g} to {most:g}.",
                   key=key, value=number, least=0, most=most),
            )  # fmt: skip
    return policy


def _refused(where: str, what: str) -> Problem:
    return Problem(what=what, where=where, remedy=tr("Correct the number."))
