"""Where a reader has been: back and forward, as in every browser."""

from __future__ import annotations

from dataclasses import dataclass

from permdesk.gui.guide.chapters import Chapter


@dataclass(frozen=True, slots=True)
class Place:
    """A chapter and an anchor in it; an empty one is its beginning."""

    chapter: Chapter
    anchor: str = ""


class History:
    """Places in the order in which they were visited; going somewhere new forgets what lay ahead."""

    def __init__(self, first: Place) -> None:
        self._places = [first]
        self._at = 0

    @property
    def place(self) -> Place:
        return self._places[self._at]

    @property
    def can_go_back(self) -> bool:
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        return self._at < len(self._places) - 1

    def visit(self, place: Place) -> None:
        if place != self.place:
            self._at += 1
            self._places[self._at :] = [place]

    def back(self) -> None:
        self._at -= self.can_go_back

    def forward(self) -> None:
        self._at += self.can_go_forward
