"""The command line: what it writes, what it answers to bad input, and what it leaves behind."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from permdesk import __version__, audit_into_folder, cli
from permdesk.audit.findings import LinkageRate, Target
from permdesk.audit.policy import Policy
from permdesk.report.withheld import LeakError
from tests.audit.auditing import audited
from tests.command import ANONYMIZED, ORIGINAL, QUICK, everything_in, run
from tests.pairs import DEMO, paper_pair


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    out = tmp_path_factory.mktemp("demo") / "out"
    assert run("demo", "paper", out=out) == 0
    return out


@pytest.fixture
def audit(demo):
    return json.loads((demo / "audit.json").read_text("utf-8"))


@pytest.fixture
def records(demo):
    return list(csv.DictReader(io.StringIO((demo / "records.csv").read_text("utf-8"))))


# What it writes


@pytest.mark.parametrize(
    ("rate", "words"), [(1e-5, "less than 0.1 %"), (0.99999, "more than 99.9 %"), (0.25, "25.0 %")]
)
def test_that_hardly_any_right_links_are_not_called_none(rate, words, capsys):
    found = audited(paper_pair(), Policy())
    linkage = LinkageRate("the strongest", Target.ANONYMIZED, rate, 20 * rate)
    audit_into_folder.say_what_was_found(
        replace(found, right_links=replace(found.right_links, battery=(linkage,))), Path("out")
    )
    assert f"Right links of the strongest linkage: {words}," in capsys.readouterr().out


def test_that_the_folder_receives_the_findings_and_both_reports_and_nothing_else(demo):
    assert everything_in(demo) == ["audit.json", "records.csv", "report.html", "report.xlsx"]
    assert (demo / "report.html").read_text("utf-8").lstrip().startswith("<!DOCTYPE html>")
    assert (demo / "report.xlsx").read_bytes().startswith(b"PK")


def test_that_the_demonstration_has_every_figure_of_the_paper(audit, records, expected):
    n, names = 20, ["X1", "X2", "X3"]
    assert [a["name"] for a in audit["attributes"]] == names
    assert [a["spearman"] for a in audit["attributes"]] == pytest.approx(expected["spearman_XZ"])
    for key, table in (("mean_abs_noise", "noise"), ("mean_abs_residual_noise", "residual_noise")):
        means = np.abs(expected[table]).mean(axis=0).tolist()
        assert [a[key] for a in audit["attributes"]] == pytest.approx(means)
    assert audit["permutation"]["d"] == expected["d"]
    assert audit["permutation"]["v"] == pytest.approx(expected["v"], rel=1e-9)
    assert audit["permutation"]["max_d"] == max(row["d"] for row in expected["records_XY"])
    assert audit["permutation"]["n_multiple"] == sum(len(row["matches"]) > 1 for row in expected["records_XY"])
    assert audit["permutation_z"]["d"] == min(row["d"] for row in expected["linkage_XZ"])
    link = audit["linkage"]
    found = {"correct": link["sole_correct"], "multiple": link["multiple"], "wrong": link["wrong"]}
    assert found == expected["linkage_counts"]
    random = audit["random_match"]
    shown = len(random["distance"])
    assert (random["method"], random["n"]) == ("exhaustive", 8000)
    assert [share * n for share in random["share_original"]] == pytest.approx(expected["histogram_X"][:shown])
    counts = [share * 8000 for share in random["share_random"]]
    assert counts == pytest.approx(expected["histogram_A_of_8000"][:shown])
    for row, own, link in zip(records, expected["records_XY"], expected["linkage_XZ"], strict=True):
        assert int(row["record"]) == own["record"] == link["record"]
        assert (int(row["distance"]), int(row["n_matches"])) == (own["d"], len(own["matches"]))
        assert int(row["first_match"]) == own["matches"][0]
        assert (int(row["link_distance"]), int(row["n_links"])) == (link["d"], len(link["matches"]))
        assert int(row["first_link"]) == link["matches"][0]
        assert row["own_among_links"] == str(link["record"] in link["matches"]).lower()
        within = sum(expected["histogram_A_of_8000"][: link["d"] + 1]) / 8000
        assert float(row["p_value"]) == pytest.approx(within, rel=1e-9)
        for j, name in enumerate(names):
            assert float(row[f"variance_{name}"]) == pytest.approx(own["variance_at_d"][j], rel=1e-9)
            assert float(row[f"own_variance_{name}"]) == pytest.approx(own["variance_at_own_d"][j], rel=1e-9)


def test_that_audit_json_has_every_agreed_key(audit):
    agreed = {
        "original": {"file", "sha256", "n_records"},
        "anonymized": {"file", "sha256", "n_records"},
        "pairing": {"by"},
        "settings": {"ties", "missing", "draws"},
        "permutation": {"d", "v", "median_d", "max_d", "n_multiple"},
        "permutation_z": {"d", "median_d", "max_d", "n_multiple"},
        "linkage": {
            *("sole_correct", "among_several", "wrong", "multiple", "expected_correct_rate", "interval", "chance"),
            *("lift", "battery"),
        },
        "random_match": {
            *("method", "n", "distance", "share_original", "share_random", "hellinger", "ks", "critical_distance"),
            *("n_defensible", "n_defensible_right"),
        },
        "verdict": {"policy", "outcome", "checks"},
    }
    for key, inner in agreed.items():
        assert inner <= set(audit[key]), key
    assert {
        *("name", "level", "n_distinct", "tied_share", "missing_share", "spearman", "mean_abs_noise"),
        "mean_abs_residual_noise",
    } <= set(audit["attributes"][0])
    assert {"name", "rate", "lift"} <= set(audit["linkage"]["battery"][0])
    assert {"name", "outcome", "value", "threshold", "records"} <= set(audit["verdict"]["checks"][0])
    assert "random_ties" not in audit


def test_that_ties_and_unpaired_files_have_their_own_keys(tmp_path):
    (tmp_path / "x.csv").write_text("a,b\n1,2\n1,3\n2,2\n")
    run("audit", tmp_path / "x.csv", tmp_path / "x.csv", "--unpaired", *QUICK, out=tmp_path / "out")
    audit = json.loads((tmp_path / "out" / "audit.json").read_text())
    assert {"d", "median_d"} <= set(audit["random_ties"])
    assert audit["linkage"] is None
    assert audit["pairing"]["by"] == "unpaired"


def test_that_records_csv_has_the_agreed_columns_in_their_order(demo):
    assert (demo / "records.csv").read_text("utf-8").splitlines()[0] == (
        "record,id,distance,n_matches,first_match,variance_X1,variance_X2,variance_X3,own_variance_X1,own_variance_X2,"
        "own_variance_X3,link_distance,n_links,first_link,own_among_links,p_value,satisfies"
    )


def test_that_the_same_recipe_gives_the_same_bytes(demo, tmp_path):
    assert run("audit", DEMO / "paper.permdesk", *QUICK, out=tmp_path / "again") == 1
    for name in ("audit.json", "records.csv"):
        assert (tmp_path / "again" / name).read_bytes() == (demo / name).read_bytes()


def test_that_files_named_one_by_one_give_the_numbers_of_the_recipe(demo, audit, tmp_path):
    assert run("audit", ORIGINAL, ANONYMIZED, *QUICK, out=tmp_path) == 1
    assert (tmp_path / "records.csv").read_bytes() == (demo / "records.csv").read_bytes()
    other = json.loads((tmp_path / "audit.json").read_text())
    for key in ("permutation", "permutation_z", "linkage", "random_match", "attributes"):
        assert other[key] == audit[key]


@pytest.mark.parametrize(
    ("formats", "files"),
    [
        ("none", []),
        ("html", ["report.html"]),
        ("xlsx,json", ["report.json", "report.xlsx"]),
        ("docx,pdf", ["report.docx", "report.pdf"]),
        ("ddi,sims", ["report.ddi.xml", "report.sims.txt"]),
        ("md", ["report-distances.svg", "report-distributions.svg", "report-ranks.svg", "report.md"]),
    ],
)
def test_that_only_the_formats_that_were_asked_for_are_written(tmp_path, formats, files):
    run("audit", ORIGINAL, ANONYMIZED, "--format", formats, out=tmp_path)
    assert everything_in(tmp_path) == ["audit.json", "records.csv", *files]


def test_that_options_reach_the_audit(tmp_path):
    (tmp_path / "strict.toml").write_text("min_distance = 3\n")
    out = tmp_path / "out"
    run(
        *("audit", ORIGINAL, ANONYMIZED, "--attributes", "X1,X3", "--ties", "random", "--missing", "own-value"),
        *("--seed", 7, "--draws", 50, "--alpha", 0.1, "--policy", tmp_path / "strict.toml", *QUICK),
        out=out,
    )
    audit = json.loads((out / "audit.json").read_text())
    wanted = {"ties": "random", "missing": "own-value", "seed": 7, "draws": 50, "alpha": 0.1}
    assert wanted.items() <= audit["settings"].items()
    assert [a["name"] for a in audit["attributes"]] == ["X1", "X3"]
    assert [left["name"] for left in audit["left_out"]] == ["X2"]
    assert audit["verdict"]["policy"] == "strict"
    assert [check["threshold"] for check in audit["verdict"]["checks"]] == [3]


def test_that_the_status_is_0_within_the_policy_and_1_outside_it_or_undecided(tmp_path):
    for text, status in (
        ("min_distance = 1", 0),
        ("min_distance = 2", 1),
        ("min_distance = 1\n[min_variance]\nno=1", 1),
    ):
        (tmp_path / "policy.toml").write_text(text)
        policy = ("--policy", tmp_path / "policy.toml")
        assert run("audit", ORIGINAL, ANONYMIZED, *policy, *QUICK, out=tmp_path / "out") == status, text


def test_that_the_answer_is_on_standard_output_and_notices_are_not(capsys, tmp_path):
    run("audit", ORIGINAL, ANONYMIZED, *QUICK, out=tmp_path)
    answer, aside = capsys.readouterr()
    assert "d = 1 (median 3) against Y" in answer
    assert "0.009025, 11.0737, 30.2621" in answer
    assert "permdesk: " in aside
    assert "permdesk: " not in answer


def test_that_the_version_is_told(capsys):
    with pytest.raises(SystemExit) as leaving:
        run("--version")
    assert leaving.value.code == 0
    assert capsys.readouterr().out == f"permdesk {__version__}\n"


def test_that_records_are_paired_by_an_identifier_whatever_their_order(tmp_path):
    rows = np.random.default_rng(3).normal(size=(40, 2)).round(3)
    ids = [f"=p{i}" for i in range(40)]
    order = np.random.default_rng(4).permutation(40)
    for name, places in (("x.csv", range(40)), ("y.csv", order)):
        lines = [f"{ids[i]},{rows[i, 0]},{rows[i, 1]}" for i in places]
        (tmp_path / name).write_text("\n".join(["id,a,b", *lines]))
    run("audit", tmp_path / "x.csv", tmp_path / "y.csv", "--id", "id", *QUICK, out=tmp_path / "out")
    audit = json.loads((tmp_path / "out" / "audit.json").read_text())
    assert audit["pairing"]["by"] == "id"
    assert audit["linkage"]["sole_correct"] == 40
    written = list(csv.DictReader(io.StringIO((tmp_path / "out" / "records.csv").read_text())))
    assert written[0]["id"] == "'=p0"  # a spreadsheet would compute it
    assert [row["first_match"] for row in written[:3]] == [str(list(order).index(i) + 1) for i in range(3)]


def test_that_a_template_is_in_the_reports_and_a_bad_one_is_refused(tmp_path, capsys):
    example = Path(__file__).parents[1] / "resources" / "report" / "templates" / "example"
    run("audit", ORIGINAL, ANONYMIZED, "--format", "html", "--template", example, out=tmp_path / "out")
    assert "Example Statistics Office" in (tmp_path / "out" / "report.html").read_text("utf-8")
    assert run("audit", ORIGINAL, ANONYMIZED, "--template", tmp_path, out=tmp_path / "none") == 2
    assert "template.toml" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_that_a_report_that_would_leak_is_refused_in_a_sentence(tmp_path, capsys, monkeypatch):
    def leaks(*_arguments):
        raise LeakError("a path", "the section “Files”")

    monkeypatch.setattr("permdesk.report.publication.release_facts", leaks)
    assert run("audit", ORIGINAL, ANONYMIZED, "--report", "public", out=tmp_path / "out") == 2
    assert "a path" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


# What it leaves behind


def test_that_an_output_folder_that_cannot_be_made_is_said_before_the_work(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(audit_into_folder, "load_tables", lambda *_: pytest.fail("the work began"))
    (tmp_path / "file").write_text("")
    assert run("audit", ORIGINAL, ANONYMIZED, out=tmp_path / "file" / "out") == 2
    assert run("audit", ORIGINAL, ANONYMIZED, out=tmp_path / "file") == 2
    assert capsys.readouterr().err.count("permdesk: ") == 2
    assert everything_in(tmp_path) == ["file"]


def no_room(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_that_a_full_disk_is_said_before_the_work(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(os, "fsync", no_room)
    assert run("audit", ORIGINAL, ANONYMIZED, *QUICK, out=tmp_path / "out") == 2
    assert "no room" in capsys.readouterr().err


@pytest.mark.parametrize("nth", [2, 3, 4, 5])
def test_that_a_disk_that_fills_while_writing_leaves_the_last_findings_whole(tmp_path, capsys, monkeypatch, nth):
    out = tmp_path / "out"
    out.mkdir()
    for name in ("audit.json", "records.csv", "report.html", "report.xlsx"):
        (out / name).write_text("the last audit")
    calls = []

    def fills(descriptor):
        calls.append(descriptor)
        if len(calls) == nth:
            no_room()

    monkeypatch.setattr(os, "fsync", fills)
    assert run("audit", ORIGINAL, ANONYMIZED, out=out) == 2
    assert "no room" in capsys.readouterr().err
    assert everything_in(out) == ["audit.json", "records.csv", "report.html", "report.xlsx"]
    assert {path.read_text() for path in out.iterdir()} == {"the last audit"}


def test_that_a_folder_in_the_place_of_a_file_is_said_and_nothing_is_replaced(tmp_path, capsys):
    (tmp_path / "records.csv").mkdir()
    assert run("audit", ORIGINAL, ANONYMIZED, *QUICK, out=tmp_path) == 2
    assert "records.csv" in capsys.readouterr().err
    assert everything_in(tmp_path) == ["records.csv"]


@pytest.mark.parametrize("is_new", [True, False])
def test_that_a_stop_from_the_keyboard_leaves_nothing_and_has_its_own_status(tmp_path, monkeypatch, capsys, is_new):
    def stop(*_):
        raise KeyboardInterrupt

    out = tmp_path / "new" / "out" if is_new else tmp_path
    monkeypatch.setattr(audit_into_folder, "run_audit", stop)
    assert run("audit", ORIGINAL, ANONYMIZED, out=out) == 130
    assert "nothing was written" in capsys.readouterr().err
    assert everything_in(tmp_path) == []


def test_that_an_interrupt_before_the_command_begins_is_answered_in_the_same_way(monkeypatch, capsys):
    def load():
        raise KeyboardInterrupt

    monkeypatch.setattr("permdesk.all_commands.parser_of_commands", load)
    assert cli.main(["validate"]) == 130
    assert "nothing was written" in capsys.readouterr().err


def test_that_nothing_is_written_outside_the_output_folder(tmp_path):
    folders = {name: tmp_path / name for name in ("work", "home", "temp", "cache")}
    for folder in folders.values():
        folder.mkdir()
    environment = os.environ | {
        **dict.fromkeys(("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(folders["home"])),
        **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folders["temp"])),
        "XDG_CACHE_HOME": str(folders["cache"]),
        "PYTHONPATH": str(Path(__file__).parents[1]),
    }
    done = subprocess.run(
        [sys.executable, "-m", "permdesk.cli", "demo", "paper", "--out", "out", *QUICK],
        cwd=folders["work"], env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert everything_in(folders["work"]) == ["out", "out/audit.json", "out/records.csv"]
    for name in ("home", "temp"):
        assert not [path for path in folders[name].rglob("*") if path.is_file()]
