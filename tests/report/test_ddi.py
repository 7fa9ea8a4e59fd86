"""The fragment for catalogues has the structure that DDI-Codebook 2.5 documents."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from permdesk.audit.description import Description, ReleaseType, Step
from permdesk.report.ddi import render_ddi
from permdesk.report.profile import Profile
from permdesk.report.publication import publish
from tests.report.conftest import DAY

# The content models of the field-level documentation of DDI-Codebook 2.5.1, as far as they are needed: children in
# their order, each with how often it may stand there; elements that hold text have none here.
MANY, ONE, PERHAPS, SOME = (0, None), (1, 1), (0, 1), (1, None)
MODELS = {
    "codeBook": [("docDscr", MANY), ("stdyDscr", SOME), ("fileDscr", MANY), ("dataDscr", MANY), ("otherMat", MANY)],
    "stdyDscr": [
        *(("citation", SOME), ("studyAuthorization", MANY), ("stdyInfo", MANY), ("studyDevelopment", MANY)),
        *(("method", MANY), ("dataAccs", MANY), ("othrStdyMat", MANY), ("notes", MANY)),
    ],
    "citation": [
        *(("titlStmt", ONE), ("rspStmt", PERHAPS), ("prodStmt", PERHAPS), ("distStmt", PERHAPS), ("serStmt", MANY)),
        *(("verStmt", MANY), ("biblCit", MANY), ("holdings", MANY), ("notes", MANY)),
    ],
    "titlStmt": [("titl", ONE), ("subTitl", MANY), ("altTitl", MANY), ("parTitl", MANY), ("IDNo", MANY)],
    "prodStmt": [
        *(("producer", MANY), ("copyright", MANY), ("prodDate", MANY), ("prodPlac", MANY), ("software", MANY)),
        *(("fundAg", MANY), ("grantNo", MANY)),
    ],
    "verStmt": [("version", MANY), ("verResp", MANY), ("notes", MANY)],
    "method": [
        *(("dataColl", MANY), ("notes", MANY), ("anlyInfo", PERHAPS), ("stdyClas", MANY)),
        *(("dataProcessing", MANY), ("codingInstructions", MANY)),
    ],
    "codingInstructions": [("txt", MANY), ("command", MANY)],
    "dataAccs": [("setAvail", MANY), ("useStmt", MANY), ("notes", MANY)],
    "useStmt": [
        *(("confDec", MANY), ("specPerm", MANY), ("restrctn", MANY), ("contact", MANY), ("citReq", MANY)),
        *(("deposReq", MANY), ("conditions", MANY), ("disclaimer", MANY)),
    ],
    "fileDscr": [("fileTxt", MANY), ("locMap", PERHAPS), ("notes", MANY)],
    "fileTxt": [
        *(("fileName", MANY), ("fileCitation", PERHAPS), ("dataFingerprint", MANY), ("fileCont", MANY)),
        *(("fileStrc", PERHAPS), ("dimensns", PERHAPS), ("fileType", MANY), ("format", MANY), ("filePlac", MANY)),
        *(("dataChck", MANY), ("ProcStat", MANY), ("dataMsng", MANY), ("software", MANY), ("verStmt", MANY)),
    ],
    "dataFingerprint": [
        *(("digitalFingerprintValue", ONE), ("algorithmSpecification", PERHAPS), ("algorithmVersion", PERHAPS)),
    ],
    "dimensns": [
        *(("caseQnty", MANY), ("varQnty", MANY), ("logRecL", MANY), ("recPrCas", MANY), ("recNumTot", MANY)),
    ],
}
NAME, WORDS = r"[A-Za-z_][\w.-]*", r".+"
# What attributes may hold; those of NEEDED must be there.
ATTRIBUTES = {
    "codeBook": {"version": r"2\.5", "{http://www.w3.org/XML/1998/namespace}lang": r"[a-z]{2,3}(-\w+)*"},
    "dataProcessing": {"ID": NAME, "type": WORDS},
    "codingInstructions": {"type": WORDS, "relatedProcesses": rf"{NAME}( {NAME})*"},
    "confDec": {"required": "yes|no"},
    "dataFingerprint": {"type": "data|dataFile"},
}
NEEDED = {"dataFingerprint": {"type"}}
PREFIX = "{ddi:codebook:2_5}"


def faults(element: ElementTree.Element) -> list[str]:
    """Where an element and what is in it leave the documented structure."""
    name = element.tag.removeprefix(PREFIX)
    found = [] if element.tag.startswith(PREFIX) else [f"{element.tag} is of another standard"]
    known = ATTRIBUTES.get(name, {})
    found += [
        f"{name} has {key}={value}"
        for key, value in element.attrib.items()
        if not re.fullmatch(known.get(key, ""), value)
    ]
    found += [f"{name} lacks {key}" for key in NEEDED.get(name, set()) - set(element.attrib)]
    children = [child.tag.removeprefix(PREFIX) for child in element]
    if name not in MODELS:
        return found + [f"{name} holds {child}" for child in children]
    rest = list(children)
    for kind, (least, most) in MODELS[name]:
        n = next((place for place, child in enumerate(rest) if child != kind), len(rest))
        if n < least or (most is not None and n > most):
            found.append(f"{name} has {n} {kind}")
        rest = rest[n:]
    found += [f"{name} has {child} in the wrong place" for child in rest]
    return found + [fault for child in element for fault in faults(child)]


WHOLE = Description(
    title="Wages",
    producer="Office",
    software="sdcMicro 5.8",
    version="2",
    legal_basis="Statistics Act, section 16",
    contact="wages@office.example",
    known_limits="No weights.",
    advice="Use ranks.",
    release_type=ReleaseType.PUBLIC_USE,
    steps=(Step("noise", ("X1", "X2"), "sd 5"), Step("swapping", ("X3",), "range 5 %")),
)


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("said", [Description(), WHOLE])
def test_that_the_fragment_keeps_the_documented_structure(paper_audit, profile, said):
    root = ElementTree.fromstring(render_ddi(publish(paper_audit, said, profile, DAY)))
    assert root.tag == f"{PREFIX}codeBook"
    assert faults(root) == []
    known = [element.get("ID") for element in root.iter() if element.get("ID")]
    assert len(set(known)) == len(known)
    referred = [name for element in root.iter() for name in element.get("relatedProcesses", "").split()]
    assert set(referred) <= set(known)


@pytest.mark.parametrize("kind", ReleaseType)
def test_that_only_files_under_contract_ask_for_a_signed_declaration(paper_audit, kind):
    root = ElementTree.fromstring(
        render_ddi(publish(paper_audit, replace(WHOLE, release_type=kind), Profile.FULL, DAY))
    )
    asks = kind in (ReleaseType.SCIENTIFIC_USE, ReleaseType.SECURE_USE)
    assert root.find(f".//{PREFIX}confDec").get("required") == ("yes" if asks else "no")


@pytest.mark.parametrize(
    "broken",
    [
        '<codeBook xmlns="ddi:codebook:2_5"/>',
        '<codeBook xmlns="ddi:codebook:2_5"><stdyDscr><method/><citation/></stdyDscr></codeBook>',
        '<codeBook xmlns="ddi:codebook:2_5"><stdyDscr><citation><titl/></citation></stdyDscr></codeBook>',
        '<codeBook xmlns="other"><stdyDscr/></codeBook>',
        '<confDec xmlns="ddi:codebook:2_5" required="perhaps"/>',
        '<dataFingerprint xmlns="ddi:codebook:2_5"><digitalFingerprintValue/></dataFingerprint>',
    ],
)
def test_that_another_structure_would_be_seen(broken):
    assert faults(ElementTree.fromstring(broken))


def test_that_steps_fingerprint_and_declaration_are_in_it(paper_audit):
    root = ElementTree.fromstring(render_ddi(publish(paper_audit, WHOLE, Profile.FULL, DAY)))
    steps = [element.text for element in root.iter(f"{PREFIX}dataProcessing")]
    assert len(steps) == 2 and "X1, X2" in steps[0] and "sd 5" in steps[0]
    related = [element.get("relatedProcesses") for element in root.iter(f"{PREFIX}codingInstructions")]
    assert related == [element.get("ID") for element in root.iter(f"{PREFIX}dataProcessing")]
    value = root.find(f".//{PREFIX}digitalFingerprintValue")
    assert value.text == paper_audit.pair.anonymized.sha256
    declared = root.find(f".//{PREFIX}confDec").text
    assert "permutation paradigm" in declared and DAY.isoformat() in declared


def test_that_a_cautious_fragment_gives_no_risk_value(paper_audit):
    text = render_ddi(publish(paper_audit, WHOLE, Profile.PUBLIC, DAY)).decode()
    assert "60.0 %" in render_ddi(publish(paper_audit, WHOLE, Profile.FULL, DAY)).decode()
    assert "60.0 %" not in text
