"""What each check of a policy found, in a sentence that needs no statistics to read."""

from __future__ import annotations

from permdesk.audit.findings import Check, Outcome
from permdesk.translation import together, tr, tr_number

MOST_LISTED = 10


def check_sentence(check: Check, names_records: bool) -> str:
    """The outcome, the number that decides, the threshold, and which records if ``names_records``.

    Numbers are shown with as many digits as tell them from the threshold, so that a broken one never looks kept.
    """
    if check.outcome is Outcome.NOT_APPLICABLE or check.value is None or check.threshold is None:
        return tr("Not decided. {rule}", rule=check.sentence)
    outcome = tr("Kept.") if check.outcome is Outcome.PASS else tr("Broken.")
    records = _records(check) if names_records else _number_of_records(check)
    return together(outcome, _found(check, check.value, check.threshold), records)


def _found(check: Check, value: float, threshold: float) -> str:
    match check.name:
        case "smallest-distance":
            number, limit = told_apart(value, threshold)
            return tr(
                "The smallest number of ranks between a record and its match is {number}; the policy asks for at least"
                " {limit}.",
                number=number,
                limit=limit,
            )
        case "smallest-variance":
            number, _ = told_apart(value, threshold)
            return tr(
                "Where they are most alike, the values around a record vary {number} times as much as the policy asks"
                " for.",
                number=number,
            )
        case "right-links":
            number, limit = told_apart(100 * value, 100 * threshold)
            return tr(
                "Whoever knows the original file can link {number} % of the records to their own release; the policy"
                " allows {limit} %.",
                number=number,
                limit=limit,
            )
        case "lift":
            number, limit = told_apart(value, threshold)
            return tr(
                "Whoever knows the original file links records rightly {number} times as often as by blind guessing;"
                " the policy allows {limit} times.",
                number=number,
                limit=limit,
            )
        case "defensible-right-links":
            number, limit = told_apart(value, threshold)
            return tr(
                "Of the right links, {number} can be told from chance by whoever makes them; the policy allows"
                " {limit}.",
                number=number,
                limit=limit,
            )
    return check.sentence


def told_apart(value: float, threshold: float) -> tuple[str, str]:
    """Both numbers with the same number of digits, at least 3, and as many as it takes to tell them apart."""
    for digits in range(3, 18):
        shown = f"{value:.{digits}g}", f"{threshold:.{digits}g}"
        if value == threshold or shown[0] != shown[1]:
            # A million is a million, not 1e+06.
            return tr_number(_plain(shown[0])), tr_number(_plain(shown[1]))
    return tr_number(repr(value)), tr_number(repr(threshold))


def _plain(shown: str) -> str:
    return f"{float(shown):.0f}" if "e+" in shown else shown


def _records(check: Check) -> str:
    if not check.n_records:
        return ""
    listed = ", ".join(str(row + 1) for row in check.records[:MOST_LISTED])
    n_more = check.n_records - min(MOST_LISTED, len(check.records))
    if n_more:
        listed = tr("{records} and {n} more", records=listed, n=tr_number(f"{n_more:,}"))
    return tr("Records that break it: {records}.", records=listed)


def _number_of_records(check: Check) -> str:
    return tr("Records that break it: {n}.", n=tr_number(f"{check.n_records:,}")) if check.n_records else ""
