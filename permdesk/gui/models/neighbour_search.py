"""Measures one original record against a whole file, a block at a time, so that the window stays live."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from permdesk.audit.findings import Audit, Distances
from permdesk.audit.record_table import rank_deviations
from permdesk.gui.models.neighbour_columns import Comparison, compared

BLOCK = 65_536


class NeighbourSearch(QObject):
    """Computes Table 3 between the events of the window: a file of up to BLOCK records at once, a larger one in
    blocks of about 10 ms. ``found`` carries the Comparison; a search that is replaced never reports."""

    found = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._next_block)
        self._comparison: Comparison | None = None
        self._done = 0

    def start(self, audit: Audit, distances: Distances, record: int) -> None:
        """Compare original record ``record`` (from 0) with every record of the target."""
        self._comparison = compared(audit, distances, record, np.empty(distances.n_records, np.int32))
        self._done = 0
        self._next_block()
        if self._comparison is not None:
            self._timer.start()

    def stop(self) -> None:
        self._timer.stop()
        self._comparison = None

    def _next_block(self) -> None:
        comparison = self._comparison
        if comparison is None:
            return
        n = comparison.distances.n_records
        if self._done < n:
            block = slice(self._done, self._done + BLOCK)
            deviations = rank_deviations(comparison.distances, comparison.record, block)
            deviations.max(axis=1, out=comparison.maxima[block])
            self._done += BLOCK
            if n > BLOCK:
                return  # what is found is shown in a turn of its own: to put a million in order takes long enough
        self.stop()
        comparison.maxima.setflags(write=False)
        self.found.emit(comparison)
