"""Finds words in all chapters: sections that hold every word, those that have them in the title first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.guide.guide_text import ChapterText

AROUND = 60
RULES = re.compile(r"^\s*\|[-|: ]{3,}$|^\s*\||\|\s*$", re.MULTILINE)
"""The line below a table's head, and the borders at both ends of its rows."""
BETWEEN_CELLS = re.compile(r"\s*\|\s*")
MARKS = re.compile(r"\[([^\]]*)\]\([^)]*\)|[*`]|^> |^#+ |^(?:-|\d+\.) |\{#[a-z0-9-]+\}|^-{4,}$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Hit:
    """One section in which all words were found; ``place`` is its place in the chapter, ``excerpt`` the text around the
    first word."""

    chapter: Chapter
    place: int
    title: str
    excerpt: str


def plain(markdown: str) -> str:
    """The text without the marks of Markdown, on one line."""
    told = BETWEEN_CELLS.sub(" · ", RULES.sub("", markdown))
    return " ".join(MARKS.sub(lambda found: found[1] or "", told).split())


def words_of(query: str) -> tuple[str, ...]:
    """The words that are looked for, without regard to case."""
    return tuple(query.casefold().split())


def find(chapters: Sequence[ChapterText], query: str) -> tuple[Hit, ...]:
    """All sections with every word of the query; none for an empty one."""
    words = words_of(query)
    if not words:
        return ()
    titled: list[Hit] = []
    others: list[Hit] = []
    for chapter in chapters:
        for place, section in enumerate(chapter.sections):
            text = plain(section.text)
            searched = f"{section.title} {text}".casefold()
            if all(word in searched for word in words):
                found = titled if all(word in section.title.casefold() for word in words) else others
                title = chapter.title if place == 0 else f"{chapter.title} › {section.title}"
                found.append(Hit(chapter.chapter, place, title, _excerpt(text, words)))
    return (*titled, *others)


def _excerpt(text: str, words: Sequence[str]) -> str:
    folded = text.casefold()
    first = min((at for at in map(folded.find, words) if at >= 0), default=0)
    begin, end = max(0, first - AROUND), min(len(text), first + AROUND * 2)
    if begin:  # not within a word
        begin = text.find(" ", begin, first) + 1 or begin
    if end < len(text):
        end = max(text.rfind(" ", first, end + 1), first) if " " in text[first : end + 1] else end
    return f"{'…' if begin else ''}{text[begin:end].strip()}{'…' if end < len(text) else ''}"
