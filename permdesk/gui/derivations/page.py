"""A derivation as a page for the eye, and as plain text for the clipboard."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import QPalette

from permdesk.report.derivations.derivation import Derivation
from permdesk.report.formula import formula_html
from permdesk.translation import tr

BIG, FORMULA, SMALL = 1.6, 1.2, 0.9


def page_html(said: Derivation, palette: QPalette, points: float) -> str:
    """The page in the colours of the palette, with type of ``points``."""
    box = palette.color(QPalette.ColorRole.AlternateBase).name()
    muted = palette.color(QPalette.ColorRole.PlaceholderText).name()
    accent = palette.color(QPalette.ColorRole.Accent).name()

    def heading(text: str) -> str:
        return f'<p style="margin:10px 0 2px 0; color:{muted}; font-size:{points * SMALL:g}pt">{escape(text)}</p>'

    def paragraph(text: str) -> str:
        return f'<p style="margin:0 0 2px 0">{escape(text)}</p>'

    formula = "<br>".join(formula_html(line) for line in said.formula.splitlines())
    lines = [
        f'<p style="margin:0; font-weight:600">{escape(said.title)}</p>',
        f'<p style="margin:0; font-size:{points * BIG:g}pt; font-weight:600; color:{accent}">{escape(said.shown)}</p>',
        f'<table width="100%" cellspacing="0" cellpadding="9" style="margin:8px 0 2px 0"><tr><td bgcolor="{box}" '
        f'style="font-size:{points * FORMULA:g}pt">{formula}</td></tr></table>',
    ]
    if said.stale:
        lines.insert(2, f'<p style="margin:2px 0 0 0; font-weight:600">{escape(f"↻ {said.stale}")}</p>')
    if said.steps:
        lines += [heading(tr("The figures put in")), *(paragraph(step.text) for step in said.steps)]
    lines += [heading(tr("What it means")), paragraph(said.meaning)]
    if said.caution:
        lines += [heading(tr("What it does not mean")), paragraph(said.caution)]
    lines += [heading(tr("Source")), paragraph(said.source)]
    return "".join(lines)


def page_text(said: Derivation) -> str:
    """The same as plain text, line by line; the formula keeps its marks _ and ^."""
    parts = [said.title, said.shown, *([f"↻ {said.stale}"] if said.stale else []), "", said.formula]
    if said.steps:
        parts += ["", tr("The figures put in"), *(step.text for step in said.steps)]
    parts += ["", tr("What it means"), said.meaning]
    if said.caution:
        parts += ["", tr("What it does not mean"), said.caution]
    return "\n".join([*parts, "", tr("Source"), said.source])
