"""Each format holds the numbers, texts, dates and labels that it is given; other programs' readers say so."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyreadstat
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook
from pyarrow import parquet

from permdesk.data.choices import Dialect
from permdesk.data.column_meaning import MissingRange, ValueLabel
from permdesk.data.output_column import OutputColumn, OutputKind, number_output, text_output
from permdesk.data.write_csv import csv_bytes
from permdesk.data.write_dta import dta_bytes
from permdesk.data.write_parquet import parquet_bytes
from permdesk.data.write_sav import sav_bytes
from permdesk.data.write_xlsx import xlsx_bytes
from permdesk.data.write_xpt import LARGEST, SMALLEST, ibm_floats, xpt_bytes

FLOATS = st.floats(allow_nan=True, allow_infinity=False).map(lambda x: x if abs(x) < 1e300 else 0.0)


def numbers(name, *values, kind=OutputKind.NUMBER):
    return replace(number_output(name, np.array(values, float)), kind=kind)


def read(path, content, reader):
    path.write_bytes(content)
    return reader(str(path), output_format="dict", user_missing=True)


@pytest.fixture
def stored(tmp_path):
    """The columns and the metadata of a file as an independent reader has them."""

    def write_and_read(columns, form):
        if form == "xpt":
            path = tmp_path / "a.xpt"
            path.write_bytes(xpt_bytes(columns))
            return pyreadstat.read_xport(str(path), output_format="dict")
        write, reader = {"sav": (sav_bytes, pyreadstat.read_sav), "dta": (dta_bytes, pyreadstat.read_dta)}[form]
        return read(tmp_path / f"a.{form}", write(columns), reader)

    return write_and_read


@pytest.mark.parametrize("form", ["sav", "dta", "xpt"])
def test_that_numbers_dates_and_texts_are_stored(stored, form):
    columns = [
        numbers("A", 1.5, np.nan, -3e70, 1e-70, 0.1, -0.0),
        text_output("B", ["x", "", "y" * 20, "=1+1", "z", ""]),
        numbers("C", 0, 1, -50000, 18000, np.nan, 11016, kind=OutputKind.DATE),
        numbers("D", 0, 1, -5e6, 1.8e9, np.nan, 0.5, kind=OutputKind.MOMENT),
        numbers("E", 0, 1, 3600, 86399, np.nan, 60, kind=OutputKind.TIME),
    ]
    found, meta = stored(columns, form)
    assert found["A"] == [1.5, None, -3e70, 1e-70, 0.1, 0.0]
    assert found["B"] == ["x", "", "y" * 20, "=1+1", "z", ""]
    days = ["1970-01-01", "1970-01-02", "1833-02-08", "2019-04-14", "None", "2000-02-29"]
    assert [str(day) for day in found["C"]] == days
    assert [str(moment)[:19] for moment in found["D"][:4]] == [
        "1970-01-01 00:00:00",
        "1970-01-01 00:00:01",
        "1969-11-04 03:06:40",
        "2027-01-15 08:00:00",
    ]
    assert [str(time) for time in found["E"]] == ["00:00:00", "00:00:01", "01:00:00", "23:59:59", "None", "00:01:00"]
    assert meta.column_names == ["A", "B", "C", "D", "E"]


@pytest.mark.parametrize("length", [1, 7, 8, 9, 252, 255, 256, 257, 504, 505, 511, 600, 2045])
@pytest.mark.parametrize("form", ["sav", "dta"])
def test_that_texts_of_every_length_are_stored(stored, form, length):
    texts = ["a" * length, "å" * (length // 2), "", "".join(chr(97 + i % 26) for i in range(length))]
    found, _ = stored([text_output("t", texts), numbers("n", 1, 2, 3, 4)], form)
    assert found["t"] == texts
    assert found["n"] == [1, 2, 3, 4]


def test_that_spss_files_keep_labels_titles_and_missing_values(stored):
    low = MissingRange("-inf", "-1")
    columns = [
        replace(
            numbers("Größe", 1, 2, 9, -7),
            title="Hur många?",
            labels=(ValueLabel("1", "ett"), ValueLabel("9", "vet ej")),
            missing=(low, MissingRange("9", "9")),
        ),
        replace(
            text_output("short", ["a", "b", "c", ""]), labels=(ValueLabel("a", "A"),), missing=(MissingRange("c", "c"),)
        ),
        replace(
            text_output("long", ["x" * 10, "b", "c", ""]),
            labels=(ValueLabel("x" * 10, "tio"),),
            missing=(MissingRange("b", "b"), MissingRange("c", "c")),
        ),
    ]
    found, meta = stored(columns, "sav")
    assert found["Größe"] == [1, 2, 9, -7]
    assert meta.variable_value_labels == {
        "Größe": {1.0: "ett", 9.0: "vet ej"},
        "short": {"a": "A"},
        "long": {"x" * 10: "tio"},
    }
    assert meta.column_names_to_labels["Größe"] == "Hur många?"
    ranges = meta.missing_ranges
    assert ranges["Größe"][0]["hi"] == -1
    assert ranges["Größe"][0]["lo"] < -1e300
    assert ranges["Größe"][1] == {"lo": 9, "hi": 9}
    assert [entry["lo"] for entry in ranges["long"]] == ["b", "c"]
    assert [entry["lo"] for entry in ranges["short"]] == ["c"]


def test_that_stata_files_keep_labels_and_titles(stored):
    column = replace(
        numbers("a", 1, -2, 9), title="Ålder", labels=(ValueLabel("9", "nio"), ValueLabel("-2", "minus två"))
    )
    _, meta = stored([numbers("b", 1, 2, 3), column], "dta")
    assert meta.variable_value_labels == {"a": {9: "nio", -2: "minus två"}}
    assert meta.column_names_to_labels["a"] == "Ålder"


@pytest.mark.parametrize("n_columns", [1, 3, 11])
def test_that_transport_files_hold_any_number_of_columns(stored, n_columns):
    columns = [numbers(f"A{i}", i, i + 0.5) for i in range(n_columns)]
    found, _ = stored(columns, "xpt")
    assert list(found.values()) == [[i, i + 0.5] for i in range(n_columns)]


@given(st.lists(FLOATS, min_size=1, max_size=20))
def test_that_numbers_of_mainframes_are_exact(values):
    values = [x if x == 0 or np.isnan(x) or SMALLEST <= abs(x) <= LARGEST else 1.0 for x in values]
    stored = ibm_floats(np.array(values))
    for value, octets in zip(values, stored.tolist(), strict=True):
        if np.isnan(value):
            assert octets == [ord("."), *[0] * 7]
            continue
        fraction = int.from_bytes(bytes(octets[1:]), "big")
        sign = -1 if octets[0] & 128 else 1
        assert sign * float(fraction) * 2.0**-56 * 16.0 ** ((octets[0] & 127) - 64) == value
        assert value == 0 or octets[1] >= 16  # normalized, as SAS requires


def test_that_workbooks_hold_text_that_is_no_formula_and_numbers_that_are_numbers():
    columns = [
        numbers("=n", 1, -5, np.nan, 0.1),
        text_output("text", ["=1+1", " a ", "007", "@x"]),
        numbers("day", 18000, 0, np.nan, 1, kind=OutputKind.DATE),
        replace(text_output("c", ["1", "1", "2", "2"]), labels=(ValueLabel("1", "=ett"),)),
    ]
    book = load_workbook(io.BytesIO(xlsx_bytes(columns)))
    assert book.sheetnames == ["Records", "Labels"]
    rows = list(book["Records"].iter_rows())
    assert [[cell.data_type for cell in row] for row in rows[:2]] == [["s"] * 4, ["n", "s", "d", "s"]]
    assert [row[0].value for row in rows] == ["=n", 1, -5, None, 0.1]
    assert [row[1].value for row in rows] == ["text", "=1+1", " a ", "007", "@x"]
    assert rows[1][1].quotePrefix
    assert rows[1][2].value.isoformat() == "2019-04-14T00:00:00"
    assert [[cell.value for cell in row] for row in book["Labels"].iter_rows()][1] == ["c", "1", "=ett"]
    assert book["Labels"]["C2"].data_type == "s"


def test_that_the_same_columns_give_the_same_bytes():
    columns = [numbers("a", 1, 2), text_output("b", ["x", "y"])]
    for write in (sav_bytes, dta_bytes, xpt_bytes, xlsx_bytes, parquet_bytes):
        assert write(columns) == write(columns)


def test_that_parquet_files_have_types_and_labels():
    columns = [
        replace(numbers("whole", 1, np.nan, 3), title="Hel", labels=(ValueLabel("1", "ett"),)),
        numbers("half", 0.5, 1, np.nan),
        text_output("text", ["a", "", "å"]),
        numbers("day", 0, 1, np.nan, kind=OutputKind.DATE),
    ]
    table = parquet.read_table(pa.BufferReader(parquet_bytes(columns)))
    assert table.to_pydict()["whole"] == [1, None, 3]
    assert table.to_pydict()["text"] == ["a", None, "å"]
    assert [str(kind) for kind in table.schema.types] == ["int64", "double", "string", "date32[day]"]
    assert table.schema.field("whole").metadata == {b"label": b"Hel", b"value_labels": b'{"1": "ett"}'}


def test_that_text_files_quote_what_must_be_quoted_and_nothing_else():
    columns = [text_output('a;"', ["x", "y;z", 'say "x"', "two\nlines", " s", "=1"]), numbers("b", 1, -2, 3, 4, 5, 6)]
    assert csv_bytes(columns, Dialect(separator=";")).decode() == (
        '"a;""";b\nx;1\n"y;z";-2\n"say ""x""";3\n"two\nlines";4\n" s";5\n\'=1;6\n'
    )


def test_that_an_empty_cell_alone_is_still_a_record():
    assert csv_bytes([text_output("a", ["x", "", ""])], Dialect()) == b'a\nx\n""\n""\n'


def test_that_columns_are_read_only():
    column = text_output("a", ["x"])
    assert isinstance(column, OutputColumn)
    assert not column.amounts.flags.writeable
    assert not column.is_missing.flags.writeable
