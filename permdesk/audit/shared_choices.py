"""What all releases of a comparison are measured by where nobody chose: whatever any one of them can be audited by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from permdesk.audit.nobodys_records import is_synthetic, pairing_of_others
from permdesk.audit.read_once import ReadOnce
from permdesk.audit.recipe import Candidate
from permdesk.compute.progress import Progress
from permdesk.data.arrow_memory import give_back_memory
from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
from permdesk.data.guess import guess_choices
from permdesk.data.problem import Problem
from permdesk.data.table import Table

TRUST = (PairingBy.ID, PairingBy.ROW, PairingBy.UNPAIRED)
"""How releases are paired if the guesses differ: an identifier knows more than an order."""


def shared_choices(
    original: Table, candidates: Sequence[Candidate], releases: ReadOnce, progress: Progress
) -> PairChoices | None:
    """The choices for every one of some releases, whatever their order; None where none of them can be read.

    An attribute that one release lacks, or that only its values keep from being audited, is compared if another has it:
    else all would look safer for what the one lacks. A release that cannot be paired unpairs no other. Every file is
    read; ``releases`` keeps what it has room for. Raises Cancelled.
    """
    attributes: dict[str, AttributeChoice] = {}
    pairings: list[PairChoices] = []
    for candidate in candidates:
        release = releases.look_at(candidate, progress)
        guessed = release if isinstance(release, Problem) else guess_choices(original, release, progress)
        if isinstance(release, Problem) or isinstance(guessed, Problem):
            continue
        for choice in guessed.attributes:
            known = attributes.get(choice.name)
            if known is None or (is_audited(choice) and not is_audited(known)):
                attributes[choice.name] = choice
        pairings.append(_for_others(guessed, original, release, candidate))
        del release
        give_back_memory()
    if not pairings:
        return None
    pairing = min(pairings, key=lambda one: TRUST.index(one.pairing))
    return replace(pairing, attributes=tuple(attributes[name] for name in original.names if name in attributes))


def is_audited(choice: AttributeChoice) -> bool:
    """The attribute counts: it is numeric, or its categories have an order."""
    is_ranked = choice.level in (Level.ORDINAL, Level.NOMINAL) and choice.order is not None
    return choice.level is Level.NUMERIC or is_ranked


def _for_others(guessed: PairChoices, original: Table, release: Table, candidate: Candidate) -> PairChoices:
    if is_synthetic(candidate):
        return pairing_of_others(replace(guessed, id_attributes=()))
    is_short = guessed.pairing is PairingBy.UNPAIRED and release.n_records != original.n_records
    return pairing_of_others(guessed) if is_short else guessed
