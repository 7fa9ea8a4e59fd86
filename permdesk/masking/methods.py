"""The demonstration methods at work: an original and a masking become a release."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.compute.arrays import Flags, Floats, frozen
from permdesk.compute.progress import Progress
from permdesk.masking.coding import code_extremes, increase, round_values
from permdesk.masking.drawing import redraw, resample
from permdesk.masking.microaggregation import aggregate_attributes, aggregate_records
from permdesk.masking.noise import add_correlated_noise, add_noise, multiply_noise
from permdesk.masking.parameters import PARAMETERS, Method
from permdesk.masking.rank_swapping import swap_ranks
from permdesk.masking.shuffling import shuffle

STREAM = 0x6D61736B
ORDER_IS_ENOUGH = (Method.RANK_SWAPPING, Method.SHUFFLING, Method.PRAM, Method.SYNTHETIC)
"""Methods that only move values: they also suit categories, given as their places."""


@dataclass(frozen=True, slots=True)
class Masking:
    """A method and its parameter. ``seed`` is a secret like a key; it is in no report."""

    method: Method
    strength: float
    seed: int

    def __repr__(self) -> str:
        return f"Masking({self.method.value}, {self.strength:g})"  # without the seed, which logs would tell


def masked(values: Floats, are_numbers: Flags, masking: Masking, progress: Progress) -> Floats:
    """A release (n, m) of the original ``values``. Attributes that are no numbers (``are_numbers`` (m,)) are left as
    they are by methods that compute with values. The same arguments give the same release. Raises ValueError for a
    parameter out of its range, Cancelled."""
    parameter = PARAMETERS[masking.method]
    if not parameter.least <= masking.strength <= parameter.most:
        raise ValueError(f"{masking.method.value} goes from {parameter.least:g} to {parameter.most:g}")
    suits = np.ones_like(are_numbers) if masking.method in ORDER_IS_ENOUGH else are_numbers
    released = values.copy()
    if suits.any():
        released[:, suits] = _applied(np.ascontiguousarray(values[:, suits]), masking, progress)
    return frozen(released)


def _applied(values: Floats, masking: Masking, progress: Progress) -> Floats:
    # Apart from the stream of whoever drew X with the same small number: noise would repeat the data.
    generator = np.random.default_rng([masking.seed, STREAM])
    strength, k = masking.strength, int(masking.strength)
    match masking.method:
        case Method.NOISE:
            return add_noise(values, strength, generator, progress)
        case Method.CORRELATED_NOISE:
            return add_correlated_noise(values, strength, generator, progress)
        case Method.MULTIPLICATIVE_NOISE:
            return multiply_noise(values, strength, generator, progress)
        case Method.RANK_SWAPPING:
            return swap_ranks(values, strength, generator, progress)
        case Method.SHUFFLING:
            return shuffle(values, strength, generator, progress)
        case Method.MICROAGGREGATION:
            return aggregate_records(values, k, progress)
        case Method.UNIVARIATE_MICROAGGREGATION:
            return aggregate_attributes(values, k, progress)
        case Method.ROUNDING:
            return round_values(values, strength, progress)
        case Method.TOP_AND_BOTTOM_CODING:
            return code_extremes(values, strength, progress)
        case Method.PRAM:
            return redraw(values, strength, generator, progress)
        case Method.SYNTHETIC:
            return resample(values, generator, progress)
        case Method.INCREASING_MAP:
            return increase(values, strength, progress)
