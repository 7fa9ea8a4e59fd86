"""How a report is written: its language, the agency's template, and the formats that are exported together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from permdesk.report.formats import Format
from permdesk.translation import current_language

if TYPE_CHECKING:
    from permdesk.report.template import Template

USUAL = (Format.HTML, Format.DOCX, Format.PDF, Format.XLSX)


@dataclass(frozen=True, slots=True)
class ChosenTemplate:
    """A template as it was read, and the folder that it came from."""

    folder: Path
    template: Template


@dataclass(frozen=True, slots=True)
class ReportChoices:
    """``language`` is a code of ``languages``, empty for that of the window; ``template`` None for none."""

    formats: tuple[Format, ...] = USUAL
    language: str = ""
    template: ChosenTemplate | None = None

    @property
    def language_code(self) -> str:
        return self.language or current_language()
