"""A stack of views takes the room of the one that is shown."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from permdesk.gui.shown_stack import ShownStack


def test_that_a_hidden_view_makes_a_stack_wider_but_not_higher(qtbot):
    stack = ShownStack()
    qtbot.addWidget(stack)
    assert stack.minimumSizeHint().height() <= 0
    for width, height in ((100, 50), (300, 900)):
        view = QWidget()
        view.setMinimumSize(width, height)
        stack.addWidget(view)
    assert stack.minimumSizeHint().toTuple() == (300, 50)
    stack.setCurrentIndex(1)
    assert stack.minimumSizeHint().toTuple() == (300, 900)
