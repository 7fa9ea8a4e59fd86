"""How to repeat the audit: settings, command and software."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from permdesk import __version__
from permdesk.audit.findings import Audit
from permdesk.report.blocks import Block, Cell, Column, Command, Heading, Paragraph, Table
from permdesk.report.profile import Profile
from permdesk.report.wording import missing_title, ties_title
from permdesk.translation import tr, tr_number

LIBRARIES = ("numpy", "scipy", "numba", "pyarrow", "matplotlib", "openpyxl")


def repeating_blocks(audit: Audit, profile: Profile) -> tuple[Block, ...]:
    """Who has both files gets the same numbers from the same recipe; readers of a public report have one file, and are
    told no seed of any kind."""
    blocks: list[Block] = [
        Heading(tr("How to repeat this audit")),
        *(_with_both_files() if profile.shows_records else _with_the_release()),
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


def _with_both_files() -> tuple[Block, ...]:
    return (
        Paragraph(
            tr(
                "Save the recipe in PermDesk and run “permdesk audit” with it: the same files and the same recipe "
                "give the same numbers."
            )
        ),
        Command("permdesk audit audit.permdesk --out results"),
    )


def _with_the_release() -> tuple[Block, ...]:
    return (
        Paragraph(
            tr(
                "Only the producer can repeat the audit as a whole: it compares the released file with the original "
                "one, which is not published. The producer keeps the recipe of the audit, from which the same files "
                "give the same numbers; an auditor who is let at both files needs nothing else."
            )
        ),
        Paragraph(
            tr(
                "What readers can do: make sure that they hold the file that was audited, by comparing its SHA-256 "
                "with the one in the section “{files}”; check their own record, if they answered the survey, as the "
                "section “{subject}” says; and apply the formulas of the section “{methods}” to files of their own "
                "with the settings and the software below.",
                files=tr("Files"),
                subject=tr("Check your own record"),
                methods=tr("Method notes"),
            )
        ),
    )


def _settings(audit: Audit, profile: Profile) -> Table:
    settings = audit.settings
    rows = [
        (tr("Ties"), ties_title(settings.ties)),
        (tr("Missing values"), missing_title(settings.missing)),
        (tr("Random records, unless all combinations are searched"), str(settings.draws)),
        (tr("Draws of random ties for comparison"), str(settings.replicates)),
        (tr("Level alpha"), tr_number(str(settings.alpha))),
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
