"""The respondent's guide: a command that works, nothing that a terminal would obey, what the release leaves open."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from permdesk.audit.description import Description
from permdesk.audit.subject import read_record
from permdesk.report.blocks import Command, Heading, Viewer, texts
from permdesk.report.build import build_report
from permdesk.report.profile import Profile
from tests.pairs import pair_of
from tests.report.conftest import DAY, audited


def command_of(audit, profile=Profile.FULL):
    blocks = build_report(audit, Description(), profile, DAY).blocks
    commands = [block.text for block in blocks if isinstance(block, Command)]
    (command,) = (text for text in commands if text.startswith("permdesk subject"))
    return command


def named(audit, *names, file="release.csv"):
    attributes = tuple(replace(a, name=name) for a, name in zip(audit.pair.attributes, names, strict=True))
    released = replace(audit.pair.anonymized, path=Path(file))
    return replace(audit, pair=replace(audit.pair, attributes=attributes, anonymized=released))


@pytest.mark.parametrize("profile", list(Profile))
def test_that_every_profile_tells_the_subject_how_to_check_her_record(mixed_audit, profile):
    report = build_report(mixed_audit, Description(), profile, DAY)
    headings = {block.text: block.viewer for block in report.blocks if isinstance(block, Heading)}
    assert headings["Check your own record"] is Viewer.SUBJECT
    assert command_of(mixed_audit, profile) == ('permdesk subject "release.csv" --record "wage=NUMBER,region=CATEGORY"')
    said = " ".join(texts(report))
    assert "A change of scale." in said
    assert "Whether a matched record is her own." in said


@pytest.mark.parametrize("profile", list(Profile))
def test_that_the_guide_names_the_producers_page_where_there_is_one(mixed_audit, profile):
    def guide(place):
        report = build_report(mixed_audit, Description(page_for_respondents=place), profile, DAY)
        return [text for text in texts(report) if "offers a page" in text]

    (said,) = guide(" https://statistics.example/check/verification.html ")
    assert "offers a page for this: https://statistics.example/check/verification.html. It holds" in said
    assert guide("") == []


def test_that_no_public_guide_tells_the_folder_in_which_the_page_was_written(mixed_audit):
    description = Description(page_for_respondents="/home/amalia.keeper/out/check.html")
    said = " ".join(texts(build_report(mixed_audit, description, Profile.PUBLIC, DAY)))
    assert "offers a page for this: check.html." in said
    assert "amalia" not in said


@pytest.mark.parametrize("profile", list(Profile))
def test_that_readers_without_the_original_file_are_not_told_to_use_it(mixed_audit, profile):
    said = " ".join(texts(build_report(mixed_audit, Description(), profile, DAY)))
    assert ("permdesk audit audit.permdesk" in said) is profile.shows_records
    assert ("Only the producer can repeat the audit as a whole" in said) is not profile.shows_records


def test_that_only_reports_of_risk_point_to_values_of_risk(mixed_audit):
    for profile in Profile:
        said = " ".join(texts(build_report(mixed_audit, Description(), profile, DAY)))
        assert ("This report gives the smallest and the median" in said) is profile.shows_risk


def test_that_the_record_of_the_command_can_be_read(paper_audit):
    command = command_of(named(paper_audit, "age, years", "b", "c"))
    assert r'"\"age, years=NUMBER\",b=NUMBER,c=NUMBER"' in command
    typed = command.partition("--record ")[2].strip('"').replace(r"\"", '"')
    assert read_record(typed) == {"age, years": "NUMBER", "b": "NUMBER", "c": "NUMBER"}


@pytest.mark.parametrize("odd", ["$(reboot)", "`reboot`", 'a"; reboot; "', "%PATH%", "-o", "a\nb"])
def test_that_names_which_a_terminal_would_obey_are_not_in_the_command(paper_audit, odd):
    command = command_of(named(paper_audit, odd, "b", "c", file=f"{odd}.csv"))
    assert command == 'permdesk subject "RELEASE" --record "b=NUMBER,c=NUMBER,…"'


def test_that_wide_files_name_some_attributes():
    values = np.random.default_rng(8).normal(size=(20, 7))
    command = command_of(audited(pair_of(values, values)))
    assert command.endswith('--record "X1=NUMBER,X2=NUMBER,X3=NUMBER,X4=NUMBER,…"')
