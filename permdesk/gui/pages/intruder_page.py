"""The tab that says what the strongest intruder could do, and, apart from it, what only the agency can know."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from permdesk.audit.findings import Audit
from permdesk.gui.pages.result_page import Content, ResultPage
from permdesk.gui.panels.notice_panel import NoticePanel
from permdesk.gui.panels.segments import Segments
from permdesk.gui.theme import Theme
from permdesk.translation import tr


class IntruderPage(ResultPage):
    """Two views, never mixed: the intruder's, and the protector's with the right links."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Intruder"),
            tr("Here you will see which links the strongest intruder would make, and whether he could defend them."),
            parent,
        )

    def build(self) -> QWidget:
        from permdesk.gui.panels.intruder_panel import IntruderPanel  # takes half a second with its plot
        from permdesk.gui.panels.protector_panel import ProtectorPanel

        self.notices = NoticePanel()
        self.views = Segments(
            tr("View"),
            [
                (tr("&Intruder's view"), tr("What can be worked out from X and Y alone")),
                (tr("&Protector's view"), tr("What only the agency can know: which links are right")),
            ],
        )
        self.intruder = IntruderPanel()
        self.protector = ProtectorPanel()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.intruder)
        self.stack.addWidget(self.protector)
        self.views.chosen.connect(self.stack.setCurrentIndex)
        content = Content()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        layout.addWidget(self.notices)
        layout.addWidget(self.views, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.stack, 1)
        return content

    def refresh(self, audit: Audit) -> None:
        self.notices.show_notices(audit.notices)
        self.intruder.show_audit(audit)
        self.protector.show_audit(audit)

    def colour(self, theme: Theme) -> None:
        for part in (self.notices, self.intruder, self.protector):
            part.apply_theme(theme)
