"""The text on confidentiality that a quality report asks for (SIMS S.7, SDMX), ready to be pasted."""

from __future__ import annotations

from permdesk import __version__
from permdesk.report.day_text import day_text
from permdesk.report.printable import printable
from permdesk.report.publication import Publication
from permdesk.report.statement import audit_sentences, step_sentence
from permdesk.translation import tr, tr_count


def render_sims(publication: Publication) -> bytes:
    """Plain text with the concepts S.7, S.7.1 (policy) and S.7.2 (data treatment). The same publication gives the same
    bytes."""
    facts, report = publication.facts, publication.report
    parts = [
        tr("S.7 Confidentiality"),
        printable(report.title),
        "",
        tr("S.7.1 Confidentiality - policy"),
        *_policy(publication),
        "",
        tr("S.7.2 Confidentiality - data treatment"),
        *_treatment(publication),
    ]
    if facts.contact:
        parts += ["", tr("Contact: {contact}", contact=printable(facts.contact))]
    return ("\n".join(parts) + "\n").encode("utf-8")


def _policy(publication: Publication) -> list[str]:
    facts = publication.facts
    lines = []
    if producer := facts.producer or publication.template.agency:
        lines.append(tr("Responsible: {producer}.", producer=printable(producer)))
    lines.append(
        tr("Legal basis: {basis}", basis=printable(facts.legal_basis))
        if facts.legal_basis
        else tr("The legal basis was not stated.")
    )
    if facts.release_type:
        lines.append(tr("Kind of release: {kind}.", kind=facts.release_type))
    lines.append(
        tr(
            "Before release the anonymized file is compared with the original one, as the strongest intruder could: he "
            "holds both files and lacks only the link between their records. The thresholds are the agency's own."
        )
    )
    return lines


def _treatment(publication: Publication) -> list[str]:
    facts, report = publication.facts, publication.report
    if facts.steps:
        lines = [tr("The file was anonymized in these steps:")]
        lines += [f"{number}. {printable(step_sentence(step))}" for number, step in enumerate(facts.steps, start=1)]
    else:
        lines = [tr("The methods of the anonymization were not stated.")]
    lines.append(
        tr_count(
            "The release has {n} records and one audited attribute; it was audited on {day} with PermDesk {version}.",
            "The release has {n} records and {count} audited attributes; it was audited on {day} with PermDesk "
            "{version}.",
            facts.n_attributes,
            n=facts.n_records,
            day=day_text(report.made_on),
            version=__version__,
        )
    )
    lines += [printable(sentence) for sentence in audit_sentences(report)]
    for text in (facts.known_limits, facts.advice):
        if text:
            lines.append(printable(text))
    lines.append(tr("Random seeds of the anonymization are never published: they are its keys."))
    return lines
