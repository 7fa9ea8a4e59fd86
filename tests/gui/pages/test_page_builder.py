"""Pages are built before anybody looks at them, a piece at a time."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer

from permdesk.gui.pages import page_builder
from permdesk.gui.pages.distance_page import DistancePage
from permdesk.gui.pages.intruder_page import IntruderPage
from permdesk.gui.pages.page_builder import PageBuilder
from permdesk.gui.pages.reverse_mapping_page import ReverseMappingPage
from permdesk.gui.theme import DARK
from tests.gui.audits import paper_audit


@pytest.fixture
def pages(qtbot, explorer):
    pages = (ReverseMappingPage(), DistancePage(), IntruderPage(explorer))
    for page in pages:
        qtbot.addWidget(page)
    return pages


def test_that_all_pages_are_built_while_their_invitations_stay(qtbot, pages):
    builder = PageBuilder(pages)
    rooms = [page.minimumSizeHint() for page in pages]
    builder.begin()
    qtbot.waitUntil(lambda: not builder.is_building)
    assert [page.count() for page in pages] == [2, 2, 2]
    assert [page.currentIndex() for page in pages] == [0, 0, 0]
    assert [page.minimumSizeHint() for page in pages] == rooms
    assert not any(page.build_piece() for page in pages)


def test_that_the_window_has_its_turn_between_pieces(qtbot, pages, monkeypatch):
    monkeypatch.setattr(page_builder, "TURN_SECONDS", 1e-9)
    builder, turns = PageBuilder(pages), []
    clock = QTimer(interval=0)
    clock.timeout.connect(lambda: turns.append(sum(page.count() for page in pages)))
    clock.start()
    builder.begin()
    qtbot.waitUntil(lambda: not builder.is_building)
    assert set(turns) >= {3, 4, 5, 6}


@pytest.mark.parametrize("n_pieces", [0, 1, 3, 8])
def test_that_an_audit_is_shown_at_once_however_much_was_built(pages, n_pieces):
    for page in pages:
        page.apply_theme(DARK)
        for _ in range(n_pieces):
            page.build_piece()
        page.show_audit(paper_audit())
        assert page.currentIndex() == 1
        while page.build_piece():
            pass
        assert page.count() == 2
    assert pages[1].records.table.rows.rowCount() == 20
