"""The verification page in a browser: its script finds what the engine finds, and asks nobody."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from threading import Event, current_thread

import numpy as np
import pytest

from permdesk.audit.settings import Settings
from permdesk.audit.subject import SubjectCheck, check_subject
from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.column_meaning import ColumnMeaning, ValueLabel
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.report.verification_page import MOST_BYTES, VerificationPage, verification_page
from tests.pairs import DEMO
from tests.report.browser import Browser, headless_browser
from tests.report.test_html import Page

DAY = date(2026, 1, 31)
PAPER = DEMO / "anonymized.csv"
FILL_IN = """record => {
    for (const label of document.querySelectorAll("label")) {
        const field = document.getElementById(label.htmlFor);
        const value = record[label.firstChild.data.trim()] ?? "";
        const option = [...(field.options ?? [])].find((o) => o.text === value);
        field.value = field.options ? (option?.value ?? "") : value;
    }
    document.querySelector("button[type=submit]").click();
}"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with headless_browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def table_of(path: Path):
    table = read_table(path, None, Progress())
    assert not isinstance(table, Problem), table
    return table


def page_of(release, **about) -> str:
    page = verification_page(release, VerificationPage(**about), DAY, Progress())
    assert isinstance(page, str), page
    return page


def opened(browser: Browser, folder: Path, release, **about):
    path = folder / "page.html"
    path.write_text(page_of(release, **about), "utf-8")
    browser.errors.clear()
    browser.open(path)


def typed(browser: Browser, record: dict[str, str]) -> dict[str, object]:
    """What the page shows of a record that is typed into it and sent off."""
    browser.run(f"({FILL_IN})({json.dumps(record)})")
    browser.wait_for("!document.getElementById('chance')?.textContent.includes('…')")
    shown = browser.run(
        """({
            distance: Number(document.getElementById("distance").textContent),
            matches: Number(document.getElementById("matches").textContent),
            share: document.getElementById("chance").dataset.share,
            attributes: [...document.querySelectorAll("#found .table tbody")][0].innerText,
            records: [...document.querySelectorAll(".records tbody tr")].map((row) =>
                [...row.cells].map((cell) => cell.textContent)),
            boxed: [...document.querySelectorAll(".records .boxed")].length,
            open: [...document.querySelectorAll("#found ul li")].map((item) => item.textContent),
        })"""
    )
    assert browser.errors == []
    return dict(shown)


def checked(release, record, pure=False) -> SubjectCheck:
    check = check_subject(release, record, pure, Settings(), Progress())
    assert isinstance(check, SubjectCheck), check
    return check


def assert_same(shown, check: SubjectCheck) -> None:
    """Distance, matches, order of the nearest, variances, what stays open and the share of random records."""
    table = check.table
    assert (shown["distance"], shown["matches"]) == (table.distance, table.matches.size)
    order = np.lexsort((np.arange(check.n_records), table.maxima))[: len(shown["records"])]
    m = len(check.names)
    assert [int(row[0]) - 1 for row in shown["records"]] == order.tolist()
    assert [[int(cell) for cell in row[1 + m :]] for row in shown["records"]] == [
        [*table.deviations[row].tolist(), int(table.maxima[row])] for row in order
    ]
    variances = [line.split("\t")[-1] for line in shown["attributes"].splitlines()]
    for text, variance in zip(variances, check.variances, strict=True):
        assert text == "–" if np.isnan(variance) else float(text) == pytest.approx(variance, rel=6e-4)
    assert [line for line in shown["open"] if "not given" not in line] == [
        line for line in check.leaves_open if "not given" not in line
    ]
    if check.plausibility is None:
        assert shown.get("share") is None
    elif check.plausibility.method.value == "exhaustive":
        assert float(shown["share"]) == pytest.approx(check.plausibility.p_value, abs=1e-12)
    else:
        assert float(shown["share"]) == pytest.approx(check.plausibility.p_value, abs=0.03)


def test_that_every_record_of_the_paper_has_the_distance_of_table_4(browser, tmp_path, expected):
    release = table_of(PAPER)
    opened(browser, tmp_path, release)
    originals = [line.split(",") for line in (DEMO / "original.csv").read_text().splitlines()]
    distances = []
    for values in originals[1:]:
        record = dict(zip(originals[0], values, strict=True))
        shown = typed(browser, record)
        assert_same(shown, checked(release, record))
        distances.append(shown["distance"])
    assert distances == [record["d"] for record in expected["records_XY"]]


def test_that_the_page_asks_for_nothing_but_itself(browser, tmp_path):
    opened(browser, tmp_path, table_of(PAPER))
    typed(browser, {"X1": "100.87"})
    assert browser.requests == [(tmp_path / "page.html").as_uri()]
    assert browser.run("fetch('https://example.invalid/').then(() => 'sent', () => 'refused')") == "refused"


def test_that_a_permutation_is_judged_by_all_random_records(browser, tmp_path):
    release = table_of(PAPER)
    opened(browser, tmp_path, release, pure_permutation=True)
    cells = [release.column(name).cell(3) for name in release.names]
    others = [release.column(name).cell(17) for name in release.names]
    for values in (cells, others, [cells[0], others[1], cells[2]]):
        record = dict(zip(release.names, values, strict=True))
        check = checked(release, record, pure=True)
        assert check.plausibility is not None
        assert_same(typed(browser, record), check)


def test_that_too_many_combinations_are_drawn(browser, tmp_path):
    random = np.random.default_rng(5)
    lines = ["A,B,C", *(",".join(f"{value:.6f}" for value in row) for row in random.normal(size=(150, 3)))]
    (tmp_path / "release.csv").write_text("\n".join(lines))
    release = table_of(tmp_path / "release.csv")
    opened(browser, tmp_path, release, pure_permutation=True)
    mixed = dict(zip("ABC", (lines[k].split(",")[j] for j, k in enumerate((3, 70, 99))), strict=True))
    check = checked(release, mixed, pure=True)
    assert check.plausibility is not None
    assert check.plausibility.method.value == "drawn"
    assert_same(typed(browser, mixed), check)


def test_that_ties_missing_ranges_words_and_decimal_commas_are_taken_as_the_engine_takes_them(browser, tmp_path):
    random = np.random.default_rng(11)
    lines = ["age;size;town;income"]
    for _ in range(90):
        age = random.choice(["[20, 40[", "[40, 60[", ">=65", "31", "47", "", "*", "<18"])
        size = f"{random.integers(0, 12) / 10:.1f}".replace(".", ",")
        lines.append(f"{age};{size};{random.choice(['Ås', 'Bergen', 'Moss', ''])};{random.integers(0, 5) * 1000}")
    (tmp_path / "release.csv").write_text("\n".join(lines), "utf-8")
    release = table_of(tmp_path / "release.csv")
    opened(browser, tmp_path, release)
    for record in (
        {"age": "33", "size": "0,25", "town": "Ås", "income": "2500"},
        {"age": "90", "size": "0,3", "town": "Moss"},
        {"age": "-4", "income": "99999"},
        {"size": "1,15", "town": "Bergen"},
        {"age": "62"},
    ):
        assert_same(typed(browser, record), checked(release, record))


def test_that_dates_and_times_are_taken_as_the_engine_takes_them(browser, tmp_path):
    random = np.random.default_rng(3)
    lines = ["born,seen,size"]
    for _ in range(60):
        day = np.datetime64("1950-01-01") + np.timedelta64(int(random.integers(0, 20_000)), "D")
        lines.append(f"{day},{random.integers(0, 24):02d}:{random.integers(0, 60):02d},{random.integers(0, 30)}")
    (tmp_path / "release.csv").write_text("\n".join(lines))
    release = table_of(tmp_path / "release.csv")
    opened(browser, tmp_path, release)
    record = {"born": "1969-12-30", "seen": "07:15", "size": "11"}
    shown = typed(browser, record)
    assert_same(shown, checked(release, record))
    assert shown["attributes"].startswith("born\t1969-12-30\t")
    assert shown["attributes"].splitlines()[1].startswith("seen\t07:15:00\t")


@pytest.mark.parametrize(("field", "text"), [(0, "1999-02-30"), (0, "30.12.1969"), (1, "7.15"), (1, "07:60")])
def test_that_what_is_no_date_or_time_is_said_beside_the_field(browser, tmp_path, field, text):
    lines = ["born,seen", *(f"19{50 + k}-0{1 + k % 9}-11,{k:02d}:30" for k in range(22))]
    (tmp_path / "release.csv").write_text("\n".join(lines))
    opened(browser, tmp_path, table_of(tmp_path / "release.csv"))
    browser.run(f"document.getElementById('value-{field}').value = {text!r}")
    browser.run("document.querySelector('button[type=submit]').click()")
    assert "This is no" in browser.run(f"document.getElementById('note-{field}').textContent")


def test_that_labels_of_codes_are_shown_beside_them(tmp_path):
    (tmp_path / "release.csv").write_text("sex,age\n1,20\n2,30\n1,40\n")
    release = table_of(tmp_path / "release.csv")
    meaning = ColumnMeaning("Sex of the person", (ValueLabel("1", "man"), ValueLabel("2", "woman")))
    labelled = replace(release, reports=(replace(release.reports[0], meaning=meaning), release.reports[1]))
    page = page_of(labelled)
    assert "1 – man</option>" in page
    assert "Sex of the person" in page


def test_that_what_cannot_be_read_is_said_beside_the_field(browser, tmp_path):
    opened(browser, tmp_path, table_of(PAPER))
    browser.run("document.getElementById('value-1').value = '9O0'")
    browser.run("document.querySelector('button[type=submit]').click()")
    assert "1234.5" in browser.run("document.getElementById('note-1').textContent")
    assert browser.run("document.activeElement.id") == "value-1"
    assert browser.run("document.getElementById('found').children.length") == 0
    browser.run("document.querySelector('button[type=reset]').click()")
    assert browser.run("document.querySelectorAll('[aria-invalid]').length") == 0


def test_that_nothing_typed_is_asked_for(browser, tmp_path):
    opened(browser, tmp_path, table_of(PAPER))
    browser.run("document.querySelector('button[type=submit]').click()")
    assert browser.run("document.getElementById('found').textContent") == "Type at least one value."


def test_that_real_records_are_found_as_the_engine_finds_them(browser, tmp_path, shared_file):
    release = table_of(shared_file("stroke/stroke_k10.csv"))
    names = tuple(name for name in release.names if name != "id")
    opened(browser, tmp_path, release, names=names)
    for row in (0, 17, 2000):
        record = {
            name: cell
            for name in names
            if re.fullmatch(r"[0-9.]+|[A-Za-z][A-Za-z_ -]*", cell := release.column(name).cell(row))
        }
        assert_same(typed(browser, record), checked(release, record))


def test_that_the_page_is_well_formed_and_names_every_field():
    page = page_of(table_of(PAPER), title="<b>Census & more</b>", contact="data@example.org")
    parsed = Page(page)
    assert parsed is not None
    assert "<b>Census" not in page
    assert "&lt;b&gt;Census &amp; more&lt;/b&gt;" in page
    assert page.count("<label for=") == 3
    assert "data@example.org" in page


def test_that_a_value_cannot_end_the_script_that_holds_the_release(tmp_path):
    (tmp_path / "release.csv").write_text("a,b\n1,</script><script>alert(1)</script>\n2,x\n3,y\n")
    page = page_of(table_of(tmp_path / "release.csv"))
    assert "<script>alert" not in page


def test_that_attributes_that_were_not_typed_are_named(browser, tmp_path):
    opened(browser, tmp_path, table_of(PAPER))
    assert any("(X2, X3)" in line for line in typed(browser, {"X1": "100"})["open"])


def test_that_attributes_that_cannot_be_compared_are_named_with_the_reason(tmp_path):
    (tmp_path / "release.csv").write_text("age,one\n1,5\n2,5\n3,5\n")
    page = page_of(table_of(tmp_path / "release.csv"))
    assert "one: It has one value only" in page


def test_that_identifiers_and_attributes_not_chosen_are_not_in_the_page(tmp_path):
    lines = ["id,age,secret", *(f"R{k:04d},{20 + k % 7},{900000 + 7 * k}" for k in range(30))]
    (tmp_path / "release.csv").write_text("\n".join(lines))
    page = page_of(table_of(tmp_path / "release.csv"), names=("id", "age"))
    assert "R0007" not in page
    assert "secret" not in page


def test_that_the_same_release_gives_the_same_page():
    assert page_of(table_of(PAPER)) == page_of(table_of(PAPER))


def test_that_a_release_without_anything_to_compare_is_refused(tmp_path):
    (tmp_path / "release.csv").write_text("a\n1\n1\n1\n")
    problem = verification_page(table_of(tmp_path / "release.csv"), VerificationPage(), DAY, Progress())
    assert isinstance(problem, Problem)


def test_that_a_page_too_large_for_a_browser_is_refused(monkeypatch):
    monkeypatch.setattr("permdesk.report.verification_page.MOST_BYTES", 100)
    problem = verification_page(table_of(PAPER), VerificationPage(), DAY, Progress())
    assert isinstance(problem, Problem)
    assert MOST_BYTES > 100


def test_that_a_stop_is_heard():
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        verification_page(table_of(PAPER), VerificationPage(), DAY, progress)


def test_that_nobody_waits_until_a_page_is_put_together(monkeypatch):
    progress, may_end, here = Progress(), Event(), current_thread()

    def goes_on(*_):
        assert current_thread() is not here
        progress.cancel()
        may_end.wait()

    monkeypatch.setattr("permdesk.report.verification_page._packed", goes_on)
    try:
        with pytest.raises(Cancelled):
            verification_page(table_of(PAPER), VerificationPage(), DAY, progress)
        assert not may_end.is_set()
    finally:
        may_end.set()
