"""Keeps the PDF library from running files of the user's home folder when it is imported.

It executes ~/.reportlab_mods and ~/.reportlab_settings, unless modules of these names exist: a report must not depend
on them, and a home that is no folder would stop the import.
"""

from __future__ import annotations

import sys
from types import ModuleType

NAMES = ("reportlab_mods", "reportlab_settings")


def shut_out() -> None:
    """Put empty modules in the place of the two files."""
    for name in NAMES:
        sys.modules.setdefault(name, ModuleType(name))
