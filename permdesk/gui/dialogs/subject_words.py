"""What the subject's check found, in words and as a small table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from permdesk.gui import numbers
from permdesk.gui.models.columns import Column, Side
from permdesk.gui.models.value_text import shown_values
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.audit.subject import SubjectCheck

MOST_LISTED = 8


def result_sentences(check: SubjectCheck) -> list[str]:
    """The distance, the matches, whether they are plausible as chance, and what was left out."""
    d, n = check.table.distance, check.n_records
    matches = check.table.matches
    listed = ", ".join(numbers.count(match + 1) for match in matches[:MOST_LISTED])
    if matches.size > MOST_LISTED:
        listed = tr("{listed} and {n} more", listed=listed, n=numbers.count(matches.size - MOST_LISTED))
    said = [
        tr(
            "Permutation distance: {d} of {n} ranks ({share}). Matched records of the release: {listed}.",
            d=numbers.count(d),
            n=numbers.count(n),
            share=numbers.percent(d / n),
            listed=listed,
        )
    ]
    chance = check.plausibility
    if chance is not None:
        said.append(
            tr(
                "{p} of {n} random records match at least as closely.",
                p=numbers.percent(chance.p_value, 2),
                n=numbers.count(chance.n),
            )
        )
        said.append(
            tr("The match is plausible as chance.")
            if chance.is_plausible
            else tr("▲ The match is hardly chance: an intruder who knows the record could rely on it.")
        )
    said += [tr("Not compared: {name}. {reason}", name=left.name, reason=left.reason) for left in check.left_out]
    return said


def subject_columns(check: SubjectCheck) -> list[Column]:
    """One row for each attribute: the record's value, how far the first match is, and the variance around it."""
    attributes, table = check.attributes, check.table
    first = int(table.matches[0])
    texts = [shown_values(attribute, attribute.original) for attribute in attributes]
    match = numbers.count(first + 1)
    return [
        Column(
            tr("Attribute"),
            lambda row: attributes[row].name,
            tooltip=tr("Attributes that were compared"),
            side=Side.LEFT,
        ),
        Column(tr("Value"), lambda row: texts[row](0), tooltip=tr("The value of the record, as it was understood")),
        Column(
            tr("Ranks to record {match}", match=match),
            lambda row: numbers.count(table.deviations[first, row]),
            table.deviations[first],
            tooltip=tr("How many ranks lie between the closest value of the release and that of the first match"),
        ),
        Column(
            tr("Variance nearby"),
            lambda row: numbers.significant(float(check.variances[row])),
            check.variances,
            tooltip=tr(
                "Variance of the values of the release within the record's distance, in squared units; small: whoever "
                "knows the rank knows the value"
            ),
        ),
    ]


def text_of_check(check: SubjectCheck) -> str:
    """Everything that was found, as text that can be printed."""
    columns = subject_columns(check)
    lines = [
        tr("Check of one record against {file} ({n} records)", file=check.file, n=numbers.count(check.n_records)),
        "",
        *result_sentences(check),
        "",
        "\t".join(column.title for column in columns),
        *("\t".join(column.text(row) for column in columns) for row in range(len(check.names))),
        "",
        tr("What this leaves open:"),
        *(f"- {sentence}" for sentence in check.leaves_open),
    ]
    return "\n".join(lines) + "\n"
