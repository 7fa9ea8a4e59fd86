"""Files inside gzip and zip archives are read in memory, one of several is chosen, and bombs are refused."""

from __future__ import annotations

import gzip
import io
import zipfile

import pytest

from permdesk.compute.progress import Progress
from permdesk.data import read_archive
from permdesk.data.choices import Dialect
from permdesk.data.preview import Preview, preview, preview_lines
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.data.table import Table

CSV = b"a;b\n1;2\n3;4\n"


def archive(**members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name.replace("__", "/"), content)
    return stream.getvalue()


@pytest.mark.parametrize("name", ["a.csv.gz", "a.zip"])
def test_that_a_compressed_text_is_read_as_the_text_is(name, save, tmp_path):
    path = save(name, gzip.compress(CSV) if name.endswith("gz") else archive(**{"in__a.csv": CSV}))
    table = read_table(path, None, Progress())
    assert isinstance(table, Table)
    assert (table.names, table.n_records, table.path) == (("a", "b"), 2, path)
    assert table.dialect.separator == ";"
    assert table.dialect.member == ("" if name.endswith("gz") else "in/a.csv")
    assert [p.name for p in tmp_path.iterdir()] == [name]
    assert read_table(path, table.dialect, Progress()).names == ("a", "b")


def test_that_one_of_several_files_is_chosen(save):
    path = save("a.zip", archive(**{"x.csv": CSV, "y.csv": b"c\n5\n", "__MACOSX__x": b"junk", ".hidden": b"junk"}))
    problem = read_table(path, None, Progress())
    assert isinstance(problem, Problem)
    assert "“x.csv”, “y.csv”" in problem.what
    chosen = read_table(path, Dialect(member="y.csv"), Progress())
    assert isinstance(chosen, Table)
    assert chosen.names == ("c",)
    absent = read_table(path, Dialect(member="z.csv"), Progress())
    assert isinstance(absent, Problem)
    assert "“z.csv”" in absent.what


def test_that_a_preview_offers_the_files_of_an_archive(save):
    path = save("a.zip", archive(**{"x.csv": CSV, "y.csv": b"c\n5\n"}))
    shown = preview(path, None)
    assert isinstance(shown, Preview)
    assert (shown.members, shown.rows) == (("x.csv", "y.csv"), ())
    assert shown.problems
    chosen = preview(path, Dialect(separator=";", member="x.csv"))
    assert isinstance(chosen, Preview)
    assert (chosen.members, chosen.header) == (("x.csv", "y.csv"), ("a", "b"))
    assert preview_lines(path, 1, Dialect(member="x.csv")) == ("a;b",)


@pytest.mark.parametrize("name", ["a.csv.gz", "a.zip"])
def test_that_a_bomb_is_refused_in_one_sentence(name, save, monkeypatch):
    monkeypatch.setattr(read_archive, "SMALL", 1 << 20)
    bomb = b"0" * (5 << 20)
    problem = read_table(save(name, gzip.compress(bomb) if name.endswith("gz") else archive(a=bomb)), None, Progress())
    assert isinstance(problem, Problem)
    assert "unpacks to more than" in problem.what


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.gz", gzip.compress(CSV)[:-9], "damaged"),
        ("a.zip", archive(a=CSV)[:-30], "damaged"),
        ("a.zip", archive(), "The archive holds no file."),
        ("a.zip", archive(**{"a.csv": b""}), "is empty"),
        ("a.zip", archive(**{"a.zip": archive(a=CSV)}), "another archive"),
        ("a.zip", b"a,b\n1,2\n", "no file of the kind ZIP"),
    ],
    # Not by the bytes, which hold the second in which they were packed: every worker must find the same names.
    ids=["cut gzip", "cut zip", "nothing inside", "an empty file", "another archive", "a plain text"],
)
def test_that_an_archive_that_cannot_be_read_is_one_clear_problem(name, content, words, save):
    problem = read_table(save(name, content), None, Progress())
    assert isinstance(problem, Problem)
    assert words in problem.what
