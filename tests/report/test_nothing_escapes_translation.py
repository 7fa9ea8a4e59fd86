"""Whatever a report says in words is a sentence that can be translated, also what was found in another language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from permdesk.audit.description import Description
from permdesk.report.blocks import Block, Command, Formula, texts_of
from permdesk.report.build import build_report
from permdesk.report.profile import Profile
from tests.pseudo_language import everything_bracketed, untranslated_words
from tests.report.conftest import DAY

# Names of files, of the policy and of software are the same in every language, as are the works that are cited.
NAMES = re.compile(r"\w+\.csv|illustrative|PermDesk|Python|numpy|scipy|numba|pyarrow|matplotlib|openpyxl")
CITED = re.compile(r"\(\d{4}\)|\d{4}\.$")
STYLE = re.compile(r"<style.*?</style>", re.DOTALL)


def sentences(block: Block) -> Iterator[str]:
    """What a block says in words: neither what is typed into a terminal nor formulas."""
    if isinstance(block, Formula):
        yield from (block.meaning, block.source)
    elif not isinstance(block, Command):
        yield from (STYLE.sub("", text) for text in texts_of(block) if not CITED.search(text))


@pytest.mark.parametrize("profile", list(Profile))
@pytest.mark.parametrize("found", ["paper_audit", "unpaired_audit"])
def test_that_no_word_of_a_report_is_left_in_the_language_of_the_source(profile, found, request):
    audit = request.getfixturevalue(found)
    with everything_bracketed():
        report = build_report(audit, Description(), profile, DAY)
        shown = [text for block in report.blocks for text in sentences(block)]
        shown += [report.title, report.subtitle, report.heading, report.explanation]
    assert sum("⟦" in text for text in shown) > 60
    assert [text[:200] for text in shown if untranslated_words(NAMES.sub("", text))] == []
