"""The menu Edit: the way back, and the preferences."""

from __future__ import annotations

from permdesk.gui.commands import Command, Window, always_called
from permdesk.translation import tr


def edit_commands(window: Window) -> tuple[Command | None, ...]:
    workspace = window.desk.workspace
    return (
        Command(
            lambda now: tr("&Undo: {name}", name=now.undo_name.replace("&", "&&")) if now.undo_name else tr("&Undo"),
            tr("Take the last decision back."),
            workspace.undo,
            lambda now: bool(now.workspace.undo_name),
            ("Ctrl+Z",),
        ),
        Command(
            lambda now: tr("&Redo: {name}", name=now.redo_name.replace("&", "&&")) if now.redo_name else tr("&Redo"),
            tr("Take the decision again."),
            workspace.redo,
            lambda now: bool(now.workspace.redo_name),
            ("Ctrl+Shift+Z", "Ctrl+Y"),
        ),
        None,
        Command(
            always_called(tr("Pre&ferences…")),
            tr("Language, numbers, colours, threads, caches and what is remembered."),
            window.dialogs.show_preferences,
            shortcuts=("Ctrl+,",),
        ),
    )
