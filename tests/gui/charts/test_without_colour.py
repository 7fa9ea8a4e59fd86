"""What is told apart by colour is told apart without it too."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from permdesk.gui.charts.heat_map import MOST_WITH_NUMBERS, Cells
from permdesk.gui.theme import THEMES


def darkest_in_corner(value, m, theme):
    """The largest difference of grey between the lower left of a cell and its middle."""
    side = 60 * m
    image = QImage(side, side, QImage.Format.Format_Grayscale8)
    image.fill(0)
    painter = QPainter(image)
    painter.scale(60, 60)
    Cells(np.full((m, m), value), theme, 1.0).paint(painter, None)
    painter.end()
    grey = np.frombuffer(image.constBits(), np.uint8).reshape(side, -1)[:side, :side].astype(int)
    return np.abs(grey[38:58, 2:22] - grey[20, 30]).max()


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("m", [2, MOST_WITH_NUMBERS + 1])
def test_that_negative_correlations_have_a_stroke_and_positive_ones_none(qapp, m, theme):
    assert darkest_in_corner(-0.5, m, theme) > 60
    assert darkest_in_corner(0.5, m, theme) == 0
