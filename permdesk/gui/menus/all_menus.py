"""All menus, from left to right."""

from __future__ import annotations

from permdesk.gui.commands import Menu, Window
from permdesk.gui.menus.audit_menu import audit_commands
from permdesk.gui.menus.compare_menu import compare_commands
from permdesk.gui.menus.demonstrations_menu import demonstrations_commands
from permdesk.gui.menus.edit_menu import edit_commands
from permdesk.gui.menus.file_menu import file_commands
from permdesk.gui.menus.help_menu import help_commands
from permdesk.gui.menus.view_menu import view_commands
from permdesk.translation import tr


def all_menus(window: Window) -> tuple[Menu, ...]:
    """The menus of the window, from left to right."""
    return (
        Menu(tr("&File"), file_commands(window)),
        Menu(tr("&Edit"), edit_commands(window)),
        Menu(tr("&Audit"), audit_commands(window)),
        Menu(tr("&Compare"), compare_commands(window)),
        Menu(tr("&Demonstrations"), demonstrations_commands(window)),
        Menu(tr("&View"), view_commands(window)),
        Menu(tr("&Help"), help_commands(window)),
    )
