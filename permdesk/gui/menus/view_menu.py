"""The menu View: tabs, presentation, colours and language."""

from __future__ import annotations

from permdesk.gui.appearance import Scheme
from permdesk.gui.commands import Command, Window, always_called
from permdesk.gui.window_language import own_name
from permdesk.translation import languages, tr


def view_commands(window: Window) -> tuple[Command | None, ...]:
    tabs = tuple(
        Command(
            always_called(title),
            tr("Go to this tab."),
            lambda place=place: window.show_tab(place),  # type: ignore[misc]
            shortcuts=(f"Ctrl+{place + 1}",),
        )
        for place, title in enumerate(window.tab_titles())
    )
    schemes = tuple(
        Command(
            always_called(title),
            tr("Colours of the window."),
            lambda scheme=scheme: window.set_scheme(scheme),  # type: ignore[misc]
            checked=lambda scheme=scheme: window.scheme is scheme,  # type: ignore[misc]
        )
        for scheme, title in scheme_titles().items()
    )
    presentation = Command(
        always_called(tr("&Presentation mode")),
        tr("Fill the screen and show everything in larger type, or end that."),
        window.toggle_presentation,
        shortcuts=("F11",),
    )
    return (*tabs, None, presentation, None, *schemes, None, *_language_commands(window))


def scheme_titles() -> dict[Scheme, str]:
    """What the colours of the window are called, in their order."""
    return {
        Scheme.SYSTEM: tr("Colours of the &system"),
        Scheme.LIGHT: tr("&Light"),
        Scheme.DARK: tr("&Dark"),
        Scheme.HIGH_CONTRAST: tr("&High contrast"),
    }


def _language_commands(window: Window) -> tuple[Command, ...]:
    titles = {"": tr("Lan&guage of the system")} | {code: own_name(code) for code in languages()}
    return tuple(
        Command(
            always_called(title),
            tr("Language of the window, from its next start."),
            lambda code=code: window.set_language(code),  # type: ignore[misc]
            checked=lambda code=code: window.language == code,  # type: ignore[misc]
        )
        for code, title in titles.items()
    )
