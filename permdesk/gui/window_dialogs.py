"""Opens the dialogs that stand beside the results: the policy, one record, the validation, what PermDesk is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from permdesk import __version__
from permdesk.data.choices import Level
from permdesk.gui.desk import Desk
from permdesk.gui.jobs import JobRunner
from permdesk.gui.preferences import Preferences
from permdesk.gui.showing import bring_to_front, open_dialog
from permdesk.gui.theme import Theme
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.gui.dialogs.policy import PolicyDialog

ICON = 64


class WindowDialogs(QObject):
    """The window stays usable beside the policy; each of the others is answered or closed first."""

    records_wanted = Signal(object)
    """A Check whose records are to be shown."""

    def __init__(self, desk: Desk, preferences: Preferences, keeper: JobRunner, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._desk, self._window, self._theme = desk, window, theme
        self._preferences, self._keeper = preferences, keeper
        self.policy: PolicyDialog | None = None

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme

    def show_about(self) -> None:
        box = QMessageBox(self._window)
        box.setWindowTitle(tr("About PermDesk"))
        box.setProperty("about", True)
        box.setIconPixmap(self._window.windowIcon().pixmap(ICON))
        box.setText(tr("PermDesk {version}", version=__version__))
        box.setInformativeText(
            tr("Audits an anonymized microdata file under the permutation paradigm. Apache-2.0. Works offline only.")
        )
        open_dialog(box)

    def show_preferences(self) -> None:
        from permdesk.gui.dialogs.preferences import PreferencesDialog

        open_dialog(PreferencesDialog(self._preferences, self._keeper, self._window))

    def show_policy(self) -> None:
        """Show the policy and the verdict beside the window, which stays usable."""
        from permdesk.gui.dialogs.policy import PolicyDialog

        if self.policy is None:
            self.policy = PolicyDialog(self._desk, self._window)
            self.policy.records_wanted.connect(self.records_wanted)
        bring_to_front(self.policy)

    def check_record(self) -> None:
        """Hold one record against the release that is open."""
        from permdesk.gui.dialogs.subject import Subject, SubjectDialog

        setup = self._desk.workspace.setup
        if setup.anonymized is None:
            return
        release = setup.anonymized.table
        levels = {} if setup.choices is None else {choice.name: choice.level for choice in setup.choices.attributes}
        held = (column.name for column in release.columns)
        names = tuple(name for name in held if levels.get(name) not in (Level.RECORD_ID, Level.EXCLUDED))
        original = None if setup.original is None else setup.original.table
        about = Subject(release, names, original, setup.settings)
        open_dialog(SubjectDialog(about, self._desk.reports, self._theme, self._window))

    def validate(self) -> None:
        """Compute the paper again and hold it against print."""
        from permdesk.gui.dialogs.validation import ValidationDialog

        open_dialog(ValidationDialog(self._desk.reports, self._theme, self._window))
