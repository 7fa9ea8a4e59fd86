"""A report that would say what must not be said is never made."""

import numpy as np
import pytest

from permdesk.audit.description import Description, Step
from permdesk.compute.progress import Progress
from permdesk.report import build
from permdesk.report.blocks import (
    Cell,
    Column,
    Command,
    Figure,
    Heading,
    Number,
    Paragraph,
    Report,
    Table,
)
from permdesk.report.build import build_report
from permdesk.report.profile import Profile
from permdesk.report.withheld import LeakError, censor_for
from tests.pairs import pair_of
from tests.report.conftest import DAY, PUBLIC, audited, words_of


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
        censor_for(mixed_audit.pair, profile).check(Report("t", "s", profile, DAY, (leak,)), Progress())


def test_that_the_guard_refuses_a_seed_even_in_an_internal_report(mixed_audit):
    with pytest.raises(LeakError, match="a seed"):
        censor_for(mixed_audit.pair, Profile.INTERNAL).check(
            Report("t", "s", Profile.INTERNAL, DAY, (Paragraph("seed 4711"),)), Progress()
        )


def test_that_every_report_passes_the_guard_before_it_is_handed_out(mixed_audit, monkeypatch):
    monkeypatch.setattr(build, "limits_blocks", lambda audit, profile: (Paragraph("see /home/ann/data/x.csv"),))
    with pytest.raises(LeakError):
        build_report(mixed_audit, Description(), Profile.FULL, DAY)


@pytest.mark.parametrize("profile", list(Profile))
def test_that_attributes_called_like_a_seed_or_a_record_do_not_keep_a_report_from_being_made(profile):
    values = np.arange(36.0).reshape(12, 3)
    pair = pair_of(values, values[::-1], names=("seed", "line 12", "income 2019"))
    description = Description(steps=(Step("Noise", ("seed", "income 2019")),))
    said = words_of(build_report(audited(pair), description, profile, DAY))
    assert "seed × line 12" in said
    assert "seed, income 2019" in said
    censor = censor_for(pair, profile)
    with pytest.raises(LeakError, match="a seed"):
        censor.check_text("the random seed 4711", "here")
    with pytest.raises(LeakError, match="a seed"):
        censor_for(pair, Profile.PUBLIC).check_text("seed: 4711", "here")
    with pytest.raises(LeakError, match="a record"):
        censor_for(pair, Profile.PUBLIC).check_text("line 13", "here")


def test_that_the_numbers_of_a_check_are_shown_though_they_are_values_too():
    values = np.arange(40.0).reshape(20, 2)
    audit = audited(pair_of(values, values[::-1], names=("rank", "place")))
    blocks = build_report(audit, Description(), Profile.FULL, DAY).blocks
    (policy,) = (block for block in blocks if isinstance(block, Table) and block.name == "Policy")
    said = [row[2].value for row in policy.rows]
    assert "at least 1" in said[0]
    assert not any("withheld" in sentence for sentence in said)


def about(values, released=None):
    values = np.asarray(values, float)[:, None]
    return pair_of(values, values if released is None else released, names=("wage",))


@pytest.mark.parametrize("profile", PUBLIC)
def test_that_the_guard_refuses_columns_of_values_and_words_in_pictures(mixed_audit, profile):
    censor = censor_for(mixed_audit.pair, profile)
    values = Table("t", "c", (Column("x", Number.VALUE),), ((Cell(1.5),),))
    with pytest.raises(LeakError, match="values of records"):
        censor.check(Report("t", "s", profile, DAY, (values,)), Progress())
    figure = Figure("f", "c", "a", "<svg xmlns='http://x/y/z'><text>S-1004</text></svg>")
    with pytest.raises(LeakError, match="an ID"):
        censor.check(Report("t", "s", profile, DAY, (figure,)), Progress())
    harmless = Figure("f", "c", "a", "<svg xmlns='http://x/y/z'><path d='M 8812345678 2'/><text>Y</text></svg>")
    censor.check(Report("t", "s", profile, DAY, (harmless,)), Progress())


def test_that_a_leak_tells_the_officer_what_and_where_but_not_the_secret(mixed_audit):
    blocks = (Heading("Files"), Paragraph("as S-1004 shows"))
    with pytest.raises(LeakError) as caught:
        censor_for(mixed_audit.pair, Profile.FULL).check(Report("t", "s", Profile.FULL, DAY, blocks), Progress())
    problem = caught.value.problem
    assert problem.where == "the section “Files”"
    assert "an ID or a user name" in problem.what
    assert "S-1004" not in problem.sentence
