"""The printed pages: bookmarks, page numbers, embedded fonts, language, repeated headers, vectors."""

from __future__ import annotations

from io import BytesIO

import pypdf
import pytest

from permdesk.report.blocks import Cell, Column, Figure, Heading, Mark, Notice, Number, Paragraph, Report, Table
from permdesk.report.build import build_report
from permdesk.report.pdf import render_pdf
from permdesk.report.profile import Profile
from permdesk.report.template import Template
from tests.report.conftest import DAY


@pytest.fixture(scope="module")
def report(paper_audit, description):
    return build_report(paper_audit, description, Profile.INTERNAL, DAY)


@pytest.fixture(scope="module")
def document(report):
    return pypdf.PdfReader(BytesIO(render_pdf(report, Template("Office", header="Head", footer="Foot"))))


def of_blocks(*blocks):
    content = render_pdf(Report("Title", "s", Profile.INTERNAL, DAY, (Heading("Top"), *blocks)))
    return pypdf.PdfReader(BytesIO(content))


def text_of(document):
    return "\n".join(page.extract_text() for page in document.pages)


def test_that_bookmarks_are_the_headings_in_their_order(document, report):
    tops = [item.title for item in document.outline if not isinstance(item, list)]
    assert tops == [block.text for block in report.blocks if isinstance(block, Heading) and block.level == 2]


def test_that_the_document_says_its_title_language_and_day(document, report):
    assert document.metadata.title == report.title
    assert document.metadata.author == "Office"
    assert document.metadata["/CreationDate"] == "D:20261127000000Z"
    assert document.trailer["/Root"]["/Lang"] == "en"


def test_that_every_page_has_header_footer_and_number(document):
    for number, page in enumerate(document.pages, start=1):
        text = page.extract_text()
        assert f"Page {number}" in text
        assert "Head" in text and "Foot" in text


def test_that_long_headers_and_footers_stay_on_the_page_and_clear_of_its_number():
    words = " ".join(f"word{i:02}" for i in range(28))
    report = Report("Title", "s", Profile.INTERNAL, DAY, (Heading("Top"), Paragraph("text")))
    (page, *_) = pypdf.PdfReader(BytesIO(render_pdf(report, Template(header=words, footer=words)))).pages
    text = page.extract_text()
    assert text.count("word00") == text.count("word27") == 2
    assert "word27Page" not in text
    lines = [line for line in text.splitlines() if "word" in line]
    assert len(lines) >= 4
    assert max(len(line.removesuffix("Page 1").split()) for line in lines) < 20


def test_that_every_font_that_is_used_is_embedded(document):
    seen = set()
    for page in document.pages:
        used = page.get_contents().get_data().decode("latin-1")
        for key, font in page["/Resources"]["/Font"].items():
            if f"{key} " in used:
                assert "/FontFile2" in font.get_object()["/FontDescriptor"].get_object(), font.get_object()["/BaseFont"]
                seen.add(font.get_object()["/BaseFont"])
    assert any("Inter" in name for name in seen)


def test_that_headers_of_a_long_table_stand_on_each_of_its_pages():
    rows = tuple((Cell(f"row {number}"), Cell(number)) for number in range(150))
    document = of_blocks(Table("t", "Long", (Column("Name of it"), Column("Count", Number.COUNT)), rows))
    with_rows = [page.extract_text() for page in document.pages if "row " in page.extract_text()]
    assert len(with_rows) > 1
    assert all("Name of it" in text for text in with_rows)


def test_that_pictures_are_vectors(report):
    pages = of_blocks(*(block for block in report.blocks if isinstance(block, Figure))).pages
    assert [image for page in pages for image in page.images] == []
    assert "permutation distance, in ranks" in "\n".join(page.extract_text() for page in pages)


def test_that_wide_tables_lie_across(report):
    document = of_blocks(report.table("All records"))
    sizes = {(round(page.mediabox.width), round(page.mediabox.height)) for page in document.pages}
    assert sizes == {(595, 842), (842, 595)}


def test_that_boxes_of_table_3_are_drawn_and_marks_kept():
    def n_boxes(mark):
        table = Table("t", "c", (Column("a"), Column("b")), ((Cell("x"), Cell("y", mark)),))
        page = of_blocks(table).pages[-1]
        return page.get_contents().get_data().count(b" l S")

    assert n_boxes(Mark.BOXED) > n_boxes(Mark.NONE)


def test_that_letters_that_one_font_lacks_come_from_another_and_markup_stays_text():
    text = "Σ ≤ ⊕ <b>not bold</b> & so on"
    assert text in text_of(of_blocks(Paragraph(text))).replace("\n", " ")


def test_that_a_very_long_word_or_text_breaks_no_page():
    word = "x" * 4000
    table = Table("t", "c", (Column("a"), Column("b")), ((Cell(word), Cell("y" * 300)),))
    from permdesk.data.problem import Severity

    assert len(of_blocks(table, Notice(Severity.WARNING, word[:300], word)).pages) >= 2
