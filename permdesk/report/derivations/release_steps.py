"""The figures put into one figure of a compared release, so that it can be computed again."""

from __future__ import annotations

import numpy as np

from permdesk.audit.figure_basis import FigureBasis
from permdesk.audit.release_figures import Figure, ReleaseFigures
from permdesk.report.derivations.derivation import Numerals, Operands, Step, listed, product, quotient
from permdesk.report.derivations.record_distance import letter
from permdesk.report.wording import linkage_title
from permdesk.translation import tr


def release_steps(line: ReleaseFigures, figure: Figure, numerals: Numerals) -> tuple[Step, ...]:
    """The steps to one figure of a release; a sentence where there is no such figure."""
    value, n = line.value(figure), numerals.count(line.n_records)
    if value is None:
        return (Step(tr("There is no such number for this release.")),)
    if figure in (Figure.DISTANCE, Figure.MEDIAN_DISTANCE):
        ranks = value * line.n_records
        text = tr("{d} ranks of {n} released records: {d} / {n} = {share}", d=numerals.significant(round(ranks, 6)),
                  n=n, share=numerals.percent(value, 2))  # fmt: skip
        return (Step(text, value, quotient, (ranks, float(line.n_records))),)
    if figure is Figure.LIFT and line.right_links is not None:
        text = tr("{rate} right links · {n} records = {lift}", rate=numerals.percent(line.right_links, 2), n=n,
                  lift=numerals.significant(value, 3))  # fmt: skip
        return (Step(text, value, product, (line.right_links, float(line.n_records))),)
    if line.basis is not None:
        return _from_basis(line.basis, figure, value, numerals)
    text = tr("{value}, of {n} released records; open the release for what it is computed from",
              value=numerals.significant(value), n=n)  # fmt: skip
    return (Step(text),)


def _from_basis(basis: FigureBasis, figure: Figure, value: float, numerals: Numerals) -> tuple[Step, ...]:
    if figure is Figure.VARIANCE:
        known = ~np.isnan(basis.variance_shares)
        named = [
            tr("{name}: {value}", name=name, value=numerals.percent(float(share), 2))
            for name, share in zip(basis.names, basis.variance_shares, strict=True)
            if not np.isnan(share)
        ]
        text = tr("v^j / Var Y^j of each attribute: {values}. The smallest: {value}", values=listed(named),
                  value=numerals.percent(value, 2))  # fmt: skip
        return (Step(text, value, np.min, basis.variance_shares[known]),)
    if figure is Figure.RIGHT_LINKS:
        named = [
            tr("{linkage}, in {file}: {rate}", linkage=linkage_title(one), file=letter(one.target),
               rate=numerals.percent(one.rate, 2))
            for one in basis.battery
        ]  # fmt: skip
        text = tr("Right links of each linkage: {rates}. The strongest: {value}", rates=listed(named),
                  value=numerals.percent(value, 2))  # fmt: skip
        return (Step(text, value, max, tuple(one.rate for one in basis.battery)),)
    if figure in (Figure.DEFENSIBLE, Figure.DEFENSIBLE_RIGHT):
        k = basis.n_defensible if figure is Figure.DEFENSIBLE else basis.n_defensible_right or 0
        text = tr("{k} of {n} original records: {k} / {n} = {share}", k=numerals.count(k),
                  n=numerals.count(basis.n_original), share=numerals.percent(value, 2))  # fmt: skip
        return (Step(text, value, quotient, (float(k), float(basis.n_original))),)
    if figure is Figure.HELLINGER:
        common = float(np.sqrt(basis.share_original * basis.share_random).sum())
        text = tr("The sum over {n} distances or bins is {sum}; √(1 − {sum}) = {h}",
                  n=numerals.count(basis.share_original.size), sum=numerals.decimal(common, 4),
                  h=numerals.decimal(value, 3))  # fmt: skip
        return (Step(text, value, _hellinger, np.array([basis.share_original, basis.share_random])),)
    if figure is Figure.CORRELATION_LOSS:
        changes = basis.correlation_changes
        text = tr("Mean of {n} pairs of attributes: {values}. That is {value}", n=numerals.count(changes.size),
                  values=listed([numerals.decimal(float(change), 3) for change in changes]),
                  value=numerals.decimal(value, 3))  # fmt: skip
        return (Step(text, value, np.mean, changes),)
    named = [
        tr("{name}: {value}", name=name, value=numerals.decimal(float(loss), 3))
        for name, loss in zip(basis.names, basis.marginal_losses, strict=True)
    ]
    text = tr("Mean of {n} attributes: {values}. That is {value}", n=numerals.count(basis.marginal_losses.size),
              values=listed(named), value=numerals.decimal(value, 3))  # fmt: skip
    return (Step(text, value, np.mean, basis.marginal_losses),)


def _hellinger(shares: Operands) -> float:
    first, second = np.asarray(shares)
    return float(np.sqrt(max(0.0, 1 - np.sqrt(first * second).sum())))
