"""What runs, how far it is, and how long it will take."""

from __future__ import annotations

import re
from pathlib import Path

import permdesk
from permdesk.gui.activity import Activity, time_left_text
from permdesk.stages import stage_title


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


def test_that_long_times_are_said_in_hours(app):
    said = [time_left_text(seconds) for seconds in (0.2, 59, 60, 7199, 7200, 25_200)]
    assert said == [
        "about 1 s left",
        "about 59 s left",
        "about 1 min left",
        "about 120 min left",
        "about 2 h left",
        "about 7 h left",
    ]
