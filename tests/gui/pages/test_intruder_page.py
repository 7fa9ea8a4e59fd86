"""The intruder tab, used as an officer uses it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QToolTip

from permdesk.gui.appearance import apply_theme
from permdesk.gui.models.columns import Mark
from permdesk.gui.models.link_columns import battery_columns, linkage_name
from permdesk.gui.pages.intruder_page import IntruderPage
from permdesk.gui.panels.figure_card import FigureCard
from permdesk.gui.parts import scrolled
from permdesk.gui.theme import LIGHT
from tests.gui.audits import paper_audit, scaled_audit, tied_audit, unpaired_audit


@pytest.fixture
def page(qtbot, explorer):
    page = IntruderPage(explorer)
    qtbot.addWidget(page)
    page.resize(1400, 800)
    page.show_audit(paper_audit())
    page.show()
    qtbot.waitExposed(page)
    return page


def protect(page, qtbot):
    qtbot.mouseClick(page.views.buttons[1], Qt.MouseButton.LeftButton)
    return page.protector


def test_that_a_page_without_an_audit_says_what_it_answers(qtbot, explorer):
    page = IntruderPage(explorer)
    qtbot.addWidget(page)
    page.show_audit(None)
    assert page.count() == 1
    assert "which links the strongest intruder would make" in page.invitation.answer.text()


def test_that_the_intruders_view_comes_first_and_says_whose_it_is(page):
    assert page.views.buttons[0].isChecked()
    assert page.views.buttons[0].text() == "&Intruder's view"
    assert page.intruder.isVisible()
    assert not page.protector.isVisible()


def test_that_table_6_and_figure_1_show_the_same_numbers(page, expected):
    table = page.intruder.distribution.rows
    shown = [[table.index(row, place).data() for place in range(3)] for row in range(table.rowCount())]
    for d, row in enumerate(shown):
        in_x, in_a = expected["histogram_X"][d] / 20, expected["histogram_A_of_8000"][d] / 8000
        assert row == [str(d), f"{in_x:.4f}", f"{in_a:.4f}"]
    assert page.intruder.plot.share_random.tolist() == paper_audit().random_match.share_random.tolist()
    assert "all 8,000 records that the values of X can form" in page.intruder.plot.caption.text()
    assert "could not tell his right links from wrong ones" in page.intruder.plot.caption.text()


def test_that_test_figures_stand_on_cards_with_their_meaning(page, qtbot):
    test = paper_audit().random_match
    panel = page.intruder
    assert (panel.defensible.figure, panel.defensible.detail) == ("0", "of 20, at 5 %")
    assert panel.critical.figure == str(test.critical_distance)
    assert panel.critical.detail == f"estimate {test.expected_critical:.1f}, at 5 %"
    assert panel.ks.figure == f"{test.ks:.3f}"
    assert panel.hellinger.figure == f"{test.hellinger:.3f}"
    assert panel.overlap.figure == f"{100 * test.overlap:.1f} %"
    protect(page, qtbot)
    for card in page.findChildren(FigureCard):
        assert card.toolTip()
        assert card.accessibleName() == f"{card.title}: {card.figure}. {card.detail}"


def test_that_a_card_explains_itself_to_the_keyboard(page, qtbot):
    page.views.buttons[0].setFocus()
    page.intruder.critical.setFocus(Qt.FocusReason.TabFocusReason)
    assert QToolTip.text() == page.intruder.critical.toolTip()


def test_that_table_5_shows_links_without_saying_which_are_right(page, expected):
    links = page.intruder.links.rows
    for row, link in enumerate(expected["linkage_XZ"]):
        assert links.index(row, 1).data() == ", ".join(map(str, link["matches"]))
        assert links.columns[1].marks_of(row) == Mark.NONE


def test_that_the_protector_sees_6_right_4_several_10_wrong(page, qtbot):
    panel = protect(page, qtbot)
    assert panel.isVisible()
    assert not page.intruder.isVisible()
    assert (panel.sole.figure, panel.several.figure, panel.wrong.figure) == ("6", "4", "10")
    assert panel.several.detail == "own release among 3"
    assert (panel.rate.figure, panel.rate.detail) == ("37.5 %", "20.0 % to 59.1 %")
    assert (panel.lift.figure, panel.lift.detail) == ("7.50", "chance 5.00 %")
    assert panel.links.rows.index(3, 2).data() == "● right"
    assert [part.n for part in panel.composition.parts] == [6, 3, 1, 10]
    assert panel.composition.accessibleName().startswith("Links: right 6, several, own among them 3,")
    strongest = paper_audit().right_links.strongest
    assert f"{100 * strongest.rate:.1f} % of the records" in panel.sentence.text()


def test_that_views_change_by_key(page, qtbot):
    qtbot.keyClick(page, Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(page.protector.isVisible)
    qtbot.keyClick(page, Qt.Key.Key_I, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(page.intruder.isVisible)


def test_that_unpaired_files_tell_the_protector_why_nothing_is_known(page, qtbot):
    page.show_audit(unpaired_audit())
    panel = protect(page, qtbot)
    assert "not paired" in panel.currentWidget().text()
    page.show_audit(paper_audit())
    assert panel.links.isVisible()


def test_that_a_wide_range_can_be_looked_at_near_the_originals(page, qtbot):
    assert not page.intruder.range.isVisible()
    audit = scaled_audit()
    page.show_audit(audit)
    assert page.intruder.range.isVisible()
    whole = page.intruder.plot.bins
    qtbot.mouseClick(page.intruder.range.buttons[1], Qt.MouseButton.LeftButton)
    near = page.intruder.plot.bins
    assert near.last(near.n - 1) < whole.last(whole.n - 1)
    assert page.intruder.plot.share_original.sum() == pytest.approx(1)
    cut = 1 - page.intruder.plot.share_random.sum()
    assert f"Not shown: {100 * cut:.1f} % of the random records" in page.intruder.plot.caption.text()


def test_that_links_he_could_defend_are_counted_and_marked(page):
    page.show_audit(scaled_audit())
    assert page.intruder.defensible.figure == "120"
    assert page.intruder.links.rows.index(0, 4).data() == "▲ yes"
    assert "120 links are closer than chance explains" in page.intruder.plot.caption.text()


def test_that_figures_from_drawn_records_carry_their_error(page):
    assert "±" not in page.intruder.hellinger.detail
    page.show_audit(scaled_audit())
    error = scaled_audit().random_match.errors.hellinger
    assert page.intruder.hellinger.detail == f"0 same, 1 disjoint; ± {error:.3f}"


def test_that_a_test_that_says_nothing_gives_its_reason(page):
    audit = paper_audit()
    reason = "With one attribute the comparison says nothing."
    page.show_audit(replace(audit, random_match=replace(audit.random_match, reason=reason)))
    assert page.intruder.plot.caption.text() == reason


def test_that_every_table_obeys_the_rules_for_models_through_a_whole_visit(page, qtbot):
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    tables = (
        *(page.intruder.distribution, page.intruder.links, page.protector.links, page.protector.battery),
        *(page.knowledge.scenarios, page.knowledge.effects, page.information.table),
    )
    testers = [QAbstractItemModelTester(table.rows, fatal) for table in tables]
    for audit in (unpaired_audit(), tied_audit(), scaled_audit(), paper_audit()):
        page.show_audit(audit)
        for table in tables:
            table.sortByColumn(2, Qt.SortOrder.DescendingOrder)
        protect(page, qtbot)
    assert len(testers) == len(tables)


def test_that_a_page_that_fits_is_not_scrolled(page, qtbot):
    area = scrolled(page, "page")
    qtbot.addWidget(area)
    area.resize(1280, 638)  # a window of 1280 x 800 without its menu, strip, tabs and status bar
    area.show()
    qtbot.waitExposed(area)
    assert page.height() <= area.viewport().height()
    area.takeWidget()


def words(page):
    return page.intruder.within.sentence.text()


def test_that_a_chosen_distance_reads_off_both_distributions_and_is_drawn(page, qtbot, expected):
    qtbot.keyClick(page.intruder.within.slider, Qt.Key.Key_Home)
    for _ in range(3):
        qtbot.keyClick(page.intruder.within.slider, Qt.Key.Key_Right)
    near = sum(expected["histogram_X"][:4])
    random = sum(expected["histogram_A_of_8000"][:4]) / 80
    assert words(page) == (
        f"Within 3 ranks: {5 * near:.1f} % of the original records ({near}) and {random:.2f} % of random records have "
        "a match."
    )
    assert page.intruder.within.field.value() == 3
    assert page.intruder.plot.within == 3
    lines = [item for item in page.intruder.plot.canvas.items if getattr(item, "movable", False)]
    assert [line.value() for line in lines] == [3.5]


def test_that_a_distance_can_be_typed_and_counts_in_both_views(page, qtbot):
    field = page.intruder.within.field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "2")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert page.intruder.within.slider.value() == protect(page, qtbot).within.slider.value() == 2


def test_that_a_view_that_was_not_looked_at_follows_the_audit_when_it_is(page, qtbot):
    panel = protect(page, qtbot)
    qtbot.mouseClick(page.views.buttons[0], Qt.MouseButton.LeftButton)
    page.show_audit(tied_audit())
    assert panel.links.rows.n_source_rows == 20
    assert protect(page, qtbot).links.rows.n_source_rows == 40
    page.show_audit(paper_audit())
    assert panel.links.rows.n_source_rows == 20
    qtbot.mouseClick(page.views.buttons[0], Qt.MouseButton.LeftButton)
    assert page.intruder.links.rows.n_source_rows == 20


def test_that_the_line_in_the_plot_can_be_dragged(page):
    line = next(item for item in page.intruder.plot.canvas.items if getattr(item, "movable", False))
    line.setValue(4.3)
    line.sigDragged.emit(line)
    assert page.intruder.within.distance == 4
    assert line.value() == 4.5
    line.setValue(-90)
    line.sigDragged.emit(line)
    assert (page.intruder.within.distance, line.value()) == (0, 0.5)


def test_that_only_the_protector_reads_off_how_many_links_are_right(page, qtbot):
    panel = protect(page, qtbot)
    panel.within.slider.setValue(2)
    links = paper_audit().links
    near = links.distance <= 2
    right = float((links.own_matches / links.n_matches)[near].sum())
    assert f"Of these {near.sum()} links, {right:g} are expected to be right" in panel.within.sentence.text()
    assert "right" not in words(page)


def test_that_the_protectors_links_can_be_cut_to_those_within_the_distance(page, qtbot):
    panel = protect(page, qtbot)
    panel.within.slider.setValue(2)
    qtbot.mouseClick(panel.only_within, Qt.MouseButton.LeftButton, pos=panel.only_within.rect().center())
    near = int((paper_audit().links.distance <= 2).sum())
    assert 0 < near < 20
    assert panel.links.rows.rowCount() == near
    panel.within.slider.setValue(20)
    assert panel.links.rows.rowCount() == 20
    panel.within.slider.setValue(0)
    qtbot.keyClick(panel.only_within, Qt.Key.Key_Space)
    assert panel.links.rows.rowCount() == 20


def test_that_the_distance_starts_at_the_critical_one_and_stays_where_it_was_put(page, qtbot):
    page.show_audit(scaled_audit())
    assert page.intruder.within.distance == scaled_audit().random_match.critical_distance
    page.intruder.within.slider.setValue(20)
    page.show_audit(replace(scaled_audit()))
    assert page.intruder.within.distance == 20
    page.show_audit(paper_audit())
    assert page.intruder.within.distance == page.intruder.within.slider.maximum() < 20


def test_that_every_linkage_shows_its_interval_and_the_strongest_is_marked(page, qtbot):
    rows = protect(page, qtbot).battery.rows
    battery = paper_audit().right_links.battery
    assert "Queries" not in [column.title for column in rows.columns]
    strongest = max(linkage.rate for linkage in battery)
    for row, linkage in enumerate(battery):
        low, high = linkage.interval
        shown = [rows.index(row, place).data() for place in range(4)]
        note = rows.index(row, 0).data(Qt.ItemDataRole.AccessibleDescriptionRole)
        assert note.startswith(linkage_name(linkage))
        assert ("strongest" in note) == (linkage.rate == strongest)
        assert shown[0].startswith("▲ ") == (linkage.rate == strongest)
        assert shown[1:] == [
            f"{100 * linkage.rate:.1f} %",
            f"{100 * low:.1f} to {100 * high:.1f} %",
            f"{linkage.lift:.3g}" if linkage.lift >= 100 else rows.columns[3].text(row),
        ]


def test_that_queries_are_counted_where_some_were_drawn(page):
    audit = paper_audit()
    battery = tuple(replace(one, n_queries=7 if place else 20) for place, one in enumerate(audit.right_links.battery))
    columns, _ = battery_columns(replace(audit, right_links=replace(audit.right_links, battery=battery)))
    assert columns[-1].title == "Queries"
    assert [columns[-1].text(row) for row in range(2)] == ["20", "7"]
    assert columns[-1].note(1) == "drawn at random"


def test_that_nothing_is_left_to_draw_where_all_combinations_were_counted(page):
    assert not page.intruder.more.isEnabled()
    assert "nothing is left to draw" in page.intruder.more.toolTip()
    page.show_audit(scaled_audit())
    assert page.intruder.more.isEnabled()


def test_that_all_figures_from_drawn_records_carry_their_error(page):
    page.show_audit(scaled_audit())
    errors = scaled_audit().random_match.errors
    assert page.intruder.ks.detail.endswith(f"± {errors.ks:.3f}")
    assert page.intruder.critical.detail.endswith(f"± {errors.critical_distance:.1f}")
    assert page.intruder.overlap.detail.endswith(f"± {100 * errors.overlap:.1f} %")


def test_that_a_chance_beyond_all_numbers_is_not_shown_as_none(page):
    audit = scaled_audit()
    page.show_audit(replace(audit, random_match=replace(audit.random_match, ks_p_value=0.0)))
    assert page.intruder.ks.detail.startswith("p < 0.0001")


def place_in(page, part):
    return part.mapTo(page, part.rect().topLeft()).y()


def test_that_what_stands_beside_each_other_begins_on_one_line(look, page, qtbot):
    apply_theme(look, LIGHT)
    page.grab()
    intruder = page.intruder
    assert len({place_in(page, part) for part in (intruder.plot, intruder.distribution, intruder.links)}) == 1
    protector = protect(page, qtbot)
    page.grab()
    assert place_in(page, protector.links) == place_in(page, protector.battery)
