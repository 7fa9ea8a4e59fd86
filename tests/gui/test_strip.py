"""The strip says what was found, in words and symbols, and when it is out of date."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from permdesk.audit.findings import Outcome
from permdesk.gui.appearance import apply_theme, put_style_sheet
from permdesk.gui.derivations.figure_label import FigureLabel
from permdesk.gui.parts import ElidedLabel
from permdesk.gui.strip import Strip
from permdesk.gui.theme import LIGHT
from permdesk.gui.workspace import State
from permdesk.translation import in_language, languages


@pytest.fixture
def strip(app, qtbot):
    strip = Strip()
    qtbot.addWidget(strip)
    return strip


def test_that_it_is_honest_about_having_nothing(strip):
    strip.show_state(State())
    assert strip.verdict.text() == "No results yet"
    assert strip.distance.value.text() == "–"
    assert strip.original.text() == "none yet"


def test_that_it_shows_the_figures_of_the_paper(strip, paper_state):
    strip.show_state(paper_state)
    shown = [figure.value.text() for figure in (strip.records, strip.attributes, strip.distance, strip.distance_z)]
    assert shown == ["20", "3", "1", "2"]
    assert strip.original.text() == "original.csv"
    strongest = paper_state.audit.right_links.strongest
    assert strip.links.value.text() == f"{100 * strongest.rate:.1f} %"


@pytest.mark.parametrize(
    ("outcome", "sign", "role"),
    [
        (Outcome.PASS, "✓", "pill-good"),
        (Outcome.FAIL, "✗", "pill-danger"),
        (Outcome.NOT_APPLICABLE, "–", "pill-muted"),
    ],
)
def test_that_the_verdict_has_a_symbol_a_word_and_a_colour(strip, paper_state, outcome, sign, role):
    verdict = replace(paper_state.audit.verdict, outcome=outcome)
    strip.show_state(replace(paper_state, audit=replace(paper_state.audit, verdict=verdict)))
    assert strip.verdict.text().startswith(sign)
    assert len(strip.verdict.text()) > 3
    assert strip.verdict.property("role") == role
    assert strip.verdict.accessibleName()


def test_that_stale_results_say_so_and_are_dimmed(strip, paper_state):
    setup = replace(paper_state.setup, settings=replace(paper_state.setup.settings, draws=5))
    strip.show_state(replace(paper_state, setup=setup))
    assert strip.verdict.text().startswith("↻ Out of date: ✗")
    assert strip.verdict.property("role") == "pill-warning"
    assert not strip.distance.value.isEnabled()
    strip.show_state(paper_state)
    assert strip.distance.value.isEnabled()


def test_that_numbers_of_other_files_never_stand_beside_the_names_of_those_that_are_open(strip, paper_state):
    other = replace(
        paper_state.setup.anonymized, table=replace(paper_state.setup.anonymized.table, path=Path("other.csv"))
    )
    strip.show_state(replace(paper_state, setup=replace(paper_state.setup, anonymized=other)))
    assert strip.anonymized.text() == "other.csv"
    figures = (strip.distance, strip.distance_z, strip.variance, strip.links)
    assert {figure.value.text() for figure in figures} == {"–"}
    assert strip.verdict.text() == "No results yet"


def test_that_unpaired_files_have_no_right_links(strip, paper_state):
    strip.show_state(replace(paper_state, audit=replace(paper_state.audit, right_links=None)))
    assert (strip.links.value.text(), strip.links.detail.text()) == ("–", "unpaired")


def test_that_every_local_variance_is_told(strip, paper_state):
    strip.show_state(paper_state)
    for name in paper_state.audit.names:
        assert name in strip.variance.toolTip()


def test_that_names_of_files_keep_room_for_letters_of_any_size(strip):
    strip.setStyleSheet("QLabel { font-size: 30pt; }")
    strip.ensurePolished()
    for name in (strip.original, strip.anonymized):
        name.ensurePolished()
        assert name.minimumWidth() >= 14 * name.fontMetrics().averageCharWidth() > 200


@pytest.fixture(params=[False, True], ids=["plain", "styled"])
def plain_or_styled(look, request):
    """The application without and with the product's style sheet, which writes some words bold."""
    if request.param:
        apply_theme(look, LIGHT)
    else:
        put_style_sheet(look, "")


@pytest.mark.usefixtures("plain_or_styled")
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("points", [9, 14, 22])
def test_that_no_word_is_cut_however_small_it_is_made(qtbot, paper_state, language, points):
    with in_language(language):
        strip = Strip()
    qtbot.addWidget(strip)
    strip.setStyleSheet(f"QLabel {{ font-size: {points}pt }}")
    strip.show_state(paper_state)
    strip.show()
    strip.resize(strip.minimumSizeHint())
    qtbot.wait(10)
    words = [one for one in strip.findChildren(QLabel) if not isinstance(one, ElidedLabel)]
    assert len(words) > 15
    assert [one.text() for one in words if one.width() < one.sizeHint().width()] == []
    assert [one.toolTip() for one in strip.findChildren(ElidedLabel)] == ["original.csv", "anonymized.csv"]


def test_that_a_number_stays_where_it_is_when_it_gets_the_focus(strip, paper_state, qtbot):
    strip.show_state(paper_state)
    strip.show()
    assert [figure.indent() for figure in strip.findChildren(FigureLabel)] == [0] * 6
