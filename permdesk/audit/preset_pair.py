"""What a preset anonymizes: an artificial original, drawn, or the files of its recipe."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from permdesk.audit.load_pair import load_pair
from permdesk.audit.preset import DrawnOriginal, Preset
from permdesk.audit.recipe import read_recipe
from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Progress
from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
from permdesk.data.file_pair import AttributePair, FilePair, SourceFile, Values
from permdesk.data.problem import Problem

# Of artificial records, whom nothing protects: every machine draws the same ones. No release is made with it.
ORIGINAL_SEED = 2015


def preset_pair(preset: Preset, progress: Progress) -> FilePair | Problem:
    """The original of a preset, and with it the release of its recipe, or the original itself where it is drawn.
    Raises Cancelled."""
    if preset.original is not None:
        return drawn_pair(preset.original)
    recipe = read_recipe(Path(preset.recipe))
    return recipe if isinstance(recipe, Problem) else load_pair(recipe, progress)


def first_attributes(pair: FilePair, m: int) -> FilePair:
    """The pair with its first ``m`` attributes only, all of them where ``m`` is 0."""
    return replace(pair, attributes=pair.attributes[: m or None])


def drawn_pair(drawn: DrawnOriginal) -> FilePair:
    """An artificial original as both sides of a pair; the attributes are X1, X2, ..."""
    values = draw(drawn)
    names = [f"X{j + 1}" for j in range(values.shape[1])]
    sides = [Values(column, column) for column in np.ascontiguousarray(values.T)]
    return FilePair(
        original=SourceFile(Path("original"), "", drawn.records),
        anonymized=SourceFile(Path("original"), "", drawn.records),
        attributes=tuple(AttributePair(name, Level.NUMERIC, x, x) for name, x in zip(names, sides, strict=True)),
        left_out=(),
        pairing=PairingBy.ROW,
        own=np.arange(drawn.records),
        choices=PairChoices(tuple(AttributeChoice(name, Level.NUMERIC) for name in names), PairingBy.ROW),
    )


def draw(drawn: DrawnOriginal) -> Floats:
    """The values (records, m) of an artificial original, the same at each call."""
    m = len(drawn.means)
    random = np.random.default_rng(ORIGINAL_SEED)
    scores = random.normal(size=(drawn.records, m))
    if drawn.correlation:
        correlations = np.full((m, m), drawn.correlation)
        np.fill_diagonal(correlations, 1.0)
        weights, axes = np.linalg.eigh(correlations)
        scores = scores @ (axes * np.sqrt(np.maximum(weights, 0))).T
    values: Floats = scores * np.array(drawn.deviations) + np.array(drawn.means)
    for j, base in enumerate(drawn.rounded_to):
        # A base below the last digit of a value changes nothing, and dividing by the smallest numbers overflows.
        if base > np.finfo(np.float64).eps * np.abs(values[:, j]).max():
            values[:, j] = np.round(values[:, j] / base) * base
    return values
