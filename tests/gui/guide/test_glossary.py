"""The glossary has an entry for every term, and every term has a key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.guide.guide_text import FOLDER, read_chapter
from permdesk.gui.guide.terms import Term

ROOT = Path(__file__).parents[3]
LANGUAGES = sorted(path.parent.name for path in FOLDER.glob("*/glossary.md"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_the_glossary_has_exactly_the_terms_of_the_code(language: str) -> None:
    sections = read_chapter(Chapter.GLOSSARY, language).sections[1:]
    assert sorted(section.anchor for section in sections) == sorted(Term)


def test_that_every_term_that_a_note_names_is_in_the_glossary() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "permdesk" / "report" / "derivations").glob("*.py")]
    named = {term for source in sources for term in re.findall(r'term="([^"]+)"', source)}
    assert len(named) > 8
    assert named <= set(Term)


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_every_term_says_where_it_comes_from_and_is_short(language: str) -> None:
    for section in read_chapter(Chapter.GLOSSARY, language).sections[1:]:
        words, _, source = section.text.strip().partition("\n> ")
        assert source.endswith((".", "”", "»")), section.title
        assert 8 <= len(words.split()) <= 110, section.title


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_cross_links_of_the_glossary_lead_to_terms(language: str) -> None:
    chapter = read_chapter(Chapter.GLOSSARY, language)
    links = re.findall(r"\]\(([^)]*)\)", chapter.markdown)
    assert len(links) > 30
    assert all(link.startswith("#") and link[1:] in set(Term) for link in links)
