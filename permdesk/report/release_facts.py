"""What catalogues need of a release, in the words of the report: never a seed, nothing its profile withholds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from permdesk.audit.description import Description, ReleaseType
from permdesk.audit.findings import Audit
from permdesk.report.step_words import method_text, parameters_text, release_title, software_text
from permdesk.report.withheld import Censor


@dataclass(frozen=True, slots=True)
class StepFacts:
    """One step of the anonymization, in words; empty where nothing was said."""

    method: str
    attributes: tuple[str, ...]
    parameters: str
    software: str


@dataclass(frozen=True, slots=True)
class ReleaseFacts:
    """The released file and what its producer says of it; texts are empty where nothing was said."""

    file: str
    sha256: str
    n_records: int
    n_attributes: int
    producer: str = ""
    software: str = ""
    version: str = ""
    reference_period: str = ""
    release_type: str = ""
    legal_basis: str = ""
    contact: str = ""
    known_limits: str = ""
    advice: str = ""
    released_on: str = ""
    remarks: str = ""
    steps: tuple[StepFacts, ...] = ()

    @property
    def texts(self) -> Iterator[str]:
        """Every text that a reader may see."""
        yield from (self.file, self.producer, self.software, self.version, self.reference_period, self.release_type)
        yield from (self.legal_basis, self.contact, self.known_limits, self.advice, self.released_on, self.remarks)
        for step in self.steps:
            yield from (step.method, *step.attributes, step.parameters, step.software)


def release_facts(audit: Audit, description: Description, censor: Censor) -> ReleaseFacts:
    """The facts of an audited release, as far as the censor's profile lets them through."""
    pair, text = audit.pair, censor.text
    stated = description.release_type is not ReleaseType.UNSTATED
    return ReleaseFacts(
        file=text(pair.anonymized.path.name),
        sha256=pair.anonymized.sha256,
        n_records=audit.n_anonymized,
        n_attributes=len(audit.names),
        producer=text(description.producer),
        software=text(description.software),
        version=text(description.version),
        reference_period=text(description.reference_period),
        release_type=release_title(description.release_type) if stated else "",
        legal_basis=text(description.legal_basis),
        contact=text(description.contact),
        known_limits=text(description.known_limits),
        advice=text(description.advice),
        released_on=text(description.released_on),
        remarks=text(description.remarks),
        steps=tuple(
            StepFacts(
                method=method_text(step, censor),
                attributes=tuple(text(name) for name in step.attributes),
                parameters=parameters_text(step, censor, pair),
                software=software_text(step, censor),
            )
            for step in description.steps
        ),
    )
