"""The preset: what a live demonstration begins with, in one readable TOML file. It holds no seed and no result."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

from permdesk.audit.recipe import Demonstration
from permdesk.audit.settings import Settings, settings_problem
from permdesk.audit.toml_file import read_toml
from permdesk.data.problem import Problem
from permdesk.masking.parameters import PARAMETERS
from permdesk.translation import current_language, tr, translated

SUFFIX = ".toml"
VERSION = 1
MOST_RECORDS = 100_000
MOST_ATTRIBUTES = 100
MOST_BYTES = 1_000_000
LARGEST = 1e100
"""Of any number: sums of squares of larger ones overflow."""


@dataclass(frozen=True, slots=True)
class DrawnOriginal:
    """An artificial original: ``records`` of normal attributes of these ``means`` and ``deviations``, any two of them
    correlated by ``correlation``, each rounded to a multiple of ``rounded_to``, 0 or nothing for not at all."""

    records: int
    means: tuple[float, ...]
    deviations: tuple[float, ...]
    correlation: float = 0.0
    rounded_to: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """Title and captions in another language, named as in ``de``."""

    language: str
    title: str
    captions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """One of ``original`` (drawn) and ``recipe`` (files of its own; relative to the preset in the file, absolute in
    memory) says what is anonymized, ``masking`` how; a recipe's own release is shown until the slider moves.

    ``captions`` are what a presenter shows one after another. ``attributes`` are taken at first, 0 for all; ``order``
    is the place in the list, the smallest first.
    """

    title: str
    masking: Demonstration
    captions: tuple[str, ...] = ()
    original: DrawnOriginal | None = None
    recipe: str = ""
    attributes: int = 0
    settings: Settings = field(default_factory=Settings)
    order: int = 1000
    translations: tuple[Words, ...] = ()
    version: int = VERSION

    @property
    def words(self) -> Words:
        """Title and captions in the current language: as the file has them, else as the catalogue does, which knows
        the shipped ones, else as they were written."""
        language = current_language()
        mine = Words(language, translated(self.title), tuple(map(translated, self.captions)))
        return next((words for words in self.translations if words.language == language), mine)


def read_preset(path: Path) -> Preset | Problem:
    """Read a preset; the path of its recipe becomes absolute. A Problem where it cannot be meant."""
    if path.is_file() and path.stat().st_size > MOST_BYTES:
        return Problem(tr("It is too large to be a preset."), path.name, tr("Choose the TOML file of a preset."))
    preset = read_toml(path, Preset)
    if isinstance(preset, Problem):
        return replace(preset, remedy=_remedy()) if path.is_file() else preset
    what = _not_meant(preset)
    if what:
        return Problem(what, path.name, _remedy())
    problem = settings_problem(preset.settings)
    if problem is not None:
        return replace(problem, where=path.name)
    if preset.recipe:
        preset = replace(preset, recipe=os.path.normpath(path.resolve().parent / preset.recipe))
    return preset


def _remedy() -> str:
    return tr("Correct the file; the presets that ship with PermDesk are examples.")


def _not_meant(preset: Preset) -> str:
    """What is wrong with a preset, in a sentence, or nothing."""
    if preset.version != VERSION:
        return tr("It is a preset of version {version}, which this PermDesk does not know.", version=preset.version)
    if (preset.original is None) == (not preset.recipe):
        return tr("A preset has either an original to draw or a recipe.")
    parameter = PARAMETERS[preset.masking.method]
    if not parameter.least <= preset.masking.strength <= parameter.most:
        return tr("The parameter goes from {least:g} to {most:g}.", least=parameter.least, most=parameter.most)
    if preset.attributes < 0:
        return tr("It begins with fewer attributes than none.")
    if preset.original is not None:
        return _not_drawable(preset.original, preset.attributes)
    return ""


def _not_drawable(drawn: DrawnOriginal, attributes: int) -> str:
    m = len(drawn.means)
    if not 2 <= drawn.records <= MOST_RECORDS:
        return tr("An original has from 2 to {most} records to draw.", most=MOST_RECORDS)
    if not 1 <= m <= MOST_ATTRIBUTES or len(drawn.deviations) != m or len(drawn.rounded_to) not in (0, m):
        return tr("Each attribute needs a mean and a deviation; there are from 1 to {most}.", most=MOST_ATTRIBUTES)
    numbers = (*drawn.means, *drawn.deviations, *drawn.rounded_to, drawn.correlation)
    if not all(abs(number) <= LARGEST for number in numbers) or min((*drawn.deviations, *drawn.rounded_to)) < 0:
        return tr("Means, deviations and roundings are numbers of up to 1e100; the last two are not negative.")
    if not (-1 / max(m - 1, 1) <= drawn.correlation <= 1):
        return tr("No {m} attributes are all correlated by {correlation}.", m=m, correlation=drawn.correlation)
    if attributes > m:
        return tr("It begins with more attributes than it has.")
    return ""
