"""The menu File: files, recipes and what can be written."""

from __future__ import annotations

from permdesk.gui.commands import Command, Window, always_called, has_audit
from permdesk.translation import tr


def file_commands(window: Window) -> tuple[Command | None, ...]:
    return (
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
            window.openings.ask_recipe,
            shortcuts=("Ctrl+Alt+O",),
        ),
        Command(
            always_called(tr("Use this recipe with other &files…")),
            tr("Audit other files, such as those of the next year, as these were; what no longer fits is listed."),
            window.ask_other_files,
            shortcuts=("Ctrl+Alt+F",),
        ),
        Command(
            always_called(tr("&Save recipe…")),
            tr(
                "Keep files, choices and settings in a recipe that gives the same numbers again. It holds no microdata."
            ),
            window.ask_recipe_target,
            lambda now: now.workspace.setup.question is not None,
            ("Ctrl+S",),
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
