"""Markdown: tables that stay tables whatever is typed, pictures beside the text, each with words."""

from __future__ import annotations

from markdown_it import MarkdownIt

from permdesk.report.blocks import Cell, Column, Figure, Heading, Number, Paragraph, Report, Table
from permdesk.report.build import build_report
from permdesk.report.markdown import render_markdown
from permdesk.report.profile import Profile
from tests.report.conftest import DAY

ATTACK = "a|b `c` *d* <script>x</script> [e](f) # g\nnext"


def of_blocks(*blocks):
    report = Report("Title", "s", Profile.INTERNAL, DAY, (Heading("Top"), *blocks))
    return render_markdown(report, "r")["r.md"].decode()


def parsed(text):
    return MarkdownIt("gfm-like", {"linkify": False}).parse(text)


def test_that_every_table_and_heading_is_one_for_a_reader_of_markdown(paper_audit, description):
    report = build_report(paper_audit, description, Profile.FULL, DAY)
    tokens = parsed(render_markdown(report, "r")["r.md"].decode())
    assert sum(token.type == "table_open" for token in tokens) == len(report.tables)
    n_headings = sum(isinstance(block, Heading) for block in report.blocks)
    assert sum(token.type == "heading_open" for token in tokens) == n_headings + 1


def test_that_what_is_typed_stays_text():
    table = Table("t", "c", (Column(ATTACK), Column("n", Number.COUNT)), ((Cell(ATTACK), Cell(1)),))
    tokens = parsed(of_blocks(table, Paragraph(ATTACK), Paragraph("- no item"), Paragraph("1. no item")))
    kinds = [token.type for token in tokens]
    assert kinds.count("tr_open") == 2
    assert kinds.count("th_open") == 2 and kinds.count("td_open") == 2
    assert "html_block" not in kinds and "bullet_list_open" not in kinds and "ordered_list_open" not in kinds
    inner = [child.type for token in tokens for child in token.children or ()]
    assert "html_inline" not in inner and "link_open" not in inner and "code_inline" not in inner


def test_that_pictures_stand_beside_and_say_what_they_show(paper_audit, description):
    report = build_report(paper_audit, description, Profile.INTERNAL, DAY)
    files = render_markdown(report, "wages report")
    figures = [block for block in report.blocks if isinstance(block, Figure)]
    assert len(files) == 1 + len(figures)
    images = [
        child
        for token in parsed(files["wages report.md"].decode())
        for child in token.children or ()
        if child.type == "image"
    ]
    assert [image.attrs["src"].replace("%20", " ") for image in images] == [
        name for name in files if name.endswith(".svg")
    ]
    assert [image.content for image in images] == [figure.alternative for figure in figures]
    assert all(content.lstrip().startswith(b"<?xml") for name, content in files.items() if name.endswith(".svg"))
