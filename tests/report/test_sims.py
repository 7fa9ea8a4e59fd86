"""The text for quality reports names its concepts and says what was stated."""

from __future__ import annotations

from permdesk.audit.description import Description
from permdesk.report.profile import Profile
from permdesk.report.publication import publish
from permdesk.report.sims import render_sims
from tests.report.conftest import DAY
from tests.report.test_ddi import WHOLE


def said(audit, description, profile=Profile.PUBLIC):
    return render_sims(publish(audit, description, profile, DAY)).decode()


def test_that_policy_and_treatment_are_there_in_their_order(paper_audit):
    text = said(paper_audit, WHOLE)
    places = [text.index(title) for title in ("S.7 ", "S.7.1 ", "S.7.2 ")]
    assert places == sorted(places)
    policy, treatment = text[places[1] : places[2]], text[places[2] :]
    assert "Statistics Act, section 16" in policy and "Office" in policy and "public use" in policy
    assert "1. " in treatment and "sd 5" in treatment and "20 records" in treatment
    assert "wages@office.example" in text


def test_that_what_was_not_stated_is_said_to_be_missing(paper_audit):
    text = said(paper_audit, Description())
    assert "The legal basis was not stated." in text
    assert "methods of the anonymization were not stated" in text


def test_that_risk_values_are_only_in_the_transparent_text(paper_audit):
    assert "60.0 %" in said(paper_audit, WHOLE, Profile.FULL)
    assert "60.0 %" not in said(paper_audit, WHOLE)
