"""Progress that somebody stops in the middle of the work."""

from __future__ import annotations

from permdesk.compute.progress import Progress


class StopsAfter(Progress):
    """Is cancelled when it has been asked ``calls`` times whether to go on."""

    def __init__(self, calls: int) -> None:
        super().__init__()
        self.calls = calls
        self.asked = 0

    def check(self) -> None:
        self.asked += 1
        if self.asked > self.calls:
            self.cancel()
        super().check()
