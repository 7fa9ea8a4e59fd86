"""The first page: the verdict, what must be known before any number, and the answers in plain language."""

from __future__ import annotations

from permdesk.audit.comparison import Comparison
from permdesk.audit.description import Description
from permdesk.audit.findings import Audit, Outcome, RightLinks
from permdesk.data.problem import Problem
from permdesk.report.blocks import (
    Block,
    Bullets,
    Heading,
    Judgement,
    KeyFigure,
    KeyFigures,
    Notice,
    Number,
    Paragraph,
)
from permdesk.report.number_text import multiple_text, number_text
from permdesk.report.profile import Profile
from permdesk.report.sections.declared import n_contradicted
from permdesk.report.sections.statements import statement_blocks
from permdesk.report.step_words import method_text
from permdesk.report.withheld import Censor
from permdesk.report.wording import linkage_title
from permdesk.translation import tr, tr_count

MOST_VARIANCES = 4
MOST_CELLS = 5
UNCHANGED = 1 - 1e-12


def summary_blocks(
    audit: Audit, description: Description, comparisons: tuple[Comparison, ...], censor: Censor
) -> tuple[Block, ...]:
    """One page that needs no statistics to be understood."""
    profile = censor.profile
    blocks: list[Block] = [Heading(tr("Summary"))]
    if profile.shows_risk:
        blocks.append(_judgement(audit))
        blocks.extend(_notices(audit, censor))
        blocks.extend(_contradicted(comparisons))
        blocks.append(_key_figures(audit))
        blocks.append(Heading(tr("What this means"), level=3))
        blocks.append(Bullets((_protector(audit), _intruder(audit), _verification(audit), _user(audit))))
        blocks.append(_what_was_done(description, censor))
        blocks.append(
            Paragraph(
                tr(
                    "The protector is the agency, which holds both files and knows which record became which. The "
                    "intruder is assumed to hold both files too and to lack only that link; nobody outside can know "
                    "more. The subject holds her own values and the released file. The user holds the released file."
                )
            )
        )
    else:
        blocks.append(
            Paragraph(
                tr_count(
                    "An original file of {n} records and the anonymized file of {n_released} records that is released "
                    "in its place were compared in one attribute.",
                    "An original file of {n} records and the anonymized file of {n_released} records that is released "
                    "in its place were compared in {count} attributes.",
                    len(audit.names),
                    n=audit.n_original,
                    n_released=audit.n_anonymized,
                )
            )
        )
        blocks.append(_what_was_done(description, censor))
        blocks.append(Paragraph(_user(audit)))
        blocks.extend(_contradicted(comparisons))
        blocks.append(
            Paragraph(
                tr(
                    "The risk of disclosure was measured as well. Its values are left out of this version of the "
                    "report and are held by the producer; that they are missing says nothing about whether the risk "
                    "is small."
                )
            )
        )
        blocks.extend(statement_blocks(audit))
    return tuple(blocks)


def _what_was_done(description: Description, censor: Censor) -> Paragraph:
    if not description.steps:
        return Paragraph(tr("What was done to the file was not stated."))
    methods = dict.fromkeys(method_text(step, censor) for step in description.steps)
    return Paragraph(
        tr(
            "What was done to the file, in this order: {methods}. The section “{section}” has the parameters.",
            methods="; ".join(methods),
            section=tr("How the file was anonymized"),
        )
    )


def _contradicted(comparisons: tuple[Comparison, ...]) -> tuple[Block, ...]:
    n = n_contradicted(comparisons)
    if not n:
        return ()
    text = tr_count(
        "The files contradict one of the things that were declared about the anonymization. The section “{section}” "
        "says which.",
        "The files contradict {count} of the things that were declared about the anonymization. The section "
        "“{section}” says which.",
        n,
        section=tr("Declared and measured"),
    )
    return (Paragraph(text),)


def _judgement(audit: Audit) -> Judgement:
    verdict = audit.verdict
    failed = sum(check.outcome is Outcome.FAIL for check in verdict.checks)
    applied = sum(check.outcome is not Outcome.NOT_APPLICABLE for check in verdict.checks)
    match verdict.outcome:
        case Outcome.FAIL:
            title = tr("Outside the policy “{policy}”", policy=verdict.policy.name)
            text = tr_count(
                "One of {applied} thresholds is broken.",
                "{count} of {applied} thresholds are broken.",
                failed,
                applied=applied,
            )
        case Outcome.PASS:
            title = tr("Within the policy “{policy}”", policy=verdict.policy.name)
            text = tr_count(
                "Its one applicable threshold is not broken. That is not a proof that nobody can be re-identified: it "
                "is as good as the threshold and the attributes that were looked at.",
                "None of its {count} applicable thresholds is broken. That is not a proof that nobody can be "
                "re-identified: it is as good as the thresholds and the attributes that were looked at.",
                applied,
            )
        case Outcome.NOT_APPLICABLE:
            title = tr("Not judged by the policy “{policy}”", policy=verdict.policy.name)
            text = (
                tr("The policy sets no threshold.")
                if not verdict.checks
                else tr(
                    "No threshold is broken, but {open} of {all} could not be decided, so this is no pass.",
                    open=len(verdict.checks) - applied,
                    all=len(verdict.checks),
                )
            )
    if verdict.policy.name == "illustrative":
        text += " " + tr("The thresholds of this policy are an illustration; an agency sets its own.")
    return Judgement(verdict.outcome, title, text)


def _notices(audit: Audit, censor: Censor) -> tuple[Block, ...]:
    shown = tuple(notice for notice in audit.notices if censor.lets_through(notice))
    blocks: list[Block] = [_notice(notice, censor.profile) for notice in shown]
    if n_left := len(audit.notices) - len(shown):
        blocks.append(
            Paragraph(
                tr_count(
                    "One further remark concerns single cells or records and is in the internal report.",
                    "{count} further remarks concern single cells or records and are in the internal report.",
                    n_left,
                )
            )
        )
    return tuple(blocks)


def _notice(problem: Problem, profile: Profile) -> Notice:
    cells: tuple[str, ...] = ()
    if profile.shows_records:
        cells = tuple(
            tr("record {record}, {attribute}: “{text}”", record=cell.record, attribute=cell.attribute, text=cell.text)
            for cell in problem.cells[:MOST_CELLS]
        )
        if problem.n_cells > len(cells) > 0:
            cells = (*cells, tr("and {n} more", n=problem.n_cells - len(cells)))
    return Notice(problem.severity, problem.where, f"{problem.what} {problem.remedy}".strip(), cells)


def _key_figures(audit: Audit) -> KeyFigures:
    figures = [
        KeyFigure(
            tr("Smallest permutation distance"),
            str(min(audit.distances.d, audit.distances_z.d)),
            tr("in ranks; {d} against Y, {d_z} against Z", d=audit.distances.d, d_z=audit.distances_z.d),
        ),
        KeyFigure(
            tr("Median distance"),
            number_text(min(audit.distances.median, audit.distances_z.median), Number.COUNT),
            tr("of {n} ranks, the smaller of Y and Z", n=audit.n_anonymized),
        ),
    ]
    if audit.right_links is not None:
        strongest = audit.right_links.strongest
        figures.append(
            KeyFigure(
                tr("Right links"),
                number_text(strongest.rate, Number.SHARE),
                tr(
                    "by the strongest linkage ({name}); {lift} times chance",
                    name=linkage_title(strongest),
                    lift=multiple_text(strongest.lift),
                ),
            )
        )
    if not audit.random_match.reason:
        figures.append(_defensible(audit))
    figures.append(_smallest_variances(audit))
    return KeyFigures(tuple(figures))


def _smallest_variances(audit: Audit) -> KeyFigure:
    shown = [number_text(float(value), Number.MEASURE) for value in audit.variances.v[:MOST_VARIANCES]]
    more = ", …" if len(audit.names) > MOST_VARIANCES else ""
    return KeyFigure(
        tr("Smallest local variances v"),
        f"({', '.join(shown)}{more})",
        tr("of the released values within the distance d = {d} of an original one", d=audit.distances.d),
    )


def _defensible(audit: Audit) -> KeyFigure:
    match = audit.random_match
    if match.n_defensible_right is None:
        meaning = tr("links that chance does not explain at level {alpha}", alpha=audit.settings.alpha)
    else:
        meaning = tr_count(
            "links that chance does not explain at level {alpha}; one of them is right",
            "links that chance does not explain at level {alpha}; {count} of them are right",
            match.n_defensible_right,
            alpha=audit.settings.alpha,
        )
    return KeyFigure(tr("Defensible links"), str(match.n_defensible), meaning)


def _protector(audit: Audit) -> str:
    return tr(
        "Protector: the least protected record has permutation distance {d}, and half of the records have {median} "
        "or less, of {n} ranks.",
        d=min(audit.distances.d, audit.distances_z.d),
        median=number_text(min(audit.distances.median, audit.distances_z.median), Number.COUNT),
        n=audit.n_anonymized,
    )


def _intruder(audit: Audit) -> str:
    links = audit.right_links
    if links is None:
        return tr(
            "Intruder: as it is unknown which released record belongs to which original one, right links cannot be "
            "counted. Whether an intruder would link right is open, not excluded."
        )
    return tr(
        "Intruder: the strongest of {n} linkages ({name}) finds {rate} of the records, a blind guess one in "
        "{n_released}. {comparison}",
        n=len(links.battery),
        name=linkage_title(links.strongest),
        rate=number_text(links.strongest.rate, Number.SHARE),
        n_released=round(1 / links.chance),
        comparison=_comparison(links),
    )


def _comparison(links: RightLinks) -> str:
    rate = links.strongest.rate
    if rate >= 0.5:
        return tr("For most records the link is not broken.")
    if links.strongest.lift > 2:
        return tr("That is {lift} times as often.", lift=multiple_text(links.strongest.lift))
    return tr("That is about what chance alone gives.")


def _verification(audit: Audit) -> str:
    match = audit.random_match
    if match.reason:
        return tr("Verification: {reason}", reason=match.reason)
    if match.n_defensible == 0:
        sentence = tr(
            "Verification: for none of his links could the intruder argue that it is no coincidence, as random "
            "records match as closely often enough. That does not make his links wrong: he can be right without "
            "being able to show it."
        )
    else:
        sentence = tr_count(
            "Verification: for one of his links the intruder could argue that the match is no coincidence, as random "
            "records rarely match as closely.",
            "Verification: for {count} of his links the intruder could argue that the match is no coincidence, as "
            "random records rarely match as closely.",
            match.n_defensible,
        )
    if match.n_undecided:
        more = tr_count(
            "One right link more is open only because too few random records were drawn.",
            "{count} right links more are open only because too few random records were drawn.",
            match.n_undecided,
        )
        sentence = f"{sentence} {more}"
    return sentence


def _user(audit: Audit) -> str:
    correlations = [finding.spearman for finding in audit.attributes if finding.spearman is not None]
    if not correlations:
        return tr(
            "User: the distribution of every attribute can be compared, but not how well single values were kept, as "
            "released and original records are not paired."
        )
    if min(correlations) > UNCHANGED:
        return tr("User: the order of the records was not changed in any attribute.")
    if len(correlations) == 1:
        return tr(
            "User: the order of the records in the original and in the anonymized file has a rank correlation of "
            "{correlation} (1 is unchanged, 0 is lost, below 0 is turned round).",
            correlation=number_text(correlations[0], Number.CORRELATION),
        )
    return tr(
        "User: the order of the records in the original and in the anonymized file has a rank correlation between "
        "{low} and {high} (1 is unchanged, 0 is lost, below 0 is turned round), depending on the attribute.",
        low=number_text(min(correlations), Number.CORRELATION),
        high=number_text(max(correlations), Number.CORRELATION),
    )
