"""Shows what the window remembers, and lets the officer change it: words, numbers, colours, threads, caches, paths."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QDialog, QGridLayout, QLabel, QLayout, QWidget

from permdesk.compute.kernel_cache import KernelCache, empty_kernel_cache, kernel_cache
from permdesk.compute.parallel import cores
from permdesk.gui import numbers
from permdesk.gui.appearance import Scheme
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.jobs import JobRunner
from permdesk.gui.menus.view_menu import scheme_titles
from permdesk.gui.number_formats import number_formats
from permdesk.gui.pages.data.choice_box import ChoiceBox
from permdesk.gui.parts import GAP, ElidedLabel, column, explain, label, primary_button, quiet_button, row, rule
from permdesk.gui.preferences import Preferences
from permdesk.gui.window_language import own_name
from permdesk.translation import languages, tr

BYTES_OF_MB = 1e6


class PreferencesDialog(QDialog):
    """Nothing is changed before it is accepted, but for the two buttons that empty something at once."""

    chapter = Chapter.PRIVACY

    def __init__(self, preferences: Preferences, runner: JobRunner, parent: QWidget | None = None) -> None:
        """``runner`` looks into the cache, which takes a moment."""
        super().__init__(parent)
        self.setWindowTitle(tr("Preferences"))
        self._preferences, self._runner = preferences, runner
        self._is_over = False
        own_names = {code: own_name(code) for code in languages()}
        self.language = _choice({"": tr("As the system")} | own_names)
        explain(self.language, tr("Language"), tr("Language of the window, from its next start."))
        self.numbers = _choice(number_formats())
        explain(self.numbers, tr("Numbers"), tr("How numbers are written on the screen, from the next start."))
        titles = {scheme: title.replace("&", "") for scheme, title in scheme_titles().items()}
        self.scheme: ChoiceBox[Scheme] = ChoiceBox(list(titles.items()))
        explain(self.scheme, tr("Colours"), tr("Colours of the window."))
        every = tr("One on each core ({count})", count=numbers.count(cores()))
        self.threads = ChoiceBox([(0, every), *((n, numbers.count(n)) for n in range(1, cores()))])
        explain(
            self.threads,
            tr("Threads"),
            tr("How many threads compute at most, from the next audit. Fewer leave room for other programs."),
        )
        self.folder = ElidedLabel("muted")
        self.room = label("", "muted")
        self.empty = quiet_button(
            tr("&Empty the cache"), tr("Remove the compiled kernels at once. They are compiled anew at the next start.")
        )
        self.empty.clicked.connect(lambda: self._look(tr("Empty the cache"), empty=True))
        self.keeps_recent = QCheckBox(tr("&Remember recent recipes"))
        explain(
            self.keeps_recent,
            tr("Remember recent recipes"),
            tr("Their paths are kept in your settings folder, and may be confidential themselves."),
        )
        self.clear = quiet_button(tr("&Clear the list"), tr("Forget these paths at once. The recipes themselves stay."))
        self.clear.clicked.connect(self._forget_recent)
        self.ok = primary_button(tr("OK"), tr("Keep these preferences."))
        self.ok.clicked.connect(self._accept)
        self.cancel = quiet_button(tr("Cancel"), tr("Leave everything as it was."))
        self.cancel.clicked.connect(self.reject)
        for button in (self.empty, self.clear, self.cancel):
            button.setAutoDefault(False)
        self._arrange()
        self._show_settings()
        self._look(tr("Look into the cache"), empty=False)

    def _arrange(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * GAP)
        grid.setVerticalSpacing(GAP + 2)
        grid.setColumnStretch(1, 1)
        cache = row(self.folder, self.room, self.empty, gap=GAP)
        cache.setStretchFactor(self.folder, 1)
        recent = row(self.keeps_recent, gap=GAP)
        recent.addStretch(1)
        recent.addWidget(self.clear)
        rows: tuple[tuple[str, QWidget | QLayout] | None, ...] = (
            (tr("&Language"), self.language),
            (tr("&Numbers"), self.numbers),
            (tr("C&olours"), self.scheme),
            None,
            (tr("&Threads"), self.threads),
            (tr("Compiled code"), cache),
            None,
            (tr("Recipes"), recent),
        )
        for place, line in enumerate(rows):
            if line is None:
                grid.addWidget(rule(), place, 0, 1, 2)
                continue
            name = QLabel(line[0])
            grid.addWidget(name, place, 0)
            if isinstance(line[1], QWidget):
                name.setBuddy(line[1])
                grid.addWidget(line[1], place, 1)
            else:
                grid.addLayout(line[1], place, 1)
        foot = row(gap=GAP)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.ok)
        said = label(tr("Language and numbers change when PermDesk is started again, all else at once."), "muted")
        said.setWordWrap(True)
        layout = column(label(tr("Preferences"), "title"), said, grid, gap=14, margins=24)
        layout.addStretch(1)
        layout.addLayout(foot)
        self.setLayout(layout)
        self.setMinimumWidth(620)

    def _show_settings(self) -> None:
        settings = self._preferences.settings
        self.language.show_value(settings.language)
        self.numbers.show_value(settings.numbers)
        self.scheme.show_value(settings.scheme)
        self.threads.show_value(settings.threads if 0 < settings.threads < cores() else 0)
        self.keeps_recent.setChecked(settings.keeps_recent)
        self.clear.setEnabled(bool(settings.recent))

    def _look(self, title: str, *, empty: bool) -> None:
        self.empty.setEnabled(False)
        work = empty_kernel_cache if empty else kernel_cache
        self._runner.start(title, lambda _: work(), self._show_cache, lambda _: None, must_end=True)

    def done(self, result: int) -> None:
        self._is_over = True
        super().done(result)

    def _show_cache(self, cache: KernelCache) -> None:
        if self._is_over:
            return
        where = tr("in {folder}", folder=cache.folder)
        self.folder.setText(where)
        self.folder.setToolTip(where)
        self.room.setText(tr("{size} MB", size=numbers.decimal(cache.n_bytes / BYTES_OF_MB, 1)))
        self.empty.setEnabled(cache.n_bytes > 0)

    def _forget_recent(self) -> None:
        self._preferences.change(recent=())
        self.clear.setEnabled(False)

    def _accept(self) -> None:
        """What is shown as nothing, since this version does not know it, stays as it was."""
        before = self._preferences.settings
        keeps = self.keeps_recent.isChecked()
        self.accept()
        self._preferences.change(
            language=self.language.value if self.language.currentIndex() >= 0 else before.language,
            numbers=self.numbers.value if self.numbers.currentIndex() >= 0 else before.numbers,
            scheme=self.scheme.value,
            threads=self.threads.value,
            keeps_recent=keeps,
            recent=before.recent if keeps else (),
        )


def _choice(titles: dict[str, str]) -> ChoiceBox[str]:
    return ChoiceBox(list(titles.items()))
