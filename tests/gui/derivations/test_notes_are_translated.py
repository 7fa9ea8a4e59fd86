"""All that a note says in words can be translated; formulas are signs, and works are cited as they are called."""

from __future__ import annotations

import re

import pytest

from permdesk.gui import numbers
from permdesk.gui.derivations.page import page_html, page_text
from permdesk.report.derivations.checks import check, verdict
from permdesk.report.derivations.data_set import attributes, records, smallest_distance
from permdesk.report.derivations.local_variance import smallest_variances
from permdesk.report.derivations.random_match import (
    critical_distance,
    hellinger,
    largest_gap,
    n_defensible,
    n_defensible_right,
    overlap,
)
from permdesk.report.derivations.right_links import expected_right_links, n_several, n_sole_right, n_wrong
from permdesk.report.derivations.tie_comparison import TieFigure, tie_figure
from tests.gui.audits import paper_audit, tied_audit
from tests.gui.derivations.explained_columns import tables_of
from tests.pseudo_language import everything_bracketed, untranslated_words

# Names of works, and of what the example's policy is called.
AS_THEY_ARE = re.compile(
    r"[A-Z][\w-]+(, [A-Z][\w-]+)* \((\d{4}|arXiv:[\d.]+)\)(: [^;]*)?|illustrative|\bmin\(|\bmax\(|age|sex|pay"
)

INDEX, WORD = re.compile(r"[_^](\{[^}]*\}|\S)"), re.compile(r"[^\W\d_]{2,}")


def cards_of(audit):
    """The notes of cards and of the strip."""
    right, test = audit.right_links, audit.random_match
    yield records(20, 19, "20", numbers)
    yield attributes(audit.pair, "3", numbers)
    yield smallest_distance(audit.distances, "1", numbers)
    yield smallest_variances(audit, "1", numbers)
    yield verdict(audit, "1", numbers)
    yield from (check(audit, one, "1", numbers) for one in audit.verdict.checks)
    for made in (critical_distance, largest_gap, n_defensible, n_defensible_right):
        yield made(audit, "1", numbers)
    yield from (hellinger(test, "1", numbers), overlap(test, "1", numbers))
    for made in (n_sole_right, n_several, n_wrong, expected_right_links):
        yield made(audit, right, "1", numbers)
    if audit.tie_comparison is not None:
        for figure in TieFigure:
            for is_random in (True, False):
                yield tie_figure(audit.tie_comparison, figure, "1", numbers, is_random=is_random)


def all_notes(audit):
    yield from cards_of(audit)
    for _, columns, n_rows in tables_of(audit):
        for column in columns:
            if column.derived is not None and n_rows:
                said = column.derived(0)
                if said is not None:
                    yield said


@pytest.mark.parametrize("made", [paper_audit, tied_audit])
def test_that_no_word_of_a_note_is_left_in_the_language_of_the_source(app, made):
    made.cache_clear()
    with everything_bracketed():
        left = set()
        n = 0
        for said in all_notes(made()):
            n += 1
            texts = (said.title, *(step.text for step in said.steps), said.meaning, said.caution, said.source)
            left |= {text for text in texts if untranslated_words(AS_THEY_ARE.sub("", text))}
    made.cache_clear()
    assert n > 80
    assert sorted(left) == []


def test_that_formulas_hold_no_words_but_names_of_functions(app):
    functions = {"min", "max", "median", "mean", "Var", "corr", "rank", "low", "high", "own", "links", "matches",
                 "lift", "log", "ln", "exp", "argmin", "check", "KS", "gap"}  # fmt: skip
    words = {word for said in all_notes(paper_audit()) for word in WORD.findall(INDEX.sub("", said.formula))}
    assert words <= functions | {"ab"}


def test_that_pages_hold_every_part_and_escape_what_is_no_markup(app):
    for said in list(all_notes(tied_audit()))[:40]:
        html, text = page_html(said, app.palette(), 10.0), page_text(said)
        for part in (said.title, said.meaning, said.caution, said.source, *(step.text for step in said.steps)):
            assert part in text
        assert "<script" not in html
        assert html.count("<p") == html.count("</p>")


def test_that_names_with_marks_of_markup_stay_as_they_are(app):
    from dataclasses import replace

    said = replace(next(cards_of(paper_audit())), title="a<b>_c & d")
    assert "a&lt;b&gt;_c &amp; d" in page_html(said, app.palette(), 10.0)
