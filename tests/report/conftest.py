"""Audits that the tests of reports share."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from permdesk.audit.description import Description, Step
from permdesk.audit.findings import Audit
from permdesk.audit.policy import Policy
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.progress import Progress
from permdesk.data.choices import Level, PairingBy
from permdesk.data.file_pair import AttributePair, LeftOut, SourceFile, Values
from permdesk.data.problem import Cell, Problem, Severity
from permdesk.report.blocks import Report, texts
from permdesk.report.profile import Profile
from tests.pairs import pair_of, paper_pair

DAY = date(2026, 11, 27)
IDS = ("S-1001", "S-1002", "S-1003", "S-1004", "S-1005", "S-1006", "S-1007", "S-1008", "S-1009", "S-1010", "8812345678")
PUBLIC = (Profile.FULL, Profile.PUBLIC)
SECRET_SEED = 987654321
SECRET_VALUE = 734.5521


def words_of(report: Report) -> str:
    """All that is said, in pictures too, but not the numbers that draw them."""
    return " ".join(
        "".join(ElementTree.fromstring(text).itertext()) if text.startswith("<svg") else text for text in texts(report)
    )


def audited(pair, settings=None, policy=None) -> Audit:
    audit = run_audit(pair, settings or Settings(draws=500), policy or Policy(), Progress())
    assert isinstance(audit, Audit)
    return audit


@pytest.fixture(scope="session")
def paper_audit() -> Audit:
    return audited(paper_pair())


@pytest.fixture(scope="session")
def description() -> Description:
    return Description(
        title="Wages 2026",
        producer="Statistical Office",
        software="sdcMicro 5.8",
        steps=(Step("noise addition", ("X1", "X2", "X3"), "normal, standard deviation 5"),),
        remarks="Released once.",
    )


@pytest.fixture(scope="session")
def mixed_audit() -> Audit:
    """Missing values, a generalized value, categories, equal values, IDs, an attribute left out and a telling notice;
    everything that a public report must not say has a place in it."""
    random = np.random.default_rng(4)
    n = len(IDS)
    numbers = random.normal(100, 20, n).round(2)
    numbers[3] = SECRET_VALUE
    masked = (numbers + random.normal(0, 15, n)).round(2)
    numbers[5], masked[7] = np.nan, np.nan
    upper = masked.copy()
    upper[2] = masked[2] + 10
    codes, released = np.array([1, 2, 3, 1, 2, 3, 1, 1, 2, 3, 3.0]), np.array([1, 2, 3, 3, 2, 1, 1, 1, 2, 3, 2.0])
    pair = pair_of(numbers[:, None], masked[:, None], names=("wage",), bounds=(masked[:, None], upper[:, None]))
    region = AttributePair(
        "region", Level.NOMINAL, Values(codes, codes), Values(released, released), None, ("north", "south", "west")
    )
    pair = replace(
        pair,
        attributes=(*pair.attributes, region),
        original=SourceFile(Path("/home/amalia.keeper/wages 2026/original.csv"), "a" * 64, n),
        anonymized=SourceFile(Path("/home/amalia.keeper/wages 2026/release.csv"), "b" * 64, n),
        left_out=(LeftOut("note", Level.EXCLUDED, "Record 4 holds “plaintext”, found in /home/amalia.keeper/x.csv."),),
        pairing=PairingBy.ID,
        choices=replace(pair.choices, pairing=PairingBy.ID, id_attributes=("id",)),
        record_ids=IDS,
        anonymized_ids=IDS,
        problems=(
            Problem(
                "A cell was read as missing.", "wage", "Look at it.", Severity.WARNING, (Cell(6, "wage", "n/a?"),), 1
            ),
            Problem("Record 9 (S-1009) was doubtful.", "/home/amalia.keeper/x.csv", "Look.", Severity.WARNING),
            Problem("The file is small.", "release.csv", "Take care.", Severity.NOTE),
        ),
    )
    return audited(pair, Settings(draws=500, seed=SECRET_SEED))


@pytest.fixture(scope="session")
def telling_description() -> Description:
    """What an officer might type without thinking of the public."""
    return Description(
        title="Wages, from C:\\Users\\amalia.keeper\\wages 2026\\plan.txt",
        producer="amalia.keeper",
        software="R, set.seed(424242)",
        steps=(
            Step("noise addition", ("wage",), "sd = 15; seed = 31337, 31338 and 31339"),
            Step("swapping", ("region",), "random_state=271828, S-1004 kept by hand, records 3 and 5 too"),
        ),
        remarks="Script: C:\\Users\\amalia.keeper\\run.R; log: ~/logs/run.log and /srv/secret/log.txt.",
    )


@pytest.fixture(scope="session")
def unpaired_audit() -> Audit:
    random = np.random.default_rng(2)
    return audited(pair_of(random.normal(size=(30, 3)), random.normal(size=(25, 3)), own=None))
