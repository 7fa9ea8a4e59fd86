"""Progress of one step of a larger task, counted there in the units of the task."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from permdesk.compute.progress import Progress


class Share(Progress):
    """A step of ``n_items`` items of its own that is worth ``units`` of the task that ``whole`` reports.

    It asks ``whole`` whether to stop, so that a cancelled task cancels each of its steps.
    """

    def __init__(self, whole: Progress, units: int, n_items: int) -> None:
        super().__init__()
        self._whole = whole
        self._units = units
        self.total = n_items

    def advance(self, units: int = 1) -> None:
        """Add finished items; the task advances by their share, rounded down. Raises Cancelled."""
        with self._lock:
            before = self._units * self.done // max(1, self.total)
            self.done += units
            gained = self._units * self.done // max(1, self.total) - before
        self._whole.advance(gained)

    @contextmanager
    def interlude(self, stage: str) -> Iterator[None]:
        with self._whole.interlude(stage):
            yield

    def part(self) -> Progress:
        return self._whole.part()

    def cancel(self) -> None:
        self._whole.cancel()

    @property
    def cancelled(self) -> bool:
        return self._whole.cancelled

    def check(self) -> None:
        self._whole.check()
