"""The menu Compare: several releases of one original."""

from __future__ import annotations

from permdesk.gui.commands import Circumstances, Command, Window, always_called
from permdesk.translation import tr


def compare_commands(window: Window) -> tuple[Command | None, ...]:
    def has_original(now: Circumstances) -> bool:
        return now.workspace.setup.original is not None

    def can_audit(now: Circumstances) -> bool:
        return has_original(now) and bool(now.workspace.setup.candidates) and not now.busy

    return (
        Command(
            always_called(tr("&Add releases…")),
            tr("Choose several releases of the original, to be audited and set side by side."),
            window.add_releases,
            has_original,
            ("Ctrl+Shift+A",),
        ),
        Command(
            always_called(tr("&Make releases for demonstration…")),
            tr("Make releases of the original by a demonstration method, as files. They are for learning only."),
            window.make_releases,
            lambda now: has_original(now) and not now.busy,
        ),
        Command(
            always_called(tr("A&udit the releases")),
            tr("Audit the releases without numbers, or with numbers that are out of date; else all again."),
            window.audit_releases,
            can_audit,
            ("F6",),
        ),
        None,
        Command(
            always_called(tr("&Export the comparison…")),
            tr("Write the comparison: a report in any format, or its numbers as CSV or XLSX."),
            window.export_comparison,
            lambda now: bool(now.workspace.setup.candidates) and bool(now.workspace.state.compared),
        ),
    )
