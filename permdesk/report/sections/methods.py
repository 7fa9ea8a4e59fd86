"""How every number is computed, with its source."""

from __future__ import annotations

from permdesk.report.blocks import Block, Bullets, Formula, Heading, Paragraph
from permdesk.report.further import FurtherFindings
from permdesk.report.profile import Profile
from permdesk.report.sections.method_formulas import (
    information_formulas,
    knowledge_formulas,
    linkage_formulas,
    random_match_formulas,
    rank_deviation_formula,
    subject_formulas,
)
from permdesk.translation import tr

OF_THE_MAPPING = (
    "J. Domingo-Ferrer, K. Muralidhar: New directions in anonymization: permutation paradigm, verifiability by "
    "subjects and intruders, transparency to users. Information Sciences 337–338 (2016), 11–24.",
    "J. Domingo-Ferrer, D. Sánchez, G. Rufian-Torrell: Anonymization of nominal data based on semantic marginality. "
    "Information Sciences 242 (2013), 35–48.",
)
OF_THE_RISK = (
    "Y. Benjamini, Y. Hochberg: Controlling the false discovery rate. Journal of the Royal Statistical Society B 57 "
    "(1995), 289–300.",
    "B. Efron: Bootstrap methods: another look at the jackknife. Annals of Statistics 7 (1979), 1–26.",
    "G. A. Miller: Note on the bias of information estimates. In H. Quastler (ed.): Information Theory in Psychology. "
    "Free Press (1955), 95–100.",
    "N. Ruiz: On some consequences of the permutation paradigm for data anonymization: centrality of permutation "
    "matrices, universal measures of disclosure risk and information loss, evaluation by dominance. arXiv:1701.08419 "
    "(2017).",
    "C. E. Shannon: A mathematical theory of communication. Bell System Technical Journal 27 (1948), 379–423, 623–656.",
    "N. Smirnov: Table for estimating the goodness of fit of empirical distributions. Annals of Mathematical "
    "Statistics 19 (1948), 279–281.",
    "E. B. Wilson: Probable inference, the law of succession, and statistical inference. Journal of the American "
    "Statistical Association 22 (1927), 209–212.",
)


def methods_blocks(profile: Profile, further: FurtherFindings) -> tuple[Block, ...]:
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
        blocks.extend(linkage_formulas())
        if further.leave_one_out is not None:
            blocks.extend(knowledge_formulas())
        blocks.extend(random_match_formulas())
        if further.information is not None:
            blocks.extend(information_formulas())
    blocks.extend(subject_formulas())
    blocks.append(Heading(tr("Literature"), level=3))
    blocks.append(Bullets((*OF_THE_MAPPING, *OF_THE_RISK) if profile.shows_risk else OF_THE_MAPPING))
    return tuple(blocks)


def _reverse_mapping() -> tuple[Formula, ...]:
    return (
        Formula(
            tr("z_i^j = x_{(r)}^j,  r = rank(y_i^j)"),
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
        rank_deviation_formula(),
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
