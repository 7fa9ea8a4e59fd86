"""What the live demonstration asks of its worker: a wish in, everything that is shown out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from permdesk.compute.progress import Progress
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem

if TYPE_CHECKING:
    from permdesk.audit.live import LiveFindings
    from permdesk.audit.preset import Preset


@dataclass(frozen=True, slots=True, eq=False)
class LiveWish:
    """A preset, its files if they were read before, and where the slider stands; ``strength`` None: the release as it
    was published. ``seed`` is of the noise and is told to nobody. ``attributes``: how many the intruder knows, 0 for
    as many as the preset says."""

    preset: Preset
    pair: FilePair | None
    strength: float | None
    seed: int
    attributes: int = 0

    def __repr__(self) -> str:
        return f"LiveWish({self.preset.title}, {self.strength}, {self.attributes})"  # without the seed


@dataclass(frozen=True, slots=True, eq=False)
class LiveAnswer:
    """What a wish found, and the files of its preset, whole."""

    wish: LiveWish
    pair: FilePair
    findings: LiveFindings


def answer_live(wish: LiveWish, progress: Progress) -> LiveAnswer | Problem:
    """Read or draw the files where that was not done yet, anonymize and measure. Raises Cancelled."""
    from permdesk.audit.live import find_live, released
    from permdesk.audit.preset_pair import first_attributes, preset_pair
    from permdesk.masking.methods import Masking

    pair = wish.pair or preset_pair(wish.preset, progress)
    if isinstance(pair, Problem):
        return pair
    masking = None if wish.strength is None else Masking(wish.preset.masking.method, wish.strength, wish.seed)
    # All attributes are anonymized, whatever the intruder knows: knowing one more must not draw the others anew.
    known = first_attributes(released(pair, masking, progress), wish.attributes or wish.preset.attributes)
    return LiveAnswer(wish, pair, find_live(known, wish.preset.settings, progress))
