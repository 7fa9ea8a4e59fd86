"""What the window's start must not wait for is not imported before it shows."""

from __future__ import annotations

import subprocess
import sys

from permdesk.all_commands import parser_of_commands
from permdesk.cli import COMMANDS

HEAVY = ("matplotlib", "scipy", "numba", "pandas", "pyqtgraph", "docx", "openpyxl", "reportlab", "sklearn")
OF_PERMDESK = (
    "permdesk.report.typed_secrets",
    "permdesk.report.build",
    "permdesk.gui.charts.plot",
    "permdesk.gui.dialogs.policy",
    "permdesk.gui.dialogs.reading",
    "permdesk.gui.models.mapping_columns",
    "permdesk.gui.models.record_columns",
    "permdesk.gui.panels.record_panel",
)
LISTED = "import sys, {module}; print(*sys.modules)"
LATER = "import sys; from permdesk.gui.tasks import load_charts; load_charts(); print(*sys.modules)"


def modules(program: str) -> set[str]:
    outcome = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(outcome.stdout.split())


def test_that_the_command_line_imports_no_command_before_one_is_asked_for():
    loaded = modules(LISTED.format(module="permdesk.cli"))
    assert not loaded & {*HEAVY, "permdesk.all_commands", "permdesk.audit_command"}


def test_that_the_window_imports_nothing_before_it_shows_that_can_come_later():
    loaded = modules(LISTED.format(module="permdesk.app"))
    assert "permdesk.gui.main_window" in loaded
    assert not loaded & {*HEAVY, *OF_PERMDESK}


def test_that_what_is_shown_or_asked_later_is_imported_by_the_worker():
    assert modules(LATER) >= {name for name in OF_PERMDESK if name != "permdesk.report.build"}


def test_that_every_command_is_known_by_its_name():
    commands = next(action for action in parser_of_commands()._actions if action.choices and not action.option_strings)
    assert tuple(commands.choices) == COMMANDS
