"""The subject's check: what one record finds in a release is what the audit finds for it, and no more is claimed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from permdesk.audit.findings import RandomRecords
from permdesk.audit.settings import Settings
from permdesk.audit.subject import SubjectCheck, check_subject, read_record
from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.choices import Dialect, Level
from permdesk.data.column_report import report_column
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.data.table import Table
from permdesk.data.text_column import column_of
from tests.audit.auditing import audited
from tests.pairs import DEMO, paper_pair
from tests.stopping import StopsAfter

CHANGE_OF_SCALE = "The release alone cannot show a change of scale."
NO_PERMUTATION = "is no pure permutation"


def table_of(columns, dialect=None):
    """A release from texts by attribute."""
    dialect = dialect or Dialect()
    reports = tuple(report_column(column_of(name, cells), dialect, Progress()) for name, cells in columns.items())
    return Table(Path("release.csv"), "0" * 64, dialect, reports, reports[0].n_records)


def check(release, record, pure=False, **settings):
    return check_subject(release, record, pure, Settings(**settings), Progress())


def opened(found, words):
    return any(words in sentence for sentence in found.leaves_open)


@pytest.fixture(scope="module")
def release():
    return read_table(DEMO / "anonymized.csv", None, Progress())


@pytest.fixture(scope="module")
def original():
    return read_table(DEMO / "original.csv", None, Progress())


def test_that_every_record_of_the_paper_finds_what_the_audit_finds_for_it(release, original):
    audit = audited(paper_pair())
    for row in range(20):
        found = check(release, {column.name: column.cell(row) for column in original.columns})
        assert isinstance(found, SubjectCheck)
        assert found.table.distance == audit.distances.distance[row]
        assert found.table.matches.size == audit.distances.n_matches[row]
        np.testing.assert_array_equal(found.variances, audit.variances.at_own[row])
        assert (found.names, found.unknown, found.left_out) == (("X1", "X2", "X3"), (), ())


def test_that_record_3_has_table_3(release, expected):
    found = check(release, {"X1": "100.87", "X2": "902.21", "X3": "5108.54"})
    assert found.table.deviations.tolist() == expected["table3_record3_deviations"]
    assert (found.table.closest_low.tolist(), found.table.matches.tolist()) == ([8, 2, 16], [9])
    assert [round(value, 2) for value in found.variances] == [24.70, 896.76, 20167.78]


def test_that_an_attribute_that_is_not_given_never_raises_the_distance(release, original):
    for row in range(20):
        record = {column.name: column.cell(row) for column in original.columns}
        whole = check(release, record)
        part = check(release, {**record, "X2": ""})
        assert part.table.distance <= whole.table.distance
        assert (part.names, part.unknown) == (("X1", "X3"), ("X2",))
        assert opened(part, "Attributes that were not given (X2)")
        assert not opened(whole, "Attributes that were not given")


def test_that_the_order_of_the_given_attributes_does_not_matter(release):
    one = check(release, {"X3": "5108.54", "X1": "100.87"})
    other = check(release, {"X1": "100.87", "X3": "5108.54"})
    assert one.names == other.names == ("X1", "X3")
    assert one.table.maxima.tolist() == other.table.maxima.tolist()


def test_that_a_record_of_a_pure_permutation_is_held_against_all_random_ones():
    z = read_table(DEMO / "original.csv", None, Progress())
    found = check(z, {"X1": "96.18", "X2": "990.58", "X3": "4950.48"}, pure=True)
    chance = found.plausibility
    assert (chance.method, chance.n) == (RandomRecords.EXHAUSTIVE, 8000)
    # By definition over the 8,000 combinations of the release's own values.
    values = np.array([[float(column.cell(row)) for column in z.columns] for row in range(20)])
    ranks = values.argsort(axis=0).argsort(axis=0)
    everyone = np.stack(np.meshgrid(*(np.arange(20),) * 3, indexing="ij"), -1).reshape(-1, 3)
    distances = np.abs(everyone[:, None, :] - ranks[None]).max(axis=2).min(axis=1)
    assert chance.p_value == np.mean(distances <= found.table.distance)
    assert chance.is_plausible == (chance.p_value > 0.05)
    assert not opened(found, CHANGE_OF_SCALE)
    assert not opened(found, NO_PERMUTATION)


def test_that_an_unchanged_record_is_hardly_plausible_as_chance(original):
    record = {column.name: column.cell(4) for column in original.columns}
    found = check(original, record, pure=True)
    assert found.table.distance == 0
    assert found.plausibility.p_value == 20 / 8000
    assert not found.plausibility.is_plausible
    assert check(original, record, pure=True, alpha=0.001).plausibility.is_plausible


def test_that_random_records_are_drawn_where_they_are_too_many_to_count():
    cells = {f"A{j}": [str(2 * v) for v in np.random.default_rng(j).permutation(40)] for j in range(4)}
    found = check(table_of(cells), {"A0": "2", "A1": "4", "A2": "6", "A3": "8"}, pure=True, draws=300)
    assert (found.plausibility.method, found.plausibility.n) == (RandomRecords.DRAWN, 300)


def test_that_a_value_the_release_lacks_disproves_a_pure_permutation(release):
    found = check(release, {"X1": "100.87", "X2": "902.21"}, pure=True)
    assert found.plausibility is None
    assert opened(found, NO_PERMUTATION)
    assert opened(found, CHANGE_OF_SCALE)


def test_that_without_a_declaration_nothing_is_said_of_chance(release):
    found = check(release, {"X1": "108.18", "X2": "972.62"})
    assert found.plausibility is None
    assert opened(found, CHANGE_OF_SCALE)
    assert opened(found, "can only be tested if the release is a pure permutation")


def test_that_one_attribute_says_nothing_of_chance(original):
    found = check(original, {"X1": "96.18"}, pure=True)
    assert found.plausibility is None
    assert opened(found, "With one attribute")


def test_that_nobody_but_the_agency_knows_whose_the_match_is(release):
    assert opened(check(release, {"X1": "1"}), "known to the agency only")


def test_that_texts_are_read_as_those_of_the_release():
    release = table_of({"a": ["1,5", "2,5", "[3; 5]"], "b": ["7", "*", "9"]}, Dialect(";", ","))
    found = check(release, {"a": "2,5", "b": "9"})
    # The suppressed cell matches anything.
    assert (found.table.distance, found.table.matches.tolist()) == (0, [1])
    assert check(release, {"a": "4", "b": "9"}).table.matches.tolist() == [2]


def test_that_categories_are_ordered_by_their_frequency_in_the_release():
    release = table_of({"sex": ["m", "f", "f", "f", "d", "d"], "x": ["1", "2", "3", "4", "5", "6"]})
    found = check(release, {"sex": "d", "x": "5"})
    assert found.attributes[0].level is Level.NOMINAL
    assert found.attributes[0].categories == ("f", "d", "m")
    assert (found.table.distance, found.table.matches.tolist()) == (0, [4])


def test_that_what_identifies_or_has_no_value_is_left_out_with_a_reason():
    release = table_of({"id": ["1", "2", "3"], "gone": ["*", "*", "*"], "x": ["1", "2", "3"]})
    found = check(release, {"id": "2", "gone": "1", "x": "2"})
    assert found.names == ("x",)
    assert [left.name for left in found.left_out] == ["id", "gone"]
    assert all(left.reason for left in found.left_out)


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ({"X9": "1"}, "anonymized.csv: It has no attribute X9. It has: X1, X2, X3."),
        ({"X1": "much"}, "X1: “much” is no number, as the values of the release are."),
        ({}, "The record: Nothing is known of the record that can be compared."),
        ({"X1": "", "X2": " "}, "The record: Nothing is known of the record that can be compared."),
    ],
)
def test_that_what_cannot_be_meant_gets_one_clear_sentence(release, record, sentence):
    refused = check(release, record)
    assert isinstance(refused, Problem)
    assert refused.sentence.startswith(sentence)
    assert "\n" not in refused.sentence


def test_that_an_unknown_category_is_named_with_those_there_are():
    refused = check(table_of({"sex": ["m", "f", "f"]}), {"sex": "x"})
    assert isinstance(refused, Problem)
    assert refused.what == "The release has no value “x”; it has “f”, “m”."


def test_that_a_release_of_one_record_is_refused():
    assert isinstance(check(table_of({"x": ["1"]}), {"x": "1"}), Problem)


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("X1=100.87,X2=3", {"X1": "100.87", "X2": "3"}),
        (" X1 = 1 , X2=", {"X1": "1", "X2": ""}),
        ('"a=1,5", "name=Smith, J."', {"a": "1,5", "name": "Smith, J."}),
        ("range=[1;2]=3", {"range": "[1;2]=3"}),
        ("", {}),
    ],
)
def test_that_a_typed_record_is_read(text, record):
    assert read_record(text) == record


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("X1", "“X1” is no attribute with a value."),
        ("=3", "“=3” is no attribute with a value."),
        ("X1=1,X1=2", "X1 has two values."),
    ],
)
def test_that_a_record_that_cannot_be_read_says_why(text, what):
    refused = read_record(text)
    assert isinstance(refused, Problem)
    assert refused.what == what


def test_that_a_stop_is_heard_and_arrays_cannot_be_written(release):
    with pytest.raises(Cancelled):
        check_subject(release, {"X1": "1"}, False, Settings(), StopsAfter(0))
    with pytest.raises(ValueError, match="read-only"):
        check(release, {"X1": "1"}).variances[0] = 1
