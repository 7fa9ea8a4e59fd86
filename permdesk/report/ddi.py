"""A fragment of a DDI-Codebook 2.5 that says how a file was anonymized and audited, to be merged into a study's own."""

from __future__ import annotations

from xml.etree import ElementTree

from permdesk import __version__
from permdesk.audit.description import ReleaseType
from permdesk.report.day_text import day_text
from permdesk.report.printable import printable
from permdesk.report.publication import Publication
from permdesk.report.statement import audit_sentences, step_sentence
from permdesk.report.step_words import release_title
from permdesk.translation import tr

NAMESPACE = "ddi:codebook:2_5"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_FORMAL = "SHA-256"


def render_ddi(publication: Publication) -> bytes:
    """The fragment. The same publication gives the same bytes.

    The order of elements is that of DDI-Codebook 2.5.1: method holds dataProcessing before codingInstructions, useStmt
    holds confDec first, fileTxt the fingerprint after the name.
    """
    root = ElementTree.Element("codeBook", {"xmlns": NAMESPACE, "version": "2.5", _LANGUAGE: tr("en")})
    study = _add(root, "stdyDscr")
    _add_citation(study, publication)
    _add_method(study, publication)
    _add_access(study, publication)
    _add_file(root, publication)
    ElementTree.indent(root)
    written: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return written + b"\n"


def _add_citation(study: ElementTree.Element, publication: Publication) -> None:
    facts, report = publication.facts, publication.report
    citation = _add(study, "citation")
    _add(_add(citation, "titlStmt"), "titl", report.title)
    produced = _add(citation, "prodStmt")
    if producer := facts.producer or publication.template.agency:
        _add(produced, "producer", producer)
    if facts.software:
        _add(produced, "software", facts.software)
    if facts.version:
        _add(_add(citation, "verStmt"), "version", facts.version)


def _add_method(study: ElementTree.Element, publication: Publication) -> None:
    method = _add(study, "method")
    for number, step in enumerate(publication.facts.steps, start=1):
        _add(method, "dataProcessing", step_sentence(step), ID=f"anonymization_{number}", type="anonymization")
    for number, step in enumerate(publication.facts.steps, start=1):
        instruction = _add(
            method, "codingInstructions", type="anonymization", relatedProcesses=f"anonymization_{number}"
        )
        _add(instruction, "txt", step_sentence(step))


def _add_access(study: ElementTree.Element, publication: Publication) -> None:
    facts, use = publication.facts, _add(_add(study, "dataAccs"), "useStmt")
    sentences = " ".join(audit_sentences(publication.report))
    audited = tr(
        "The file was anonymized before its release and audited against the original file with PermDesk {version} on "
        "{day}, under the permutation paradigm. {findings}",
        version=__version__,
        day=day_text(publication.report.made_on),
        findings=sentences,
    )
    _add(use, "confDec", audited, required="yes" if facts.release_type in _under_contract() else "no")
    if facts.release_type:
        _add(use, "restrctn", facts.release_type)
    if facts.contact:
        _add(use, "contact", facts.contact)
    if facts.legal_basis:
        _add(use, "conditions", facts.legal_basis)
    if caution := " ".join(part for part in (facts.known_limits, facts.advice) if part):
        _add(use, "disclaimer", caution)


def _under_contract() -> tuple[str, ...]:
    """Kinds of release whose users sign a declaration; the attribute that says so is "yes" where it is left out."""
    return release_title(ReleaseType.SCIENTIFIC_USE), release_title(ReleaseType.SECURE_USE)


def _add_file(root: ElementTree.Element, publication: Publication) -> None:
    facts = publication.facts
    text = _add(_add(root, "fileDscr"), "fileTxt")
    _add(text, "fileName", facts.file)
    fingerprint = _add(text, "dataFingerprint", type="dataFile")
    _add(fingerprint, "digitalFingerprintValue", facts.sha256)
    _add(fingerprint, "algorithmSpecification", _FORMAL)
    size = _add(text, "dimensns")
    _add(size, "caseQnty", str(facts.n_records))
    _add(size, "varQnty", str(facts.n_attributes))


def _add(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
    made = ElementTree.SubElement(parent, name, attributes)
    if text:
        made.text = printable(text)
    return made
