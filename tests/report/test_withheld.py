"""What must not be said is not said, and a report that would say it is never made."""

from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree

import openpyxl
import pytest

from permdesk.audit.description import Description
from permdesk.audit.information import find_information
from permdesk.audit.scenarios import leave_one_out, run_scenario
from permdesk.compute.progress import Progress
from permdesk.report import build
from permdesk.report.blocks import Command, Figure, Judgement, KeyFigures, Notice, Paragraph, Report, Table, texts
from permdesk.report.build import build_report
from permdesk.report.further import FurtherFindings
from permdesk.report.html import render_html
from permdesk.report.profile import Profile
from permdesk.report.withheld import LeakError, censor_for, withheld_texts, without_seeds
from permdesk.report.xlsx import render_xlsx
from tests.report.conftest import DAY, IDS, SECRET_SEED

PUBLIC = (Profile.FULL, Profile.PUBLIC)


@pytest.fixture(scope="module")
def mixed_further(mixed_audit):
    progress = Progress()
    return FurtherFindings(
        find_information(mixed_audit, progress),
        leave_one_out(mixed_audit, progress),
        (run_scenario(mixed_audit, ("region",), progress),),
    )


def words_of(report):
    """All that is said, in pictures too, but not the numbers that draw them."""
    return " ".join(
        "".join(ElementTree.fromstring(text).itertext()) if text.startswith("<svg") else text for text in texts(report)
    )


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("sd 5; seed = 4711", "sd 5; seed = [seed withheld]"),
        ("set.seed(123)", "set.seed([seed withheld])"),
        ("np.random.default_rng(99)", "np.random.default_rng([seed withheld])"),
        ("random_state=42, k = 10", "random_state=[seed withheld], k = 10"),
        ("Seeds: 12, 34 and 56.", "Seeds: [seed withheld]."),
        ("the seed was 0xBEEF1", "the seed was [seed withheld]"),
        ("Startwert 77", "Startwert [seed withheld]"),
        ("seed = swordfish", "seed = [seed withheld]"),
        ("seed1=7, seed2=8", "seed1=[seed withheld], seed2=[seed withheld]"),
        ("seeds = [1, 2]", "seeds = [[seed withheld]]"),
        ("seed = [seed withheld]", "seed = [seed withheld]"),
        ("seed number 5", "seed number [seed withheld]"),
    ],
)
def test_that_numbers_called_a_seed_are_withheld(typed, shown):
    assert without_seeds(typed) == shown


@pytest.mark.parametrize(
    "typed",
    [
        "standard deviation 5",
        "Everything but the seeds. 3 attributes changed.",
        "the seed is secret",
        "state of 50",
        "linseed 5",
    ],
)
def test_that_other_numbers_stay(typed):
    assert without_seeds(typed) == typed


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("in C:\\Users\\Ann Smith\\data\\x.csv.", "in x.csv."),
        ("on \\\\server\\share\\x.csv", "on x.csv"),
        ("in /home/ann/data/x.csv", "in x.csv"),
        ("in ~/data/x.csv", "in x.csv"),
        ("file:///srv/data/x.csv", "x.csv"),
        ("by amalia.keeper", "by [withheld]"),
        ("kept record 17", "kept [records withheld]"),
        ("rows 3, 5 and 9", "[records withheld]"),
        ("Records no. 3 to 5", "[records withheld]"),
        ("S-1004 by hand", "[withheld] by hand"),
        ("8812345678 by hand", "[withheld] by hand"),
    ],
)
def test_that_public_texts_lose_paths_users_records_and_ids(mixed_audit, typed, shown):
    assert censor_for(mixed_audit.pair, Profile.FULL).text(typed) == shown


@pytest.mark.parametrize(
    "typed", ["20 records moved", "and/or", "see https://agency.example/method", "1/2 of 3 / 4", "rank 5 of 20"]
)
def test_that_public_texts_keep_the_rest(mixed_audit, typed):
    assert censor_for(mixed_audit.pair, Profile.FULL).text(typed) == typed


def test_that_the_officer_can_be_told_what_is_withheld(mixed_audit):
    assert withheld_texts(("plain", "seed 4"), mixed_audit.pair) == ("seed 4",)


@pytest.mark.parametrize("profile", PUBLIC)
def test_that_a_public_report_holds_none_of_the_planted_secrets(
    mixed_audit, telling_description, mixed_further, profile
):
    report = build_report(mixed_audit, telling_description, profile, DAY, mixed_further)
    page, said = render_html(report), words_of(report)
    names = ("amalia", "keeper", "/home", "Users", "/srv", "~/", "wages 2026", "n/a?", "plaintext", "a" * 64, "S-10")
    assert [name for name in names if name in page] == []
    numbers = (str(SECRET_SEED), "424242", "31337", "31338", "31339", "271828", "734.55", IDS[-1])
    assert [number for number in numbers if number in said] == []
    assert "release.csv" in page
    assert "b" * 64 in page
    assert ("Leave one out" in [table.name for table in report.tables]) is (profile is Profile.FULL)
    sheets = openpyxl.load_workbook(BytesIO(render_xlsx(report))).worksheets
    cells = " ".join(str(cell) for sheet in sheets for row in sheet.iter_rows(values_only=True) for cell in row)
    assert [secret for secret in (*names, *numbers) if secret in cells] == []


def test_that_no_profile_shows_a_typed_seed(mixed_audit, telling_description):
    report = build_report(mixed_audit, telling_description, Profile.INTERNAL, DAY)
    said = words_of(report)
    assert [seed for seed in ("424242", "31337", "31338", "31339", "271828") if seed in said] == []


def test_that_the_internal_report_shows_records_ids_and_paths(mixed_audit):
    page = render_html(build_report(mixed_audit, Description(), Profile.INTERNAL, DAY))
    assert all(shown in page for shown in (*IDS, "/home/amalia.keeper/wages 2026/original.csv", "n/a?", "734.55"))


@pytest.mark.parametrize("profile", PUBLIC)
def test_that_public_reports_hold_no_block_about_records(mixed_audit, profile):
    report = build_report(mixed_audit, Description(), profile, DAY)
    assert not any(block.about_records for block in report.blocks if isinstance(block, Table | Figure))


def test_that_the_cautious_report_holds_no_value_of_risk(paper_audit, description):
    progress = Progress()
    further = FurtherFindings(
        find_information(paper_audit, progress),
        leave_one_out(paper_audit, progress),
        (run_scenario(paper_audit, ("X1",), progress),),
    )
    report = build_report(paper_audit, description, Profile.PUBLIC, DAY, further)
    assert not any(isinstance(block, Judgement | KeyFigures | Notice | Figure) for block in report.blocks)
    kept = {"Files", "Attributes", "Release", "Anonymization", "What was kept", "Changed relations"}
    matrices = {"Correlations of X", "Correlations of Y", "Correlations of Z"}
    assert {table.name for table in report.tables} == kept | matrices | {"Settings", "Software"}
    assert any("says nothing about whether the risk is small" in text for text in texts(report))


def test_that_full_transparency_shows_the_values_of_risk(paper_audit, description):
    names = {table.name for table in build_report(paper_audit, description, Profile.FULL, DAY).tables}
    assert names >= {"Permutation distance", "Local variances", "Right links", "Linkages", "Distributions", "Policy"}
    assert not names & {"All records", "One record", "Links", "Values and ranks", "Permutation and noise"}


def test_that_only_the_internal_report_says_which_records_break_the_policy(mixed_audit):
    def policy(profile):
        return build_report(mixed_audit, Description(), profile, DAY).table("Policy")

    (nearest,) = (check for check in mixed_audit.verdict.checks if check.name == "smallest-distance")
    assert nearest.n_records > 0
    internal, public = policy(Profile.INTERNAL), policy(Profile.FULL)
    assert [column.title for column in internal.columns] == [column.title for column in public.columns] + [
        "Which records"
    ]
    assert internal.rows[0][-1].value == ", ".join(str(row + 1) for row in nearest.records)
    assert public.rows[0][2].value.endswith(f"Records that break it: {nearest.n_records}.")


def test_that_public_notices_are_verbatim_and_the_others_are_counted(mixed_audit):
    report = build_report(mixed_audit, Description(), Profile.FULL, DAY)
    said = [block.text for block in report.blocks if isinstance(block, Notice)]
    assert "The file is small. Take care." in said
    assert not any("doubtful" in text or "missing" in text for text in said)
    assert any(text.startswith("2 further remarks") for text in texts(report))


@pytest.mark.parametrize(
    ("leak", "reason"),
    [
        (Paragraph("the seed is 4711"), "a seed"),
        (Paragraph("kept in /home/ann/data/x.csv"), "a path"),
        (Paragraph("kept in D:\\data\\x.csv"), "a path"),
        (Paragraph("as record 17 shows"), "a record number"),
        (Command("permdesk subject /home/ann/release.csv"), "a path"),
        (Command("permdesk subject S-1004"), "an ID"),
        (Paragraph("as S-1004 shows"), "an ID"),
        (Paragraph("asked amalia.keeper"), "a user name"),
        (Table("t", "c", (), (), about_records=True), "records"),
        (Figure("f", "c", "a", "<svg></svg>", about_records=True), "records"),
    ],
)
@pytest.mark.parametrize("profile", PUBLIC)
def test_that_the_guard_refuses_a_public_report_that_leaks(mixed_audit, profile, leak, reason):
    with pytest.raises(LeakError, match=reason):
        censor_for(mixed_audit.pair, profile).check(Report("t", "s", profile, DAY, (leak,)))


def test_that_the_guard_refuses_a_seed_even_in_an_internal_report(mixed_audit):
    with pytest.raises(LeakError, match="a seed"):
        censor_for(mixed_audit.pair, Profile.INTERNAL).check(
            Report("t", "s", Profile.INTERNAL, DAY, (Paragraph("seed 4711"),))
        )


def test_that_every_report_passes_the_guard_before_it_is_handed_out(mixed_audit, monkeypatch):
    monkeypatch.setattr(build, "limits_blocks", lambda audit, profile: (Paragraph("see /home/ann/data/x.csv"),))
    with pytest.raises(LeakError):
        build_report(mixed_audit, Description(), Profile.FULL, DAY)


def test_that_user_names_are_found_in_windows_paths(mixed_audit):
    path = type(mixed_audit.pair.original.path)("C:\\Users\\berta\\x.csv")
    pair = replace(mixed_audit.pair, original=replace(mixed_audit.pair.original, path=path))
    assert censor_for(pair, Profile.FULL).text("by berta") == "by [withheld]"
