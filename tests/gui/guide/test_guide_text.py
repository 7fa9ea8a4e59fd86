"""The guide cannot go stale: chapters, links, names of controls, keys and figures are those of the program."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from permdesk.app import make_window
from permdesk.gui.appearance import Scheme
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.guide.guidance import OF_TABS
from permdesk.gui.guide.guide_text import FOLDER, ChapterText, read_chapter, sections_of
from permdesk.gui.main_window import MainWindow
from permdesk.translation import in_language, translated

ROOT = Path(__file__).parents[3]
LANGUAGES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
LINK = re.compile(r"\]\(([^)]*)\)")
BOLD = re.compile(r"\*\*(.+?)\*\*")
TYPED = re.compile(r"`([^`]+)`")
KEY = re.compile(r"(?:(?:Ctrl|Alt|Shift)\+)*(?:Ctrl\+[-+=0-9A-Z]|Alt\+(?:Left|Right)|F\d{1,2}|Esc|Tab|Delete|[A-Z])")
# Keys that are not in a menu: of tables and dialogs, by the platform's own custom, and of the guide's window.
OTHER_KEYS = {"Tab", "Alt", "Delete", "Esc", "Ctrl+A", "Ctrl+C", "Ctrl+G"}
# What keys are called on other keyboards, as Qt calls them there.
KEY_NAMES = {
    "de": {"Strg": "Ctrl", "Umschalt": "Shift", "Entf": "Delete"},
    "fr": {"Maj": "Shift", "Suppr": "Delete", "Échap": "Esc"},
    "es": {"Mayús": "Shift", "Supr": "Delete"},
}
GUIDE_KEYS = {"Ctrl+F", "Alt+Left", "Alt+Right", "Ctrl++", "Ctrl+-", "Ctrl+0"}


def chapters(language: str) -> Iterator[ChapterText]:
    """Those that have been translated into a language."""
    for chapter in Chapter:
        text = read_chapter(chapter, language)
        if text.language == language:
            yield text


def typed(markdown: str, language: str) -> Iterator[str]:
    """What stands in backticks, keys by their English names."""
    for text in TYPED.findall(markdown):
        for own, english in KEY_NAMES.get(language, {}).items():
            text = re.sub(rf"\b{own}\b", english, text)
        yield text


def clean(text: str) -> str:
    """What a control is called, without the letter of its key, what it fills in, and the dots of dialogs."""
    text = re.sub(r"(?: \(\{\w+\}\)|: \{\w+\})$", "", text.replace("&", ""))
    return text.removesuffix("…").strip()


@cache
def sentences_of_program() -> tuple[str, ...]:
    spec = importlib.util.spec_from_file_location("sentences", ROOT / "packaging" / "sentences.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules["sentences"] = module
    spec.loader.exec_module(module)
    return tuple(found.text for found in module.all_sentences(ROOT) if found.text is not None)


@contextmanager
def new_window() -> Iterator[MainWindow]:
    window = make_window(Scheme.LIGHT)
    yield window
    window.leave()
    window.deleteLater()


@pytest.fixture
def window(app, qtbot) -> Iterator[MainWindow]:
    with new_window() as window:
        yield window


def menu_items(menu: QMenu) -> Iterator[QAction]:
    for action in menu.actions():
        if action.menu() is not None:
            yield from menu_items(action.menu())
        if not action.isSeparator():
            yield action


def actions_of(window: MainWindow) -> dict[str, QAction]:
    """Every item of a menu by ``Menu › Item``."""
    return {
        f"{clean(menu.title())} › {clean(action.text())}": action
        for menu in window.actions_shown.menus
        for action in menu_items(menu)
    }


def test_that_the_english_guide_has_every_chapter_and_nothing_else():
    assert sorted(path.stem for path in (FOLDER / "en").iterdir()) == sorted(Chapter)


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_a_guide_has_no_file_that_no_contents_name(language):
    assert {path.stem for path in (FOLDER / language).iterdir()} <= set(Chapter)


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_every_chapter_has_one_title_and_anchors_of_its_own(language):
    for chapter in chapters(language):
        assert [section.depth for section in chapter.sections].count(1) == 1 == chapter.sections[0].depth
        anchors = [section.anchor for section in chapter.sections if section.anchor]
        assert len(anchors) == len(set(anchors)) == len(chapter.sections) - 1, chapter.chapter


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_every_link_leads_somewhere_inside_the_guide(language):
    seen = 0
    for chapter in chapters(language):
        for link in LINK.findall(chapter.markdown):
            name, _, anchor = link.partition("#")
            target = read_chapter(Chapter(name.removesuffix(".md")), language) if name else chapter
            assert not name or name.endswith(".md"), link
            assert not anchor or target.section(anchor) is not None, f"{chapter.chapter}: {link}"
            seen += 1
    assert seen > 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_no_chapter_names_an_address_outside(language):
    for chapter in chapters(language):
        assert not re.search(r"https?:|www\.|ftp:|mailto:|@\w+\.", chapter.markdown), chapter.chapter


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_translations_keep_the_anchors_of_the_english_guide(language):
    for chapter in chapters(language):
        english = read_chapter(chapter.chapter, "en")
        assert [section.anchor for section in chapter.sections] == [section.anchor for section in english.sections]


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_what_stands_in_bold_is_called_so_in_the_program(language):
    with in_language(language):
        names = {clean(translated(text.partition("\0")[0])) for text in sentences_of_program()}
    wrong = [
        f"{chapter.chapter}: {bold}"
        for chapter in chapters(language)
        for bold in BOLD.findall(chapter.markdown)
        if " › " not in bold and clean(bold) not in names
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_menu_items_in_the_guide_are_in_the_menus(app, language):
    with in_language(language), new_window() as window:
        known = set(actions_of(window))
    wanted = [bold for chapter in chapters(language) for bold in BOLD.findall(chapter.markdown) if " › " in bold]
    assert len(wanted) > 40
    assert [bold for bold in wanted if clean(bold) not in known] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_keys_beside_menu_items_are_theirs(app, language):
    with in_language(language), new_window() as window:
        known = {name: action.shortcuts() for name, action in actions_of(window).items()}
    keyboard = read_chapter(Chapter.KEYBOARD, language)
    rows = re.findall(r"^\| `([^`]+)` \| \*\*(.+?)\*\*", keyboard.markdown, re.MULTILINE)
    assert len(rows) > 20
    for keys, item in rows:
        (keys,) = typed(f"`{keys}`", language)
        assert QKeySequence(keys) in known[clean(item)], item


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_every_shortcut_in_the_guide_is_a_real_one(window, language):
    real = {key.toString() for action in actions_of(window).values() for key in action.shortcuts()}
    stated = {key for chapter in chapters(language) for key in typed(chapter.markdown, language) if KEY.fullmatch(key)}
    assert len(stated) > 20
    assert stated - real - OTHER_KEYS - GUIDE_KEYS == set()


def test_that_every_command_with_a_key_stands_in_the_chapter_on_keys(window):
    stated = set(TYPED.findall(read_chapter(Chapter.KEYBOARD, "en").markdown))
    tabs = {f"View › {title}" for title in window.tab_titles()[1:-1]}  # "and so on"
    keys = {name: {key.toString() for key in action.shortcuts()} for name, action in actions_of(window).items()}
    assert [name for name, known in keys.items() if known and name not in tabs and not known & stated] == []


def test_that_every_tab_has_a_chapter(window):
    assert len(OF_TABS) == window.tabs.count()


def test_that_figures_of_the_example_are_those_of_the_audit(paper_state):
    audit = paper_state.audit
    words = "\n".join(read_chapter(chapter, "en").markdown for chapter in Chapter)
    assert audit.right_links is not None
    assert audit.right_links.strongest.rate == pytest.approx(0.6) and "60 %" in words
    assert audit.right_links.expected_correct_rate == pytest.approx(0.375) and "37.5 %" in words
    assert (
        f"{audit.random_match.hellinger:.2f}" == "0.26" and "[Hellinger distance](glossary.md#hellinger) 0.26" in words
    )
    assert f"{audit.random_match.overlap:.0%}" == "82%" and "is 82 %" in words
    assert f"{audit.random_match.ks:.2f}" == "0.06" and "In the paper's example it is 0.06." in words
    rows = re.findall(r"^\| (\d) \| (\d+) % \| ([\d.]+) % \|$", words, re.MULTILINE)
    assert len(rows) == 6
    for distance, original, random in rows:
        assert float(original) == pytest.approx(100 * audit.random_match.share_original[int(distance)], abs=0.01)
        assert float(random) == pytest.approx(100 * audit.random_match.share_random[int(distance)], abs=0.051)


def test_that_a_chapter_that_lacks_a_heading_is_a_mistake_of_ours():
    with pytest.raises(ValueError, match="heading"):
        sections_of("words\n")


def test_that_a_chapter_without_translation_is_read_in_english():
    assert read_chapter(Chapter.TIES, "xx").language == "en"
