"""The menu Help: what explains and checks PermDesk."""

from __future__ import annotations

from permdesk.gui.commands import Command, Window, always_called
from permdesk.gui.derivations.explained import KEYS, open_note
from permdesk.translation import tr


def help_commands(window: Window) -> tuple[Command | None, ...]:
    guidance = window.guidance
    return (
        Command(
            always_called(tr("&User guide")),
            tr("Open the guide at the chapter of this tab."),
            guidance.show_help,
            shortcuts=("F1",),
        ),
        Command(
            always_called(tr("&Glossary")),
            tr("What every word of the field means, and where it comes from."),
            guidance.show_glossary,
            shortcuts=("Ctrl+F1",),
        ),
        Command(
            always_called(tr("Take the &tour")),
            tr("Five steps through the window, on the paper's example or on your files."),
            guidance.start_tour,
        ),
        Command(
            always_called(tr("&How is this computed?")),
            tr("Formula, figures and source of the number that has the focus."),
            open_note,
            shortcuts=(KEYS,),
        ),
        None,
        Command(
            always_called(tr("&Validate…")),
            tr("Compute the paper's tables and figures again on this machine and compare them with print."),
            window.dialogs.validate,
        ),
        None,
        Command(always_called(tr("About PermDesk")), tr("Version and licence."), window.dialogs.show_about),
    )
