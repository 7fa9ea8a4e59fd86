"""An audit that asks whether to go on as often on a busy machine as on a quiet one."""

from __future__ import annotations

import pytest


@pytest.fixture
def without_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a library, asking by the clock; and chunks are paced as if they took no time."""
    monkeypatch.setattr("permdesk.compute.unstoppable.is_in_one_thread", lambda: True)
    monkeypatch.setattr("permdesk.compute.parallel.perf_counter", lambda: 0.0)
