"""An agency's template: read whole or refused in a sentence, and seen in every format that has a place for it."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, PngImagePlugin

from permdesk.audit.description import Description
from permdesk.data.problem import Problem
from permdesk.report.blocks import Bullets, Heading, Paragraph
from permdesk.report.contrast import contrast, contrast_on_page
from permdesk.report.formats import Format, render
from permdesk.report.profile import Profile
from permdesk.report.publication import publish
from permdesk.report.read_template import read_template
from permdesk.report.template import ACCENT, Template
from permdesk.resources import resource_path
from tests.report.conftest import DAY
from tests.report.test_formats import words_in

EXAMPLE = resource_path("report", "templates", "example")


def folder_with(tmp_path, **files):
    for name, content in files.items():
        path = tmp_path / name.replace("_", ".")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return tmp_path


def picture(**info):
    written, said = BytesIO(), PngImagePlugin.PngInfo()
    for key, text in info.items():
        said.add_text(key, text)
    Image.new("RGBA", (30, 10), (200, 0, 0, 128)).save(written, "PNG", pnginfo=said)
    return written.getvalue()


def test_that_the_example_is_read_whole():
    template = read_template(EXAMPLE)
    assert isinstance(template, Template)
    assert template.agency == "Example Statistics Office"
    assert template.front[0] == Heading("About this document")
    assert isinstance(template.back[1], Bullets)
    assert template.logo is not None


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ('accent = "#ffcc00"', "too light"),
        ('accent = "#8a8a8a"', "too light"),
        ('accent = "red"', "no colour"),
        ('akcent = "#000000"', "akcent"),
        ("agency = 5", "agency"),
        (f'header = "{"x" * 201}"', "longer than a line"),
        ('footer = "a\\nb"', "longer than a line"),
        ("= broken", ""),
    ],
)
def test_that_a_bad_setting_is_refused_in_a_sentence(tmp_path, settings, words):
    found = read_template(folder_with(tmp_path, template_toml=settings))
    assert isinstance(found, Problem)
    assert words in found.what
    assert found.where == "template.toml"


@pytest.mark.parametrize("files", [{"logo_png": b"no picture"}, {"logo_svg": b"<svg/>"}, {"front_md": b"\xff\xfe\xff"}])
def test_that_a_bad_file_beside_the_settings_is_refused(tmp_path, files):
    assert isinstance(read_template(folder_with(tmp_path, template_toml="", **files)), Problem)


def test_that_a_folder_without_settings_is_refused(tmp_path):
    assert isinstance(read_template(tmp_path), Problem)


def test_that_empty_settings_are_the_plain_look(tmp_path):
    template = read_template(folder_with(tmp_path, template_toml=""))
    assert template == Template()
    assert contrast_on_page(ACCENT) > 4.5


def test_that_contrasts_are_those_of_the_guidelines():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#0000ff", "#ffffff") == pytest.approx(8.59, abs=0.005)


def test_that_headings_bullets_and_paragraphs_are_told_apart(tmp_path):
    text = "First\nline.\n\n## Part\n- one\n- two\n  goes on\nAfter? no, still two\n\nLast # not a heading\n"
    template = read_template(folder_with(tmp_path, template_toml='agency = "A"', back_md=text))
    assert template.back == (
        Heading("A"),
        Paragraph("First line."),
        Heading("Part", 3),
        Bullets(("one", "two goes on After? no, still two")),
        Paragraph("Last # not a heading"),
    )


def test_that_a_logo_loses_what_its_metadata_say(tmp_path):
    folder = folder_with(tmp_path, template_toml="", logo_png=picture(Author="amalia.keeper"))
    logo = read_template(folder).logo
    assert b"amalia" not in logo.png
    with Image.open(BytesIO(logo.png)) as drawn:
        assert drawn.size == (30, 10)


@pytest.mark.parametrize("kind", [Format.HTML, Format.DOCX, Format.PDF, Format.XLSX, Format.MARKDOWN, Format.JSON])
def test_that_a_template_is_seen_in_every_format_that_has_a_place_for_it(paper_audit, kind):
    template = read_template(EXAMPLE)
    publication = publish(paper_audit, Description("Wages"), Profile.FULL, DAY, template=template)
    plain = publish(paper_audit, Description("Wages"), Profile.FULL, DAY)
    words = "Terms of use" if kind is not Format.XLSX else "Figure Street"
    said, unsaid = (
        "".join(words_in(name, content) for name, content in render(one, kind, "r").items())
        for one in (publication, plain)
    )
    assert words in said
    assert words not in unsaid
