"""The page: well formed, accessible, self-contained, inert."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from permdesk.audit.description import Description, Step
from permdesk.data.problem import Severity
from permdesk.report.blocks import (
    Cell,
    Column,
    Command,
    Formula,
    Heading,
    Notice,
    Number,
    Paragraph,
    Report,
    Table,
    Viewer,
)
from permdesk.report.build import build_report
from permdesk.report.html import header_groups, render_html
from permdesk.report.profile import Profile
from tests.pairs import pair_of, paper_pair
from tests.report.conftest import DAY, audited

VOID = {"meta", "link", "br", "img", "hr", "input", "wbr"}


class Page(HTMLParser):
    """Elements of a page with their attributes, the tags that enclose them, and their text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None], tuple[str, ...]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), tuple(self.open)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), tuple(self.open)))

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()

    def handle_data(self, data):
        if data.strip():
            self.texts.append((self.open[-1] if self.open else "", data.strip()))

    def all(self, tag):
        return [attributes for name, attributes, _ in self.elements if name == tag]

    def text(self, tag):
        return [data for name, data in self.texts if name == tag]


@pytest.fixture(scope="module", params=list(Profile))
def page(request, mixed_audit, telling_description):
    return Page(render_html(build_report(mixed_audit, telling_description, request.param, DAY)))


def small(*blocks):
    return Page(render_html(Report("t", "s", Profile.INTERNAL, DAY, (Heading("h"), *blocks))))


def test_that_the_page_has_a_language_one_title_and_landmarks(page):
    assert page.all("html") == [{"lang": "en"}]
    assert [len(page.all(tag)) for tag in ("h1", "title", "main", "header", "nav")] == [1, 1, 1, 1, 1]
    assert len(page.all("h2")) > 5


def test_that_every_table_has_a_caption_and_scopes(page):
    tables = page.all("table")
    assert tables
    assert len(page.all("caption")) == len(tables) == len(page.all("thead"))
    assert {cell.get("scope") for cell in page.all("th")} == {"col", "row", "colgroup"}
    for tag, attributes, above in page.elements:
        if tag == "td":
            assert "table" in above
        if tag == "div" and "table" in (attributes.get("class") or "").split():
            assert attributes["role"] == "region" and attributes["tabindex"] == "0" and attributes["aria-label"]


def test_that_every_picture_has_an_alternative_text(page):
    for picture in page.all("svg"):
        assert picture["role"] == "img"
        assert len(picture["aria-label"]) > 60
    assert page.all("img") == []


def test_that_no_id_occurs_twice_and_every_reference_is_kept(page):
    ids = [attributes["id"] for _, attributes, _ in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes, _ in page.elements:
        for name in ("href", "xlink:href", "aria-labelledby"):
            target = attributes.get(name) or ""
            if target.startswith("#") or (target and name == "aria-labelledby"):
                assert target.lstrip("#") in ids


def test_that_the_page_loads_and_runs_nothing(page):
    assert [tag for tag, _, _ in page.elements if tag in {"script", "link", "iframe", "object", "embed", "form"}] == []
    for _, attributes, _ in page.elements:
        for name, value in attributes.items():
            if not name.startswith("xmlns"):
                assert "http:" not in (value or "") and "https:" not in (value or "")
            assert not name.startswith("on")
            if name in {"src", "href", "xlink:href"}:
                assert value.startswith(("#", "data:image/png;base64,"))
    style = " ".join(page.text("style"))
    assert "url(" not in style and "@import" not in style


def test_that_the_style_serves_dark_surroundings_and_paper(page):
    style = " ".join(page.text("style"))
    assert "prefers-color-scheme: dark" in style
    assert "@media print" in style


def test_that_nothing_missing_reads_as_nan(page):
    for _, text in page.texts:
        assert "nan" not in text.lower().replace("dominance", "").split()
        assert text != "None"


def test_that_internal_pages_show_the_marks_of_table_3_not_by_colour_alone(mixed_audit):
    page = Page(render_html(build_report(mixed_audit, Description(), Profile.INTERNAL, DAY)))
    classes = {attributes.get("class") for attributes in page.all("span")}
    assert any("boxed" in (names or "") for names in classes)
    assert any("underlined" in (names or "") for names in classes)


def test_that_typed_text_and_names_are_inert():
    attack = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
    pair = paper_pair()
    attributes = tuple(replace(attribute, name=f"{attack}{place}") for place, attribute in enumerate(pair.attributes))
    audit = audited(replace(pair, attributes=attributes))
    typed = Description(attack, attack, attack, (Step(attack, (attack,), attack),), attack)
    page = Page(render_html(build_report(audit, typed, Profile.INTERNAL, DAY)))
    assert page.all("script") == page.all("img") == []
    assert any(attack in text for _, text in page.texts)
    assert not any(name.startswith("on") for _, attributes, _ in page.elements for name in attributes)


def test_that_control_characters_do_not_reach_the_page():
    assert "\x00" not in render_html(Report("a\x00b\x1f", "s", Profile.FULL, DAY, (Heading("h"), Paragraph("\x07"))))


def test_that_a_formula_is_lowered_and_raised_and_nothing_else():
    page = small(Formula("x_i^{2m} < <b>", "meaning", "source"))
    assert page.text("sub") == ["i"]
    assert page.text("sup") == ["2m"]
    assert page.all("b") == []


def test_that_a_page_shows_the_first_rows_of_a_long_table_only():
    rows = tuple((Cell(number), Cell(None)) for number in range(500))
    page = small(Table("t", "c", (Column("a", Number.COUNT), Column("b")), rows, n_on_page=30))
    assert len(page.all("tr")) == 31
    assert page.text("td") == ["–"] * 30


def test_that_tables_and_figures_are_numbered_in_their_order(paper_audit):
    page = Page(render_html(build_report(paper_audit, Description(), Profile.FULL, DAY)))
    numbered = [text for text in page.text("strong") if text.startswith("Table ")]
    assert numbered == [f"Table {number}." for number in range(1, len(numbered) + 1)]


def test_that_header_groups_span_their_neighbours():
    columns = (
        Column("a"),
        Column("b", group="g"),
        Column("c", group="g"),
        Column("d"),
        Column("e"),
        Column("f", group="h"),
    )
    groups = header_groups(Table("t", "c", columns, ()))
    assert [(group.title, group.n_columns) for group in groups] == [("", 1), ("g", 2), ("", 1), ("", 1), ("h", 1)]
    assert header_groups(Table("t", "c", (Column("a"),), ())) == ()


def test_that_notices_name_their_severity_in_words():
    page = small(Notice(Severity.WARNING, "here", "Look out.", ("record 4",)))
    assert page.all("aside") == []
    assert page.text("strong") == ["Warning · here."]
    assert "record 4" in page.text("p")


def test_that_the_same_report_gives_the_same_page(paper_audit, description):
    first, second = (render_html(build_report(paper_audit, description, Profile.INTERNAL, DAY)) for _ in range(2))
    assert first == second


def test_that_dollar_signs_in_names_are_not_read_as_formulas():
    audit = audited(pair_of([[1.0], [2], [3], [4]], [[2.0], [1], [4], [3]], names=("in $ and $_x",)))
    assert "in $ and $_x" in render_html(build_report(audit, Description(), Profile.INTERNAL, DAY))


@pytest.mark.parametrize("profile", list(Profile))
def test_that_nothing_stands_before_the_doctype(paper_audit, profile):
    assert render_html(build_report(paper_audit, Description(), profile, DAY)).startswith("<!DOCTYPE html>\n<html")


def test_that_headings_say_whose_view_they_head():
    page = small(Heading("deep", 3, Viewer.INTRUDER))
    assert page.text("span") == ["The intruder's view"]


def test_that_commands_are_shown_as_typed():
    page = small(Command('permdesk subject "a.csv" --record "X<1=2"'))
    assert page.text("code") == ['permdesk subject "a.csv" --record "X<1=2"']


def test_that_long_sentences_get_room():
    page = small(
        Table("t", "c", (Column("a"), Column("b"), Column("c")), ((Cell("r"), Cell("s"), Cell("long " * 20)),))
    )
    assert [cell.get("class") for cell in page.all("td")] == [None, "long"]
