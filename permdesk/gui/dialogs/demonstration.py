"""Asks for a demonstration method and its parameters, before releases are made by it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QDialog, QLineEdit, QWidget

from permdesk.audit.recipe import Demonstration
from permdesk.gui import numbers
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.parts import GAP, column, explain, label, primary_button, quiet_button, row
from permdesk.masking.parameters import PARAMETERS, Method
from permdesk.report.comparison_words import method_title, parameter_title
from permdesk.translation import tr

METHODS = tuple(Method)
MOST_RELEASES = 24


class DemonstrationDialog(QDialog):
    """``then`` is called with the demonstrations that are wanted: one method, one parameter or several."""

    chapter = Chapter.COMPARING

    def __init__(self, then: Callable[[tuple[Demonstration, ...]], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Make releases for demonstration"))
        self._then = then
        self.method = QComboBox()
        for method in METHODS:
            self.method.addItem(method_title(method))
        explain(self.method, tr("Method"), tr("How the original is changed."))
        self.strengths = QLineEdit()
        self.hint = label("", "muted", wraps=True)
        self.reason = label("", "warning", wraps=True)
        self.cancel = quiet_button(tr("Cancel"), tr("Make nothing."))
        self.cancel.setAutoDefault(False)
        self.go_on = primary_button(tr("&Choose the folder…"), tr("Choose where the releases are written."))
        self.cancel.clicked.connect(self.reject)
        self.go_on.clicked.connect(self._accept)
        self.method.currentIndexChanged.connect(lambda _: self._show_method())
        self.strengths.textChanged.connect(lambda _: self._allow())
        self._arrange()
        self._show_method()

    @property
    def wanted(self) -> tuple[Demonstration, ...] | None:
        """One demonstration for each parameter that was typed; None where one cannot be meant."""
        method = METHODS[self.method.currentIndex()]
        parameter = PARAMETERS[method]
        found = []
        for text in self.strengths.text().split(";"):
            strength, is_number = self.locale().toDouble(text.strip())
            if not is_number or not parameter.least <= strength <= parameter.most:
                return None
            if parameter.is_whole and strength != round(strength):
                return None
            found.append(Demonstration(method, strength))
        return tuple(dict.fromkeys(found))

    def showEvent(self, event: QShowEvent) -> None:
        """Take the height that the sentences need at this width, which their first guess does not know."""
        super().showEvent(event)
        self.resize(self.width(), self.heightForWidth(self.width()))

    def _show_method(self) -> None:
        method = METHODS[self.method.currentIndex()]
        parameter = PARAMETERS[method]
        has_choice = parameter.least < parameter.most
        self.strengths.setEnabled(has_choice)
        self.strengths.setText(numbers.ungrouped(numbers.exact(parameter.usual)))
        self.hint.setText(
            tr(
                "{what}: from {least} to {most}. Several, with semicolons between them, make several releases.",
                what=_capital(parameter_title(method)),
                least=numbers.exact(parameter.least),
                most=numbers.exact(parameter.most),
            )
            if has_choice
            else _capital(parameter_title(method))
        )
        explain(self.strengths, tr("Parameters"), self.hint.text())
        self._allow()
        if self.isVisible():
            self.resize(self.width(), max(self.height(), self.heightForWidth(self.width())))

    def _allow(self) -> None:
        wanted = self.wanted
        if wanted is None:
            said = tr("Type numbers in this range, with semicolons between them.")
        elif len(wanted) > MOST_RELEASES:
            said = tr("At most {n} releases at once.", n=MOST_RELEASES)
        else:
            said = ""
        self.reason.setText(said)
        self.go_on.setEnabled(not said)

    def _accept(self) -> None:
        wanted = self.wanted
        if wanted is not None:
            self.accept()
            self._then(wanted)

    def _arrange(self) -> None:
        foot = row(gap=GAP)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.go_on)
        layout = column(
            label(tr("Make releases for demonstration"), "title", wraps=True),
            label(
                tr(
                    "They show what a method does; they are no anonymization to publish. Each is written as a CSV file,"
                    " beside others of its name. The random numbers are drawn anew and kept nowhere, so that nobody can"
                    " make the same file again; the recipe names the files."
                ),
                "muted",
                wraps=True,
            ),
            _named(tr("&Method"), self.method),
            _named(tr("&Parameters"), self.strengths),
            self.hint,
            self.reason,
            gap=12,
            margins=24,
        )
        layout.addStretch(1)
        layout.addLayout(foot)
        self.setLayout(layout)
        self.setMinimumWidth(560)


def _named(name: str, field: QWidget) -> QWidget:
    words = label(name)
    words.setBuddy(field)
    holder = QWidget()
    holder.setLayout(column(words, field, gap=4))
    return holder


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
