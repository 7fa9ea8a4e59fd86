"""How long a task will still take: its pace so far, and what share of the work each stage of an audit is."""

from __future__ import annotations

import time
from collections.abc import Callable

SAYS_NOTHING_BEFORE = 1.5
BELIEVABLE_SHARE, BELIEVABLE_AFTER = 0.01, 60.0
"""A stage that is judged by its own pace alone has shown it after this share of its work, or after so many seconds:
its first step often waits for what all others find ready."""
HELD_UP = "compiling"
# In the order of an audit. Ratios measured with 10 attributes, between those of 10^5 and of 10^6 records: linkages by
# sums take most of small files, as 10,000 records of any file are linked.
SHARES = {
    "typing": 4.0,
    "ranks": 8.0,
    "reverse-mapping": 3.0,
    "distances-anonymized": 6.0,
    "distances-reverse-mapped": 6.0,
    "random-records": 1.0,
    "linkages": 22.0,
    "random-ties": 6.0,
    "variances": 5.0,
}
ORDER = tuple(SHARES)


class TimeLeft:
    """Estimates the seconds left of a task.

    Stages of an audit take their share of the whole, which the pace of those that are done turns into seconds; a
    stage that was passed over does not count. Any other stage, or one that comes again, is judged by its own pace.
    While kernels compile nothing is said, and that time does not count: it comes once, and says nothing of the pace.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._stage = ""
        self._began = clock()
        self._done = 0
        self._place = -1
        self._is_in_order = False
        self._seconds = 0.0
        self._share = 0.0
        self._held_since: float | None = None

    def seconds(self, stage: str, done: int, total: int) -> float | None:
        """Seconds until the task ends, as far as stages are known; None while there is too little to judge by."""
        now = self._clock()
        if stage == HELD_UP:
            self._held_since = now if self._held_since is None else self._held_since
            return None
        if self._held_since is not None:
            self._began += now - self._held_since
            self._held_since = None
        if stage != self._stage or done < self._done:
            self._enter(stage, now)
        self._done = done
        elapsed, part = now - self._began, min(1.0, done / total) if total > 0 else 0.0
        later = sum(SHARES[name] for name in ORDER[self._place + 1 :]) if self._place >= 0 else 0.0
        if self._is_in_order:
            seconds, share = self._seconds + elapsed, self._share + SHARES[stage] * part
            if seconds < SAYS_NOTHING_BEFORE or share <= 0:
                return None
            return seconds / share * (SHARES[stage] * (1 - part) + later)
        if elapsed < SAYS_NOTHING_BEFORE or part <= 0:
            return None
        if part < BELIEVABLE_SHARE and elapsed < BELIEVABLE_AFTER:
            return None
        rest = elapsed * (1 - part) / part
        return rest + (self._seconds / self._share * later if self._share > 0 else 0.0)

    def _enter(self, stage: str, now: float) -> None:
        if self._is_in_order:
            self._seconds += now - self._began
            self._share += SHARES[self._stage]
        place = ORDER.index(stage) if stage in SHARES else -1
        self._is_in_order = place > self._place
        if self._is_in_order:
            self._place = place
        self._stage, self._began = stage, now
