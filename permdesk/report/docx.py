"""A report as DOCX, to be edited on: real styles, captions that count themselves, tables, alternative texts."""

from __future__ import annotations

from datetime import UTC, datetime, time
from io import BytesIO
from itertools import count
from typing import Any

from docx import Document
from docx.enum.section import WD_ORIENT, WD_SECTION
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Mm, Pt
from docx.text.paragraph import Paragraph

from permdesk.compute.progress import UNWATCHED, Progress
from permdesk.report import blocks
from permdesk.report.day_text import made_sentence
from permdesk.report.docx_parts import (
    add_bookmark,
    add_field,
    add_link,
    element,
    keep_whole,
    set_alternative,
    set_borders,
    set_ground,
    set_language,
    set_margins,
)
from permdesk.report.docx_styles import COMMAND, FORMULA, LABEL, MEANING, NOTE, VALUE, VERDICT, set_styles
from permdesk.report.docx_table import table_xml
from permdesk.report.drawing_png import png
from permdesk.report.fixed_zip import with_fixed_times
from permdesk.report.formula import Place, formula_parts
from permdesk.report.page_flow import PageBlock, PageRun, page_runs
from permdesk.report.page_tables import ACROSS, UPRIGHT
from permdesk.report.printable import printable
from permdesk.report.signs import outcome_sign, severity_title
from permdesk.report.template import PLAIN, Template
from permdesk.report.tones import TONES
from permdesk.report.views import viewer_title
from permdesk.translation import tr

MARGIN = Mm(20)
LOGO_HEIGHT = Mm(12)
PICTURE_PIXELS = 1440
FIGURES_IN_LINE = 3


def render_docx(report: blocks.Report, template: Template = PLAIN, progress: Progress = UNWATCHED) -> bytes:
    """The document. The same report and template give the same bytes. Raises Cancelled."""
    writer = _Writer(report, template, progress)
    writer.write()
    written = BytesIO()
    writer.document.save(written)
    return with_fixed_times(written.getvalue(), progress=progress)


class _Writer:
    """Fills one document, block by block."""

    def __init__(self, report: blocks.Report, template: Template, progress: Progress) -> None:
        self._report, self._template, self._progress = report, template, progress
        self.document: Any = Document()
        self._pictures, self._bookmarks = count(1), count(1)
        self._width = UPRIGHT

    def write(self) -> None:
        set_styles(self.document, self._template.accent)
        set_language(self.document, tr("en"))
        self._set_properties()
        _set_page(self.document.sections[0], is_across=False)
        self._write_edges()
        self._write_front()
        runs = page_runs(self._report, self._progress)
        for number, run in enumerate(runs):
            if number or run.is_across:
                _set_page(self.document.add_section(WD_SECTION.NEW_PAGE), is_across=run.is_across)
            self._write_run(run)

    def _set_properties(self) -> None:
        properties = self.document.core_properties
        made = datetime.combine(self._report.made_on, time(), UTC).replace(tzinfo=None)
        properties.author = properties.last_modified_by = printable(self._template.agency) or "PermDesk"
        properties.title = printable(self._report.title)[:255]
        properties.subject = printable(self._report.heading or self._report.profile.heading)[:255]
        properties.created = properties.modified = made
        properties.comments = properties.keywords = properties.category = ""
        properties.language, properties.revision = tr("en"), 1

    def _write_edges(self) -> None:
        section = self.document.sections[0]
        section.header.paragraphs[0].text = printable(
            self._template.header or self._report.heading or self._report.profile.heading
        )
        foot = section.footer.paragraphs[0]
        foot.alignment = WD_ALIGN_PARAGRAPH.RIGHT
        if self._template.footer:
            foot.add_run(f"{printable(self._template.footer)}   ")
        before, _, after = tr("Page {number} of {n}", number="\x00", n="\x01").partition("\x00")
        foot.add_run(before)
        add_field(foot, "PAGE", "1")
        between, _, end = after.partition("\x01")
        foot.add_run(between)
        add_field(foot, "NUMPAGES", "1")
        foot.add_run(end)

    def _write_front(self) -> None:
        report, document = self._report, self.document
        if self._template.logo is not None:
            inline = document.add_picture(BytesIO(self._template.logo.png), height=LOGO_HEIGHT)
            set_alternative(inline, next(self._pictures), "logo", printable(self._template.agency))
        document.add_paragraph(printable(report.heading or report.profile.heading).upper(), "Subtitle")
        document.add_paragraph(printable(report.title), "Title")
        document.add_paragraph(printable(report.explanation or report.profile.explanation))
        made = made_sentence(report.made_on)
        document.add_paragraph(made, NOTE)
        self._write_contents()

    def _write_contents(self) -> None:
        """A field that the reader's program can fill with page numbers; until then lines that lead to the headings."""
        titles = [block for block in self._report.blocks if isinstance(block, blocks.Heading) and block.level == 2]
        lines = []
        for number, heading in enumerate(titles, start=1):
            line = self.document.add_paragraph()
            line.paragraph_format.space_after = Pt(2)
            if number == 1:
                for kind in ("begin", "instruction", "separate"):
                    self._add_field_part(line, kind)
            add_link(line, printable(heading.text), f"section_{number}")
            lines.append(line)
        if lines:
            self._add_field_part(lines[-1], "end")
        self._sections = iter(range(1, len(titles) + 1))

    def _add_field_part(self, line: Any, kind: str) -> None:
        run = line.add_run()
        if kind == "instruction":
            text = element("w:instrText")
            text.text = 'TOC \\o "1-1" \\h \\z \\u'
            run._r.append(text)
        else:
            run._r.append(element("w:fldChar", fldCharType=kind))

    def _write_run(self, run: PageRun) -> None:
        self._width = ACROSS if run.is_across else UPRIGHT
        for placed in self._progress.each(run.blocks):
            self._write_block(placed)

    def _write_block(self, placed: PageBlock) -> None:
        document, block = self.document, placed.block
        match block:
            case blocks.Heading():
                self._write_heading(block)
            case blocks.Paragraph(text=text):
                document.add_paragraph(printable(text))
            case blocks.Bullets(items=items):
                for item in items:
                    document.add_paragraph(printable(item), "List Bullet")
            case blocks.Command(text=text):
                document.add_paragraph(printable(text), COMMAND)
            case blocks.Formula():
                self._write_formula(block)
            case blocks.Notice():
                cell = self._box(TONES[block.severity])
                words = cell.paragraphs[0]
                words.add_run(printable(f"{severity_title(block.severity)} · {block.where}. ")).bold = True
                words.add_run(printable(block.text))
                if block.cells:
                    cell.add_paragraph(printable("; ".join(block.cells)), NOTE)
            case blocks.Judgement():
                cell = self._box(TONES[block.outcome])
                cell.paragraphs[0].style = VERDICT
                cell.paragraphs[0].add_run(printable(f"{outcome_sign(block.outcome)} {block.title}"))
                cell.add_paragraph(printable(block.text))
            case blocks.KeyFigures(figures=figures):
                self._write_key_figures(figures)
            case blocks.Table():
                self._write_table(placed, block)
            case blocks.Figure():
                self._write_figure(placed, block)

    def _write_heading(self, block: blocks.Heading) -> None:
        is_top = block.level == 2
        heading = self.document.add_paragraph(printable(block.text), "Heading 1" if is_top else "Heading 2")
        if block.viewer is not None:
            view = heading.add_run(f"  {viewer_title(block.viewer)}")
            view.bold, view.font.size = False, Pt(9)
        if is_top:
            add_bookmark(heading, next(self._bookmarks), f"section_{next(self._sections)}")

    def _write_formula(self, block: blocks.Formula) -> None:
        line = self.document.add_paragraph(style=FORMULA)
        for text, place in formula_parts(block.formula):
            run = line.add_run(printable(text))
            if place is Place.LOWERED:
                run.font.subscript = True
            elif place is Place.RAISED:
                run.font.superscript = True
        source = tr("Source: {source}.", source=block.source)
        self.document.add_paragraph(printable(f"{block.meaning} {source}"), MEANING)

    def _write_table(self, placed: PageBlock, block: blocks.Table) -> None:
        for part in placed.parts:
            self._caption(placed.label, "Table", part.caption(block), counts=part.part == 1)
            note = block.note if part.part == part.n_parts else ""
            after = self.document.add_paragraph(printable(note), NOTE)
            after._p.addprevious(table_xml(part, printable(block.caption), self._progress))
            if not note:
                after.paragraph_format.space_after = Pt(2)

    def _write_figure(self, placed: PageBlock, block: blocks.Figure) -> None:
        inline = self.document.add_picture(BytesIO(png(block.svg, PICTURE_PIXELS, self._progress)), width=Pt(UPRIGHT))
        set_alternative(inline, next(self._pictures), placed.label, printable(block.alternative))
        line = inline._inline.getparent().getparent().getparent()
        Paragraph(line, self.document._body).paragraph_format.keep_with_next = True
        caption = self._caption(placed.label, "Figure", block.caption, counts=True)
        caption.paragraph_format.keep_with_next = False

    def _caption(self, label: str, sequence: str, text: str, *, counts: bool) -> Any:
        """The line of a caption. ``sequence`` names the counter, whose number is the last word of ``label``."""
        line = self.document.add_paragraph(style="Caption")
        words, _, number = label.rpartition(" ")
        line.add_run(f"{words} ").bold = True
        add_field(line, f"SEQ {sequence} \\* ARABIC" if counts else f"SEQ {sequence} \\c", number)
        line.add_run(". ").bold = True
        line.add_run(printable(text))
        return line

    def _write_key_figures(self, figures: tuple[blocks.KeyFigure, ...]) -> None:
        n_lines = -(-len(figures) // FIGURES_IN_LINE)
        table = self.document.add_table(n_lines, FIGURES_IN_LINE)
        for place, figure in enumerate(figures):
            cell = table.cell(place // FIGURES_IN_LINE, place % FIGURES_IN_LINE)
            cell.paragraphs[0].style = LABEL
            cell.paragraphs[0].add_run(printable(figure.label))
            cell.add_paragraph(printable(figure.value), VALUE)
            cell.add_paragraph(printable(figure.meaning), NOTE)
            set_borders(cell, "D8DCE3", 4)
            set_margins(cell, 5)
        for line in table.rows:
            keep_whole(line)
        self._space()

    def _box(self, tone: tuple[str, str]) -> Any:
        edge, ground = (colour.removeprefix("#").upper() for colour in tone)
        table = self.document.add_table(1, 1)
        cell = table.cell(0, 0)
        set_borders(cell, edge, 36, ("left",))
        set_ground(cell, ground)
        set_margins(cell, 6)
        self._space()
        return cell

    def _space(self) -> None:
        """Between two tables, which would grow together."""
        between = self.document.add_paragraph().paragraph_format
        between.space_after, between.line_spacing = Pt(0), Pt(6)


def _set_page(section: Any, *, is_across: bool) -> None:
    short, long = Mm(210), Mm(297)
    section.orientation = WD_ORIENT.LANDSCAPE if is_across else WD_ORIENT.PORTRAIT
    section.page_width, section.page_height = (long, short) if is_across else (short, long)
    section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = MARGIN
    section.header_distance = section.footer_distance = Mm(10)
