"""How to repeat the audit: settings, command and software."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from permdesk import __version__
from permdesk.audit.findings import Audit
from permdesk.report.blocks import Block, Cell, Column, Command, Heading, Paragraph, Table
from permdesk.report.profile import Profile
from permdesk.translation import tr

LIBRARIES = ("numpy", "scipy", "numba", "pyarrow", "matplotlib", "openpyxl")


def repeating_blocks(audit: Audit, profile: Profile) -> tuple[Block, ...]:
    """Who has both files gets the same numbers from the same recipe; a public report names no seed of any kind."""
    blocks: list[Block] = [
        Heading(tr("How to repeat this audit")),
        Paragraph(
            tr(
                "Save the recipe in PermDesk and run “permdesk audit” with it: the same files and the same recipe "
                "give the same numbers."
            )
        ),
        Command("permdesk audit audit.permdesk --out results"),
        _settings(audit, profile),
        Table(
            name=tr("Software"),
            caption=tr("Software that computed this report"),
            columns=(Column(tr("Program")), Column(tr("Version"))),
            rows=(
                (Cell("PermDesk"), Cell(__version__)),
                (Cell("Python"), Cell(platform.python_version())),
                *((Cell(name), Cell(_version(name))) for name in LIBRARIES),
            ),
        ),
    ]
    return tuple(blocks)


def _settings(audit: Audit, profile: Profile) -> Table:
    settings = audit.settings
    rows = [
        (tr("Ties"), settings.ties.value),
        (tr("Missing values"), settings.missing.value),
        (tr("Random records, unless all combinations are searched"), str(settings.draws)),
        (tr("Draws of random ties for comparison"), str(settings.replicates)),
        (tr("Level alpha"), str(settings.alpha)),
        (tr("Policy"), audit.verdict.policy.name),
    ]
    if profile.shows_records:
        rows.append((tr("Start of the audit's own random numbers"), str(settings.seed)))
    return Table(
        name=tr("Settings"),
        caption=tr("Settings of the audit"),
        columns=(Column(tr("Setting")), Column(tr("Value"))),
        rows=tuple((Cell(title), Cell(value)) for title, value in rows),
        note=tr("The audit's random numbers also break the ties in Z. Keep their start secret if Z is ever released.")
        if profile.shows_records
        else "",
    )


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
