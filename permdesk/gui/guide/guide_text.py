"""The user guide as it lies on disk: Markdown, one file for each chapter, cut into sections that can be linked to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from permdesk.gui.guide.chapters import Chapter
from permdesk.resources import ROOT
from permdesk.translation import SOURCE_LANGUAGE

FOLDER = ROOT / "guide"
HEADING = re.compile(r"^(#{1,3}) (.+?)(?: \{#([a-z0-9-]+)\})?$")


@dataclass(frozen=True, slots=True)
class Section:
    """What stands below one heading. ``anchor`` is empty where nothing links to it; ``text`` is Markdown without the
    heading."""

    title: str
    anchor: str
    depth: int
    text: str


@dataclass(frozen=True, slots=True)
class ChapterText:
    """One chapter in one language; ``language`` is English where it has not been translated. The first section carries
    the title."""

    chapter: Chapter
    language: str
    sections: tuple[Section, ...]

    @property
    def title(self) -> str:
        return self.sections[0].title

    @property
    def markdown(self) -> str:
        """The chapter without the names of its anchors."""
        return "\n".join(f"{'#' * section.depth} {section.title}\n{section.text}" for section in self.sections)

    def section(self, anchor: str) -> Section | None:
        """The section of that anchor."""
        return next((section for section in self.sections if section.anchor == anchor), None)


@cache
def read_chapter(chapter: Chapter, language: str) -> ChapterText:
    """The chapter in a language, or else in English.

    Raises FileNotFoundError: the English guide lacks it, which is a mistake of ours.
    """
    path = FOLDER / language / f"{chapter.value}.md"
    if not path.is_file():
        language = SOURCE_LANGUAGE
        path = FOLDER / language / f"{chapter.value}.md"
    return ChapterText(chapter, language, sections_of(path.read_text("utf-8")))


def sections_of(markdown: str) -> tuple[Section, ...]:
    """The sections of a chapter, which begins with a heading."""
    sections: list[Section] = []
    lines: list[str] = []
    found: re.Match[str] | None = None
    for line in markdown.splitlines():
        heading = HEADING.match(line)
        if heading is None:
            lines.append(line)
            continue
        if found is not None:
            sections.append(_section(found, lines))
        found, lines = heading, []
    if found is None:
        raise ValueError("a chapter begins with a heading")
    return (*sections, _section(found, lines))


def _section(heading: re.Match[str], lines: list[str]) -> Section:
    return Section(heading[2], heading[3] or "", len(heading[1]), "\n".join([*lines, ""]))
