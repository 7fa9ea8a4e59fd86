"""Every command of the window as data: what it is called, what it does, when it can be done, and its keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from permdesk.gui.appearance import Scheme
from permdesk.gui.desk import Desk
from permdesk.gui.window_language import own_name
from permdesk.gui.workspace import Workspace
from permdesk.translation import languages, tr


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
    def tab_titles(self) -> tuple[str, ...]: ...
    def show_tab(self, place: int) -> None: ...
    def ask_original(self) -> None: ...
    def ask_anonymized(self) -> None: ...
    def ask_recipe(self) -> None: ...
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
    def show_about(self) -> None: ...
    def show_live(self) -> None: ...
    def show_sweep(self) -> None: ...
    def toggle_presentation(self) -> None: ...
    def show_policy(self) -> None: ...
    def check_record(self) -> None: ...
    def validate(self) -> None: ...
    def close(self) -> bool: ...


def _has_audit(now: Circumstances) -> bool:
    return now.workspace.state.audit is not None


def all_menus(window: Window) -> tuple[Menu, ...]:
    """The menus of the window, from left to right."""
    return (
        Menu(tr("&File"), _file_commands(window)),
        Menu(tr("&Edit"), _edit_commands(window)),
        Menu(tr("&Audit"), _audit_commands(window)),
        Menu(tr("&Compare"), _compare_commands(window)),
        Menu(tr("&Demonstrations"), _demonstrations(window)),
        Menu(tr("&View"), _view_commands(window)),
        Menu(tr("&Help"), _help_commands(window)),
    )


def _file_commands(window: Window) -> tuple[Command | None, ...]:
    return (
        Command(
            _always_called(tr("Open &original…")),
            tr("Read the original microdata file X."),
            window.ask_original,
            shortcuts=("Ctrl+O",),
        ),
        Command(
            _always_called(tr("Open &anonymized…")),
            tr("Read the anonymized file Y that is to be released."),
            window.ask_anonymized,
            shortcuts=("Ctrl+Shift+O",),
        ),
        None,
        Command(
            _always_called(tr("Open &recipe…")),
            tr("Take files, choices and settings from a recipe."),
            window.ask_recipe,
            shortcuts=("Ctrl+Alt+O",),
        ),
        Command(
            _always_called(tr("Use this recipe with other &files…")),
            tr("Audit other files, such as those of the next year, as these were; what no longer fits is listed."),
            window.ask_other_files,
            shortcuts=("Ctrl+Alt+F",),
        ),
        Command(
            _always_called(tr("&Save recipe…")),
            tr(
                "Keep files, choices and settings in a recipe that gives the same numbers again. It holds no microdata."
            ),
            window.ask_recipe_target,
            lambda now: now.workspace.setup.question is not None,
            ("Ctrl+S",),
        ),
        None,
        Command(
            _always_called(tr("&Export report…")),
            tr("Go to the report and export it."),
            window.show_export,
            lambda now: now.workspace.state.audit is not None,
            ("Ctrl+E",),
        ),
        Command(
            _always_called(tr("Export reverse-&mapped file…")),
            tr("Write Z, the original in the order of the release, to a file. It holds true values of the original."),
            window.export_reverse_mapped,
            _has_audit,
            ("Ctrl+Shift+M",),
        ),
        Command(
            _always_called(tr("Export re&cords…")),
            tr("Write every original record with its distances, variances and links to a file."),
            window.export_records,
            _has_audit,
            ("Ctrl+Shift+E",),
        ),
        Command(
            _always_called(tr("Export the record's &table…")),
            tr("Write the record that is shown against every record of the release to a file."),
            window.export_record_table,
            _has_audit,
            ("Ctrl+Shift+T",),
        ),
        Command(
            _always_called(tr("&Verification page for respondents…")),
            tr("Write a page with the release in it, on which a respondent checks her own record."),
            window.export_verification_page,
            _has_audit,
        ),
        None,
        Command(_always_called(tr("&Quit")), tr("Close PermDesk."), window.close, shortcuts=("Ctrl+Q",)),
    )


def _edit_commands(window: Window) -> tuple[Command | None, ...]:
    workspace = window.desk.workspace
    return (
        Command(
            lambda now: tr("&Undo: {name}", name=now.undo_name) if now.undo_name else tr("&Undo"),
            tr("Take the last decision back."),
            workspace.undo,
            lambda now: bool(now.workspace.undo_name),
            ("Ctrl+Z",),
        ),
        Command(
            lambda now: tr("&Redo: {name}", name=now.redo_name) if now.redo_name else tr("&Redo"),
            tr("Take the decision again."),
            workspace.redo,
            lambda now: bool(now.workspace.redo_name),
            ("Ctrl+Shift+Z", "Ctrl+Y"),
        ),
    )


def _audit_commands(window: Window) -> tuple[Command | None, ...]:
    return (
        Command(
            _always_called(tr("&Run")),
            tr("Audit the files with the present settings."),
            window.desk.run,
            lambda now: now.workspace.setup.question is not None,
            ("F5", "Ctrl+R"),
        ),
        Command(
            _always_called(tr("&Cancel")),
            tr("Stop what runs. Results that are there stay."),
            window.desk.cancel,
            lambda now: now.busy,
            ("Esc",),
        ),
        None,
        Command(
            _always_called(tr("&Policy and verdict…")),
            tr("Change, load and save the thresholds of the agency, and see every check."),
            window.show_policy,
            shortcuts=("Ctrl+P",),
        ),
        Command(
            _always_called(tr("Check &one record…")),
            tr("Hold one record against the release, as the person whom it is about can."),
            window.check_record,
            lambda now: now.workspace.setup.anonymized is not None,
            ("Ctrl+Shift+R",),
        ),
    )


def _compare_commands(window: Window) -> tuple[Command | None, ...]:
    def has_original(now: Circumstances) -> bool:
        return now.workspace.setup.original is not None

    def can_audit(now: Circumstances) -> bool:
        return has_original(now) and bool(now.workspace.setup.candidates) and not now.busy

    return (
        Command(
            _always_called(tr("&Add releases…")),
            tr("Choose several releases of the original, to be audited and set side by side."),
            window.add_releases,
            has_original,
            ("Ctrl+Shift+A",),
        ),
        Command(
            _always_called(tr("&Make releases for demonstration…")),
            tr("Make releases of the original by a demonstration method, as files. They are for learning only."),
            window.make_releases,
            lambda now: has_original(now) and not now.busy,
        ),
        Command(
            _always_called(tr("A&udit the releases")),
            tr("Audit the releases without numbers, or with numbers that are out of date; else all again."),
            window.audit_releases,
            can_audit,
            ("F6",),
        ),
        None,
        Command(
            _always_called(tr("&Export the comparison…")),
            tr("Write the comparison: a report in any format, or its numbers as CSV or XLSX."),
            window.export_comparison,
            lambda now: bool(now.workspace.setup.candidates) and bool(now.workspace.state.compared),
        ),
    )


def _help_commands(window: Window) -> tuple[Command | None, ...]:
    return (
        Command(
            _always_called(tr("&Validate…")),
            tr("Compute the paper's tables and figures again on this machine and compare them with print."),
            window.validate,
        ),
        None,
        Command(_always_called(tr("About PermDesk")), tr("Version and licence."), window.show_about),
    )


def _demonstrations(window: Window) -> tuple[Command | None, ...]:
    return (
        Command(
            _always_called(tr("The paper's &running example")),
            tr("Twenty records and three attributes, with every step of the method."),
            window.desk.open_demonstration,
        ),
        None,
        Command(
            _always_called(tr("&Live demonstration…")),
            tr("One slider for the noise, and everything that moves with it."),
            window.show_live,
            shortcuts=("Ctrl+L",),
        ),
        Command(
            _always_called(tr("How &much is enough…")),
            tr("Make releases of the original by one method at many strengths, and find the least that suffices."),
            window.show_sweep,
            lambda now: now.workspace.setup.original is not None,
            ("Ctrl+Shift+W",),
        ),
    )


def _view_commands(window: Window) -> tuple[Command | None, ...]:
    tabs = tuple(
        Command(
            _always_called(title),
            tr("Go to this tab."),
            lambda place=place: window.show_tab(place),  # type: ignore[misc]
            shortcuts=(f"Ctrl+{place + 1}",),
        )
        for place, title in enumerate(window.tab_titles())
    )
    titles = {
        Scheme.SYSTEM: tr("Colours of the &system"),
        Scheme.LIGHT: tr("&Light"),
        Scheme.DARK: tr("&Dark"),
    }
    schemes = tuple(
        Command(
            _always_called(title),
            tr("Colours of the window."),
            lambda scheme=scheme: window.set_scheme(scheme),  # type: ignore[misc]
            checked=lambda scheme=scheme: window.scheme is scheme,  # type: ignore[misc]
        )
        for scheme, title in titles.items()
    )
    presentation = Command(
        _always_called(tr("&Presentation mode")),
        tr("Fill the screen and show everything in larger type, or end that."),
        window.toggle_presentation,
        shortcuts=("F11",),
    )
    return (*tabs, None, presentation, None, *schemes, None, *_language_commands(window))


def _language_commands(window: Window) -> tuple[Command, ...]:
    titles = {"": tr("Lan&guage of the system")} | {code: own_name(code) for code in languages()}
    return tuple(
        Command(
            _always_called(title),
            tr("Language of the window, from its next start."),
            lambda code=code: window.set_language(code),  # type: ignore[misc]
            checked=lambda code=code: window.language == code,  # type: ignore[misc]
        )
        for code, title in titles.items()
    )


def _always_called(text: str) -> Callable[[Workspace], str]:
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
