"""Results that a button asks for: they stay when the audit changes, and say then that they are out of date."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from permdesk.audit.findings import Audit
from permdesk.gui.derivations.outdated import Outdated
from permdesk.gui.explorer import Explorer
from permdesk.gui.parts import explain, label, row
from permdesk.translation import tr


class OnDemand(QWidget):
    """A button and, beside it, whether what was found still belongs to the audit that is shown."""

    def __init__(self, text: str, tip: str, explorer: Explorer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._audit: Audit | None = None
        self._about: Audit | None = None
        self._wanted = True
        self.explorer = explorer
        self.button = QPushButton(text)
        self.button.setAutoDefault(False)
        explain(self.button, text.replace("&", ""), tip)
        self.stale = label("", "warning", wraps=True)
        layout = row(self.button, gap=12)
        layout.addWidget(self.stale, 1)
        self.setLayout(layout)
        explorer.availability_changed.connect(lambda _: self._refresh())

    @property
    def audit(self) -> Audit | None:
        """The audit that is shown."""
        return self._audit

    @property
    def is_stale(self) -> bool:
        """What was found is about another audit than the one that is shown."""
        return self._about is not None and self._about is not self._audit

    def show_audit(self, audit: Audit) -> None:
        self._audit = audit
        self._refresh()

    def found(self, about: Audit) -> None:
        """Something was found about an audit."""
        self._about = about
        self._refresh()

    def allow(self, *, wanted: bool) -> None:
        """Whether there is anything to ask for."""
        self._wanted = wanted
        self._refresh()

    def is_asked_for(self, *parts: QWidget) -> None:
        """Parts of the window that show what was found: the notes of their numbers say when it is out of date."""
        for part in parts:
            Outdated(part, lambda: _said().removeprefix("↻ ") if self.is_stale else "")

    def _refresh(self) -> None:
        self.button.setEnabled(self._wanted and self.explorer.available and self._audit is not None)
        self.stale.setText(_said() if self.is_stale else "")


def _said() -> str:
    return tr("↻ Out of date: found for other files or settings. Run it again.")
