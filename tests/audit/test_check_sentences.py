"""Sentences about checks: number, threshold and records in words, and never a broken threshold that looks kept."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.audit.audit_json import audit_json
from permdesk.audit.check_sentences import check_sentence, told_apart
from permdesk.audit.findings import Check, Outcome
from permdesk.audit.policy import Policy
from tests.audit.auditing import audited, noisy, seeded
from tests.pairs import pair_of, paper_pair


def sentences(pair, policy, names_records=True, **settings):
    audit = audited(pair, policy, **settings)
    return {check.name: check_sentence(check, names_records) for check in audit.verdict.checks}


def test_that_every_check_of_the_papers_example_has_its_sentence():
    policy = Policy("office", min_distance=3, min_variance_share=0.01)
    found = sentences(paper_pair(), policy)
    assert list(found.values()) == [
        "Broken. The smallest number of ranks between a record and its match is 1; the policy asks for at least 3."
        " Records that break it: 5, 6, 7, 9, 11, 17, 19, 20.",
        "Kept. Where they are most alike, the values around a record vary 1.39 times as much as the policy asks for.",
        "Broken. Whoever knows the original file can link 60 % of the records to their own release;"
        " the policy allows 5 %.",
        "Kept. Whoever knows the original file links records rightly 12 times as often as by blind guessing;"
        " the policy allows 20 times.",
        "Kept. Of the right links, 0 can be told from chance by whoever makes them; the policy allows 0.",
    ]


def test_that_records_are_counted_where_they_must_not_be_named():
    found = sentences(paper_pair(), Policy(min_distance=3), names_records=False)
    assert found["smallest-distance"].endswith("at least 3. Records that break it: 8.")


def test_that_long_lists_of_records_end_with_their_number():
    check = Check("smallest-distance", "", Outcome.FAIL, 0.0, 1.0, tuple(range(100)), 12_345)
    assert check_sentence(check, True).endswith("Records that break it: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 12,335 more.")


def test_that_what_could_not_be_decided_says_so():
    x, y = noisy(seeded(1), n=40)
    found = sentences(pair_of(x, y, own=None), Policy(min_variance={"AGE": 2.0}))
    for name in ("right-links", "lift", "defensible-right-links", "smallest-variance"):
        assert found[name].startswith("Not decided. ")
    assert "AGE" in found["smallest-variance"]


def test_that_a_rate_a_little_above_the_threshold_does_not_look_like_it():
    check = Check("right-links", "", Outcome.FAIL, 0.0500004, 0.05)
    assert "5.00004 %" in check_sentence(check, True)
    assert "allows 5 %" in check_sentence(check, True)


def test_that_a_million_is_written_out():
    assert told_apart(1_000_000.0, 20.0) == ("1000000", "20")


NUMBERS = st.floats(0, 1e9, allow_subnormal=False)


@given(NUMBERS, NUMBERS)
def test_that_different_numbers_look_different_in_the_same_order(value, threshold):
    shown, limit = (float(text) for text in told_apart(value, threshold))
    assert (shown > limit) == (value > threshold) or np.isclose(value, threshold, rtol=1e-14)
    assert (shown == limit) == (value == threshold)


@pytest.mark.parametrize("name", ["a-check-of-tomorrow", "smallest-distance"])
def test_that_a_check_without_words_of_its_own_shows_its_rule(name):
    check = Check(name, "The rule.", Outcome.PASS, 2.0, 1.0)
    assert ("The rule." in check_sentence(check, True)) == (name == "a-check-of-tomorrow")


def test_that_audit_json_holds_the_sentences():
    audit = audited(paper_pair(), Policy())
    written = json.loads(audit_json(audit))["verdict"]["checks"]
    assert [check["sentence"] for check in written] == [check_sentence(check, True) for check in audit.verdict.checks]
