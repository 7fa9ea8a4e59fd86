"""Two parts with a border between them, beside each other where both have room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from permdesk.gui.turning_splitter import TurningSplitter


@pytest.fixture
def splitter(qtbot):
    one, other = QWidget(), QWidget()
    one.setMinimumSize(200, 40)
    other.setMinimumSize(300, 60)
    made = TurningSplitter(one, other, (400, 600))
    window = QWidget()
    layout = QVBoxLayout(window)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(made)
    qtbot.addWidget(window)
    window.resize(1000 + made.handleWidth(), 300)
    window.show()
    yield made
    window.close()


def test_that_parts_are_beside_each_other_only_where_both_have_room(splitter):
    least = 500 + splitter.handleWidth()
    for width, wanted in ((least, Qt.Orientation.Horizontal), (least - 1, Qt.Orientation.Vertical)):
        splitter.window().resize(width, 300)
        assert splitter.orientation() is wanted


def test_that_it_may_be_as_narrow_as_its_widest_part_and_is_then_as_high_as_both(splitter):
    assert splitter.minimumSizeHint().width() == 300
    splitter.window().resize(320, 300)
    assert splitter.minimumSizeHint().height() >= 100
    assert splitter.widget(1).y() > splitter.widget(0).y()


def test_that_a_hidden_part_takes_no_room(splitter):
    splitter.widget(1).hide()
    splitter.window().resize(220, 300)
    assert splitter.orientation() is Qt.Orientation.Horizontal
    assert splitter.minimumSizeHint().width() == 200


def test_that_a_border_that_was_moved_is_there_again_after_turning_back(splitter):
    whole = splitter.width()
    splitter.setSizes([700, 300])
    before = splitter.sizes()
    assert before[0] > before[1]
    splitter.window().resize(320, 300)
    splitter.window().resize(whole, 300)
    assert splitter.sizes() == before
