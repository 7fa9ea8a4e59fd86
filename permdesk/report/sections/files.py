"""Which files were audited, so that anybody can check that they hold the same ones."""

from __future__ import annotations

from permdesk.audit.findings import Audit
from permdesk.data.file_pair import SourceFile
from permdesk.report.blocks import Block, Cell, Column, Heading, Paragraph, Table
from permdesk.report.withheld import Censor
from permdesk.report.wording import pairing_sentence
from permdesk.translation import tr


def files_blocks(audit: Audit, censor: Censor) -> tuple[Block, ...]:
    """Both files, their sizes, their fingerprints and how their records are paired. A public report gives no
    fingerprint of the original file: who knows all of it but one value could try values until the fingerprint fits."""
    pair, profile = audit.pair, censor.profile
    original, anonymized = pair.original, pair.anonymized
    note = "" if profile.shows_records else tr("The fingerprint of the original file is held by the producer.")
    table = Table(
        name=tr("Files"),
        caption=tr("The files that were compared"),
        columns=(Column(tr("Fact")), Column(tr("Original (X)")), Column(tr("Anonymized (Y)"))),
        rows=(
            (Cell(tr("Name")), Cell(_name(original, censor)), Cell(_name(anonymized, censor))),
            (Cell(tr("Records")), Cell(original.n_records), Cell(anonymized.n_records)),
            (
                Cell(tr("SHA-256")),
                Cell(original.sha256 if profile.shows_records else None),
                Cell(anonymized.sha256),
            ),
        ),
        note=note,
    )
    blocks: list[Block] = [
        Heading(tr("Files")),
        table,
        Paragraph(pairing_sentence(pair.pairing, pair.choices.id_attributes)),
    ]
    if audit.n_original != audit.n_anonymized:
        blocks.append(Paragraph(tr("The files differ in their number of records.")))
    if profile.shows_records:
        blocks.append(Paragraph(_where_the_records_are()))
    return tuple(blocks)


def _where_the_records_are() -> str:
    return tr(
        "The results of every record, one line each, are in records.csv. The command and “Export all” write it beside "
        "this report, “Export numbers” at any time. It tells of single records: for entitled staff."
    )


def _name(file: SourceFile, censor: Censor) -> str:
    return censor.text(str(file.path) if censor.profile.shows_records else file.path.name)
