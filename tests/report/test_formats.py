"""All formats: the same bytes every time and everywhere, and never what a public report withholds, in metadata too."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pypdf
import pytest

from permdesk.report.blocks import Paragraph
from permdesk.report.formats import Format, render
from permdesk.report.profile import Profile
from permdesk.report.publication import publish
from permdesk.report.template import Template
from permdesk.report.withheld import LeakError
from tests.report.conftest import DAY, IDS, SECRET_SEED, SECRET_VALUE

ROOT = Path(__file__).parents[2]
IN_ANOTHER_PROCESS = """
import hashlib, sys
from permdesk.audit.description import Description
from permdesk.report.formats import Format, render
from permdesk.report.profile import Profile
from permdesk.report.publication import publish
from tests.pairs import paper_pair
from tests.report.conftest import DAY, audited
publication = publish(audited(paper_pair()), Description("Wages"), Profile.INTERNAL, DAY)
for kind in Format:
    for name, content in render(publication, kind, "r").items():
        print(name, hashlib.sha256(content).hexdigest())
"""


def digests(hash_seed: str, time_zone: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_PROCESS],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": hash_seed, "TZ": time_zone},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_that_every_format_has_the_same_bytes_in_every_process(tmp_path):
    first, second = digests("1", "UTC"), digests("4242", "Asia/Tokyo")
    assert first == second
    names = [line.split()[0] for line in first.splitlines()]
    assert {f"r.{kind.ending}" for kind in Format} <= set(names)
    assert len({line.split()[1] for line in first.splitlines()}) == len(names)
    assert hashlib.sha256(b"").hexdigest() not in first


def words_in(name: str, content: bytes) -> str:
    """Every text of a file that a program could find: pages, properties, relations."""
    if content.startswith(b"PK"):
        with ZipFile(BytesIO(content)) as archive:
            parts = [archive.read(part).decode("utf-8", "ignore") for part in archive.namelist()]
        # Also without tags, as a word may stand in several runs.
        return "\n".join([*parts, *(re.sub(r"<[^>]+>", "", part) for part in parts)])
    if content.startswith(b"%PDF"):
        document = pypdf.PdfReader(BytesIO(content))
        outline = [item.title for item in document.outline if not isinstance(item, list)]
        return "\n".join([*(page.extract_text() for page in document.pages), str(document.metadata), *outline])
    return content.decode("utf-8")


TELLING = ("amalia", "keeper", "C:\\", "/home", "/srv", "31337", "424242", "271828", str(SECRET_SEED), *IDS)


@pytest.mark.parametrize("profile", [Profile.FULL, Profile.PUBLIC])
def test_that_no_written_byte_of_a_public_report_tells_a_secret(mixed_audit, telling_description, profile):
    template = Template(
        "Office of amalia.keeper", header="/srv/secret/header", footer="S-1004", front=(Paragraph("seed = 31337"),)
    )
    front = (*publish_headings(), *template.front)
    publication = publish(mixed_audit, telling_description, profile, DAY, template=replace(template, front=front))
    for kind in Format:
        for name, content in render(publication, kind, "r").items():
            said = words_in(name, content)
            assert len(said) > 200
            assert [secret for secret in TELLING if secret.lower() in said.lower()] == [], name
            assert str(SECRET_VALUE) not in said


def publish_headings():
    from permdesk.report.blocks import Heading

    return (Heading("About us"),)


def test_that_the_search_for_secrets_would_find_one(mixed_audit, telling_description):
    publication = publish(mixed_audit, telling_description, Profile.INTERNAL, DAY)
    for kind in (Format.HTML, Format.DOCX, Format.PDF, Format.XLSX, Format.MARKDOWN, Format.JSON):
        said = "".join(words_in(name, content) for name, content in render(publication, kind, "r").items())
        assert "1004" in said, kind


def test_that_a_secret_beside_the_blocks_is_refused(mixed_audit, description, monkeypatch):
    monkeypatch.setattr("permdesk.report.publication.release_facts", leaking_facts)
    with pytest.raises(LeakError):
        publish(mixed_audit, description, Profile.PUBLIC, DAY)


def leaking_facts(audit, description, censor):
    from permdesk.report.release_facts import release_facts

    return replace(release_facts(audit, description, censor), contact="ask for C:\\Users\\amalia.keeper\\x.R")
