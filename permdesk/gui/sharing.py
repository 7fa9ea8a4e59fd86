"""Shares a width among parts that would like some of it and need some of it."""

from __future__ import annotations

from collections.abc import Sequence


def shared_out(wanted: Sequence[int], least: Sequence[int]) -> list[int]:
    """The ``wanted`` widths where each is enough. A part that needs more, at ``least``, gets it from those that have
    more than they need, in proportion to what these can spare; where that is not enough, a share of it."""
    lacking = [max(0, need - width) for width, need in zip(wanted, least, strict=True)]
    spare = [max(0, width - need) for width, need in zip(wanted, least, strict=True)]
    moved = min(sum(lacking), sum(spare))
    if not moved:
        return list(wanted)
    given, taken = moved / sum(lacking), moved / sum(spare)
    parts = zip(wanted, lacking, spare, strict=True)
    return [round(width + lack * given - over * taken) for width, lack, over in parts]
