"""Runs the command line in this process, on the paper's example, and looks at what it leaves behind."""

from __future__ import annotations

from permdesk import cli
from tests.pairs import DEMO

ORIGINAL, ANONYMIZED = DEMO / "original.csv", DEMO / "anonymized.csv"
QUICK = ("--format", "none")


def run(*words, out=None):
    return cli.main([str(word) for word in words] + (["--out", str(out)] if out else []))


def everything_in(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))
