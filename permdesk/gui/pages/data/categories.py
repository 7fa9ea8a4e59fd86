"""The categories that an attribute has in either file, in the orders that they can be put in at once."""

from __future__ import annotations

from dataclasses import dataclass

from permdesk.data.choices import AttributeChoice
from permdesk.gui.workspace import OpenedFile, Setup


@dataclass(frozen=True, slots=True)
class ListedCategories:
    """Every category of both files once in each order. ``present`` is the order of now, new categories last;
    ``by_frequency`` has the most frequent one of the original first; ``labels`` say what codes mean, for those that
    the files have labels for."""

    present: tuple[str, ...]
    by_code: tuple[str, ...]
    by_frequency: tuple[str, ...]
    labels: dict[str, str]

    @property
    def by_label(self) -> tuple[str, ...]:
        meanings = {code: self.labels.get(code) or code for code in self.by_code}
        return tuple(sorted(self.by_code, key=lambda code: _by_size(meanings[code])))


def listed_categories(setup: Setup, choice: AttributeChoice) -> ListedCategories:
    """All values that an attribute has, without missing and suppressed ones. Where a hierarchy says what the release
    generalizes, only those of the original need an order."""
    counts: dict[str, int] = {}
    if not choice.hierarchy:
        counts = dict.fromkeys(_counts(setup.anonymized, choice.anonymized_name or choice.name), 0)
    counts |= _counts(setup.original, choice.name)
    by_code = tuple(sorted(counts, key=_by_size))
    listed = [category for category in choice.categories if category in counts]
    return ListedCategories(
        present=(*listed, *(category for category in by_code if category not in listed)),
        by_code=by_code,
        by_frequency=tuple(sorted(by_code, key=lambda code: -counts[code])),
        labels=_labels(setup, choice),
    )


def _counts(file: OpenedFile | None, name: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for report in () if file is None else file.columns:
        if report.name == name:
            for text, present, n in zip(report.trimmed, report.is_present, report.n_cells, strict=True):
                if present:
                    counts[text] = counts.get(text, 0) + int(n)
    return counts


def _labels(setup: Setup, choice: AttributeChoice) -> dict[str, str]:
    """What codes mean, as the original says, else as the release does."""
    labels: dict[str, str] = {}
    for file, name in ((setup.anonymized, choice.anonymized_name or choice.name), (setup.original, choice.name)):
        for report in () if file is None else file.columns:
            if report.name == name:
                labels |= {known.code: known.label for known in report.meaning.value_labels}
    return labels


def _by_size(text: str) -> tuple[int, float, str]:
    try:
        return 0, float(text), text
    except ValueError:
        return 1, 0.0, text.casefold()
