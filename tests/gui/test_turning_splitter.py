"""Two parts with a border between them, beside each other where both have room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from permdesk.gui.turning_splitter import TurningSplitter


@pytest.fixture
def splitter(qtbot):
    one, other = QWidget(), QWidget()
    one.setMinimumSize(200, 40)
    other.setMinimumSize(300, 60)
    made = TurningSplitter((one, other), (400, 600))
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


class Needy(QObject):
    """Needs so many pixels."""

    fitted = Signal()
    least_width = 400


def test_that_a_part_gets_what_a_table_in_it_needs_from_the_other_one(splitter):
    needy = Needy(splitter)
    splitter.make_room_for(needy, 1)
    splitter.window().resize(1000 + splitter.handleWidth(), 300)
    assert splitter.sizes() == [400, 600]
    needy.least_width = 700
    needy.fitted.emit()
    assert splitter.sizes() == [300, 700]
    needy.least_width = 950
    needy.fitted.emit()
    assert splitter.sizes() == [200, 800], "no narrower than the other part can be"
    splitter.window().resize(1600 + splitter.handleWidth(), 300)
    assert splitter.sizes() == [640, 960], "as much as it wants, where both have more than they need"


def test_that_nothing_moves_a_border_that_a_person_has_moved(splitter, qtbot):
    needy = Needy(splitter)
    splitter.make_room_for(needy, 1)
    handle = splitter.handle(1)
    middle = handle.rect().center()
    qtbot.mousePress(handle, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(handle, middle + QPoint(50, 0))
    qtbot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=middle)
    moved = splitter.sizes()
    assert abs(moved[0] - 450) < 10
    needy.least_width = 700
    needy.fitted.emit()
    assert splitter.sizes() == moved
