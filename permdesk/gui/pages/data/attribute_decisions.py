"""What the officer decides about attributes: the setup before and some names in, the setup after out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from permdesk.data.choices import AttributeChoice, CategoryOrder, Level, PairChoices, PairingBy
from permdesk.gui import numbers
from permdesk.gui.column_facts import ColumnFacts
from permdesk.gui.workspace import Setup
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.data.hierarchy import Hierarchy

OF_ORDINAL = (CategoryOrder.BY_HAND, CategoryOrder.BY_CODE, CategoryOrder.BY_LABEL)
NAMED = 2
"""So many attributes are named in a step of undo; more are counted."""


def choice_of(setup: Setup, name: str) -> AttributeChoice | None:
    """What is chosen for an attribute; None while nothing is, or where only one file has it."""
    attributes = () if setup.choices is None else setup.choices.attributes
    return next((choice for choice in attributes if choice.name == name), None)


def has_cells(setup: Setup, name: str) -> bool:
    """The cells of an attribute that both files have are in memory, in both."""
    choice = choice_of(setup, name)
    if choice is None or setup.original is None or setup.anonymized is None:
        return False
    return setup.original.table.holds(name) and setup.anonymized.table.holds(choice.anonymized_name or name)


def changed(setup: Setup, names: Sequence[str], change: Callable[[AttributeChoice], AttributeChoice]) -> Setup:
    """The setup with the choices of these attributes changed, without their reason, as it was that of a guess."""
    if setup.choices is None:
        return setup
    attributes = tuple(
        replace(change(choice), reason="") if choice.name in names else choice for choice in setup.choices.attributes
    )
    return replace(setup, choices=replace(setup.choices, attributes=attributes))


def at_level(setup: Setup, names: Sequence[str], level: Level) -> Setup:
    """These attributes at a level. An order stays where the level has it; ordinal ones without any are ranked by
    code, as they cannot be without an order."""

    def change(choice: AttributeChoice) -> AttributeChoice:
        if choice.level is level:
            return choice
        order, categories = choice.order, choice.categories
        if level is Level.ORDINAL and order not in OF_ORDINAL:
            order, categories = CategoryOrder.BY_CODE, ()
        elif level not in (Level.ORDINAL, Level.NOMINAL):
            order, categories = None, ()
        return replace(choice, level=level, order=order, categories=categories)

    return changed(setup, names, change)


def included(setup: Setup, names: Sequence[str]) -> Setup:
    """These attributes no longer excluded: numeric where they were dates or every cell of both files can be read as a
    number and none begins with a zero, else nominal, which waits for an order."""

    def change(choice: AttributeChoice) -> AttributeChoice:
        if choice.level not in (Level.EXCLUDED, Level.RECORD_ID):
            return choice
        is_numeric = choice.dates is not None or _is_numeric(setup, choice)
        level = Level.NUMERIC if is_numeric else Level.NOMINAL
        return replace(choice, level=level)

    return changed(setup, names, change)


def in_order(setup: Setup, names: Sequence[str], order: CategoryOrder | None) -> Setup:
    """The categories of these attributes ranked so; attributes without categories stay as they are."""

    def change(choice: AttributeChoice) -> AttributeChoice:
        if choice.level not in (Level.ORDINAL, Level.NOMINAL):
            return choice
        return replace(choice, order=order, categories=())

    return changed(setup, names, change)


def with_partner(setup: Setup, name: str, partner: str) -> Setup:
    """Attribute ``name`` of the original is ``partner`` in the anonymized file; one that had no partner becomes part
    of the audit."""
    if setup.original is None or setup.anonymized is None:
        return setup
    before = choice_of(setup, name)
    anonymized_name = "" if partner == name else partner
    if before is not None:
        return changed(setup, [name], lambda choice: replace(choice, anonymized_name=anonymized_name))
    same_size = setup.original.table.n_records == setup.anonymized.table.n_records
    choices = setup.choices or PairChoices((), PairingBy.ROW if same_size else PairingBy.UNPAIRED)
    added = AttributeChoice(name, Level.EXCLUDED, anonymized_name=anonymized_name)
    places = {name: place for place, name in enumerate(setup.original.table.names)}
    attributes = sorted((*choices.attributes, added), key=lambda choice: places.get(choice.name, len(places)))
    return included(replace(setup, choices=replace(choices, attributes=tuple(attributes))), [name])


def with_hierarchy(setup: Setup, name: str, hierarchy: Hierarchy) -> Setup:
    """Generalized values of an attribute cover what a file says; nominal ones without an order get the taxonomy's."""

    def change(choice: AttributeChoice) -> AttributeChoice:
        chosen = replace(choice, hierarchy=str(hierarchy.path.resolve()), hierarchy_sha256=hierarchy.sha256)
        if choice.level is Level.NOMINAL and choice.order is None:
            return replace(chosen, order=CategoryOrder.BY_TAXONOMY)
        return chosen

    return changed(setup, [name], change)


def names_words(names: Sequence[str]) -> str:
    """The attributes of one step: by name, or how many."""
    if len(names) <= NAMED:
        return ", ".join(names)
    return tr("{n} attributes", n=numbers.count(len(names)))


def _is_numeric(setup: Setup, choice: AttributeChoice) -> bool:
    x = _facts(setup.original.facts if setup.original else (), choice.name)
    y = _facts(setup.anonymized.facts if setup.anonymized else (), choice.anonymized_name or choice.name)
    return all(facts.n_not_numeric == 0 and not facts.leading_zero for facts in (x, y) if facts is not None)


def _facts(all_facts: Sequence[ColumnFacts], name: str) -> ColumnFacts | None:
    return next((facts for facts in all_facts if facts.name == name), None)
