"""Every figure of the Data tab has a note, which computes what is shown."""

from __future__ import annotations

from permdesk.data.column_summary import ColumnSummary
from permdesk.data.pair_report import AttributeReport
from permdesk.gui import numbers
from permdesk.gui.column_facts import ColumnFacts
from permdesk.gui.pages.data.attribute_model import AttributeModel
from permdesk.gui.pages.data.attribute_rows import AttributeRow
from permdesk.gui.pages.data.reading_facts import fact_columns, pair_facts, reading_facts
from permdesk.report.derivations.columns_of_files import extent, paired_records
from tests.gui.audits import paper_audit, unpaired_audit
from tests.gui.derivations.test_every_number_is_explained import check
from tests.pseudo_language import everything_bracketed, untranslated_words

OF_CELLS = ("Distinct", "Missing", "Suppressed", "Ties")


def model():
    facts = ColumnFacts("age", 40, 12, 4, 2, 30, ("1",))
    rows = (AttributeRow("age", None, facts, facts, ""), AttributeRow("sex", None, facts, None, ""))
    made = AttributeModel()
    made.show_attributes(rows)
    return made


def test_that_every_figure_of_a_column_has_a_note_that_computes_it(app):
    shown = model()
    columns = [column for column in shown.columns if column.title in OF_CELLS]
    assert len(columns) == 6
    results = []
    for column in columns:
        said = column.derived(0)
        assert said.shown == column.text(0)
        assert ("X" if column.group == "Original" else "Y") in said.title
        check(said, column.spoken)
        results.append(said.number)
        if column.group == "Anonymized":
            assert column.text(1) == "–"
            assert column.derived(1) is None
    assert results == [12, 0.1, 12, 0.1, 0.05, 0.75]


def test_that_sizes_and_pairs_have_notes(app):
    for file, rows in (("X", "Rows of the original file: 1,200"), ("Y", "Rows of the anonymized file: 1,200")):
        said = extent(file, 1_200, 7, numbers)
        check(said, file)
        assert [step.text for step in said.steps] == [rows, "Columns, audited or not: 7"]
    said = paired_records(paper_audit().pair, numbers)
    check(said, "pairs")
    assert said.number == 20
    assert paired_records(unpaired_audit().pair, numbers) is None


def test_that_no_word_of_these_notes_is_left_in_the_language_of_the_source(app):
    with everything_bracketed():
        made = [column.derived(0) for column in model().columns if column.derived is not None]
        made += [extent("X", 2, 3, numbers), paired_records(paper_audit().pair, numbers)]
        texts = [text for one in made for text in (one.title, *(step.text for step in one.steps), one.meaning,
                                                   one.caution, one.source)]  # fmt: skip
        assert len(made) == 8
        assert [text for text in texts if untranslated_words(text.replace("age", ""))] == []


def facts_of_a_pair():
    column = ColumnSummary("age", 40, 34, 2, 1, (), (), 0, 1, 12, 30, 3.0, 90.5)
    return fact_columns(pair_facts(AttributeReport(column, column)), "age")


def test_that_every_number_of_an_import_report_has_a_note_that_computes_it(app):
    facts = ColumnFacts("age", 40, 12, 4, 2, 30, ("1",))
    alone = reading_facts(AttributeRow("age", None, facts, None, ""))
    n_explained = 0
    for columns, n_rows in ((fact_columns(alone, "age"), len(alone)), (facts_of_a_pair(), 11)):
        for column, letter in zip(columns[1:], "XY", strict=True):
            for row in range(n_rows):
                said = column.derived(row)
                if said is None:
                    assert column.text(row) in ("–", "none")
                    continue
                assert said.shown == column.text(row)
                assert said.title == f"{columns[0].text(row)}: age in {letter}"
                assert f"{letter.lower()}_" in said.formula or f"{letter.lower()}^" in said.formula
                check(said, said.title)
                n_explained += 1
    assert n_explained == 6 + 22


def test_that_a_fact_that_counts_cells_says_of_how_many(app):
    facts = ColumnFacts("age", 40, 12, 4, 2, 30, ("1",))
    columns = fact_columns(reading_facts(AttributeRow("age", None, facts, facts, "")), "age")
    texts = {columns[0].text(row): columns[1].derived(row).steps[0].text for row in (0, 1, 5, 6)}
    assert texts == {
        "Records": "Records: 40",
        "Missing": "4 of 40 records: 4 / 40 = 10.0 %",
        "Distinct": "Distinct: 12",
        "Tied": "30 of 40 records: 30 / 40 = 75.0 %",
    }
