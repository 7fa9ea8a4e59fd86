"""Formulas of what is said about intruders and subjects, each with its source; what is PermDesk's own is called so."""

from __future__ import annotations

from permdesk.report.blocks import Formula
from permdesk.translation import tr


def linkage_formulas() -> tuple[Formula, ...]:
    """The battery, its rates and their intervals."""
    return (
        Formula(
            tr("D_{max} = max_j δ_j,  D_{sum} = Σ_j δ_j,  D_{squares} = Σ_j δ_j^2,  D_{values} = √(Σ_j (x̃^j − ỹ^j)^2)"),
            tr(
                "Ways to compare two records: the largest, the sum or the sum of squares of their rank deviations, or "
                "the Euclidean distance of their numeric values, each attribute of each file less its own mean and "
                "over its own standard deviation (Z: those of X). An original record is linked with all records at "
                "the smallest distance."
            ),
            tr("The maximum: Algorithm 2; standardized values: the usual distance-based linkage; sums: PermDesk's own"),
        ),
        Formula(
            tr("δ_j = n/3,  δ_j^2 = n^2/6,  (x̃^j − ỹ^j)^2 = 2 where a value is missing"),
            tr(
                "A missing value matches anything at distance 0, which draws all records to the ones that lack much. "
                "So sums are also taken “with missing values as by chance”: with what two random values would add on "
                "average."
            ),
            tr("PermDesk's own"),
        ),
        Formula(
            tr("D_{plain}, D_{mirrored}"),
            tr(
                "Tried where they may find more: the largest rank deviation with ranges as their midpoints and missing "
                "values unlike all others, so that a few suppressed records do not hide the rest; and with attributes "
                "that run against their original turned round before they are reverse-mapped."
            ),
            tr("PermDesk's own"),
        ),
        Formula(
            tr("rate = mean_i r_i,  r_i = 1/L_i if the own release is among the L_i links, else 0,  lift = rate · n"),
            tr(
                "Expected share of right links, and its multiple of chance, which is 1/n. The mean is over the "
                "original records that have a release; of large files some are drawn for the sums, never fewer records "
                "to be found."
            ),
            tr("Table 5"),
        ),
        Formula(
            tr("(r + z^2 / 2q ± z √(r (1 − r) / q + z^2 / 4q^2)) / (1 + z^2 / q),  z = 1.96"),
            tr("Interval of 95 % for a rate r over q original records."),
            tr("Wilson 1927"),
        ),
    )


def knowledge_formulas() -> tuple[Formula, ...]:
    """What knowing an attribute adds."""
    return (
        Formula(
            tr("Δ_j = rate − rate_{−j},  s_j = sd_i(r_i − r_{i,−j}) / √q"),
            tr(
                "What knowing attribute j adds to the right links of the strongest linkage, and its standard error "
                "over the q records that were tried both with it and without. The strongest linkage may be another one "
                "without it."
            ),
            tr("PermDesk's own"),
        ),
    )


def random_match_formulas() -> tuple[Formula, ...]:
    """Chance matches, and how the distributions compare."""
    return (
        Formula(
            tr("p_i = P(D_A ≤ d_i),  for N drawn records (1 + #(D_A ≤ d_i)) / (1 + N)"),
            tr(
                "Probability that a random record A, each attribute drawn by itself from X, matches at least as "
                "closely. Defensible links stand after Benjamini and Hochberg at the level of the settings; right "
                "links are undecided if no drawn record matches as closely and they would stand after enough draws."
            ),
            tr("Tables 6 and 7; Benjamini and Hochberg 1995; undecided links: PermDesk's own"),
        ),
        Formula(
            "t_α = max {t : P(D_A ≤ t) ≤ α}",
            tr("Critical distance at level α: closer matches are rare among random records."),
            tr("PermDesk's own, from Tables 6 and 7"),
        ),
        Formula(
            "t_0 = (n (α/n)^{1/m} − 1) / 2",
            tr("Critical distance to be expected for unrelated attributes, before any record is drawn."),
            tr("PermDesk's own estimate"),
        ),
        Formula(
            tr("H = √(1 − Σ_k √(p_k q_k)),  KS = max_k |P_k − Q_k|,  overlap = Σ_k min(p_k, q_k)"),
            tr(
                "Hellinger distance, Kolmogorov-Smirnov distance and overlap of the distributions of distances of "
                "original (p) and random (q) records; Hellinger distance and overlap in bins where the range is wide."
            ),
            tr("Figures 1 to 3"),
        ),
        Formula(
            "p_{KS} = 2 Σ_{k≥1} (−1)^{k−1} e^{−2 k² λ²},  λ = KS √(n_X N / (n_X + N))",
            tr(
                "Chance of so large a Kolmogorov-Smirnov distance if both kinds of record were alike; λ is KS times "
                "the root of the number of original records where all combinations were counted. Distances are often "
                "equal, which makes the true chance smaller still."
            ),
            tr("Limiting distribution, Smirnov 1948"),
        ),
        Formula(
            "s = sd_b(f_b),  b = 1, …, 200",
            tr(
                "Standard error of a figure f over 200 multinomial replicates of the drawn records' distances; none "
                "where all combinations were counted."
            ),
            tr("Bootstrap, Efron 1979"),
        ),
    )


def information_formulas() -> tuple[Formula, ...]:
    """Entropy, mutual information and power means."""
    return (
        Formula(
            tr("doubt = mean_i log_2 L_i,  at most log_2 n"),
            tr("Bits of doubt of an intruder who takes each of the L links of a record as equally likely."),
            tr("Entropy, Shannon 1948; equally likely links: PermDesk's own"),
        ),
        Formula(
            "I = Σ_{a,b} p_{ab} log_2(p_{ab} / (p_a p_b)) − (c − r − s + 1) / (2 n ln 2)",
            tr(
                "Bits that the rank class b in Z tells of the class a in X, less the bias for c, r and s cells, rows "
                "and columns that occur. Ranks are cut into equally long classes: at most 32, at least 5 records a "
                "cell on average."
            ),
            tr("Mutual information, Shannon 1948; bias, Miller 1955; classes: PermDesk's own"),
        ),
        Formula(
            tr("M_t = (mean_i δ_i^t)^{1/t} / (n − 1)"),
            tr(
                "Power mean of the rank displacements of one attribute; t = 0 is the geometric mean, t = ∓∞ the "
                "smallest and the largest."
            ),
            tr("After Ruiz 2017; gaps between rank intervals over n − 1: PermDesk's own"),
        ),
    )


def rank_deviation_formula() -> Formula:
    """How far apart two values are in ranks."""
    return Formula(
        "δ(a, b) = max(0, lo_a − hi_b, lo_b − hi_a)",
        tr(
            "Rank deviation of two values whose equals occupy the ranks lo to hi: the gap between the intervals. "
            "Without equal values it is the difference of the ranks."
        ),
        tr("Intervals in place of random tie-breaking"),
    )


def subject_formulas() -> tuple[Formula, ...]:
    """What the subject's check computes."""
    return (
        Formula(
            "d_s = min_p max_j δ(y_p^j, y_∗^j)",
            tr(
                "The subject's check: the permutation distance of the typed record; y with an asterisk is the released "
                "value closest to the typed one. Random records are drawn attribute by attribute from Y, if Y is "
                "declared a pure permutation."
            ),
            tr("Algorithm 2, by the subject"),
        ),
    )
