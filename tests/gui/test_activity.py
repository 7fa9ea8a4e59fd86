"""What runs, how far it is, and how long it will take."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import permdesk
from permdesk.gui.activity import Activity, TimeLeft
from permdesk.stages import stage_title


def test_that_time_left_follows_the_pace_of_the_stage():
    now = [0.0]
    left = TimeLeft(lambda: now[0])
    assert left.seconds("ranks", 0, 100) is None
    now[0] = 10.0
    assert left.seconds("ranks", 25, 100) == pytest.approx(30.0)
    assert left.seconds("distances", 50, 100) is None
    now[0] = 20.0
    assert left.seconds("distances", 50, 100) == pytest.approx(10.0)


def test_that_nothing_is_said_before_it_can_be_known():
    now = [0.0]
    left = TimeLeft(lambda: now[0])
    left.seconds("ranks", 0, 0)
    now[0] = 1.0
    assert left.seconds("ranks", 50, 100) is None
    now[0] = 9.0
    assert left.seconds("ranks", 50, 0) is None


def test_that_progress_shows_stage_share_and_time(app, qtbot):
    activity = Activity()
    qtbot.addWidget(activity)
    activity.start("Audit")
    assert (activity.text.text(), activity.bar.maximum()) == ("Audit", 0)
    activity.show_progress("ranks", 1, 4)
    assert (activity.text.text(), activity.bar.value(), activity.bar.maximum()) == ("Ranking", 250, 1000)
    assert not activity.cancel.isHidden()
    activity.stop()
    assert activity.cancel.isHidden()


def test_that_every_stage_of_the_engine_has_words():
    source = "\n".join(path.read_text("utf-8") for path in Path(permdesk.__file__).parent.rglob("*.py"))
    stages = set(re.findall(r'\.begin\("([a-z-]+)"', source))
    assert "ranks" in stages
    assert not [stage for stage in stages if stage_title(stage) == "Working"]
