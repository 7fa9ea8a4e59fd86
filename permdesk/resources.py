"""Where the files that ship beside the code are: fonts, icons, style sheets, templates, demonstration data."""

from __future__ import annotations

from pathlib import Path

# The same place in a checkout and in a bundle, where both folders lie beside each other too.
ROOT = Path(__file__).parents[1] / "resources"


def resource(*parts: str) -> Path:
    """The path of a shipped file, such as ``resource("demo", "paper", "original.csv")``."""
    return ROOT.joinpath(*parts)
