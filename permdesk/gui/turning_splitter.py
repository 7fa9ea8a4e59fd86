"""Parts with borders that can be moved, beside each other; under each other where they have no room for that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QSize, Qt, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from permdesk.gui.sharing import shared_out
from permdesk.gui.splitter import Splitter

SIDEWAYS, UPRIGHT = Qt.Orientation.Horizontal, Qt.Orientation.Vertical


class Needy(Protocol):
    """Something that shows less of itself where it is narrower than ``least_width``; ``fitted`` says that this may have
    changed."""

    @property
    def least_width(self) -> int: ...

    @property
    def fitted(self) -> SignalInstance: ...


class TurningSplitter(Splitter):
    """No narrower than its widest part. Beside each other the parts keep the proportions that they were given, until a
    person moves a border; a part that ``make_room_for`` names gets what it needs from the others first."""

    def __init__(self, parts: Sequence[QWidget], widths: Sequence[int]) -> None:
        super().__init__(SIDEWAYS)
        self.setChildrenCollapsible(False)
        self._needy: dict[int, Needy] = {}
        self._is_moved = False
        self.add(parts, widths)
        self.splitterMoved.connect(lambda *_: self._on_moved())

    def add(self, parts: Sequence[QWidget], widths: Sequence[int]) -> None:
        """Put parts at the end, beside those that are there; ``widths`` are those of all from now on."""
        for part in parts:
            self.addWidget(part)
        self.setSizes(widths)
        self._proportions = tuple(widths)
        self._sideways = self.saveState()

    def make_room_for(self, needy: Needy, place: int) -> None:
        """The part at ``place`` gets what something in it needs, where the others can spare it."""
        self._needy[place] = needy
        needy.fitted.connect(self._share)

    def minimumSizeHint(self) -> QSize:
        return QSize(max(self._widths(), default=0), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        wanted = SIDEWAYS if self._room_beside() <= event.size().width() else UPRIGHT
        if wanted != self.orientation():
            self._turn(wanted)
        super().resizeEvent(event)
        self._share()

    def _turn(self, wanted: Qt.Orientation) -> None:
        if wanted is UPRIGHT:
            self._sideways = self.saveState()
            self.setOrientation(UPRIGHT)
            self.setSizes([1] * self.count())  # each its share of what room there is
        else:
            self.restoreState(self._sideways)
        self.updateGeometry()

    def _on_moved(self) -> None:
        self._is_moved = self._is_moved or self.orientation() is SIDEWAYS

    def _share(self) -> None:
        """Give parts what they need, if nobody has said how wide they are."""
        if not self._needy or self._is_moved or self.orientation() is UPRIGHT:
            return
        least, room = self._widths(), sum(self.sizes())
        if len(least) < self.count():
            return  # a part that is hidden takes no room
        for place, needy in self._needy.items():
            least[place] = max(least[place], needy.least_width)
        wanted = [room * share // sum(self._proportions) for share in self._proportions]
        self.setSizes(shared_out(wanted, least))

    def _room_beside(self) -> int:
        widths = self._widths()
        return sum(widths) + self.handleWidth() * (len(widths) - 1)

    def _widths(self) -> list[int]:
        parts = (self.widget(place) for place in range(self.count()))
        shown = [part for part in parts if part is not None and not part.isHidden()]
        return [part.minimumSizeHint().expandedTo(part.minimumSize()).width() for part in shown]
