"""How the file was anonymized, in the officer's words; what the paper wants users told, all but the seeds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the anonymization: method, the attributes it changed, and its parameters, as typed."""

    method: str = ""
    attributes: tuple[str, ...] = ()
    parameters: str = ""


@dataclass(frozen=True, slots=True)
class Description:
    """What is said about the release. Random seeds have no place here (definition of anonymization transparency)."""

    title: str = ""
    producer: str = ""
    software: str = ""
    steps: tuple[Step, ...] = ()
    remarks: str = ""

    @property
    def is_empty(self) -> bool:
        return self == Description()
