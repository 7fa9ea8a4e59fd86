"""Fixtures that every test may use; real files are looked for beside the repository and skipped where absent."""

from __future__ import annotations

import gc
import json
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["LANGUAGE"] = "en"  # the sentences that tests know, whatever the desk speaks

# Examples are searched for anew at a desk and are the same on every run where CI is set; slow machines fail nothing.
settings.register_profile("desk", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("desk"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

gc.disable()  # a search while Qt walks over its widgets takes some away, and the process ends

ROOT = Path(__file__).parents[1]
SHARED_DATA = ROOT.parent / "shared" / "data"


def pytest_collection_finish() -> None:
    """What has been imported is here to stay: no search need look at it."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Collect garbage between tests, where Python itself may not: the young after each, all after each file.

    Widgets that are to be deleted wait for an event loop. Thousands of them would be styled anew with each look, and
    searched with each collection.
    """
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect(2 if nextitem is None or nextitem.path != item.path else 1)


@pytest.fixture(scope="session")
def expected() -> dict[str, Any]:
    """Every figure of the paper's running example, recomputed."""
    return json.loads((ROOT / "tests" / "paper" / "expected.json").read_text("utf-8"))


@pytest.fixture(scope="session")
def shared_file() -> Callable[[str], Path]:
    """A real file by its path below shared/data; the test is skipped where it is absent."""

    def find(name: str) -> Path:
        path = SHARED_DATA / name
        if not path.exists():
            pytest.skip(f"the real file {name} is not on this machine")
        return path

    return find


class PatientBot(QtBot):
    """Waits as long as a machine that is busy with other things may need; what is there at once is not waited for."""

    PATIENCE_MS = 120_000

    def waitUntil(self, callback, *, timeout=PATIENCE_MS):  # type: ignore[no-untyped-def]
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal, *, timeout=PATIENCE_MS, **wishes):  # type: ignore[no-untyped-def]
        return super().waitSignal(signal, timeout=timeout, **wishes)

    def waitExposed(self, widget, *, timeout=PATIENCE_MS):  # type: ignore[no-untyped-def]
        return super().waitExposed(widget, timeout=timeout)

    def waitActive(self, widget, *, timeout=PATIENCE_MS):  # type: ignore[no-untyped-def]
        return super().waitActive(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp, request: pytest.FixtureRequest) -> PatientBot:  # type: ignore[no-untyped-def]
    return PatientBot(request)


class ManualExecutor(Executor):
    """Holds submitted work until the test says go."""

    def __init__(self, deliver: Callable[[], None]) -> None:
        self.waiting: deque[Any] = deque()
        self.deliver = deliver

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[Any] = Future()
        self.waiting.append((future, fn, args, kwargs))
        return future

    def run_next(self) -> None:
        future, fn, args, kwargs = self.waiting.popleft()
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(fn(*args, **kwargs))
            except BaseException as error:
                future.set_exception(error)

    def run_all(self) -> None:
        while self.waiting:
            self.run_next()
            self.deliver()


@pytest.fixture
def executor(qapp) -> ManualExecutor:  # type: ignore[no-untyped-def]
    return ManualExecutor(qapp.processEvents)
