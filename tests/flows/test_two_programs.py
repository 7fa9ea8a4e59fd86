"""Two programs at once, each a process of its own: neither loses or takes what is the other's, and one of them dies."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from permdesk.gui.settings import RecentChange, WindowSettings, change_settings, read_settings, settings_path

ROOT = Path(__file__).parents[2]

ANSWERS = """
import sys
from dataclasses import replace
from pathlib import Path
import permdesk.app
from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QApplication
from permdesk.audit.settings import Ties
from permdesk.gui.dialogs.recovery import RecoveryDialog

make, windows = permdesk.app.make_window, []

def making(*arguments):
    windows.append(make(*arguments))
    notifier = QSocketNotifier(0, QSocketNotifier.Type.Read, windows[0])
    notifier.activated.connect(lambda: answer(sys.stdin.readline().split()))
    return windows[0]

def offered():
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, RecoveryDialog) and one.isVisible()]

def answer(words):
    window = windows[0]
    if words[0] == "decide":
        setup = window.desk.workspace.setup
        window.desk.decide("random ties", replace(setup, settings=replace(setup.settings, ties=Ties.RANDOM)))
    elif words[0] == "language":
        window.set_language(words[1])
    elif words[0] == "open":
        window.recipes.open(Path(words[1]))
    elif words[0] == "quit":
        window.leave()
        return
    busy = any(one.busy for one in (window.desk.runner, window.desk.reports, window.recovery._runner))
    audited = window.desk.workspace.state.audit is not None
    texts = [dialog.list.item(place).text() for dialog in offered() for place in range(dialog.list.count())]
    recent = [Path(one).name for one in window.preferences.settings.recent]
    print(repr((busy, audited, texts, recent)), flush=True)

permdesk.app.make_window = making
sys.exit(permdesk.app.main([]))
"""


class Program:
    """The program as it is started by a person, which does what it is told and says how it stands."""

    def __init__(self, home: Path) -> None:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(home)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", ANSWERS],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def tell(self, *words: str) -> tuple[bool, bool, list[str], list[str]]:
        self.process.stdin.write(" ".join(words) + "\n")
        self.process.stdin.flush()
        return eval(self.process.stdout.readline())

    def settled(self, qtbot):
        """How it stands when nothing runs in it any more."""
        qtbot.waitUntil(lambda: not self.tell("state")[0])
        return self.tell("state")

    def quit(self) -> None:
        self.process.stdin.write("quit\n")
        self.process.stdin.close()
        self.process.wait(timeout=120)


@pytest.fixture
def start():
    started = []

    def begin():
        started.append(Program(settings_path().parents[1]))
        return started[-1]

    yield begin
    for program in started:
        if program.process.poll() is None:
            program.process.kill()
        program.process.wait()
        program.process.stdout.close()
        program.process.stdin.close()


@pytest.fixture
def recipes(paper, tmp_path):
    """Two recipes of the same files."""
    for path in paper:
        shutil.copy(path, tmp_path / path.name)
    for name in ("first", "second"):
        shutil.copy(paper[0].parent / "paper.permdesk", tmp_path / f"{name}.permdesk")
    return tmp_path / "first.permdesk", tmp_path / "second.permdesk"


def test_that_two_programs_share_settings_and_a_third_recovers_only_what_the_dead_one_left(qtbot, start, recipes):
    """Three starts of the program, which take some seconds of processor time each."""
    copies = lambda: list((settings_path().parent / "unsaved").glob("*.permdesk"))  # noqa: E731
    first, second = start(), start()
    for program, recipe in ((first, recipes[0]), (second, recipes[1])):
        program.tell("open", str(recipe))
        qtbot.waitUntil(lambda program=program: program.settled(qtbot)[1])
        program.tell("decide")
    first.tell("language", "de")
    qtbot.waitUntil(lambda: len(copies()) == 2)
    assert first.settled(qtbot)[2] == second.settled(qtbot)[2] == []
    assert set(read_settings(settings_path()).recent) == {str(path) for path in recipes}
    first.process.send_signal(signal.SIGKILL)
    first.process.wait()
    third = start()
    qtbot.waitUntil(lambda: bool(third.settled(qtbot)[2]))
    (offered,) = third.settled(qtbot)[2]
    assert offered.startswith("first.permdesk")
    assert set(third.settled(qtbot)[3]) == {"first.permdesk", "second.permdesk"}
    assert len(copies()) == 2
    second.quit()
    assert len(copies()) == 1
    third.quit()
    assert len(copies()) == 1
    written = json.loads(settings_path().read_text("utf-8"))
    assert written["language"] == "de"
    assert [Path(one).name for one in written["recent"]] == ["second.permdesk", "first.permdesk"]


def test_that_recent_recipes_of_two_windows_stand_together(tmp_path):
    path = tmp_path / "window.json"
    assert change_settings({"recent": ("old", "gone")}, path) is None
    ours = RecentChange().followed_by(("old", "gone"), ("mine", "old"))
    theirs = RecentChange().followed_by(("old", "gone"), ("theirs", "old", "gone"))
    assert change_settings({}, path, theirs) is None
    assert change_settings({}, path, ours) is None
    assert read_settings(path).recent == ("mine", "theirs", "old")
    again = ours.followed_by(("mine", "old"), ("old", "mine"))
    assert change_settings({}, path, again) is None
    assert read_settings(path).recent == ("old", "mine", "theirs")


def test_that_a_window_remembers_nothing_where_another_one_has_said_so(tmp_path):
    path = tmp_path / "window.json"
    assert change_settings({"keeps_recent": False, "recent": ()}, path) is None
    assert change_settings({}, path, RecentChange(("mine",))) is None
    assert read_settings(path) == WindowSettings(keeps_recent=False)
