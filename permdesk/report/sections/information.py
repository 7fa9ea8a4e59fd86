"""Information: what the release keeps of each attribute, in bits and in ranks."""

from __future__ import annotations

from permdesk.audit.information import EXPONENTS, AttributeInformation, Information
from permdesk.report.blocks import Block, Cell, Column, Heading, Number, Paragraph, Row, Table, Viewer
from permdesk.report.number_text import number_text
from permdesk.report.wording import exponent_title
from permdesk.translation import tr


def information_blocks(information: Information | None) -> tuple[Block, ...]:
    """Doubt about links, order kept and displacement; nothing where it was not measured."""
    if information is None:
        return ()
    blocks: list[Block] = [
        Heading(tr("How much does the release keep of each attribute?"), viewer=Viewer.PROTECTOR),
        Paragraph(
            tr(
                "An intruder who links by all attributes and takes each of his links of a record as equally likely is "
                "left with {doubt} bits of doubt on average; who knows nothing has {most} bits. Little doubt does not "
                "mean that he is right: he may be sure, and wrong. PermDesk's own measure, an entropy after Shannon.",
                doubt=number_text(information.links.mean, Number.MEASURE),
                most=number_text(information.links.most, Number.MEASURE),
            )
        ),
        _kept(information),
    ]
    if any(attribute.displacement for attribute in information.attributes):
        blocks.append(_displacement(information))
    return tuple(blocks)


def _kept(information: Information) -> Table:
    has_reasons = any(attribute.reason for attribute in information.attributes)

    def row(attribute: AttributeInformation) -> Row:
        kept = attribute.kept
        return (
            Cell(attribute.name),
            Cell(None if kept is None else kept.estimate),
            Cell(None if kept is None else kept.most),
            Cell(None if kept is None else kept.estimate / kept.most),
            Cell(None if kept is None else kept.bias),
            Cell(attribute.n_classes or None),
            Cell(attribute.n_pairs or None),
            Cell(attribute.links.mean),
            Cell(attribute.links.most),
            *((Cell(attribute.reason or None),) if has_reasons else ()),
        )

    order, doubt = tr("Order of X that Z tells"), tr("Doubt about links, bits")
    return Table(
        name=tr("Order kept"),
        caption=tr("What the reverse-mapped file tells of the order of each attribute by itself"),
        columns=(
            Column(tr("Attribute")),
            Column(tr("bits"), Number.MEASURE, order),
            Column(tr("of"), Number.MEASURE, order),
            Column(tr("share"), Number.SHARE, order),
            Column(tr("bias taken off"), Number.MEASURE, order),
            Column(tr("Classes of ranks"), Number.COUNT),
            Column(tr("Pairs of records"), Number.COUNT),
            Column(tr("by this attribute alone"), Number.MEASURE, doubt),
            Column(tr("of"), Number.MEASURE, doubt),
            *((Column(tr("Remark")),) if has_reasons else ()),
        ),
        rows=tuple(row(attribute) for attribute in information.attributes),
        note=tr(
            "Mutual information after Shannon, with the correction for bias after Miller. PermDesk's own: to cut ranks "
            "into classes, and to take links as equally likely. High numbers of bits are good for users and for "
            "intruders."
        ),
    )


def _displacement(information: Information) -> Table:
    def row(attribute: AttributeInformation) -> Row:
        shares = {mean.exponent: mean.share for mean in attribute.displacement}
        return (Cell(attribute.name), *(Cell(shares.get(exponent)) for exponent in EXPONENTS))

    return Table(
        name=tr("Displacement"),
        caption=tr("How far the ranks of each attribute moved, as power means in shares of n − 1"),
        columns=(
            Column(tr("Attribute")),
            *(
                Column(exponent_title(exponent), Number.SHARE, tr("Power mean of the displacement"))
                for exponent in EXPONENTS
            ),
        ),
        rows=tuple(row(attribute) for attribute in information.attributes),
        note=tr(
            "After Ruiz. Means on the left look at the records that moved least and are thus at risk, means on the "
            "right at those that moved most and are thus lost to users. A single record that did not move makes the "
            "smallest, the harmonic and the geometric mean zero. PermDesk's own: displacement is the gap between rank "
            "intervals, zero for equal values, over n − 1."
        ),
    )
