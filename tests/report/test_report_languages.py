"""A report says and withholds the same in every language."""

from __future__ import annotations

import pytest

from permdesk.report.blocks import texts
from permdesk.report.build import build_report
from permdesk.report.markdown import render_markdown
from permdesk.report.profile import Profile
from permdesk.report.withheld import Censor
from permdesk.translation import in_language, languages, tr
from tests.report.conftest import DAY, SECRET_SEED

OTHERS = languages()[1:]


def shape(report):
    return [type(block).__name__ for block in report.blocks]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("profile", list(Profile))
@pytest.mark.parametrize("found", ["paper_audit", "mixed_audit", "unpaired_audit"])
def test_that_a_report_has_the_same_blocks_in_every_language(language, profile, found, telling_description, request):
    audit = request.getfixturevalue(found)
    with in_language("en"):
        english = build_report(audit, telling_description, profile, DAY)
    with in_language(language):
        other = build_report(audit, telling_description, profile, DAY)
        again = build_report(audit, telling_description, profile, DAY)
    assert shape(other) == shape(english)
    assert list(texts(other)) == list(texts(again))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("profile", [Profile.PUBLIC, Profile.FULL])
def test_that_a_public_report_withholds_in_every_language(language, profile, mixed_audit, telling_description):
    with in_language(language):
        said = "\n".join(texts(build_report(mixed_audit, telling_description, profile, DAY)))
    for secret in ("plaintext", "amalia", "31337", "31338", "271828", "424242", "S-1004", str(SECRET_SEED)):
        assert secret not in said


@pytest.mark.parametrize("language", languages())
def test_that_what_a_sentence_quotes_is_withheld_whatever_the_quotation_marks(language):
    censor = Censor(Profile.PUBLIC, frozenset())
    with in_language(language):
        told = censor.reason(tr("Values are words, such as {words}.", words=tr("“{text}”", text="plaintext")))
        assert tr("“[withheld]”") in told
    assert "plaintext" not in told


@pytest.mark.parametrize("typed", ["Datensätzen 4, 5 und 6", "enregistrements 4 et 5", "ligne 4", "filas 4 y 5"])
def test_that_numbers_of_records_are_withheld_in_every_language(typed):
    assert Censor(Profile.PUBLIC, frozenset()).text(f"{typed}.") == "[records withheld]."


def test_that_names_of_pictures_lose_their_accents_and_keep_their_letters(paper_audit, telling_description):
    with in_language("de"):
        report = build_report(paper_audit, telling_description, Profile.INTERNAL, DAY)
        assert {"r-abstande.svg", "r-range.svg"} <= render_markdown(report, "r").keys()
