"""The verification page: one HTML file with the release in it, where a respondent checks her own record by herself.

Her values stay in her browser: the page loads nothing and sends nothing, and its own policy forbids it to.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from numpy.typing import NDArray

from permdesk import __version__
from permdesk.audit.settings import Settings
from permdesk.audit.subject import choice_for_release
from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.data.attribute_values import attribute_values
from permdesk.data.choices import DateNotation, Level
from permdesk.data.column_report import ColumnReport
from permdesk.data.file_pair import AttributePair, LeftOut
from permdesk.data.problem import Problem
from permdesk.data.table import Table
from permdesk.report.day_text import day_text
from permdesk.report.printable import printable
from permdesk.report.verification_texts import verification_texts
from permdesk.resources import resource_path
from permdesk.translation import tr

MOST_BYTES = 64 * 2**20
MOST_CATEGORIES = 2000
CLOCK = (DateNotation.TIME_OF_DAY,)


@dataclass(frozen=True, slots=True)
class VerificationPage:
    """What the page holds besides the release's attributes ``names`` (all that can be compared, where None).

    ``title`` and ``contact`` are the agency's words. ``pure_permutation``: it declares that the release only moves
    values among records, so that a match can be compared with random ones.
    """

    title: str = ""
    contact: str = ""
    pure_permutation: bool = False
    names: Collection[str] | None = None
    alpha: float = Settings().alpha


def verification_page(release: Table, about: VerificationPage, made_on: date, progress: Progress) -> str | Problem:
    """The whole page; identifiers and attributes that cannot be compared are not in it. The same arguments give the
    same text. A Problem where nothing can be compared, or where the page would be too large for a browser. Raises
    Cancelled."""
    progress.begin("report", len(release.reports))
    attributes: list[tuple[ColumnReport, AttributePair]] = []
    left_out: list[LeftOut] = []
    for report in release.reports:
        progress.advance()
        if about.names is None or report.name in about.names:
            attribute = _comparable(report, progress)
            if isinstance(attribute, AttributePair):
                attributes.append((report, attribute))
            elif attribute.level is not Level.RECORD_ID:
                left_out.append(attribute)
    if release.n_records < 2 or not attributes:
        what = tr("It holds nothing that a record could be compared with.")
        return Problem(what, release.path.name, tr("Choose the whole release, and attributes that are not excluded."))
    return wait_for(lambda: _page(release, attributes, left_out, about, made_on), progress)


def _page(
    release: Table,
    attributes: list[tuple[ColumnReport, AttributePair]],
    left_out: list[LeftOut],
    about: VerificationPage,
    made_on: date,
) -> str | Problem:
    held = {
        "n": release.n_records,
        "isPurePermutation": about.pure_permutation,
        "alpha": about.alpha,
        "decimalMark": release.dialect.decimal_mark,
        "attributes": [_packed(attribute) for _, attribute in attributes],
        "texts": verification_texts(),
    }
    text = json.dumps(held, ensure_ascii=False, separators=(",", ":"))
    if len(text) > MOST_BYTES:
        what = tr("The page would hold {n} million letters, which browsers do not open.", n=len(text) // 10**6)
        return Problem(what, release.path.name, tr("Choose fewer attributes."))
    return _rendered(release, attributes, left_out, about, made_on, text)


def _comparable(y: ColumnReport, progress: Progress) -> AttributePair | LeftOut:
    choice = choice_for_release(y)
    outcome = attribute_values(choice, y, y, None, progress)
    if isinstance(outcome, Problem):
        return LeftOut(y.name, choice.level, outcome.what)
    attribute = outcome.attribute
    if isinstance(attribute, AttributePair) and len(attribute.categories) > MOST_CATEGORIES:
        return LeftOut(y.name, choice.level, tr("It has {n} different words.", n=len(attribute.categories)))
    return attribute


def _packed(attribute: AttributePair) -> dict[str, object]:
    """Distinct values and which of them each record holds; missing is one more than there are."""
    lower, upper = attribute.anonymized.lower, attribute.anonymized.upper
    present = ~np.isnan(lower)
    bounds = np.column_stack([lower[present], upper[present]])
    distinct, places = np.unique(bounds.view(np.complex128).ravel(), return_inverse=True)
    of_record = np.full(lower.size, distinct.size)
    of_record[present] = places
    return {
        "name": attribute.name,
        "categories": list(attribute.categories) or None,
        "time": None if attribute.dates is None else "clock" if attribute.dates in CLOCK else "calendar",
        "lower": _base64(distinct.real.astype("<f8"), "f8"),
        "upper": None if np.array_equal(distinct.real, distinct.imag) else _base64(distinct.imag.astype("<f8"), "f8"),
        "values": _smallest(of_record, distinct.size),
    }


def _smallest(places: NDArray[np.int64], most: int) -> dict[str, str]:
    kind = "u1" if most < 2**8 else "u2" if most < 2**16 else "u4"
    return _base64(places.astype(f"<{kind}"), kind)


def _base64(numbers: NDArray[np.generic], kind: str) -> dict[str, str]:
    return {"kind": kind, "data": base64.b64encode(numbers.tobytes()).decode("ascii")}


def _rendered(
    release: Table,
    attributes: list[tuple[ColumnReport, AttributePair]],
    left_out: list[LeftOut],
    about: VerificationPage,
    made_on: date,
    held: str,
) -> str:
    folder = resource_path("report")
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    script = "".join((folder / f"verification_{part}.js").read_text("utf-8") for part in ("engine", "form"))
    style = "".join((folder / name).read_text("utf-8") for name in ("report.css", "verification.css"))
    return environment.get_template("verification.html.j2").render(
        tr=tr,
        title=printable(about.title.strip() or tr("Check your own record in {file}", file=release.path.name)),
        contact=printable(about.contact.strip()),
        sha256=release.sha256,
        n_records=release.n_records,
        fields=[_field(report, attribute) for report, attribute in attributes],
        left_out=[printable(tr("{name}: {reason}", name=left.name, reason=left.reason)) for left in left_out],
        day=day_text(made_on),
        version=__version__,
        held=Markup(held.replace("<", "\\u003c")),
        script=Markup(f"\n{script}"),
        style=Markup(f"\n{style}"),
        script_hash=_hash(f"\n{script}"),
        style_hash=_hash(f"\n{style}"),
    )


def _field(report: ColumnReport, attribute: AttributePair) -> dict[str, object]:
    labels = {label.code: label.label for label in report.meaning.value_labels}
    return {
        "name": printable(attribute.name),
        "pattern": _pattern(attribute),
        "label": printable(report.meaning.label),
        "options": [
            printable(f"{category} – {labels[category]}" if category in labels else category)
            for category in attribute.categories
        ],
    }


def _pattern(attribute: AttributePair) -> str:
    """How a point in time is typed; empty for numbers."""
    if attribute.dates is None:
        return ""
    return tr("hh:mm:ss") if attribute.dates in CLOCK else tr("yyyy-mm-dd")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
