"""How the program starts itself again, for work in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
ISOLATED_WORK, COMPILE_KERNELS = "--isolated-work", "--compile-kernels"
"""What the program of the command line is asked for, in a bundle, and then does instead."""
NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""Flags of a process that opens no window of a console."""


def own_command(argument: str, module: str) -> list[str]:
    """What starts ``main`` of a module: this Python, or in a bundle the program of the command line, which knows the
    ``argument``."""
    if getattr(sys, "frozen", False):
        here = Path(sys.executable)
        return [str(here.with_name("permdesk" + here.suffix)), argument]
    start = f"import sys; sys.path.insert(0, sys.argv[1]); from {module} import main; main()"
    return [sys.executable, "-P", "-c", start, str(ROOT)]
