"""What each profile of a report shows, and what it leaves out."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import openpyxl
import pytest

from permdesk.audit.description import Description, Step
from permdesk.audit.information import find_information
from permdesk.audit.method_parameters import Parameter
from permdesk.audit.methods_inventory import Method
from permdesk.audit.policy import PublicStatement
from permdesk.audit.scenarios import leave_one_out, run_scenario
from permdesk.compute.progress import Progress
from permdesk.report.blocks import (
    Figure,
    Judgement,
    KeyFigures,
    Notice,
    Table,
    texts,
)
from permdesk.report.build import build_report
from permdesk.report.further import FurtherFindings
from permdesk.report.html import render_html
from permdesk.report.profile import Profile
from permdesk.report.xlsx import render_xlsx
from tests.pairs import pair_of
from tests.report.conftest import DAY, IDS, PUBLIC, SECRET_SEED, audited, words_of


@pytest.fixture(scope="module")
def mixed_further(mixed_audit):
    progress = Progress()
    return FurtherFindings(
        find_information(mixed_audit, progress),
        leave_one_out(mixed_audit, progress),
        (run_scenario(mixed_audit, ("region",), progress),),
    )


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
    kept = {
        "Files",
        "Attributes",
        "Release",
        "Anonymization",
        "Transparency",
        "What was kept",
        "Changed relations",
    }
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


def about(values, released=None):
    values = np.asarray(values, float)[:, None]
    return pair_of(values, values if released is None else released, names=("wage",))


@pytest.mark.parametrize("profile", PUBLIC)
def test_that_a_top_code_that_is_the_value_of_one_record_is_withheld(profile):
    values = np.r_[np.arange(40.0), 734.5]
    audit = audited(about(values, np.minimum(values, 30)[:, None]))

    def coded(code):
        step = Step(kind=Method.TOP_BOTTOM_CODING, attributes=("wage",), values={Parameter.TOP_CODE: code})
        return " ".join(texts(build_report(audit, Description(steps=(step,)), profile, DAY)))

    assert "734.5" not in coded(734.5)
    assert "Top code: [value withheld]" in coded(734.5)
    assert "Top code: 700" in coded(700.0)


@pytest.mark.parametrize("profile", Profile)
def test_that_every_report_lists_what_it_leaves_out(paper_audit, profile):
    said = list(texts(build_report(paper_audit, Description(), profile, DAY)))
    assert all(line in said for line in profile.leaves_out)
    assert any("Random seeds" in line for line in profile.leaves_out)
    assert len(Profile.INTERNAL.leaves_out) < len(Profile.FULL.leaves_out) < len(Profile.PUBLIC.leaves_out)


def test_that_a_cautious_report_states_nothing_of_the_risk_unless_the_policy_allows_it(paper_audit):
    def said(*statements):
        policy = replace(paper_audit.verdict.policy, public_statements=statements)
        audit = replace(paper_audit, verdict=replace(paper_audit.verdict, policy=policy))
        return list(texts(build_report(audit, Description(), Profile.PUBLIC, DAY)))

    assert not any("threshold" in line for line in said()[:12])
    assert "The release does not keep every threshold of the policy." in said(PublicStatement.VERDICT)
    told = said(*PublicStatement)
    assert "Every record is at least one rank away from the released record closest to it." in told
    assert "Right links by the strongest linkage: the threshold of the policy was not kept." in told


@pytest.mark.parametrize("profile", PUBLIC)
def test_that_one_or_two_missing_original_values_are_not_counted_in_public(mixed_audit, profile):
    def cells(kind):
        report = build_report(mixed_audit, Description(), kind, DAY)
        return [row[1].value for row in report.table("Missing values").rows]

    assert cells(profile) == ["1 or 2"]
    assert cells(Profile.INTERNAL) == [1]
    (wage, _) = build_report(mixed_audit, Description(), profile, DAY).table("Attributes").rows
    assert wage[6].value == "1 or 2"
