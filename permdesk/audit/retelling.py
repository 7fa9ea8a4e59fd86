"""Tells the sentences of findings anew in the current language: a report may be in another than the window was."""

from __future__ import annotations

from dataclasses import replace

from permdesk.audit.findings import Audit, RightLinks, Verdict
from permdesk.audit.information import Information
from permdesk.data.problem import Problem
from permdesk.translation import retold


def retold_audit(audit: Audit) -> Audit:
    """The same findings; what they say in words is in the language of here and now."""
    left_out = tuple(replace(one, reason=retold(one.reason)) for one in audit.pair.left_out)
    right = audit.right_links
    return replace(
        audit,
        pair=replace(audit.pair, left_out=left_out, problems=tuple(map(retold_problem, audit.pair.problems))),
        right_links=None if right is None else _retold_links(right),
        random_match=replace(audit.random_match, reason=retold(audit.random_match.reason)),
        verdict=_retold_verdict(audit.verdict),
        notices=tuple(map(retold_problem, audit.notices)),
    )


def retold_information(information: Information) -> Information:
    """The same measures, with the reasons for missing ones in the language of here and now."""
    attributes = tuple(replace(one, reason=retold(one.reason)) for one in information.attributes)
    return replace(information, attributes=attributes)


def retold_problem(problem: Problem) -> Problem:
    """The same problem in the language of here and now."""
    what, where, remedy = (retold(text) for text in (problem.what, problem.where, problem.remedy))
    return replace(problem, what=what, where=where, remedy=remedy)


def _retold_links(links: RightLinks) -> RightLinks:
    left_out = tuple(replace(linkage, reason=retold(linkage.reason)) for linkage in links.left_out)
    return replace(links, left_out=left_out)


def _retold_verdict(verdict: Verdict) -> Verdict:
    checks = tuple(replace(check, sentence=retold(check.sentence)) for check in verdict.checks)
    return replace(verdict, checks=checks)
