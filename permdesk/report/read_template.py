"""Reads an agency's template: a folder with template.toml, and if wanted logo.png, front.md and back.md."""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from permdesk.audit.toml_file import read_toml
from permdesk.data.problem import Problem
from permdesk.report.blocks import Block, Bullets, Heading, Paragraph
from permdesk.report.contrast import LEAST_CONTRAST, contrast_on_page
from permdesk.report.template import ACCENT, Logo, Template
from permdesk.translation import tr

SETTINGS, LOGO, FRONT, BACK = "template.toml", "logo.png", "front.md", "back.md"
LONGEST_LINE = 200
LARGEST_TEXT, LARGEST_LOGO = 100_000, 5_000_000
MOST_PIXELS = 16_000_000
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class _Settings:
    """The keys of template.toml."""

    agency: str = ""
    accent: str = ACCENT
    header: str = ""
    footer: str = ""


def read_template(folder: Path) -> Template | Problem:
    """The template of a folder, or what is wrong with it."""
    settings = read_toml(folder / SETTINGS, _Settings, may_be_empty=True)
    if isinstance(settings, Problem):
        return settings
    if problem := _settings_problem(settings):
        return problem
    logo = _read_logo(folder)
    front, back = _read_text(folder / FRONT), _read_text(folder / BACK)
    for found in (logo, front, back):
        if isinstance(found, Problem):
            return found
    assert not isinstance(logo, Problem) and not isinstance(front, Problem) and not isinstance(back, Problem)
    title = settings.agency or tr("About this report")
    return Template(
        settings.agency,
        settings.accent.lower(),
        settings.header,
        settings.footer,
        logo,
        _blocks(front, title),
        _blocks(back, title),
    )


def _settings_problem(settings: _Settings) -> Problem | None:
    if not _COLOUR.fullmatch(settings.accent):
        return Problem(
            what=tr("“{colour}” is no colour.", colour=settings.accent[:40]),
            where=SETTINGS,
            remedy=tr("Write accent as six digits, such as {example}.", example=ACCENT),
        )
    contrast = contrast_on_page(settings.accent)
    if contrast < LEAST_CONTRAST:
        return Problem(
            what=tr(
                "The colour {colour} is too light to be read: its contrast with the page is {contrast:.1f}, and "
                "{least} is needed.",
                colour=settings.accent,
                contrast=contrast,
                least=LEAST_CONTRAST,
            ),
            where=SETTINGS,
            remedy=tr("Choose a darker accent."),
        )
    for name, text in (("agency", settings.agency), ("header", settings.header), ("footer", settings.footer)):
        if len(text) > LONGEST_LINE or "\n" in text:
            return Problem(
                what=tr("{name} is longer than a line.", name=name),
                where=SETTINGS,
                remedy=tr("Put longer texts into {front} and {back}.", front=FRONT, back=BACK),
            )
    return None


def _read_logo(folder: Path) -> Logo | Problem | None:
    path = folder / LOGO
    if not path.exists():
        if (folder / "logo.svg").exists():
            return Problem(
                what=tr("Text documents and PDF cannot hold this picture."),
                where="logo.svg",
                remedy=tr("Save it as {name}, about 300 pixels high.", name=LOGO),
            )
        return None
    from PIL import Image

    try:
        if path.stat().st_size > LARGEST_LOGO:
            return _bad_logo()
        with Image.open(path, formats=["PNG"]) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return _bad_logo()
            pixels = picture.convert("RGBA")
    except (OSError, ValueError, Image.DecompressionBombError):
        return _bad_logo()
    # Drawn anew on white: programs write names and places of users into a picture's metadata.
    ground = Image.new("RGBA", pixels.size, "white")
    ground.alpha_composite(pixels)
    written = BytesIO()
    ground.convert("RGB").save(written, "PNG")
    return Logo(written.getvalue())


def _bad_logo() -> Problem:
    return Problem(
        what=tr("It is no PNG picture, or larger than a logo should be."),
        where=LOGO,
        remedy=tr("Save it as PNG, about 300 pixels high."),
    )


def _read_text(path: Path) -> str | Problem:
    """The text of a file, empty where there is none."""
    try:
        text = path.read_bytes()[: LARGEST_TEXT + 1].decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError):
        return Problem(tr("It cannot be read as text."), path.name, tr("Save it as UTF-8."))
    if len(text) > LARGEST_TEXT:
        return Problem(tr("It is too long."), path.name, tr("Shorten it to a few pages."))
    return text


def _blocks(text: str, title: str) -> tuple[Block, ...]:
    """Headings (# and ##), bullets (- and *), paragraphs; under ``title`` where the text begins without heading."""
    found: list[Block] = []
    for part in re.split(r"\n\s*\n", text.replace("\r\n", "\n")):
        found.extend(_part(part))
    if found and not (isinstance(found[0], Heading) and found[0].level == 2):
        found.insert(0, Heading(title))
    return tuple(found)


def _part(text: str) -> list[Block]:
    found: list[Block] = []
    items: list[str] = []
    lines: list[str] = []
    for line in [*(line.strip() for line in text.splitlines()), ""]:
        mark, _, rest = line.partition(" ")
        is_item, is_heading = mark in ("-", "*") and rest != "", mark in ("#", "##", "###") and rest != ""
        if lines and (is_item or is_heading or not line):
            found.append(Paragraph(" ".join(lines)))
            lines = []
        if items and not is_item and (is_heading or not line):
            found.append(Bullets(tuple(items)))
            items = []
        if is_heading:
            found.append(Heading(rest.strip(), 2 if mark == "#" else 3))
        elif is_item:
            items.append(rest.strip())
        elif line and items:
            items[-1] += f" {line}"
        elif line:
            lines.append(line)
    return found
