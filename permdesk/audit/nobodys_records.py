"""Releases whose records belong to nobody: synthetic demonstrations are paired with no original, wherever they open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from permdesk.audit.recipe import Candidate
from permdesk.data.choices import PairChoices, PairingBy
from permdesk.data.table import Table
from permdesk.masking.parameters import Method
from permdesk.translation import tr


def is_synthetic(candidate: Candidate) -> bool:
    """It was made here by drawing every value anew."""
    return candidate.made is not None and candidate.made.method is Method.SYNTHETIC


def is_nobodys(path: Path, candidates: Sequence[Candidate]) -> bool:
    """The file at ``path`` is one of the candidates, and synthetic."""
    return any(is_synthetic(one) and one.file.path == str(path.absolute()) for one in candidates)


def unpaired(choices: PairChoices) -> PairChoices:
    """The same choices about a synthetic release; its identifiers stay known, for the releases that have some."""
    return replace(choices, pairing=PairingBy.UNPAIRED, pairing_reason=nobodys_sentence())


def nobodys_sentence() -> str:
    """Why a synthetic release is paired with no original."""
    return tr("Synthetic records belong to nobody, so that no link is right or wrong.")


def choices_of_all(
    choices: PairChoices, original: Table, anonymized: Table, candidates: Sequence[Candidate]
) -> PairChoices:
    """The choices about one release for every release of a comparison: one that cannot be paired, as it has another
    length or is synthetic, unpairs no other."""
    has_other_length = anonymized.n_records != original.n_records
    cannot = has_other_length or is_nobodys(anonymized.path, candidates)
    return pairing_of_others(choices) if cannot and choices.pairing is PairingBy.UNPAIRED else choices


def pairing_of_others(choices: PairChoices) -> PairChoices:
    """The choices of a release that cannot be paired, for those that can: by the identifiers that are known, else by
    row."""
    by = PairingBy.ID if choices.id_attributes else PairingBy.ROW
    return replace(choices, pairing=by, pairing_reason="")
