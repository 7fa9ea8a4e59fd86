"""Draws every tab, dialog and state of the window into build/screenshots, with a page of all pictures, index.html.

Usage: python packaging/draw_screenshots.py [options]; --help lists them. Each scale and language has a process of its
own, as Qt takes both at the start.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from fnmatch import fnmatch
from itertools import product
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

# Sizes of window and screen, at 100 %.
WINDOW, SCREEN = (1320, 860), (1600, 1000)
QUIET = "This plugin does not support "


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Draw every tab, dialog and state of the window.")
    made.add_argument("--out", type=Path, default=ROOT / "build" / "screenshots", metavar="DIR")
    made.add_argument(
        "--states", nargs="*", default=["*"], metavar="NAME", help="names, or patterns such as 'dialog-*'"
    )
    made.add_argument("--schemes", nargs="*", default=["light", "dark", "high-contrast"], metavar="SCHEME")
    made.add_argument("--languages", nargs="*", default=["en", "de"], metavar="CODE")
    made.add_argument("--scales", nargs="*", type=int, default=[100, 200], metavar="PERCENT")
    made.add_argument("--type", type=int, default=100, metavar="PERCENT", help="size of the type of the system")
    made.add_argument("--right-to-left", action="store_true", help="lay the window out from right to left")
    made.add_argument("--no-large", action="store_true", help="leave out the states with a million records")
    made.add_argument("--list", action="store_true", help="list the states and leave")
    made.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    return made


def main() -> int:
    options = parser()
    wanted = options.parse_args()
    if wanted.here:
        return draw_here(wanted)
    if wanted.list:
        sys.stdout.writelines(f"{name}\n" for name in all_states())
        return 0
    unknown = [name for name in wanted.states if not any(fnmatch(known, name) for known in all_states())]
    if unknown:
        options.error(f"no such state: {', '.join(unknown)}")
    status = 0
    for language, scale in product(wanted.languages, wanted.scales):
        status |= draw_elsewhere(wanted, language, scale)
    from permdesk.gui.screenshots.contact_sheet import write_contact_sheet

    sys.stdout.write(f"{write_contact_sheet(wanted.out)}\n")
    return status


def all_states() -> list[str]:
    from permdesk.gui.screenshots.states import STATES

    return [state.name for state in STATES]


def draw_elsewhere(wanted: argparse.Namespace, language: str, scale: int) -> int:
    """Draw one language at one scale in a process of its own, on a screen that grows with the scale."""
    with tempfile.TemporaryDirectory() as folder:
        screen = Path(folder) / "screen.json"
        width, height = (side * scale // 100 for side in SCREEN)
        shape = {"name": "drawn", "x": 0, "y": 0, "width": width, "height": height}
        more = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
        screen.write_text(json.dumps({"screens": [shape | more]}), "utf-8")
        environment = os.environ | {
            "QT_QPA_PLATFORM": f"offscreen:configfile={screen}",
            "QT_SCALE_FACTOR": str(scale / 100),
            "XDG_CONFIG_HOME": folder,
            "LANGUAGE": "",  # the language is asked for, and numbers follow it where the system speaks none
            "LC_ALL": "C.UTF-8",
        }
        command = [sys.executable, __file__, "--here", "--out", str(wanted.out.absolute()), "--type", str(wanted.type)]
        command += ["--states", *wanted.states, "--schemes", *wanted.schemes]
        command += ["--languages", language, "--scales", str(scale)]
        command += ["--right-to-left"] * wanted.right_to_left + ["--no-large"] * wanted.no_large
        done = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True, check=False)
    said = [line for line in done.stderr.splitlines() if QUIET not in line]
    sys.stderr.writelines(f"{line}\n" for line in said)
    return 1 if done.returncode or said else 0


def draw_here(wanted: argparse.Namespace) -> int:
    from PySide6.QtCore import Qt

    from permdesk.app import make_application, make_window
    from permdesk.gui import appearance
    from permdesk.gui.appearance import Scheme
    from permdesk.gui.screenshots.series import draw_series
    from permdesk.gui.screenshots.states import STATES
    from permdesk.gui.window_language import apply_language

    (language,), (scale,) = wanted.languages, wanted.scales
    appearance.system_enlargement = lambda: wanted.type / 100  # type: ignore[assignment]
    app = make_application()
    apply_language(app, language)
    if wanted.right_to_left:
        app.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    states = [
        state
        for state in STATES
        if any(fnmatch(state.name, pattern) for pattern in wanted.states) and not (state.is_large and wanted.no_large)
    ]
    name = language + "-rtl" * wanted.right_to_left + (f"-type{wanted.type}" if wanted.type != 100 else "")
    folders = {Scheme(scheme): wanted.out / name / f"{scheme}-{scale}" for scheme in wanted.schemes}
    failures: list[str] = []
    for path in draw_series(
        make_window, states, folders, WINDOW, lambda state, error: failures.append(f"{state.name}: {error!r}")
    ):
        sys.stdout.write(f"{path.relative_to(wanted.out)}\n")
        sys.stdout.flush()
    sys.stderr.writelines(f"{line}\n" for line in failures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
