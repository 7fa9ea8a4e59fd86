"""The menu Demonstrations: what shows the method to others."""

from __future__ import annotations

from permdesk.gui.commands import Command, Window, always_called
from permdesk.translation import tr


def demonstrations_commands(window: Window) -> tuple[Command | None, ...]:
    return (
        Command(
            always_called(tr("The paper's &running example")),
            tr("Twenty records and three attributes, with every step of the method."),
            window.recipes.open_demonstration,
        ),
        None,
        Command(
            always_called(tr("&Live demonstration…")),
            tr("One slider for the noise, and everything that moves with it."),
            window.show_live,
            shortcuts=("Ctrl+L",),
        ),
        Command(
            always_called(tr("How &much is enough…")),
            tr("Make releases of the original by one method at many strengths, and find the least that suffices."),
            window.show_sweep,
            lambda now: now.workspace.setup.original is not None,
            ("Ctrl+Shift+W",),
        ),
    )
