"""The PDF library takes nothing from the user's home folder."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def imported(home):
    order = [sys.executable, "-c", "import permdesk.report.pdf"]
    environment = {**os.environ, "HOME": str(home), "USERPROFILE": str(home)}
    return subprocess.run(order, env=environment, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("name", [".reportlab_mods", ".reportlab_settings"])
def test_that_no_file_of_the_home_folder_is_run(tmp_path, name):
    ran = tmp_path / "ran"
    (tmp_path / name).write_text(f"open({str(ran)!r}, 'w').close()\n")
    answer = imported(tmp_path)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert not ran.exists()


def test_that_a_home_which_is_no_folder_does_no_harm(tmp_path):
    home = tmp_path / "home"
    home.write_text("")
    answer = imported(home)
    assert (answer.returncode, answer.stderr) == (0, "")
