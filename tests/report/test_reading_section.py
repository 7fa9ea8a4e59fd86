"""How the files were read: all in the internal report, of the release alone in public ones, counts for scripts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from permdesk.audit.audit_json import audit_document, audit_json
from permdesk.audit.reading_sentences import reading_sentences
from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect, PairingBy
from permdesk.data.column_meaning import ColumnMeaning, MissingRange
from permdesk.data.column_report import report_column
from permdesk.data.pair_report import PairReport, attribute_report
from permdesk.data.text_column import column_of
from permdesk.report.blocks import Table
from permdesk.report.build import build_report
from permdesk.report.profile import Profile
from permdesk.report.wording import pairing_sentence
from tests.pairs import paper_pair
from tests.report.conftest import DAY, audited

DIALECT = Dialect(missing_codes=("",), suppressed_codes=("*",))
MEANING = ColumnMeaning(missing=(MissingRange("97", "97", "not asked"),))


def both(name, x, y):
    return attribute_report(*(report_column(column_of(name, cells), DIALECT, Progress(), MEANING) for cells in (x, y)))


@pytest.fixture(scope="module")
def audit():
    reports = (
        both("X1", ["7734.25", "12", "97"], ["8000", "12", "*"]),
        both("X2", ["oddly", "3", "4"], ["3", "4", "new"]),
        both("X3", ["1", "2", ""], ["1", "2", "2"]),
    )
    found = audited(paper_pair())
    return replace(found, pair=replace(found.pair, report=PairReport(reports)))


def rows(report, name):
    return [tuple(cell.value for cell in row) for row in report.table(name).rows]


def test_that_the_internal_report_says_how_both_files_were_read(audit, description):
    report = build_report(audit, description, Profile.INTERNAL, DAY)
    assert rows(report, "Cells read")[0] == ("X1", "original", 2, 0, 0, 0, 2, 2, 0, "12.00", "7734.25")
    assert ("X1", "original", "declared by the file", "97", "not asked", 1) in rows(
        report, "Reasons for missing values"
    )
    assert rows(report, "Differing ranges") == [("X1", 1, 0, 0), ("X2", 0, 1, 1)]
    assert rows(report, "Cells not read") == [("X2", "original", 1, "oddly"), ("X2", "anonymized", 3, "new")]


@pytest.mark.parametrize("profile", [Profile.FULL, Profile.PUBLIC])
def test_that_a_public_report_says_it_of_the_release_alone(audit, description, profile):
    report = build_report(audit, description, profile, DAY)
    assert {row[1] for row in rows(report, "Cells read")} == {"anonymized"}
    assert rows(report, "Reasons for missing values") == [("X1", "anonymized", "suppressed", "*", "", 1)]
    names = {block.name for block in report.blocks if isinstance(block, Table)}
    assert not names & {"Differing ranges", "Cells not read"}
    assert "7734" not in str(report)
    assert "oddly" not in str(report)


def test_that_scripts_get_the_same_counts_and_no_cells(audit):
    entry = audit_document(audit).attributes[0].reading
    assert entry is not None
    assert (entry.original.n_read, entry.original.missing[0].label, entry.n_outside) == (2, "not asked", 1)
    assert b"7734" not in audit_json(audit)
    assert b"oddly" not in audit_json(audit)


def test_that_the_command_names_only_attributes_that_deserve_a_look(audit):
    said = list(reading_sentences(audit.pair))
    assert [sentence.partition(":")[0] for sentence in said] == ["X1", "X2"]
    assert said[0] == "X1: Declared as missing by the file: 1 in X, 0 in Y."
    assert said[1].startswith("X2: Cells that are no numbers: 1 in X, 1 in Y.")


def test_that_several_ids_are_columns():
    assert "the column “a”" in pairing_sentence(PairingBy.ID, ("a",))
    assert "the columns “a”, “b” together" in pairing_sentence(PairingBy.ID, ("a", "b"))
