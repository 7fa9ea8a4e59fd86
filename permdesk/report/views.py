"""Whose view of the results a section shows, in words."""

from __future__ import annotations

from permdesk.report.blocks import Viewer
from permdesk.translation import tr


def viewer_title(viewer: Viewer) -> str:
    """The words of the mark beside a heading."""
    titles = {
        Viewer.PROTECTOR: tr("The protector's view"),
        Viewer.INTRUDER: tr("The intruder's view"),
        Viewer.SUBJECT: tr("The subject's view"),
        Viewer.USER: tr("The user's view"),
    }
    return titles[viewer]
