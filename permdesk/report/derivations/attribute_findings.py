"""Findings about one attribute: rank correlation of X and Z, mean noise, ties and missing values."""

from __future__ import annotations

import math

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.audit.ordered_values import paired_ranks
from permdesk.compute.arrays import Floats
from permdesk.compute.correlation import spearman
from permdesk.data.file_pair import Values
from permdesk.report.derivations.derivation import (
    Derivation,
    Numerals,
    Operands,
    Step,
    quotient,
    share_of_true,
    share_text,
)
from permdesk.report.derivations.sources import literature, own, paper, several
from permdesk.translation import tr

RHO = "ρ = 1 − 6 ∑_i (rank x_i − rank z_i)^2 / (n (n^2 − 1))"
RHO_TIED = "ρ = corr_i(rank x_i, rank z_i)"


def correlation_of_rows(ranks: Operands) -> float:
    """Pearson's correlation of two rows of ranks."""
    first, second = np.asarray(ranks)
    return float(spearman(first, second))


def by_squares(parts: Operands) -> float:
    """Spearman's correlation from the sum of squared rank differences and the number of records."""
    squares, n = parts
    return float(1 - 6 * squares / (n * (n * n - 1)))


def spearman_xz(audit: Audit, j: int, shown: str, numerals: Numerals) -> Derivation:
    """Spearman's correlation of X^j and Z^j over paired records."""
    found, own_rows = audit.attributes[j].spearman, audit.pair.own
    steps: tuple[Step, ...] = (Step(tr("Without pairs of records there is no correlation.")),)
    formula = RHO
    if found is not None and own_rows is not None:
        formula, steps = _correlation(*paired_ranks(audit, j), found, numerals)
    return Derivation(
        title=tr("Rank correlation of X and Z: {name}", name=audit.names[j]),
        shown=shown,
        number=found,
        formula=formula,
        steps=steps,
        meaning=tr("How far the order of the released values is that of the original ones: 1 if no rank has changed. "
                   "The higher, the more risk."),
        caution=tr("Not the correlation between two attributes, and not a bound for a single record."),
        source=several(paper(tr("Section 2, Table 1")), literature("Spearman (1904)")),
        term="spearman",
    )  # fmt: skip


def mean_noise(audit: Audit, j: int, shown: str, numerals: Numerals) -> Derivation:
    """Mean |E| over the records that have both values."""
    found, noise = audit.attributes[j].mean_abs_noise, audit.mapping.noise(j)
    return _mean(
        tr("Mean noise of {name}", name=audit.names[j]), found, noise, "mean_i |y_i − x_i|", shown, numerals,
        tr("How much the anonymization changed a value on average, in the units of the attribute."),
        tr("Not the protection: only permutation protects from an intruder who holds X and Y."), "noise",
    )  # fmt: skip


def mean_residual_noise(audit: Audit, j: int, shown: str, numerals: Numerals) -> Derivation:
    """Mean |E'| over the records of Y."""
    found, residual = audit.attributes[j].mean_abs_residual_noise, audit.mapping.residual_noise(j)
    return _mean(
        tr("Mean residual noise of {name}", name=audit.names[j]),
        found, residual, "mean_i |y_i − z_i|", shown, numerals,
        tr("What remains of the change when the permutation is taken out; it changes no rank."),
        tr("No protection: reverse mapping removes it."), "residual-noise",
    )  # fmt: skip


def residual_smaller(audit: Audit, j: int, shown: str, numerals: Numerals) -> Derivation:
    """Share of records whose residual noise is smaller than their noise."""
    found, noise, own_rows = audit.attributes[j].residual_smaller_share, audit.mapping.noise(j), audit.mapping.own
    steps: tuple[Step, ...] = (Step(tr("There is no noise to compare.")),)
    if found is not None and noise is not None and own_rows is not None:
        residual = np.abs(audit.mapping.residual_noise(j)[own_rows])
        present = (own_rows >= 0) & ~np.isnan(residual) & ~np.isnan(noise)
        smaller = (residual < np.abs(noise))[present]
        steps = (_share_step(smaller, found, numerals),)
    return Derivation(
        title=tr("Residual noise is smaller: {name}", name=audit.names[j]),
        shown=shown,
        number=found,
        formula="|{i : |y_i − z_i| < |y_i − x_i|}| / n",
        steps=steps,
        meaning=tr("In these records the change is mostly permutation, as the paper expects of any anonymization."),
        caution=tr("Not a share of protected records."),
        source=paper(tr("Section 3, Table 2")),
        term="residual-noise",
    )


def distinct_in_original(audit: Audit, j: int, shown: str, numerals: Numerals) -> Derivation:
    """How many different values an attribute has in X."""
    number = audit.attributes[j].n_distinct_original
    return _distinct_values(audit.pair.attributes[j].original, audit.names[j], "X", number, shown, numerals)


def distinct_in_anonymized(audit: Audit, j: int, shown: str, numerals: Numerals) -> Derivation:
    """How many different values an attribute has in Y."""
    number = audit.attributes[j].n_distinct
    return _distinct_values(audit.pair.attributes[j].anonymized, audit.names[j], "Y", number, shown, numerals)


def _distinct_values(values: Values, name: str, file: str, number: int, shown: str, numerals: Numerals) -> Derivation:
    present = ~np.isnan(values.lower)
    text = tr("{k} different values among {n} that are present", k=numerals.count(number),
              n=numerals.count(int(present.sum())))  # fmt: skip
    bounds = np.column_stack([values.lower[present], values.upper[present]])
    return Derivation(
        title=tr("Different values of {name} in {file}", name=name, file=file),
        shown=shown,
        number=number,
        formula=f"|{{{file.lower()}_i^j}}|",
        steps=(Step(text, number, _n_different, bounds),),
        meaning=tr("Few of them mean many ties: equal values share their ranks and cannot be told apart."),
        caution=tr("Generalized values with the same middle but other bounds count as different."),
        source=own(tr("shown because ties decide how distances are taken")),
        term="tie",
    )


def tied_share(audit: Audit, j: int, shown: str, numerals: Numerals) -> Derivation:
    """Share of the records of Y whose value another record has too."""
    low, high = audit.distances.low[:, j], audit.distances.high[:, j]
    tied = (low < high) & ~np.isnan(audit.mapping.anonymized[:, j])
    found = audit.attributes[j].tied_share
    step = _share_step(tied, found, numerals)
    if float(tied.mean()) != found:
        step = Step(tr("Ranks are broken at random in this audit; {share} of the values are equal to others.",
                       share=numerals.percent(found)))  # fmt: skip
    return Derivation(
        title=tr("Tied in Y: {name}", name=audit.names[j]),
        shown=shown,
        number=found,
        formula="|{p : low(y_p^j) < high(y_p^j)}| / n",
        steps=(step,),
        meaning=tr("These records cannot be told apart by this attribute alone."),
        caution=tr("Not protected by it: random tie-breaking would report protection where no value has changed."),
        source=own(tr("equal values share the ranks that they occupy")),
        term="tie",
    )


def missing_share(audit: Audit, j: int, shown: str, numerals: Numerals) -> Derivation:
    """Share of the records of Y without a value."""
    missing = np.isnan(audit.mapping.anonymized[:, j])
    found = audit.attributes[j].missing_share
    return Derivation(
        title=tr("Missing in Y: {name}", name=audit.names[j]),
        shown=shown,
        number=found,
        formula="|{p : y_p^j = ∗}| / n",
        steps=(_share_step(missing, found, numerals),),
        meaning=tr("Blank cells, codes for missing values and suppressed ones. They match anything, unless set "
                   "otherwise: the intruder cannot rule them out."),
        caution=tr("They are in no window, variance or correlation."),
        source=own(tr("a missing value deviates from nothing")),
        term="wildcard",
    )  # fmt: skip


def _share_step(flags: Floats | np.ndarray, share: float, numerals: Numerals) -> Step:
    text = share_text(numerals.count(int(flags.sum())), flags.size, share, numerals)
    return Step(text, share, share_of_true, flags)


def _mean(
    title: str, found: float | None, noise: Floats | None, formula: str, shown: str, numerals: Numerals,
    meaning: str, caution: str, term: str,
) -> Derivation:  # fmt: skip
    steps: tuple[Step, ...] = (Step(tr("The attribute has no noise: it is not numeric, or the files are not paired.")),)
    if found is not None and noise is not None:
        sizes = np.abs(noise[~np.isnan(noise)])
        total = math.fsum(sizes)
        text = tr("Sum of {n} sizes: {total}; {total} / {n} = {mean}", n=numerals.count(sizes.size),
                  total=numerals.significant(total, 6), mean=numerals.significant(found))  # fmt: skip
        steps = (Step(text, found, quotient, (total, float(sizes.size))),)
    source = paper(tr("Section 3, Table 2"))
    return Derivation(title, shown, found, formula, steps, meaning, caution, source, term)


def _correlation(before: Floats, after: Floats, found: float, numerals: Numerals) -> tuple[str, tuple[Step, ...]]:
    n = before.size
    is_plain = all(_counts_up(ranks) for ranks in (before, after))
    if not is_plain:
        text = tr("Pearson correlation of the average ranks of {n} records: {rho}", n=numerals.count(n),
                  rho=numerals.decimal(found, 3))  # fmt: skip
        return RHO_TIED, (Step(text, found, correlation_of_rows, np.array([before, after])),)
    squares = float(((before - after) ** 2).sum())
    figures = {"squares": numerals.count(int(squares)), "n": numerals.count(n), "rho": numerals.decimal(found, 3)}
    return RHO, (
        Step(tr("Sum of the squared rank differences of {n} records: {squares}", **figures), squares, np.sum,
             (before - after) ** 2),
        Step(tr("1 − 6 · {squares} / ({n} · ({n}² − 1)) = {rho}", **figures), found, by_squares, (squares, float(n))),
    )  # fmt: skip


def _counts_up(ranks: Floats) -> bool:
    """Whether the ranks are 1 to n, each once."""
    occurs = np.zeros(ranks.size, np.bool_)
    whole = ranks.astype(np.int64)
    if (whole != ranks).any() or whole.max(initial=0) > ranks.size:
        return False
    occurs[whole - 1] = True
    return bool(occurs.all())


def _n_different(values: Operands) -> float:
    return float(np.unique(values, axis=0).shape[0])
