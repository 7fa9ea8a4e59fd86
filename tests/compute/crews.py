"""Crews to try work with: one that is sent away after it, and one that is kept. And who of them is there."""

from __future__ import annotations

import threading
from contextlib import nullcontext

import pytest

from permdesk.compute.crew import kept_crew

CREWS = pytest.mark.parametrize("crew", [nullcontext, kept_crew], ids=["sent away", "kept"])


def left():
    return [thread for thread in threading.enumerate() if thread.name.startswith("permdesk-chunks")]
