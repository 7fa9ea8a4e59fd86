"""The menu File: files, recipes and what can be written."""

from __future__ import annotations

from pathlib import Path

from permdesk.audit.release_names import release_names
from permdesk.gui.commands import Circumstances, Command, Window, always_called, has_audit
from permdesk.translation import tr


def file_commands(window: Window) -> tuple[Command | None, ...]:
    recipes = window.recipes

    def can_be_saved(now: Circumstances) -> bool:
        return now.workspace.setup.question is not None

    return (
        Command(
            always_called(tr("&New")),
            tr("Close the files and begin with nothing decided. Unsaved decisions are asked about."),
            recipes.begin_anew,
            shortcuts=("Ctrl+N",),
        ),
        Command(
            always_called(tr("Open &original…")),
            tr("Read the original microdata file X."),
            window.openings.ask_original,
            shortcuts=("Ctrl+O",),
        ),
        Command(
            always_called(tr("Open &anonymized…")),
            tr("Read the anonymized file Y that is to be released."),
            window.openings.ask_anonymized,
            shortcuts=("Ctrl+Shift+O",),
        ),
        None,
        Command(
            always_called(tr("Open &recipe…")),
            tr("Take files, choices and settings from a recipe."),
            recipes.ask_and_open,
            shortcuts=("Ctrl+Alt+O",),
        ),
        Command(
            always_called(tr("Open recent reci&pe")),
            tr("Recipes that were opened or saved last."),
            recipes.ask_and_open,
            below=lambda: recent_commands(window),
        ),
        Command(
            always_called(tr("Use this recipe with other &files…")),
            tr("Audit other files, such as those of the next year, as these were; what no longer fits is listed."),
            window.ask_other_files,
            shortcuts=("Ctrl+Alt+F",),
        ),
        Command(
            always_called(tr("Recover &unsaved decisions…")),
            tr("Take what was not saved when PermDesk did not end as it should."),
            window.recovery.offer_again,
            lambda _: window.recovery.has_left,
        ),
        Command(
            lambda _: tr("&Save recipe…") if recipes.path is None else tr("&Save recipe"),
            tr(
                "Keep files, choices and settings in a recipe that gives the same numbers again. It holds no microdata."
            ),
            recipes.save,
            can_be_saved,
            ("Ctrl+S",),
        ),
        Command(
            always_called(tr("Save rec&ipe as…")),
            tr("Keep them in another recipe, and go on with that one."),
            recipes.save_as,
            can_be_saved,
            ("Ctrl+Shift+S",),
        ),
        None,
        Command(
            always_called(tr("&Export report…")),
            tr("Go to the report and export it."),
            window.show_export,
            lambda now: now.workspace.state.audit is not None,
            ("Ctrl+E",),
        ),
        Command(
            always_called(tr("Export reverse-&mapped file…")),
            tr("Write Z, the original in the order of the release, to a file. It holds true values of the original."),
            window.export_reverse_mapped,
            has_audit,
            ("Ctrl+Shift+M",),
        ),
        Command(
            always_called(tr("Export re&cords…")),
            tr("Write every original record with its distances, variances and links to a file."),
            window.export_records,
            has_audit,
            ("Ctrl+Shift+E",),
        ),
        Command(
            always_called(tr("Export the record's &table…")),
            tr("Write the record that is shown against every record of the release to a file."),
            window.export_record_table,
            has_audit,
            ("Ctrl+Shift+T",),
        ),
        Command(
            always_called(tr("&Verification page for respondents…")),
            tr("Write a page with the release in it, on which a respondent checks her own record."),
            window.export_verification_page,
            has_audit,
        ),
        None,
        Command(always_called(tr("&Quit")), tr("Close PermDesk."), window.close, shortcuts=("Ctrl+Q",)),
    )


def recent_commands(window: Window) -> tuple[Command | None, ...]:
    """The recipes that are remembered, and a way to forget them."""
    window.preferences.look_at_recent()
    settings = window.preferences.settings

    def never(_: Circumstances) -> bool:
        return False

    if not settings.recent:
        nothing = tr("None yet") if settings.keeps_recent else tr("They are not remembered")
        return (Command(always_called(nothing), tr("See the preferences."), window.recipes.ask_and_open, never),)
    names = (name.replace("&", "&&") for name in release_names(settings.recent))
    return (
        *(
            Command(
                always_called(f"&{place} {name}" if place < 10 else name),
                tr("Open {path}.", path=path),
                lambda path=path: window.recipes.open(Path(path)),  # type: ignore[misc]
            )
            for place, (name, path) in enumerate(zip(names, settings.recent, strict=True), 1)
        ),
        None,
        Command(
            always_called(tr("&Clear the list")),
            tr("Forget these paths. The recipes themselves stay."),
            lambda: window.preferences.change(recent=()),
        ),
    )
