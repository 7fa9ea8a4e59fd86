"""A name of hundreds of letters changes no page."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from permdesk.gui.appearance import put_style_sheet, style_sheet
from permdesk.gui.models.table_view import TableView
from permdesk.gui.pages.distance_page import DistancePage
from permdesk.gui.pages.reverse_mapping_page import ReverseMappingPage
from permdesk.gui.panels.words import short_name
from permdesk.gui.theme import LIGHT
from tests.gui.audits import audit_of
from tests.pairs import pair_of

LONG = "N" * 300


@cache
def audit():
    values = np.random.default_rng(5).integers(0, 4, (40, 2)).astype(float)
    return audit_of(pair_of(values, values + 1, names=(LONG, "age")), draws=200)


@pytest.fixture
def styled(look):
    """The style sheet changes what parts ask for: long entries of a combo box count with it alone."""
    put_style_sheet(look, style_sheet(LIGHT))


@pytest.mark.usefixtures("styled")
@pytest.mark.parametrize("make", [ReverseMappingPage, DistancePage])
def test_that_a_long_name_makes_no_page_and_no_column_wide(qtbot, make):
    page = make()
    qtbot.addWidget(page)
    page.resize(1200, 700)
    page.show_audit(audit())
    page.show()
    assert page.minimumSizeHint().width() < 1_000
    tables = [table for table in page.findChildren(TableView) if table.rows.columnCount()]
    assert max(table.columnWidth(place) for table in tables for place in range(table.rows.columnCount())) < 400


def test_that_a_long_name_is_whole_for_the_pointer(qtbot):
    distance, mapping = DistancePage(), ReverseMappingPage()
    for page in (distance, mapping):
        qtbot.addWidget(page)
        page.show_audit(audit())
    assert f"Original values: {short_name(LONG)} = " in distance.record.values.text()
    assert all(LONG in part.toolTip() for part in (distance.record.values, mapping.sentence))


def test_that_only_a_long_name_is_cut_and_keeps_both_ends():
    assert short_name("a" * 40) == "a" * 40
    assert short_name("begin" + LONG + "end") == "beginNNNNNNNNNNNNNNN…NNNNNNNNNNNNNNNNend"
