"""Where the files that travel with the program are: fonts, icons, style sheets, templates, demonstration data."""

from __future__ import annotations

from pathlib import Path

# In an installed package they lie inside it; in a checkout and in a bundle, beside it.
INSTALLED = Path(__file__).with_name("resources")
ROOT = INSTALLED if INSTALLED.is_dir() else Path(__file__).parents[1] / "resources"


def resource_path(*parts: str) -> Path:
    """The path of a shipped file or folder, such as ``resource_path("demo", "paper", "original.csv")``.

    Raises FileNotFoundError: the installation is incomplete, which is a mistake of ours.
    """
    path = ROOT.joinpath(*parts)
    if not path.exists():
        raise FileNotFoundError(f"the installation lacks its resource {path}")
    return path
