"""How every number is computed, with its source."""

from __future__ import annotations

from permdesk.report.blocks import Block, Bullets, Formula, Heading, Paragraph
from permdesk.report.profile import Profile
from permdesk.translation import tr


def methods_blocks(profile: Profile) -> tuple[Block, ...]:
    """Formulas of what the report shows, and the literature."""
    blocks: list[Block] = [
        Heading(tr("Method notes")),
        Paragraph(
            tr(
                "X is the original file with n records and m attributes, Y the anonymized file, Z the reverse-mapped "
                "one. Ranks run from 1 to n; i numbers records, j attributes."
            )
        ),
        *_reverse_mapping(),
    ]
    if profile.shows_risk:
        blocks.extend(_distances())
        blocks.extend(_intruder())
    blocks.append(Heading(tr("Literature"), level=3))
    blocks.append(
        Bullets(
            (
                "J. Domingo-Ferrer, K. Muralidhar: New directions in anonymization: permutation paradigm, "
                "verifiability by subjects and intruders, transparency to users. Information Sciences 337–338 "
                "(2016), 11–24.",
                "J. Domingo-Ferrer, D. Sánchez, G. Rufian-Torrell: Anonymization of nominal data based on semantic "
                "marginality. Information Sciences 242 (2013), 35–48.",
                "Y. Benjamini, Y. Hochberg: Controlling the false discovery rate. Journal of the Royal Statistical "
                "Society B 57 (1995), 289–300.",
                "E. B. Wilson: Probable inference, the law of succession, and statistical inference. Journal of the "
                "American Statistical Association 22 (1927), 209–212.",
            )
        )
    )
    return tuple(blocks)


def _reverse_mapping() -> tuple[Formula, ...]:
    return (
        Formula(
            "z_i^j = x_{(r)}^j,  r = rank(y_i^j)",
            tr(
                "Reverse mapping: the original value of the same rank stands for each anonymized value. Equal values "
                "of Y are ranked at random for this."
            ),
            tr("Algorithm 1"),
        ),
        Formula(
            "E = Y − X,  E′ = Y − Z",
            tr(
                "Noise from X to Y, and the residual noise that is left when the permutation is taken out; numeric "
                "attributes."
            ),
            tr("Table 2"),
        ),
    )


def _distances() -> tuple[Formula, ...]:
    return (
        Formula(
            "δ(a, b) = max(0, lo_a − hi_b, lo_b − hi_a)",
            tr(
                "Rank deviation of two values whose equals occupy the ranks lo to hi: the gap between the intervals. "
                "Without equal values it is the difference of the ranks."
            ),
            tr("Intervals in place of random tie-breaking"),
        ),
        Formula(
            "d_i = min_p max_j δ(y_p^j, y_∗^j),  d = min_i d_i",
            tr(
                "Permutation distance of record i, over all released records p; y with an asterisk is the released "
                "value closest to the original one. The records p that attain the minimum are the matches."
            ),
            tr("Algorithm 2, definition of (d, v)-permuted privacy for a data set"),
        ),
        Formula(
            "v^j = min_i Var S_i^j(d)",
            tr(
                "Smallest variance (divided by the number of values) of the released values whose ranks lie within d "
                "of the closest value. A record satisfies (d, v) if its distances are at least d and its variances "
                "at least v."
            ),
            tr("Definition of (d, v)-permuted privacy for a record"),
        ),
    )


def _intruder() -> tuple[Formula, ...]:
    return (
        Formula(
            "rate = mean_i r_i,  r_i = 1/L_i if the own release is among the L_i links, else 0,  lift = rate · n",
            tr("Expected share of right links, and its multiple of chance; the interval is Wilson's of 95%."),
            tr("Table 5"),
        ),
        Formula(
            "p_i = P(D_A ≤ d_i),  for N drawn records (1 + #(D_A ≤ d_i)) / (1 + N)",
            tr(
                "Probability that a random record A matches at least as closely. Defensible links stand after "
                "Benjamini and Hochberg at the level of the settings."
            ),
            tr("Tables 6 and 7"),
        ),
        Formula(
            "t_0 = (n (α/n)^{1/m} − 1) / 2",
            tr(
                "Critical distance to be expected for unrelated attributes at level α; the one found is the largest "
                "distance that no more than the share α of the random records keeps to."
            ),
            tr("Estimate"),
        ),
        Formula(
            "H = √(1 − Σ_k √(p_k q_k)),  KS = max_k |P_k − Q_k|,  overlap = Σ_k min(p_k, q_k)",
            tr(
                "Hellinger distance, Kolmogorov-Smirnov distance and overlap of the distributions of distances of "
                "original (p) and random (q) records."
            ),
            tr("Figures 1 to 3"),
        ),
    )
