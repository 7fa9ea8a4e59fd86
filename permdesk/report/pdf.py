"""A report as PDF: bookmarks, contents and page numbers, embedded fonts, figures as vectors."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from reportlab.lib.colors import HexColor, white
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    Image,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.platypus.tableofcontents import TableOfContents

from permdesk import __version__
from permdesk.compute.progress import UNWATCHED, Progress
from permdesk.report import blocks
from permdesk.report.day_text import made_sentence
from permdesk.report.drawing_pdf import Picture
from permdesk.report.formula import Place, formula_parts
from permdesk.report.page_flow import PageBlock, PageRun, page_runs
from permdesk.report.page_tables import ACROSS, FEW_ROWS, UPRIGHT
from permdesk.report.pdf_fonts import BODY, BOLD, MONO, marked_up, pieces, register_fonts, width_of
from permdesk.report.pdf_styles import Styles
from permdesk.report.pdf_table import pdf_table
from permdesk.report.printable import printable
from permdesk.report.signs import outcome_sign, severity_title
from permdesk.report.template import PLAIN, Template
from permdesk.report.tones import MUTED, TONES
from permdesk.report.views import viewer_title
from permdesk.translation import tr

MARGIN, HEAD = 20 * mm, 12 * mm
EDGE_SIZE, LINE = 8.0, 9.5
LOGO_HEIGHT = 34.0
FIGURES_IN_LINE = 3
EMBEDDED = ("FONT", (0, 0), (-1, -1), BODY)


def render_pdf(report: blocks.Report, template: Template = PLAIN, progress: Progress = UNWATCHED) -> bytes:
    """The document. The same report and template give the same bytes. Raises Cancelled."""
    register_fonts()
    written = BytesIO()
    styles = Styles(template.accent)
    document = _Document(written, report, template, progress)
    document.multiBuild(_story(report, template, styles, progress))
    return written.getvalue()


class _Document(BaseDocTemplate):  # type: ignore[misc]
    """Pages of both kinds, whose headings become bookmarks and lines of the contents."""

    def __init__(self, target: BytesIO, report: blocks.Report, template: Template, progress: Progress) -> None:
        super().__init__(
            target,
            pagesize=A4,
            title=printable(report.title),
            author=printable(template.agency) or "PermDesk",
            subject=printable(report.heading or report.profile.heading),
            creator="PermDesk",
            producer=f"PermDesk {__version__}",
            lang=tr("en"),
            displayDocTitle=1,
            invariant=1,
            initialFontName=BODY,
        )
        self._report, self._template, self._progress = report, template, progress
        self._n_headings = 0
        for name, size in (("upright", A4), ("across", landscape(A4))):
            width, height = size
            frame = Frame(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN, 0, 0, 0, 0, id=name)
            self.addPageTemplates(PageTemplate(name, [frame], onPage=self._on_page, pagesize=size))

    def handle_flowable(self, flowables: list[Flowable]) -> None:
        self._progress.check()
        super().handle_flowable(flowables)

    def beforeDocument(self) -> None:
        self._n_headings = 0
        day = self._report.made_on
        stamp = f"D:{day:%Y%m%d}000000Z"
        self.canv.setDateFormatter(lambda *_: stamp)

    def afterFlowable(self, flowable: Flowable) -> None:
        level = getattr(flowable, "outline_level", None)
        if level is None:
            return
        self._n_headings += 1
        key, text = f"heading-{self._n_headings}", flowable.outline_text
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(text, key, level, closed=level > 0)
        if level == 0:
            self.notify("TOCEntry", (0, marked_up(text), self.page, key))

    def _on_page(self, canvas: Any, _document: BaseDocTemplate) -> None:
        width, height = canvas._pagesize
        canvas.saveState()
        canvas.setFillColor(HexColor(MUTED))
        top = printable(self._template.header) or printable(self._report.heading or self._report.profile.heading)
        above = _lines_within(top, width - 2 * MARGIN)
        for place, line in enumerate(reversed(above)):
            _line_of_text(canvas, line, MARGIN, height - HEAD + LINE * place)
        page = tr("Page {number}", number=canvas.getPageNumber())
        room = width - 2 * MARGIN - width_of(page, BODY, EDGE_SIZE) - 2 * EDGE_SIZE
        for place, line in enumerate(_lines_within(printable(self._template.footer), room)):
            _line_of_text(canvas, line, MARGIN, HEAD - LINE * place)
        canvas.setFont(BODY, EDGE_SIZE)
        canvas.drawRightString(width - MARGIN, HEAD, page)
        canvas.restoreState()


def _lines_within(text: str, width: float) -> list[str]:
    """The words of a header or footer on lines that are not wider than ``width``."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, BODY, EDGE_SIZE) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _line_of_text(canvas: Any, text: str, x: float, y: float) -> None:
    for font, part in pieces(text, BODY):
        canvas.setFont(font, EDGE_SIZE)
        canvas.drawString(x, y, part)
        x += canvas.stringWidth(part, font, EDGE_SIZE)


def _story(report: blocks.Report, template: Template, styles: Styles, progress: Progress) -> list[Flowable]:
    contents = TableOfContents(levelStyles=[styles.contents], dotsMinLevel=0)
    contents.tableStyle = TableStyle(
        [EMBEDDED, ("LEFTPADDING", (0, 0), (-1, -1), 0), ("RIGHTPADDING", (0, 0), (-1, -1), 0)]
    )
    story: list[Flowable] = []
    if template.logo is not None:
        story += [_logo(template), Spacer(0, 10)]
    story += [
        Paragraph(marked_up(printable(report.heading or report.profile.heading).upper(), BOLD), styles.kind),
        Paragraph(marked_up(printable(report.title), BOLD), styles.title),
        Paragraph(marked_up(printable(report.explanation or report.profile.explanation)), styles.body),
        Paragraph(marked_up(made_sentence(report.made_on)), styles.small),
        Paragraph(marked_up(tr("Contents"), BOLD), styles.subheading),
        contents,
        PageBreak(),
    ]
    for number, run in enumerate(page_runs(report, progress)):
        if number or run.is_across:
            story += [NextPageTemplate("across" if run.is_across else "upright"), PageBreak()]
        story += _run(run, styles, progress)
    return story


def _logo(template: Template) -> Flowable:
    assert template.logo is not None
    reader = ImageReader(BytesIO(template.logo.png))
    width, height = reader.getSize()
    return Image(BytesIO(template.logo.png), LOGO_HEIGHT * width / height, LOGO_HEIGHT, hAlign="LEFT")


def _run(run: PageRun, styles: Styles, progress: Progress) -> list[Flowable]:
    width = ACROSS if run.is_across else UPRIGHT
    story: list[Flowable] = []
    for placed in progress.each(run.blocks):
        story += _flowables(placed, width, styles, progress)
    return _with_their_headings(story)


def _with_their_headings(story: list[Flowable]) -> list[Flowable]:
    """What is kept on one page takes the heading before it along, which the library leaves behind."""
    found: list[Flowable] = []
    for flowable in story:
        if isinstance(flowable, KeepTogether):
            headings: list[Flowable] = []
            while found and hasattr(found[-1], "outline_level"):
                headings.insert(0, found.pop())
                if found and isinstance(found[-1], CondPageBreak):
                    headings.insert(0, found.pop())
            kept = [one for one in headings if not isinstance(one, CondPageBreak)]
            found.append(KeepTogether([*kept, *flowable._content]) if kept else flowable)
        else:
            found.append(flowable)
    return found


def _flowables(placed: PageBlock, width: float, styles: Styles, progress: Progress) -> list[Flowable]:
    block = placed.block
    match block:
        case blocks.Heading():
            return _heading(block, styles)
        case blocks.Paragraph(text=text):
            return [Paragraph(marked_up(printable(text)), styles.body)]
        case blocks.Bullets(items=items):
            return [Paragraph(marked_up(printable(item)), styles.bullet, bulletText="•") for item in items]
        case blocks.Command(text=text):
            return [Paragraph(marked_up(printable(text), MONO), styles.command)]
        case blocks.Formula():
            return [_formula(block, styles)]
        case blocks.Notice():
            title = f"{severity_title(block.severity)} · {block.where}."
            inner = [Paragraph(_bold(title) + " " + marked_up(printable(block.text)), styles.boxed)]
            if block.cells:
                inner.append(Paragraph(marked_up(printable("; ".join(block.cells))), styles.small))
            return [_box(inner, TONES[block.severity], width), Spacer(0, 5)]
        case blocks.Judgement():
            edge, _ = TONES[block.outcome]
            title = f"{outcome_sign(block.outcome)} {block.title}"
            inner = [
                Paragraph(f'<font color="{edge}">{marked_up(printable(title), BOLD)}</font>', styles.verdict),
                Paragraph(marked_up(printable(block.text)), styles.boxed),
            ]
            return [_box(inner, TONES[block.outcome], width), Spacer(0, 8)]
        case blocks.KeyFigures(figures=figures):
            return [_key_figures(figures, width, styles), Spacer(0, 8)]
        case blocks.Table():
            return _tables(placed, block, styles, progress)
        case blocks.Figure():
            caption = _bold(f"{placed.label}.") + " " + marked_up(printable(block.caption))
            return [
                KeepTogether([Picture(block.svg, UPRIGHT, progress), Paragraph(caption, styles.caption), Spacer(0, 8)])
            ]


def _heading(block: blocks.Heading, styles: Styles) -> list[Flowable]:
    view = (
        ""
        if block.viewer is None
        else f'   <font size="8" color="{MUTED}">{marked_up(viewer_title(block.viewer))}</font>'
    )
    is_top = block.level == 2
    words = Paragraph(marked_up(printable(block.text), BOLD) + view, styles.heading if is_top else styles.subheading)
    words.outline_level, words.outline_text = (0 if is_top else 1), printable(block.text)
    words.keepWithNext = 1
    return [CondPageBreak(130 if is_top else 100), words]


def _tables(placed: PageBlock, block: blocks.Table, styles: Styles, progress: Progress) -> list[Flowable]:
    story: list[Flowable] = []
    for part in placed.parts:
        caption = _bold(f"{placed.label}.") + " " + marked_up(printable(part.caption(block)))
        laid: list[Flowable] = [Paragraph(caption, styles.caption), pdf_table(part, styles, progress)]
        if block.note and part.part == part.n_parts:
            laid.append(Paragraph(marked_up(printable(block.note)), styles.small))
        laid.append(Spacer(0, 6))
        is_short = len(part.table.rows) <= FEW_ROWS
        story += [KeepTogether(laid)] if is_short else [CondPageBreak(110), *laid]
    return story


def _formula(block: blocks.Formula, styles: Styles) -> Flowable:
    tags = {Place.LINE: ("", ""), Place.LOWERED: ("<sub>", "</sub>"), Place.RAISED: ("<super>", "</super>")}
    text = "".join(
        f"{tags[place][0]}{marked_up(printable(part))}{tags[place][1]}" for part, place in formula_parts(block.formula)
    )
    source = tr("Source: {source}.", source=block.source)
    meaning = f'{marked_up(printable(block.meaning))} <font color="{MUTED}">{marked_up(printable(source))}</font>'
    return KeepTogether([Paragraph(text, styles.formula), Paragraph(meaning, styles.meaning)])


def _box(inner: list[Flowable], tone: tuple[str, str], width: float) -> Flowable:
    edge, ground = tone
    box = Table([[inner]], colWidths=[width], splitInRow=1)
    box.setStyle(
        [
            EMBEDDED,
            ("BACKGROUND", (0, 0), (-1, -1), HexColor(ground)),
            ("LINEBEFORE", (0, 0), (0, -1), 4, HexColor(edge)),
            ("LEFTPADDING", (0, 0), (-1, -1), 12),
            ("RIGHTPADDING", (0, 0), (-1, -1), 10),
            ("TOPPADDING", (0, 0), (-1, -1), 7),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 7),
        ]
    )
    return box


def _key_figures(figures: tuple[blocks.KeyFigure, ...], width: float, styles: Styles) -> Flowable:
    cells: list[Any] = [
        [
            Paragraph(marked_up(printable(figure.label), BOLD), styles.figure_label),
            Paragraph(marked_up(printable(figure.value), BOLD), styles.figure_value),
            Paragraph(marked_up(printable(figure.meaning)), styles.figure_meaning),
        ]
        for figure in figures
    ]
    cells += [""] * (-len(cells) % FIGURES_IN_LINE)
    rows = [cells[start : start + FIGURES_IN_LINE] for start in range(0, len(cells), FIGURES_IN_LINE)]
    laid = Table(rows, colWidths=[width / FIGURES_IN_LINE] * FIGURES_IN_LINE)
    laid.setStyle(
        [
            EMBEDDED,
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("INNERGRID", (0, 0), (-1, -1), 4, white),
            ("BACKGROUND", (0, 0), (-1, -1), HexColor("#f4f5f7")),
            ("LEFTPADDING", (0, 0), (-1, -1), 9),
            ("TOPPADDING", (0, 0), (-1, -1), 7),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 8),
        ]
    )
    return laid


def _bold(text: str) -> str:
    return f'<font name="{BOLD}">{marked_up(printable(text), BOLD)}</font>'
