"""The formats of a report, and what writes each: a report goes in, the content of one file or several comes out."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from permdesk.compute.progress import UNWATCHED, Progress
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.report.blocks import Report
    from permdesk.report.publication import Publication
    from permdesk.report.template import Template


class Format(StrEnum):
    """A format of the report; the values are what a person types and the endings of files."""

    HTML = "html"
    DOCX = "docx"
    PDF = "pdf"
    XLSX = "xlsx"
    MARKDOWN = "md"
    JSON = "json"
    DDI = "ddi"
    SIMS = "sims"

    @property
    def ending(self) -> str:
        """How the file's name ends, after the dot."""
        return {Format.DDI: "ddi.xml", Format.SIMS: "sims.txt"}.get(self, self.value)

    @property
    def words(self) -> str:
        """What it is, for who chooses."""
        words = {
            Format.HTML: tr("Web page (HTML)"),
            Format.DOCX: tr("Text document (DOCX)"),
            Format.PDF: tr("Printed pages (PDF)"),
            Format.XLSX: tr("Workbook of the tables (XLSX)"),
            Format.MARKDOWN: tr("Plain text with marks (Markdown)"),
            Format.JSON: tr("For programs (JSON)"),
            Format.DDI: tr("Codebook fragment (DDI)"),
            Format.SIMS: tr("Quality report text (SIMS)"),
        }
        return words[self]


def render(publication: Publication, kind: Format, stem: str, progress: Progress = UNWATCHED) -> dict[str, bytes]:
    """The files of a format by name, the first of them ``stem`` with the format's ending; Markdown has pictures beside
    it. The same arguments give the same bytes. Raises Cancelled."""
    match kind:
        case Format.DDI:
            from permdesk.report.ddi import render_ddi

            content = render_ddi(publication)
        case Format.SIMS:
            from permdesk.report.sims import render_sims

            content = render_sims(publication)
        case _:
            return render_report(publication.report, publication.template, kind, stem, progress)
    return {f"{stem}.{kind.ending}": content}


def render_report(
    report: Report, template: Template, kind: Format, stem: str, progress: Progress = UNWATCHED
) -> dict[str, bytes]:
    """The same for a report that has no publication, such as that of a comparison. Raises ValueError for the formats
    that are about one release: DDI and SIMS; and Cancelled."""
    content: bytes
    # Imported here: each brings a library that takes a while, and most runs want few of them.
    match kind:
        case Format.HTML:
            from permdesk.report.html import render_html

            content = render_html(report, template, progress).encode("utf-8")
        case Format.DOCX:
            from permdesk.report.docx import render_docx

            content = render_docx(report, template, progress)
        case Format.PDF:
            from permdesk.report.pdf import render_pdf

            content = render_pdf(report, template, progress)
        case Format.XLSX:
            from permdesk.report.xlsx import render_xlsx

            content = render_xlsx(report, template, progress)
        case Format.MARKDOWN:
            from permdesk.report.markdown import render_markdown

            return render_markdown(report, stem, template, progress)
        case Format.JSON:
            from permdesk.report.report_json import render_json

            content = render_json(report, progress)
        case _:
            raise ValueError(f"{kind.value} is about one release")
    return {f"{stem}.{kind.ending}": content}
