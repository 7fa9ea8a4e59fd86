"""What jobs do."""

from __future__ import annotations

from permdesk.compute import warm_up
from permdesk.gui.tasks import load_engine


def test_that_kernels_compile_before_the_first_audit_wants_them(monkeypatch):
    compiled = []
    monkeypatch.setattr(warm_up, "_compiler", None)
    monkeypatch.setattr(warm_up, "_compile", lambda: compiled.append(True))
    load_engine()
    warm_up.warm_up().join()
    assert compiled == [True]
