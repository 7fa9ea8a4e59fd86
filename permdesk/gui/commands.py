"""What a command of the window is: what it is called, what it does, when it can be done, and its keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from permdesk.gui.appearance import Scheme
from permdesk.gui.desk import Desk
from permdesk.gui.guide.guidance import Guidance
from permdesk.gui.openings import Openings
from permdesk.gui.window_dialogs import WindowDialogs
from permdesk.gui.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What decides whether a command can be done now."""

    workspace: Workspace
    busy: bool


def always(_: Circumstances) -> bool:
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Command:
    """``text`` may change with the workspace; ``checked`` is None for what is not a choice among several."""

    text: Callable[[Workspace], str]
    tip: str
    run: Callable[[], object]
    enabled: Callable[[Circumstances], bool] = always
    shortcuts: tuple[str, ...] = ()
    checked: Callable[[], bool] | None = None


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
    def openings(self) -> Openings: ...
    @property
    def dialogs(self) -> WindowDialogs: ...
    @property
    def guidance(self) -> Guidance: ...
    def tab_titles(self) -> tuple[str, ...]: ...
    def show_tab(self, place: int) -> None: ...
    def ask_other_files(self) -> None: ...
    def ask_recipe_target(self) -> None: ...
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
        self._pairs: list[tuple[Command, QAction]] = []
        for menu in menus:
            shown = bar.addMenu(menu.title)
            self.menus.append(shown)
            shown.setToolTipsVisible(True)
            choices = QActionGroup(owner)
            for command in menu.commands:
                if command is None:
                    shown.addSeparator()
                    choices = QActionGroup(owner)
                    continue
                action = QAction(owner)
                action.setToolTip(command.tip)
                action.setStatusTip(command.tip)
                action.setShortcuts([QKeySequence(keys) for keys in command.shortcuts])
                action.triggered.connect(lambda _=False, run=command.run: run())
                if command.checked is not None:
                    action.setCheckable(True)
                    choices.addAction(action)
                shown.addAction(action)
                self._pairs.append((command, action))

    def refresh(self, now: Circumstances) -> None:
        for command, action in self._pairs:
            action.setText(command.text(now.workspace))
            action.setEnabled(command.enabled(now))
            if command.checked is not None:
                action.setChecked(command.checked())
