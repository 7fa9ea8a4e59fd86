"""Other colours and another size of type: at once where somebody looks, and on every other tab when it is seen."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from permdesk.app import make_window
from permdesk.gui.appearance import POINTS, PRESENTED, Scheme
from permdesk.gui.theme import DARK, HIGH_CONTRAST, LIGHT, Theme
from permdesk.gui.wrapped_label import WrappedLabel

TABS = range(6)
SIZES = {"heading": 11, "muted": POINTS, "caption": 9}


def looks_like(page: QWidget, theme: Theme, larger: float = 1.0) -> bool:
    words = [word for word in page.findChildren(QLabel) if word.property("role") in SIZES and word.isVisibleTo(page)]
    assert words
    return all(
        word.palette().color(word.foregroundRole()).name()
        == (theme.text if word.property("role") == "heading" else theme.muted)
        and word.font().pointSizeF() == pytest.approx(larger * SIZES[word.property("role")])
        for word in words
    )


@pytest.fixture
def seen(with_results, qtbot):
    """The window, every tab of which was seen, at its first tab."""
    qtbot.waitUntil(lambda: not with_results.builder.is_building)
    for place in (*TABS, 0):
        with_results.show_tab(place)
        QApplication.processEvents()
    return with_results


def test_that_a_tab_that_is_shown_has_the_look_that_was_chosen_elsewhere(seen):
    seen.set_scheme(Scheme.DARK)
    seen.toggle_presentation()
    areas = [seen.tabs.widget(place) for place in TABS]
    assert looks_like(areas[0], DARK, PRESENTED)
    assert all(looks_like(area, LIGHT) for area in areas[1:])
    for place in TABS[1:]:
        seen.show_tab(place)
        assert looks_like(areas[place], DARK, PRESENTED)
    seen.toggle_presentation()


def test_that_tabs_that_nobody_sees_follow_one_after_the_other(seen, qtbot):
    seen.set_scheme(Scheme.HIGH_CONTRAST)
    assert seen.late_look.is_waiting
    qtbot.waitUntil(lambda: not seen.late_look.is_waiting)
    assert all(looks_like(seen.tabs.widget(place), HIGH_CONTRAST) for place in TABS)
    mapping = seen.result_pages[0]
    assert mapping.theme is HIGH_CONTRAST


def test_that_a_window_that_is_not_shown_is_ready_in_every_tab(qapp):
    hidden = make_window(Scheme.DARK)
    assert not hidden.late_look.is_waiting
    assert all(page.theme is DARK for page in hidden.result_pages)
    hidden.leave()
    hidden.deleteLater()


def test_that_notes_about_files_are_whole_in_other_colours(seen, qtbot):
    for place, scheme in ((0, Scheme.DARK), (2, Scheme.HIGH_CONTRAST)):
        seen.show_tab(place)
        seen.set_scheme(scheme)
        seen.show_tab(0)
        notes = seen.data_page.problems
        words = [word for word in notes.findChildren(WrappedLabel) if word.isVisible()]
        assert len(words) > 3
        qtbot.waitUntil(lambda words=words: all(word.height() >= word.heightForWidth(word.width()) for word in words))
