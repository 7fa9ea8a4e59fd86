"""Says in the current language why the standard parser refuses the words of a command."""

from __future__ import annotations

import re
from collections.abc import Callable

from permdesk.translation import tr

Said = Callable[[re.Match[str]], str]

# What argparse says in English, as a whole, and what is said instead. What is not known stays as it is.
REFUSALS: tuple[tuple[str, Said], ...] = (
    (r"the following arguments are required: (.+)", lambda found: tr("missing: {words}", words=found[1])),
    (r"one of the arguments (.+) is required", lambda found: tr("one of these is missing: {words}", words=found[1])),
    (r"unrecognized arguments: (.+)", lambda found: tr("not understood: {words}", words=found[1])),
    (
        r"ambiguous option: (\S+) could match (.+)",
        lambda found: tr("{word} may mean each of these: {options}", word=found[1], options=found[2]),
    ),
    (
        r"argument ([^:]+): (.+)",
        lambda found: tr("{option}: {reason}", option=found[1], reason=refusal_in_words(found[2])),
    ),
    (r"expected (?:one|1) argument", lambda _: tr("a value is missing")),
    (r"expected at least one argument", lambda _: tr("at least one value is missing")),
    (r"expected (\d+) arguments", lambda found: tr("{count} values are wanted", count=found[1])),
    (
        r"invalid choice: '?(.*?)'? \(choose from (.+)\)",
        lambda found: tr("{word} is not one of {known}", word=found[1], known=found[2].replace("'", "")),
    ),
    (r"invalid int value: '(.*)'", lambda found: tr("{word} is no whole number", word=found[1])),
    (r"invalid float value: '(.*)'", lambda found: tr("{word} is no number", word=found[1])),
    (r"not allowed with argument (.+)", lambda found: tr("not together with {option}", option=found[1])),
    (r"ignored explicit argument '(.*)'", lambda found: tr("takes no value, and not {word}", word=found[1])),
)


def refusal_in_words(message: str) -> str:
    """A refusal of the standard parser in the current language."""
    for pattern, said in REFUSALS:
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found is not None:
            return said(found)
    return message
