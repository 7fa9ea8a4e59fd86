"""Which of the two files something is about."""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path

from permdesk.gui.workspace import OpenedFile, Setup
from permdesk.translation import tr

STEMS = (
    "anon",
    "mask",
    "safe",
    "releas",
    "protect",
    "output",
    "synth",
    "nois",
    "swap",
    "perturb",
    "suppress",
    "generali",
)
WORDS = frozenset({"k2", "k3", "k5", "k10", "sdc", "puf", "suf", "out", "y"})
"""What names of anonymized files hold: parts of words, and whole words."""


class Side(Enum):
    ORIGINAL = "original"
    ANONYMIZED = "anonymized"

    @property
    def title(self) -> str:
        return tr("Original") if self is Side.ORIGINAL else tr("Anonymized")

    @property
    def word(self) -> str:
        """Within a sentence."""
        return tr("original") if self is Side.ORIGINAL else tr("anonymized")

    def file(self, setup: Setup) -> OpenedFile | None:
        return setup.original if self is Side.ORIGINAL else setup.anonymized


def looks_anonymized(path: Path) -> bool:
    """The name of the file says so, for instance ``adult_anonymized_10.csv``."""
    name = path.stem.lower()
    return any(stem in name for stem in STEMS) or not WORDS.isdisjoint(re.split(r"[^a-z0-9]+", name))


def tell_apart(first: Path, second: Path) -> tuple[Path, Path] | None:
    """The original and the anonymized one of two files by their names; None when names do not tell."""
    if looks_anonymized(first) == looks_anonymized(second):
        return None
    return (second, first) if looks_anonymized(first) else (first, second)


def side_of_one(path: Path, setup: Setup) -> Side:
    """Where one dropped file goes: where one is missing, the original first; else it replaces what its name says, and
    a further release rather than the original when the name says nothing."""
    if setup.original is None and not (looks_anonymized(path) and setup.anonymized is None):
        return Side.ORIGINAL
    if setup.anonymized is None or looks_anonymized(path):
        return Side.ANONYMIZED
    return Side.ORIGINAL if "orig" in path.stem.lower() else Side.ANONYMIZED
