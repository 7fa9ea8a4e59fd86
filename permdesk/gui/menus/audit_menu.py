"""The menu Audit: run, cancel, verdict, one record."""

from __future__ import annotations

from permdesk.gui.commands import Command, Window, always_called
from permdesk.translation import tr


def audit_commands(window: Window) -> tuple[Command | None, ...]:
    return (
        Command(
            always_called(tr("&Run")),
            tr("Audit the files with the present settings."),
            window.desk.run,
            lambda now: now.workspace.setup.question is not None,
            ("F5", "Ctrl+R"),
        ),
        Command(
            always_called(tr("&Cancel")),
            tr("Stop what runs. Results that are there stay."),
            window.desk.stop,
            lambda now: now.busy or now.writing,
            ("Esc",),
        ),
        None,
        Command(
            always_called(tr("&Policy and verdict…")),
            tr("Change, load and save the thresholds of the agency, and see every check."),
            window.dialogs.show_policy,
            shortcuts=("Ctrl+P",),
        ),
        Command(
            always_called(tr("Check &one record…")),
            tr("Hold one record against the release, as the person whom it is about can."),
            window.dialogs.check_record,
            lambda now: now.workspace.setup.anonymized is not None,
            ("Ctrl+Shift+R",),
        ),
    )
