"""What a command of the window is: what it is called, what it does, when it can be done, and its keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from permdesk.gui.appearance import Scheme
from permdesk.gui.desk import Desk
from permdesk.gui.guide.guidance import Guidance
from permdesk.gui.mnemonics import with_letters
from permdesk.gui.openings import Openings
from permdesk.gui.preferences import Preferences
from permdesk.gui.recipes import Recipes
from permdesk.gui.recovery import Recovery
from permdesk.gui.window_dialogs import WindowDialogs
from permdesk.gui.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What decides whether a command can be done now."""

    workspace: Workspace
    busy: bool
    writing: bool = False


def always(_: Circumstances) -> bool:
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Command:
    """``text`` may change with the workspace; ``checked`` is None for what is not a choice among several;
    ``below`` gives the commands of a menu beside it, anew whenever that is shown, and then ``run`` is not used."""

    text: Callable[[Workspace], str]
    tip: str
    run: Callable[[], object]
    enabled: Callable[[Circumstances], bool] = always
    shortcuts: tuple[str, ...] = ()
    checked: Callable[[], bool] | None = None
    below: Callable[[], tuple[Command | None, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu in its order; None is a line."""

    title: str
    commands: tuple[Command | None, ...]


class Window(Protocol):
    """What commands ask of the window: everything that needs a dialog or a tab."""

    @property
    def desk(self) -> Desk: ...
    @property
    def scheme(self) -> Scheme: ...
    @property
    def language(self) -> str: ...
    @property
    def preferences(self) -> Preferences: ...
    @property
    def recipes(self) -> Recipes: ...
    @property
    def recovery(self) -> Recovery: ...
    @property
    def openings(self) -> Openings: ...
    @property
    def dialogs(self) -> WindowDialogs: ...
    @property
    def guidance(self) -> Guidance: ...
    def tab_titles(self) -> tuple[str, ...]: ...
    def show_tab(self, place: int) -> None: ...
    def ask_other_files(self) -> None: ...
    def show_export(self) -> None: ...
    def export_reverse_mapped(self) -> None: ...
    def export_records(self) -> None: ...
    def export_record_table(self) -> None: ...
    def export_verification_page(self) -> None: ...
    def add_releases(self) -> None: ...
    def make_releases(self) -> None: ...
    def audit_releases(self) -> None: ...
    def export_comparison(self) -> None: ...
    def set_scheme(self, scheme: Scheme) -> None: ...
    def set_language(self, code: str) -> None: ...
    def show_live(self) -> None: ...
    def show_sweep(self) -> None: ...
    def toggle_presentation(self) -> None: ...
    def close(self) -> bool: ...


def has_audit(now: Circumstances) -> bool:
    return now.workspace.state.audit is not None


def always_called(text: str) -> Callable[[Workspace], str]:
    return lambda _: text


class MenuActions:
    """The commands as menu items and keys of a window, kept up to date by ``refresh``."""

    def __init__(self, menus: tuple[Menu, ...], bar: QMenuBar, owner: QWidget) -> None:
        self.menus: list[QMenu] = []
        self._now: Circumstances | None = None
        self._pairs: list[list[tuple[Command, QAction]]] = []
        for menu in menus:
            shown = bar.addMenu(menu.title)
            self.menus.append(shown)
            shown.setToolTipsVisible(True)
            choices = QActionGroup(owner)
            pairs: list[tuple[Command, QAction]] = []
            self._pairs.append(pairs)
            for command in menu.commands:
                if command is None:
                    shown.addSeparator()
                    choices = QActionGroup(owner)
                    continue
                action = _action(command, owner)
                if command.checked is not None:
                    action.setCheckable(True)
                    choices.addAction(action)
                if command.below is not None:
                    action.setMenu(self._menu_below(command.below, shown))
                shown.addAction(action)
                pairs.append((command, action))

    def refresh(self, now: Circumstances) -> None:
        self._now = now
        for pairs in self._pairs:
            texts = with_letters([command.text(now.workspace) for command, _ in pairs])
            for (command, action), text in zip(pairs, texts, strict=True):
                _show(command, action, text, now)

    def _menu_below(self, commands: Callable[[], tuple[Command | None, ...]], above: QMenu) -> QMenu:
        """A menu that is filled when it is shown."""
        menu = QMenu(above)
        menu.setToolTipsVisible(True)

        def fill() -> None:
            menu.clear()
            for command in commands():
                if command is None:
                    menu.addSeparator()
                elif self._now is not None:
                    action = _action(command, menu)
                    _show(command, action, command.text(self._now.workspace), self._now)
                    menu.addAction(action)

        menu.aboutToShow.connect(fill)
        return menu


def _action(command: Command, owner: QObject) -> QAction:
    action = QAction(owner)
    action.setToolTip(command.tip)
    action.setStatusTip(command.tip)
    action.setShortcuts([QKeySequence(keys) for keys in command.shortcuts])
    action.triggered.connect(lambda _=False: command.run())
    return action


def _show(command: Command, action: QAction, text: str, now: Circumstances) -> None:
    action.setText(text)
    action.setEnabled(command.enabled(now))
    if command.checked is not None:
        action.setChecked(command.checked())
