"""How the file was anonymized, in the officer's words; what the paper wants users told, all but the seeds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from permdesk.audit.method_parameters import Parameter, Value
from permdesk.audit.methods_inventory import Method


class ReleaseType(StrEnum):
    """Who may use the file."""

    UNSTATED = "unstated"
    PUBLIC_USE = "public-use"
    SCIENTIFIC_USE = "scientific-use"
    SECURE_USE = "secure-use"
    TEACHING = "teaching"
    INTERNAL = "internal"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the anonymization. ``kind`` is its method in the inventory, ``method`` the officer's own name for it,
    which alone says something where the kind is OTHER. ``values`` are the parameters that the inventory knows, shares
    from 0 to 1; ``parameters`` is a free remark, which held all of them before there was an inventory."""

    method: str = ""
    attributes: tuple[str, ...] = ()
    parameters: str = ""
    kind: Method = Method.OTHER
    values: dict[Parameter, Value] = field(default_factory=dict)
    software: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class Description:
    """What is said about the release; every text as typed, empty where nothing was said. ``page_for_respondents`` is
    where they find the page on which they check their own record. Random seeds have no place here (definition of
    anonymization transparency)."""

    title: str = ""
    producer: str = ""
    software: str = ""
    steps: tuple[Step, ...] = ()
    remarks: str = ""
    version: str = ""
    reference_period: str = ""
    release_type: ReleaseType = ReleaseType.UNSTATED
    legal_basis: str = ""
    contact: str = ""
    known_limits: str = ""
    advice: str = ""
    approver: str = ""
    approved_on: str = ""
    released_on: str = ""
    page_for_respondents: str = ""

    @property
    def is_empty(self) -> bool:
        return self == Description()

    @property
    def typed(self) -> Iterator[str]:
        """Every text that a person typed."""
        yield from (self.title, self.producer, self.software, self.version, self.reference_period, self.legal_basis)
        yield from (self.contact, self.approver, self.approved_on, self.released_on, self.page_for_respondents)
        for step in self.steps:
            yield from (step.method, *step.attributes, step.parameters, step.software, step.version)
            yield from (value for value in step.values.values() if isinstance(value, str))
        yield from (self.known_limits, self.advice, self.remarks)
