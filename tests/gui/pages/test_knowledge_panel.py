"""What intruders find who know less, and what the release keeps, asked for on demand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from permdesk.audit.information import find_information
from permdesk.audit.scenarios import leave_one_out, run_scenario
from permdesk.compute.progress import Progress
from permdesk.gui.models.columns import Mark
from permdesk.gui.panels.awaited import Awaited
from permdesk.gui.panels.information_panel import InformationPanel
from permdesk.gui.panels.knowledge_panel import KnowledgePanel, effect_sentence
from tests.gui.audits import paper_audit, scaled_audit, unpaired_audit

SPACE, LEFT = Qt.Key.Key_Space, Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot, explorer):
    panel = KnowledgePanel(explorer)
    qtbot.addWidget(panel)
    panel.resize(1200, 600)
    panel.show_audit(paper_audit())
    panel.show()
    qtbot.waitExposed(panel)
    return panel


@pytest.fixture
def information(qtbot, explorer):
    panel = InformationPanel(explorer)
    qtbot.addWidget(panel)
    panel.show_audit(scaled_audit())
    panel.show()
    return panel


def ask(qtbot, explorer, button):
    qtbot.mouseClick(button, LEFT)
    assert not button.isEnabled()
    qtbot.waitUntil(lambda: explorer.available, timeout=60_000)


def row_of(table, row):
    return [table.rows.index(row, place).data() for place in range(table.rows.columnCount())]


def test_that_no_empty_frame_stands_where_nothing_was_asked_for_yet(panel, information, qtbot, explorer):
    tables = (panel.scenarios, panel.effects, information.table)
    asked_by = (panel.scenario, panel.leave_out, information.measure)
    for table, asked in zip(tables, asked_by, strict=True):
        place = table.parentWidget()
        assert isinstance(place, Awaited)
        assert place.how.isVisible()
        assert asked.button.text().replace("&", "") in place.how.text()
        assert not table.isVisible()
        ask(qtbot, explorer, asked.button)
        assert table.isVisible()
        assert not place.how.isVisible()


def test_that_ticked_attributes_make_an_intruder_who_knows_only_them(panel, qtbot, explorer):
    panel.known.setFocus()
    qtbot.keyClick(panel.known, SPACE)  # unticks X1
    assert panel.ticked == ("X2", "X3")
    ask(qtbot, explorer, panel.scenario.button)
    found = run_scenario(paper_audit(), ("X2", "X3"), Progress())
    low, high = found.strongest.interval
    assert row_of(panel.scenarios, 0)[:3] == [
        "X2, X3",
        f"{100 * found.strongest.rate:.1f} %",
        f"{100 * low:.1f} % to {100 * high:.1f} %",
    ]
    assert panel.scenario_sentence.text().startswith(
        f"Who knows X2, X3 links {100 * found.strongest.rate:.1f} % of the records rightly"
    )


def test_that_scenarios_gather_in_the_table_and_one_tried_again_is_not_listed_twice(panel, qtbot, explorer):
    for ticks in ((panel.all, "all attributes"), (panel.known, "X2, X3"), (panel.all, "all attributes")):
        if ticks[0] is panel.known:
            panel.known.setFocus()
            qtbot.keyClick(panel.known, SPACE)
        else:
            qtbot.mouseClick(ticks[0], LEFT)
        ask(qtbot, explorer, panel.scenario.button)
        assert row_of(panel.scenarios, 0)[0] == ticks[1]
    assert panel.scenarios.rows.rowCount() == 2


def test_that_who_knows_nothing_cannot_be_tried(panel, qtbot):
    qtbot.mouseClick(panel.none, LEFT)
    assert panel.ticked == ()
    assert not panel.scenario.button.isEnabled()
    qtbot.mouseClick(panel.all, LEFT)
    assert panel.scenario.button.isEnabled()


def test_that_leaving_out_says_which_attributes_give_records_away(panel, qtbot, explorer):
    ask(qtbot, explorer, panel.leave_out.button)
    found = leave_one_out(paper_audit(), Progress())
    assert panel.effect_sentence.text() == effect_sentence(found)
    for row, effect in enumerate(found.effects):
        shown = row_of(panel.effects, row)
        assert shown[0] == effect.name
        assert shown[1].split(" ", 1)[1].replace(" ", "-") == effect.effect.value
        assert (
            shown[2]
            == f"{'+' if effect.change > 0 else ''}{100 * effect.change:.1f} ± {100 * effect.standard_error:.1f}"
        )


def test_that_results_are_out_of_date_when_the_audit_changes_and_new_ones_start_afresh(panel, qtbot, explorer):
    ask(qtbot, explorer, panel.scenario.button)
    assert panel.scenario.stale.text() == ""
    panel.show_audit(replace(paper_audit()))
    assert "Out of date" in panel.scenario.stale.text()
    assert panel.scenarios.rows.rowCount() == 1
    assert panel.leave_out.stale.text() == ""
    panel.known.setFocus()
    qtbot.keyClick(panel.known, SPACE)
    ask(qtbot, explorer, panel.scenario.button)
    assert panel.scenario.stale.text() == ""
    assert panel.scenarios.rows.rowCount() == 1


def test_that_ticks_stay_while_the_attributes_do(panel, qtbot):
    qtbot.mouseClick(panel.none, LEFT)
    panel.show_audit(replace(paper_audit()))
    assert panel.ticked == ()
    panel.show_audit(unpaired_audit())
    assert panel.ticked == unpaired_audit().names


def test_that_unpaired_files_still_have_scenarios_but_nothing_to_leave_out(panel, qtbot, explorer):
    panel.show_audit(unpaired_audit())
    assert not panel.leave_out.button.isEnabled()
    ask(qtbot, explorer, panel.scenario.button)
    assert row_of(panel.scenarios, 0)[1:4] == ["–", "–", "–"]
    assert "nobody knows, as the files are not paired" in panel.scenario_sentence.text()


def test_that_what_is_cancelled_changes_nothing(panel, qtbot, explorer):
    qtbot.mouseClick(panel.leave_out.button, LEFT)
    explorer._desk.cancel()
    assert panel.leave_out.button.isEnabled()
    assert panel.effects.rows.rowCount() == 0


def test_that_information_shows_bits_and_displacement_of_each_attribute(information, qtbot, explorer):
    ask(qtbot, explorer, information.measure.button)
    found = find_information(scaled_audit(), Progress())
    for row, attribute in enumerate(found.attributes):
        assert row_of(information.table, row) == [
            attribute.name,
            f"{attribute.kept.estimate:.2f}",
            f"{attribute.kept.most:.2f}",
            str(attribute.n_classes),
            f"{attribute.links.mean:.2f}",
            *(f"{100 * mean.share:.2f} %" for mean in attribute.displacement),
        ]
    assert f"{found.links.mean:.2f} of {found.links.most:.2f} bits" in information.sentence.text()


def test_that_an_attribute_without_information_says_why(information, qtbot, explorer):
    information.show_audit(unpaired_audit())
    ask(qtbot, explorer, information.measure.button)
    reason = "Without a pairing nobody knows which rank of Z belongs to which of X."
    assert row_of(information.table, 0)[1:4] == ["–", "–", "–"]
    assert information.table.rows.columns[1].note(0) == reason
    assert f"V1, V2: {reason}" in information.sentence.text() or reason in information.sentence.text()


def test_that_notes_name_sources_and_what_is_our_own(information):
    notes = " ".join(note.text() for note in information.notes)
    for source in ("Shannon 1948", "Miller 1955", "Ruiz (arXiv:1701.08419)"):
        assert source in notes
    assert notes.count("PermDesk's own") == len(information.notes)


def test_that_only_a_mark_and_a_sign_tell_effects_apart_not_colour_alone(panel, qtbot, explorer):
    ask(qtbot, explorer, panel.leave_out.button)
    column = panel.effects.rows.columns[1]
    for row in range(3):
        marks = column.marks_of(row)
        sign = column.text(row)[0]
        assert (sign == "▲") == bool(marks & Mark.DANGER)
        assert (sign == "✓") == bool(marks & Mark.GOOD)


def test_that_a_rate_that_grows_without_an_attribute_is_said(panel):
    found = leave_one_out(paper_audit(), Progress())
    best = max(found.effects, key=lambda effect: effect.without.strongest.rate)
    assert best.without.strongest.rate <= found.everything.strongest.rate or best.name in effect_sentence(found)
    weaker = replace(found.everything, battery=())
    said = effect_sentence(replace(found, everything=weaker))
    rate = 100 * best.without.strongest.rate
    assert f"An intruder who leaves out {best.name} links {rate:.1f} % rightly" in said
