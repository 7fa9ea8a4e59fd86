"""What reports say of the anonymization, of what was measured of it, and of what users can trust."""

from dataclasses import replace

import numpy as np
import pytest

from permdesk.audit.description import Description, ReleaseType, Step
from permdesk.audit.method_parameters import Option, Parameter
from permdesk.audit.methods_inventory import Method
from permdesk.compute.progress import Cancelled, Progress
from permdesk.report.blocks import Mark, Notice, texts
from permdesk.report.build import build_report
from permdesk.report.profile import Profile
from tests.pairs import pair_of
from tests.report.conftest import DAY, audited

STEPS = (
    Step(
        kind=Method.NOISE,
        attributes=("X1",),
        values={Parameter.NOISE_SHARE: 0.01, Parameter.NOISE_DISTRIBUTION: Option.NORMAL},
        software="sdcMicro",
        version="5.8",
        parameters="clipped",
    ),
    Step("house rounding", ("X2",), kind=Method.ROUNDING, values={Parameter.ROUNDING_BASE: 0.01}),
    Step("own trick", ("X3",)),
)
DESCRIPTION = Description(
    "Wages",
    "Office",
    steps=STEPS,
    release_type=ReleaseType.SCIENTIFIC_USE,
    advice="Allow for noise.",
    known_limits="No totals.",
)


def built(audit, profile=Profile.INTERNAL, description=DESCRIPTION):
    return build_report(audit, description, profile, DAY)


def rows(report, name):
    return [[cell.value for cell in row] for row in report.table(name).rows]


def test_that_typed_parameters_are_said_with_their_units(paper_audit):
    first, second, third = rows(built(paper_audit), "Anonymization")
    assert first == [
        "1",
        "Noise addition",
        "X1",
        "Noise, share of the standard deviation: 1.0 %; Distribution of the noise: normal; clipped",
        "sdcMicro 5.8",
    ]
    assert second[1] == "Rounding (house rounding)"
    assert third[1:4] == ["own trick", "X3", "none stated"]


def test_that_what_publication_amounts_to_follows_from_method_and_parameters(paper_audit):
    shown = rows(built(paper_audit), "Transparency")
    assert [row[2] for row in shown] == ["randomized", "not stated", "not stated"]
    assert shown[0][3].startswith("Transparent: everything can be published")


def test_that_sources_of_the_methods_are_given_once(paper_audit):
    said = list(texts(built(paper_audit, description=Description(steps=(*STEPS, STEPS[0])))))
    assert sum("R. Brand" in text for text in said) == 1


def test_that_facts_advice_and_limits_stand_in_their_sections(paper_audit):
    report = built(paper_audit, Profile.PUBLIC)
    assert ["Type of release", "scientific use file"] in rows(report, "Release")
    said = list(texts(report))
    assert said.index("Advice to analysts") < said.index("Allow for noise.") < said.index("Check your own record")
    assert said.index("Limits") < said.index("Limits stated by the producer") < said.index("No totals.")


def test_that_a_contradiction_warns_in_every_profile_but_figures_are_left_to_two(paper_audit):
    for profile in Profile:
        report = built(paper_audit, profile)
        (warning,) = (b for b in report.blocks if isinstance(b, Notice) and b.where.startswith("Step 1"))
        assert "more noise than declared" in warning.text
        table = report.table("Declared and measured")
        titles = [column.title for column in table.columns]
        assert ("Measured" in titles) is (profile is not Profile.PUBLIC)
        assert table.rows[0][titles.index("The files")].value == "✗ contradicts"
        assert table.rows[0][0].mark is Mark.BOLD
        assert any("The files contradict one of the things" in text for text in texts(report))


def test_that_the_summary_names_the_methods_or_says_that_none_was_stated(paper_audit):
    (line,) = [text for text in texts(built(paper_audit)) if text.startswith("What was done to the file, in")]
    assert "Noise addition; Rounding (house rounding); own trick" in line
    said = texts(built(paper_audit, description=Description(title="t")))
    assert "What was done to the file was not stated." in list(said)


def test_that_users_are_told_what_they_can_trust_in_their_own_words(paper_audit):
    said = " ".join(texts(built(paper_audit, Profile.PUBLIC)))
    pairs = zip(paper_audit.attributes, paper_audit.pair.attributes, strict=True)
    shares = [100 * found.mean_abs_residual_noise / attribute.original.lower.std() for found, attribute in pairs]
    assert f"is off by {min(shares):.1f} % to {max(shares):.1f} % of" in said
    change = np.abs(paper_audit.mapping.spearman_anonymized - paper_audit.mapping.spearman_original)
    assert f"and by {change[np.triu_indices(3, 1)].max():.3f} at most" in said


def test_that_unpaired_and_unchanged_files_say_so_to_users(unpaired_audit):
    assert any("which value belonged to which record is not known" in t for t in texts(built(unpaired_audit)))
    values = np.random.default_rng(1).normal(size=(30, 2))
    same = list(texts(built(audited(pair_of(values, values)), description=Description())))
    assert "Single values: no numeric value of any record was changed." in same
    assert any("are exactly those of the original file" in text for text in same)


@pytest.mark.parametrize("stage", ["declared", "report"])
def test_that_building_hears_a_stop_between_sections(paper_audit, stage):
    class Stopping(Progress):
        def begin(self, key, total):
            super().begin(key, total)
            if key == stage:
                self.cancel()

    with pytest.raises(Cancelled):
        build_report(paper_audit, DESCRIPTION, Profile.INTERNAL, DAY, progress=Stopping())


def test_that_long_lists_of_attributes_are_cut_in_the_comparison(paper_audit):
    names = tuple(f"hidden{j}" for j in range(9))
    step = replace(STEPS[2], attributes=names)
    (row,) = [
        r
        for r in rows(built(paper_audit, description=Description(steps=(step,))), "Declared and measured")
        if "hidden" in r[1]
    ]
    assert row[1].endswith("hidden5 and 3 more")
