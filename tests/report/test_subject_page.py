"""The subject's page: the paper's record 3, whose page it is, chance in words, and markup that parses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from permdesk.audit.settings import Settings
from permdesk.audit.subject import SubjectCheck, check_subject
from permdesk.compute.progress import Progress
from permdesk.data.read_table import read_table
from permdesk.report.blocks import Bullets, Formula, KeyFigures, Mark, Viewer, texts
from permdesk.report.distance_tables import record_comparison
from permdesk.report.html import render_html
from permdesk.report.subject_page import subject_page
from tests.pairs import DEMO
from tests.report.conftest import DAY
from tests.report.test_html import Page

RECORD_3 = {"X1": "100.87", "X2": "902.21", "X3": "5108.54"}


def checked(path: Path, record, pure=False, alpha=0.05) -> SubjectCheck:
    release = read_table(path, None, Progress())
    check = check_subject(release, record, pure, Settings(alpha=alpha), Progress())
    assert isinstance(check, SubjectCheck)
    return check


def page_of(check):
    return subject_page(check, DAY)


@pytest.fixture(scope="module")
def record_3():
    return page_of(checked(DEMO / "anonymized.csv", RECORD_3))


def values(table, place):
    return [row[place].value for row in table.rows]


def test_that_record_3_of_the_paper_has_its_distance_match_and_variances(record_3):
    (figures,) = (block for block in record_3.blocks if isinstance(block, KeyFigures))
    assert [figure.value for figure in figures.figures] == ["4", "20.0 %", "10"]
    table = record_3.table("Her values")
    assert values(table, 1) == list(RECORD_3.values())
    assert values(table, 2) == [8, 2, 16]
    assert values(table, 3) == ["104.82", "912.77", "4997.61"]
    assert values(table, 4) == [4, 1, 4]
    assert [round(value, 2) for value in values(table, 5)] == [24.70, 896.76, 20167.78]


def test_that_table_3_has_the_marks_of_the_paper(record_3, expected):
    table = record_3.table("One record")
    assert [[row[7 + j].value for j in range(3)] for row in table.rows] == expected["table3_record3_deviations"]
    matched = [row[0].value for row in table.rows if Mark.UNDERLINED in row[1].mark]
    assert matched == [10]
    assert Mark.BOLD | Mark.BOXED in table.rows[9][-1].mark
    boxed = [sum(Mark.BOXED in row[1 + j].mark for row in table.rows) for j in range(3)]
    assert boxed == [1, 1, 1]


def test_that_it_is_the_table_3_of_the_main_report_for_the_same_record(paper_audit):
    record = int(np.flatnonzero(paper_audit.distances.distance < paper_audit.distances_z.distance)[0])
    original = read_table(DEMO / "original.csv", None, Progress())
    typed = {column.name: column.cell(record) for column in original.columns}
    ours = page_of(checked(DEMO / "anonymized.csv", typed)).table("One record")
    theirs = record_comparison(paper_audit, record, Progress())
    assert (ours.columns, ours.rows, ours.note) == (theirs.columns, theirs.rows, theirs.note)


def test_that_the_page_says_that_it_is_hers_and_not_that_it_is_the_agency_s(record_3):
    page = Page(render_html(record_3))
    said = " ".join(text for _, text in page.texts)
    assert "The subject's own page" in said
    assert "They are the subject's own" in said
    assert "For entitled staff only" not in said
    assert record_3.viewers["Her values"] is Viewer.SUBJECT


def test_that_the_page_says_what_stays_open_and_how_it_is_computed(record_3):
    (open_questions,) = (block for block in record_3.blocks if isinstance(block, Bullets))
    assert any("cannot show a change of scale" in sentence for sentence in open_questions.items)
    assert len([block for block in record_3.blocks if isinstance(block, Formula)]) == 3
    assert "This was not tested" in " ".join(texts(record_3))


@pytest.mark.parametrize(("alpha", "words"), [(0.05, "hardly a random one"), (0.001, "plausible as a random one.")])
def test_that_chance_is_said_in_words_where_it_can_be_tested(alpha, words):
    record = {"X1": "103.69", "X2": "981.80", "X3": "4928.80"}
    said = " ".join(texts(page_of(checked(DEMO / "original.csv", record, pure=True, alpha=alpha))))
    assert "0.2 % of 8000 random records" in said
    assert words in said
    assert "ranks do not hide her record at all" in said


def test_that_categories_missing_values_and_several_matches_can_be_shown(tmp_path):
    random = np.random.default_rng(3)
    rows = [
        f"{value:.1f},{region}" for value, region in zip(random.normal(size=30), ["<n>", "s", "<n>"] * 10, strict=True)
    ]
    release = tmp_path / "release.csv"
    release.write_text("wage,region\n" + "\n".join([*rows, ",s"]) + "\n")
    report = page_of(checked(release, {"region": "<n>"}))
    page = Page(render_html(report))
    assert "<n>" in page.text("td")
    assert "20 records of the release attain the distance" in " ".join(texts(report))
    assert "Attributes that were not given (wage)" in " ".join(texts(report))


def test_that_large_releases_show_the_nearest_records_only(tmp_path):
    release = tmp_path / "release.csv"
    release.write_text("a,b\n" + "".join(f"{i}.5,{(7 * i) % 1009}.5\n" for i in range(1009)))
    report = page_of(checked(release, {"a": "500.5", "b": "3.5"}))
    table = report.table("One record")
    largest = values(table, -1)
    assert largest == sorted(largest)
    assert table.n_on_page < len(table.rows) < 1009
    assert "The nearest of 1009 records come first" in table.note
