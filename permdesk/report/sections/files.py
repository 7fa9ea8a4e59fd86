"""Which files were audited, so that anybody can check that they hold the same ones."""

from __future__ import annotations

from permdesk.audit.findings import Audit
from permdesk.data.file_pair import SourceFile
from permdesk.report.blocks import Block, Cell, Column, Heading, Number, Paragraph, Row, Table
from permdesk.report.profile import Profile
from permdesk.report.wording import pairing_sentence
from permdesk.translation import tr


def files_blocks(audit: Audit, profile: Profile) -> tuple[Block, ...]:
    """Both files, their sizes, their fingerprints and how their records are paired. A public report gives no
    fingerprint of the original file: who knows all of it but one value could try values until the fingerprint fits."""
    pair = audit.pair
    rows = (
        _row(tr("Original (X)"), pair.original, profile, has_fingerprint=profile.shows_records),
        _row(tr("Anonymized (Y)"), pair.anonymized, profile, has_fingerprint=True),
    )
    note = "" if profile.shows_records else tr("The fingerprint of the original file is held by the producer.")
    table = Table(
        name=tr("Files"),
        caption=tr("The files that were compared"),
        columns=(
            Column(tr("File")),
            Column(tr("Name")),
            Column(tr("Records"), Number.COUNT),
            Column(tr("Attributes audited"), Number.COUNT),
            Column(tr("SHA-256")),
        ),
        rows=tuple((*row[:3], Cell(len(audit.names)), row[3]) for row in rows),
        note=note,
    )
    blocks: list[Block] = [
        Heading(tr("Files")),
        table,
        Paragraph(pairing_sentence(pair.pairing, pair.choices.id_attribute)),
    ]
    if audit.n_original != audit.n_anonymized:
        blocks.append(Paragraph(tr("The files differ in their number of records.")))
    return tuple(blocks)


def _row(title: str, file: SourceFile, profile: Profile, *, has_fingerprint: bool) -> Row:
    name = str(file.path) if profile.shows_records else file.path.name
    return Cell(title), Cell(name), Cell(file.n_records), Cell(file.sha256 if has_fingerprint else None)
