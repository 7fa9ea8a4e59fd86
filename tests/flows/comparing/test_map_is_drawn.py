"""The map follows the releases in short turns: only what has changed is drawn anew."""

from __future__ import annotations

import pytest

from permdesk.audit.release_figures import Figure
from permdesk.gui.charts.plot import Plot
from permdesk.gui.charts.risk_map import RiskMap
from permdesk.gui.panels.map_panel import MapPanel
from permdesk.gui.panels.releases_panel import _first
from permdesk.report.comparison_words import figure_title


@pytest.fixture
def drawn(monkeypatch):
    """What was drawn, in order."""
    found = []
    for owner, name in ((Plot, "apply_theme"), (RiskMap, "draw"), (MapPanel, "_show_map"), (MapPanel, "_show_table")):
        done = getattr(owner, name)

        def noted(self, *words, name=name, done=done):
            if isinstance(self, RiskMap | MapPanel):
                found.append(name)
            return done(self, *words)

        monkeypatch.setattr(owner, name, noted)
    return found


def labels(chart):
    return sorted(label.toPlainText() for label in chart._labels)


def test_that_other_releases_on_the_same_axes_are_drawn_without_dressing_the_plot_anew(compared, drawn):
    chart = compared.map.map
    lines = chart.lines
    chart.show_releases(lines[:2], chart.risk, chart.loss)
    assert drawn == ["draw"]
    assert len(chart.places) == 2
    chart.show_releases(lines, Figure.LIFT, chart.loss)
    assert drawn == ["draw", "apply_theme", "draw"]
    assert chart.canvas.getAxis("bottom").labelText == figure_title(Figure.LIFT)


def test_that_another_size_places_the_names_anew_and_draws_nothing_else(qtbot, window, compared, drawn):
    chart = compared.map.map
    assert len(labels(chart)) > 0
    shown = list(chart._labels)
    window.resize(window.width() - 150, window.height() + 40)
    qtbot.waitUntil(lambda: chart._drawn_in == chart.box.size() and chart._labels != shown)
    assert "draw" not in drawn
    on_map = [item for item in chart.canvas.items if item in [*shown, *chart._labels]]
    assert on_map == chart._labels  # the ones before are gone
    assert set(labels(chart)) <= {label.toPlainText() for label in shown} | {line.name for line in chart.lines} | {
        f"✕ {line.name}" for line in chart.lines
    }


def test_that_a_release_that_begins_does_not_begin_the_map_of_the_last_one_again(compared, drawn, window, settle):
    compared._up_to_date.clear()
    compared._bring_up_to_date()
    compared._fill_piece()
    compared._shown = ((), "")  # as when a release begins, which changes its row and no number
    compared._refresh()
    settle()
    assert [one for one in drawn if one.startswith("_")] == ["_show_map", "_show_table"]


def test_that_a_map_without_a_release_shows_no_axes(compared):
    chart = compared.map.map
    lines = chart.lines
    chart.show_releases((), chart.risk, chart.loss)
    assert not chart.canvas.isVisible()
    chart.show_releases(lines, chart.risk, chart.loss)
    assert chart.canvas.isVisible()


def test_that_of_many_sentences_the_first_are_said_and_all_are_in_the_tip():
    assert _first(["one", "two", "three"], 3) == ["one", "two", "three"]
    assert _first(["one", "two", "three", "four"], 3) == ["one", "two", "and 2 more: point here to read them all"]
