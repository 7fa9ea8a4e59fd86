"""Conditions mean what they say, and one that cannot be understood says why."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale

from permdesk.data.choices import DateNotation
from permdesk.gui.models.record_filter import COMPARISONS, ConditionError, Field, kept_records

FIELDS = {
    "distance": Field(np.array([0, 1, 2, 3, 4, 2])),
    "matches": Field(np.array([1, 2, 1, 2, 1, 3])),
    "capital gain": Field(np.array([0.0, np.nan, 2.5, 7.0, np.nan, 1.0])),
    "sex": Field(np.array([1.0, 2.0, 2.0, np.nan, 1.0, 1.0]), {"female": 1.0, "male": 2.0}),
}


def kept(text):
    return np.flatnonzero(kept_records(text, FIELDS)).tolist()


def test_that_a_blank_condition_keeps_everything():
    assert kept_records("  ", FIELDS) is None


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("distance <= 2 and matches > 1", [1, 5]),
        ("DISTANCE = 0 OR distance == 4", [0, 4]),
        ("not distance >= 2", [0, 1]),
        ("distance = 0 or distance = 2 and matches = 1", [0, 2]),
        ("(distance = 0 or distance = 2) and matches = 1", [0, 2]),
        ("(distance = 0 or distance = 2) and matches = 3", [5]),
        ('"capital gain" > 2,5', [3]),
        ("'capital gain' >= 2.5", [2, 3]),
        ("distance > -1", [0, 1, 2, 3, 4, 5]),
        ("distance > −1", [0, 1, 2, 3, 4, 5]),  # as the screen writes it
        ('sex = "male"', [1, 2]),
        ("sex != female", [1, 2]),
        ("distance <> 2", [0, 1, 3, 4]),
    ],
)
def test_that_a_condition_keeps_the_records_that_fulfil_it(text, rows):
    assert kept(text) == rows


def test_that_a_missing_value_fulfils_no_comparison():
    assert kept('"capital gain" < 100') == [0, 2, 3, 5]
    assert kept('"capital gain" != 100') == [0, 2, 3, 5]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("distanc <= 2", "Is it “distance”?"),
        ("zebra = 1", "Known are: distance, matches"),
        ("distance", "comes one of <, <="),
        ("distance 2", "comes one of <, <="),
        ("distance <=", "compared with a number"),
        ("distance <= two", "compared with a number"),
        ("distance <= 2 and", "missing at the end"),
        ("(distance <= 2", "closing parenthesis"),
        ("distance <= 2 matches > 1", "from “matches” on"),
        ("distance # 2", "from “# 2” on"),
        ("2 > distance", "starts with a name"),
        ("sex = other", "It has: female, male"),
    ],
)
def test_that_a_condition_that_is_not_understood_says_why(text, said):
    with pytest.raises(ConditionError) as error:
        kept(text)
    assert said in str(error.value)


comparison = st.tuples(
    st.sampled_from(["distance", "matches"]), st.sampled_from(sorted(COMPARISONS)), st.integers(0, 4)
)
tree = st.recursive(
    comparison,
    lambda part: st.one_of(st.tuples(st.just("not"), part), st.tuples(part, st.sampled_from(["and", "or"]), part)),
    max_leaves=6,
)


def written(node):
    if node[0] == "not":
        return f"not ({written(node[1])})"
    if node[1] in ("and", "or"):
        return f"({written(node[0])}) {node[1]} ({written(node[2])})"
    return f"{node[0]} {node[1]} {node[2]}"


def true_of(node, row):
    if node[0] == "not":
        return not true_of(node[1], row)
    if node[1] == "and":
        return true_of(node[0], row) and true_of(node[2], row)
    if node[1] == "or":
        return true_of(node[0], row) or true_of(node[2], row)
    return bool(COMPARISONS[node[1]](FIELDS[node[0]].values[row], node[2]))


@given(tree)
def test_that_nested_conditions_mean_what_python_means(node):
    assert kept(written(node)) == [row for row in range(6) if true_of(node, row)]


@given(st.text(max_size=30))
def test_that_no_text_breaks_the_reader(text):
    try:
        kept_records(text, FIELDS)
    except ConditionError as error:
        assert str(error)


def test_that_numbers_are_understood_as_the_screen_writes_them():
    fields = {"distance": Field(np.array([1.0, 1.5, 1000.0, 2_500_000.0]))}
    for locale, thousand, millions, half in (
        ("en_US", "1,000", "2,500,000.0", "1.5"),
        ("de_DE", "1.000", "2.500.000,0", "1,5"),
        ("de_CH", "1’000", "2’500’000.0", "1.5"),
        ("fr_FR", "1\u202f000", "2\u202f500\u202f000,0", "1.5"),
        ("en_IN", "1,000", "25,00,000", "1,5"),
    ):
        QLocale.setDefault(QLocale(locale))
        for place, text in ((1, half), (2, thousand), (3, millions)):
            found = kept_records(f"distance = {text}", fields)
            assert found is not None and np.flatnonzero(found).tolist() == [place], (locale, text)
    with pytest.raises(ConditionError):
        kept_records("distance < 1,2,3", fields)


def test_that_an_attribute_that_differs_in_capitals_never_takes_the_place_of_a_figure():
    fields = {"distance": Field(np.array([0, 5])), "Distance": Field(np.array([5, 0]))}
    for text, rows in (("distance = 0", [0]), ("Distance = 0", [1]), ("DISTANCE = 0", [0])):
        found = kept_records(text, fields)
        assert found is not None and np.flatnonzero(found).tolist() == rows


@pytest.mark.parametrize("text", ["(" * 5000, "not " * 5000 + "distance = 1"])
def test_that_a_condition_without_end_is_refused(text):
    with pytest.raises(ConditionError):
        kept(text)


def test_that_quotes_within_a_category_belong_to_it():
    found = kept_records(
        "town = \"’s 't Hart'\"", {"town": Field(np.array([1.0, 2.0]), {"Ede": 1.0, "’s 't Hart'": 2.0})}
    )
    assert found is not None and found.tolist() == [False, True]


@pytest.mark.parametrize(
    ("text", "rows"), [("code = 1", [0, 3]), ("code != 1", [1, 2]), ("code = -9", [2]), ('code = "0"', [1])]
)
def test_that_a_category_that_is_a_number_is_its_code_and_never_its_place(text, rows):
    fields = {"code": Field(np.array([3.0, 2.0, 1.0, 3.0]), {"-9": 1.0, "0": 2.0, "1": 3.0})}
    found = kept_records(text, fields)
    assert found is not None
    assert np.flatnonzero(found).tolist() == rows
    with pytest.raises(ConditionError, match="has no “2”"):
        kept_records("code = 2", fields)


BORN = {
    "born": Field(
        np.append(np.array(["1979-12-31", "1980-01-01", "1980-12-31", "1981-01-01"], "M8[D]").astype(float), np.nan),
        dates=DateNotation.DAY_MONTH_YEAR,
    ),
    "at": Field(np.array([0.0, 45_000.0, 45_059.0, 45_060.0, np.nan]), dates=DateNotation.TIME_OF_DAY),
}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("born < 1980", [0]),
        ("born <= 1980", [0, 1, 2]),
        ("born = 1980", [1, 2]),
        ("born != 1980", [0, 3]),
        ("born <> 1980-12", [0, 1, 3]),
        ("born >= 1980", [1, 2, 3]),
        ("born > 1980", [3]),
        ("born > 1980-01-01 and born < 1981-1-1", [2]),
        ('born = "31.12.1980"', [2]),
        ("at = 12:30", [1, 2]),
        ("at = 12:30:00", [1]),
        ("at > 12:30:00", [2, 3]),
    ],
)
def test_that_points_in_time_are_compared_with_dates_and_never_with_days_since_one(text, rows):
    found = kept_records(text, BORN)
    assert found is not None
    assert np.flatnonzero(found).tolist() == rows


@pytest.mark.parametrize("text", ["born > 12", "born > 1980-13-01", "born >", "born > (", "at < 1980", "born > -1980"])
def test_that_what_is_no_date_is_refused_with_an_example(text):
    with pytest.raises(ConditionError, match="is compared with a time, such as"):
        kept_records(text, BORN)


def test_that_a_date_is_no_number():
    with pytest.raises(ConditionError, match="compared with a number"):
        kept("distance > 1980-01-01")


@pytest.mark.parametrize(
    "text",
    ["x" * 30_000, "?" * 30_000, f'"{"x" * 30_000}" > 1', f"distance > 1 {'y' * 30_000}", f"{'distanc' * 99} = 1"],
)
def test_that_a_message_quotes_no_more_than_it_has_room_for(text):
    fields = {"distance": Field(np.arange(3)), **{f"attribute {j}": Field(np.arange(3)) for j in range(90)}}
    with pytest.raises(ConditionError) as error:
        kept_records(text, fields)
    assert max(map(len, str(error.value).split(" "))) <= 50
    assert len(str(error.value)) < 500
