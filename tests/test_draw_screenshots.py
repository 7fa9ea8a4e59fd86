"""Pictures from the command line: scale and language are those of a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtGui import QImage

SCRIPT = Path(__file__).parents[1] / "packaging" / "draw_screenshots.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, env=os.environ, capture_output=True, text=True, check=False)


def test_that_a_state_is_drawn_at_every_scale_in_every_language(tmp_path):
    done = run(
        *("--out", str(tmp_path), "--states", "welc*", "--schemes", "dark"),
        *("--languages", "en", "de", "--scales", "100", "200"),
    )
    assert (done.returncode, done.stderr) == (0, "")
    pictures = {path.relative_to(tmp_path).as_posix(): QImage(str(path)) for path in tmp_path.rglob("*.png")}
    assert {name: picture.width() for name, picture in pictures.items()} == {
        "de/dark-100/01-welcome.png": 1320,
        "de/dark-200/01-welcome.png": 2640,
        "en/dark-100/01-welcome.png": 1320,
        "en/dark-200/01-welcome.png": 2640,
    }
    assert pictures["en/dark-100/01-welcome.png"] != pictures["de/dark-100/01-welcome.png"]
    assert (tmp_path / "index.html").read_text("utf-8").count("<img") == 4


def test_that_a_window_can_be_drawn_from_right_to_left(tmp_path):
    wanted = ("--states", "welcome", "--schemes", "light", "--languages", "en", "--scales", "100")
    assert run("--out", str(tmp_path), *wanted, "--right-to-left").returncode == 0
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.png")] == [
        "en-rtl/light-100/01-welcome.png"
    ]


def test_that_a_state_that_nobody_knows_is_bad_usage(tmp_path):
    done = run("--out", str(tmp_path), "--states", "nowhere")
    assert done.returncode == 2
    assert "nowhere" in done.stderr


def test_that_states_can_be_listed():
    done = run("--list")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "welcome"
