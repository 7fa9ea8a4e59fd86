"""One declared fact about the anonymization beside what the files show of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from permdesk.audit.method_parameters import Parameter, Unit, Value


class Agreement(StrEnum):
    """OPEN: it cannot be told, and the sentence says why."""

    AGREES = "agrees"
    CONTRADICTS = "contradicts"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Comparison:
    """``step`` counts from 0, None where no step declares it; ``attributes`` are the ones concerned. ``measured`` is in
    ``unit``, shares from 0 to 1, None where nothing was measured. ``sentence`` is translated and names no value."""

    step: int | None
    attributes: tuple[str, ...]
    parameter: Parameter | None
    declared: Value | None
    measured: float | None
    unit: Unit
    agreement: Agreement
    sentence: str
