"""The window from the command line: pictures of every tab without a screen, and one clear sentence when it fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

ROOT = Path(__file__).parents[2]
NAMES = ["compare", "data", "intruder", "permutation-distance", "report", "reverse-mapping", "welcome"]


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "XDG_CONFIG_HOME": str(folder),
        "XDG_CACHE_HOME": str(folder.parent / "cache"),
    }
    command = [sys.executable, str(ROOT / "main.py"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)


def test_that_every_tab_of_the_example_is_drawn_without_a_screen(tmp_path):
    done = run(
        "--demo", "paper", "--screenshots", str(tmp_path / "png"), "--size", "1000x700", folder=tmp_path / "config"
    )
    assert done.returncode == 0, done.stderr
    pictures = {path.stem: QImage(str(path)) for path in (tmp_path / "png").iterdir()}
    assert sorted(pictures) == NAMES
    for picture in pictures.values():
        assert (picture.width(), picture.height()) == (1000, 700)
    assert len({bytes(picture.constBits()) for picture in pictures.values()}) == len(NAMES)
    assert not (tmp_path / "config").exists()


def test_that_a_file_that_is_not_there_ends_with_a_sentence(tmp_path):
    done = run(str(tmp_path / "absent.csv"), "--screenshots", str(tmp_path / "png"), folder=tmp_path)
    assert done.returncode == 1
    assert "absent.csv" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["--demo", "nothing"], ["--scheme", "pink"], ["--size", "big"]])
def test_that_nonsense_is_bad_usage(tmp_path, arguments):
    assert run(*arguments, folder=tmp_path).returncode == 2


def test_that_the_first_picture_waits_for_no_heavy_library():
    code = (
        "import sys, permdesk.app\n"
        "heavy = {'numba', 'scipy', 'pyarrow', 'matplotlib', 'pyqtgraph', 'openpyxl', 'jinja2'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {sorted(heavy)}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_that_an_interrupt_from_the_keyboard_closes_the_window(tmp_path):
    code = (
        "import signal, sys\n"
        "from permdesk import app\n"
        "from permdesk.gui.desk import Desk\n"
        "Desk.prepare = lambda _: signal.raise_signal(signal.SIGINT)\n"
        "sys.exit(app.main(['--demo', 'paper']))"
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_that_an_interrupt_before_the_window_is_there_is_answered_in_one_line(tmp_path):
    code = (
        "import signal, sys\n"
        "from permdesk import app\n"
        "app.make_application = lambda: signal.raise_signal(signal.SIGINT)\n"
        "sys.exit(app.main([]))"
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stderr) == (130, "permdesk: Stopped.\n")
