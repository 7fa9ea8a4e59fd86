"""``permdesk verification-page``: the page it writes, and what it refuses."""

from __future__ import annotations

from tests.command import ANONYMIZED, everything_in
from tests.command import run as command


def run(*words, **options):
    return command("verification-page", *words, **options)


def test_that_the_page_is_written_with_what_was_asked_for(tmp_path):
    target = tmp_path / "page.html"
    assert run(ANONYMIZED, "--attributes", "X1,X3", "--title", "Our release", "--contact", "a@b.org", out=target) == 0
    page = target.read_text("utf-8")
    assert everything_in(tmp_path) == ["page.html"]
    assert "<h1>Our release</h1>" in page
    assert "a@b.org" in page
    assert '"isPurePermutation":false' in page
    assert page.count("<label for=") == 2


def test_that_a_declared_permutation_is_in_the_page(tmp_path):
    assert run(ANONYMIZED, "--pure-permutation", out=tmp_path / "page.html") == 0
    assert '"isPurePermutation":true' in (tmp_path / "page.html").read_text("utf-8")


def test_that_an_unknown_attribute_is_refused_by_name(tmp_path, capsys):
    assert run(ANONYMIZED, "--attributes", "X9", out=tmp_path / "page.html") == 2
    assert "no attribute X9" in capsys.readouterr().err
    assert everything_in(tmp_path) == []


def test_that_the_release_is_not_replaced_by_the_page(tmp_path, capsys):
    release = tmp_path / "release.csv"
    release.write_bytes(ANONYMIZED.read_bytes())
    assert run(release, out=release) == 2
    assert "replace the release" in capsys.readouterr().err
    assert release.read_bytes() == ANONYMIZED.read_bytes()


def test_that_a_file_that_is_not_there_is_one_sentence(tmp_path, capsys):
    assert run(tmp_path / "none.csv", out=tmp_path / "page.html") == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_that_a_folder_that_is_not_there_is_one_sentence(tmp_path, capsys):
    assert run(ANONYMIZED, out=tmp_path / "no" / "page.html") == 2
    assert "Written" not in capsys.readouterr().out
