"""Every state that is drawn, one a line: its name, what the window holds, and what is looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.main_window import MainWindow
from permdesk.gui.screenshots import beginnings as holds
from permdesk.gui.screenshots import views
from permdesk.gui.screenshots.scene import Scene
from permdesk.gui.screenshots.views import COMPARE, DATA, DISTANCE, INTRUDER, MAPPING, REPORT, dialog, menu, tab


@dataclass(frozen=True, slots=True)
class State:
    """``begin`` fills the window, once for all that begin alike and follow each other; ``view`` returns what is drawn,
    and is called anew in every scheme. ``is_large``: it takes minutes and a gigabyte."""

    name: str
    begin: Callable[[Scene], object]
    view: Callable[[Scene], QWidget]
    is_large: bool = False


STATES = (
    State("welcome", holds.nothing, tab(DATA)),
    State("empty-reverse-mapping", holds.nothing, tab(MAPPING)),
    State("empty-permutation-distance", holds.nothing, tab(DISTANCE)),
    State("empty-intruder", holds.nothing, tab(INTRUDER)),
    State("empty-compare", holds.nothing, tab(COMPARE)),
    State("empty-report", holds.nothing, tab(REPORT)),
    State("sweep-refused", holds.nothing, views.sweep_refused),
    State("one-file", holds.one_file, tab(DATA)),
    State("loading", holds.reading, tab(DATA)),
    State("results-data", holds.paper, tab(DATA)),
    State("results-reverse-mapping", holds.paper, tab(MAPPING, (0, 0))),
    State("results-noise", holds.paper, tab(MAPPING, (0, 1))),
    State("results-marginals", holds.paper, tab(MAPPING, (0, 2))),
    State("results-correlations", holds.paper, tab(MAPPING, (0, 3))),
    State("results-permutation-distance", holds.paper, tab(DISTANCE, (0, 0), (1, 0), (2, 0))),
    State("results-permutation-distance-z", holds.paper, tab(DISTANCE, (0, 0), (1, 1), (2, 1))),
    State("results-own-requirement", holds.paper, tab(DISTANCE, (0, 1))),
    State("results-intruder", holds.paper, tab(INTRUDER, (0, 0))),
    State("results-protector", holds.paper, tab(INTRUDER, (0, 1))),
    State("ask-knowledge", holds.paper, tab(INTRUDER, (0, 2))),
    State("ask-information", holds.paper, tab(INTRUDER, (0, 3))),
    State("results-report", holds.paper, tab(REPORT)),
    State("compare-invitation", holds.paper, tab(COMPARE)),
    State("dialog-about", holds.paper, dialog(lambda window: window.dialogs.show_about())),
    State("dialog-preferences", holds.paper, dialog(lambda window: window.dialogs.show_preferences())),
    State("dialog-unsaved", holds.paper, dialog(views.ask_about_unsaved)),
    State("dialog-still-writing", holds.paper, dialog(views.wait_for_files)),
    State("dialog-still-running", holds.paper, dialog(views.ask_about_running)),
    State("dialog-recovery", holds.paper, dialog(views.offer_recovery)),
    State("dialog-policy", holds.paper, dialog(lambda window: window.dialogs.show_policy())),
    State("dialog-reading", holds.paper, views.reading_again),
    State("dialog-open-file", holds.paper, views.open_original),
    State("dialog-which-original", holds.paper, views.which_original),
    State("dialog-other-files", holds.paper, dialog(MainWindow.ask_other_files)),
    State("dialog-true-values", holds.paper, dialog(MainWindow.export_reverse_mapped)),
    State("dialog-respondents", holds.paper, dialog(MainWindow.export_verification_page)),
    State("dialog-one-record", holds.paper, dialog(lambda window: window.dialogs.check_record())),
    State("dialog-one-record-found", holds.paper, views.subject_found),
    State("dialog-validate", holds.paper, dialog(lambda window: window.dialogs.validate())),
    State("dialog-demonstrations", holds.paper, dialog(MainWindow.make_releases)),
    State("sweep-before", holds.paper, dialog(MainWindow.show_sweep)),
    State("sweep-running", holds.paper, views.sweep_running),
    State("sweep-found", holds.paper, views.sweep_found),
    State("live", holds.paper, views.live),
    State("guide", holds.paper, views.guide(Chapter.PERMUTATION_DISTANCE)),
    State("guide-search", holds.paper, views.guide(Chapter.FIRST_AUDIT, "PermDesk")),
    State("glossary", holds.paper, views.guide(Chapter.GLOSSARY)),
    State("tour-first", holds.paper, views.tour(0)),
    State("tour-third", holds.paper, views.tour(2)),
    State("tour-last", holds.paper, views.tour(4)),
    State("note-strip", holds.paper, views.note(lambda window: window.strip.links.value.explained)),
    State("note-cell", holds.paper, views.note(views.of_cell, DISTANCE)),
    State("dialog-columns", holds.paper, views.columns_shown),
    State("menu-file", holds.paper, menu(0)),
    State("menu-view", holds.paper, menu(5)),
    State("results-knowledge", holds.paper_asked, views.asked(2)),
    State("results-information", holds.paper_asked, views.asked(3)),
    State("dialog-misfits", holds.other_year, views.misfits),
    State("dialog-columns-by-hand", holds.fixed_width, views.columns_by_hand),
    State("running", holds.auditing, tab(DISTANCE, (0, 0), (1, 0), (2, 0))),
    State("stale", holds.paper_stale, tab(DISTANCE, (0, 0), (1, 0), (2, 0))),
    State("stale-report", holds.paper_stale, tab(REPORT)),
    State("within-policy", holds.paper_within, tab(INTRUDER, (0, 1))),
    State("dialog-policy-within", holds.paper_within, dialog(lambda window: window.dialogs.show_policy())),
    State("error", holds.unreadable, tab(DATA)),
    State("unread-file", holds.fixed_width, tab(DATA)),
    State("written", holds.written, tab(REPORT)),
    State("ties-data", holds.ties, tab(DATA)),
    State("ties-reverse-mapping", holds.ties, tab(MAPPING, (0, 0))),
    State("ties-permutation-distance", holds.ties, tab(DISTANCE, (0, 0), (1, 0), (2, 0))),
    State("ties-intruder", holds.ties, tab(INTRUDER, (0, 0))),
    State("dialog-unpaired-records", holds.ties, views.unpaired_records),
    State("dialog-order-of-words", holds.ties, views.category_order),
    State("unpaired-data", holds.unpaired, tab(DATA)),
    State("unpaired-permutation-distance", holds.unpaired, tab(DISTANCE, (0, 0), (1, 0), (2, 0))),
    State("unpaired-protector", holds.unpaired, tab(INTRUDER, (0, 1))),
    State("releases-map", holds.releases, tab(COMPARE, (0, 0))),
    State("releases-distributions", holds.releases, tab(COMPARE, (0, 1))),
    State("releases-two", holds.releases, tab(COMPARE, (0, 2))),
    State("releases-attributes", holds.releases, tab(COMPARE, (0, 3))),
    State("releases-stale", holds.releases_stale, tab(COMPARE, (0, 0))),
    State("presented", holds.presented, tab(INTRUDER, (0, 0))),
    State("presented-permutation-distance", holds.presented, tab(DISTANCE, (0, 0), (1, 0), (2, 0))),
    State("presented-reverse-mapping", holds.presented, tab(MAPPING, (0, 0))),
    State("presented-own-requirement", holds.presented, tab(DISTANCE, (0, 1))),
    State("presented-protector", holds.presented, tab(INTRUDER, (0, 1))),
    State("presented-report", holds.presented, tab(REPORT)),
    State("live-presented", holds.paper, views.live_presented),
    State("large-data", holds.large, tab(DATA), is_large=True),
    State("large-reverse-mapping", holds.large, tab(MAPPING, (0, 0)), is_large=True),
    State("large-permutation-distance", holds.large, views.nearest_records, is_large=True),
    State("large-intruder", holds.large, tab(INTRUDER, (0, 0)), is_large=True),
    State("large-report", holds.large, tab(REPORT), is_large=True),
)
"""In the order of their numbers: add a line where its neighbours are."""
