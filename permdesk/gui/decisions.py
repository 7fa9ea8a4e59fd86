"""What of a setup goes into a recipe, as a value that two setups can be compared by; it holds no cells."""

from __future__ import annotations

from dataclasses import dataclass, replace

from permdesk.audit.description import Description
from permdesk.audit.policy import Policy
from permdesk.audit.recipe import Candidate, InputFile
from permdesk.audit.settings import Settings
from permdesk.data.choices import PairChoices
from permdesk.gui.workspace import OpenedFile, Setup


@dataclass(frozen=True, slots=True)
class Decisions:
    """Equal where the same recipe would be written."""

    original: InputFile | None
    anonymized: InputFile | None
    choices: PairChoices | None
    settings: Settings
    policy: Policy
    description: Description
    candidates: tuple[Candidate, ...]

    def is_about_other_files(self, other: Decisions) -> bool:
        """Neither file is one of ``other``."""
        ours, theirs = ((one.original, one.anonymized) for one in (self, other))
        return all(a is not None and b is not None and a.path != b.path for a, b in zip(ours, theirs, strict=True))

    def differs_in_files_only(self, other: Decisions) -> bool:
        """Nothing was decided but which files are read; the choices are guessed anew for those."""
        return replace(self, original=None, anonymized=None, choices=None) == replace(
            other, original=None, anonymized=None, choices=None
        )


def decisions_of(setup: Setup) -> Decisions:
    """What would be written of a setup; the reasons of guesses are not."""
    choices = setup.choices
    if choices is not None:
        attributes = tuple(replace(choice, reason="") for choice in choices.attributes)
        choices = replace(choices, attributes=attributes, pairing_reason="")
    return Decisions(
        _input(setup.original),
        _input(setup.anonymized),
        choices,
        setup.settings,
        setup.policy,
        setup.description,
        setup.candidates,
    )


def _input(file: OpenedFile | None) -> InputFile | None:
    if file is None:
        return None
    table = file.table
    return InputFile(str(table.path.absolute()), table.sha256, table.dialect)
