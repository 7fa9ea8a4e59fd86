"""The parameters of anonymization methods as the literature has them: their kind, unit, range and meaning."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum, StrEnum

from permdesk.translation import tr

LARGEST = 1e15


class Parameter(StrEnum):
    """One parameter, by the name that it has in a recipe. What ends in ``share`` is a share from 0 to 1 there."""

    NOISE_SHARE = "noise_share"
    NOISE_DEVIATION = "noise_deviation"
    NOISE_DISTRIBUTION = "noise_distribution"
    VARIANCE_KEPT = "variance_kept"
    RANK_RANGE_SHARE = "rank_range_share"
    SWAPPED_SHARE = "swapped_share"
    SWAP_WITHIN = "swap_within"
    SHUFFLE_MODEL = "shuffle_model"
    GROUP_SIZE = "group_size"
    GROUPING = "grouping"
    ROUNDING_BASE = "rounding_base"
    ROUNDING_RULE = "rounding_rule"
    TOP_CODE = "top_code"
    BOTTOM_CODE = "bottom_code"
    CODED_AS = "coded_as"
    N_CATEGORIES = "n_categories"
    CATEGORIES = "categories"
    SMALLEST_CLASS = "smallest_class"
    HIERARCHIES = "hierarchies"
    SUPPRESSED_SHARE = "suppressed_share"
    SUPPRESSION_RULE = "suppression_rule"
    SMALLEST_DIAGONAL_SHARE = "smallest_diagonal_share"
    PRAM_KIND = "pram_kind"
    SAMPLED_SHARE = "sampled_share"
    SAMPLING_DESIGN = "sampling_design"
    SYNTHESIS = "synthesis"
    SYNTHETIC_MODEL = "synthetic_model"
    N_SYNTHETIC_FILES = "n_synthetic_files"
    EQUAL_VALUES = "equal_values"


class Option(StrEnum):
    """What can be chosen for a parameter that is a choice."""

    NORMAL = "normal"
    UNIFORM = "uniform"
    LAPLACE = "laplace"
    NOT_KEPT = "not-kept"
    KEPT = "kept"
    EACH_ATTRIBUTE = "each-attribute"
    ALL_TOGETHER = "all-together"
    NEAREST = "nearest"
    AT_RANDOM = "at-random"
    ONE_DIRECTION = "one-direction"
    CONTROLLED = "controlled"
    THRESHOLD = "threshold"
    MEAN = "mean"
    MEDIAN = "median"
    INVARIANT = "invariant"
    PLAIN = "plain"
    SIMPLE = "simple"
    STRATIFIED = "stratified"
    SYSTEMATIC = "systematic"
    FULL = "full"
    PARTIAL = "partial"
    OTHER = "other"


class Unit(Enum):
    """What a number counts. SHARE is from 0 to 1 in files and read in per cent, ATTRIBUTE is the attribute's own."""

    NONE = "none"
    SHARE = "share"
    RECORDS = "records"
    ATTRIBUTE = "attribute"


Value = float | str
"""A number, an Option, or a text."""


@dataclass(frozen=True, slots=True)
class ParameterFacts:
    """One parameter in words. It is a choice if it has ``options``, a number if it has a ``unit``, else a text."""

    parameter: Parameter
    title: str
    meaning: str
    unit: Unit | None = None
    least: float = 0.0
    most: float = LARGEST
    is_whole: bool = False
    options: tuple[Option, ...] = ()

    def takes(self, value: Value) -> bool:
        """Whether the value is of this kind and within the range that can be meant."""
        if self.options:
            return value in self.options
        if self.unit is None:
            return isinstance(value, str)
        if isinstance(value, str) or not math.isfinite(value):
            return False
        return self.least <= value <= self.most and (not self.is_whole or float(value).is_integer())


def parameter_facts(parameter: Parameter) -> ParameterFacts:
    """What is known of a parameter, in the language of the person who reads it."""
    made = {**_SPREAD, **_COARSENED, **_FURTHER}.get(parameter, _text)
    return made(parameter)


def option_title(option: Option) -> str:
    titles = {
        Option.NORMAL: tr("normal"),
        Option.UNIFORM: tr("uniform"),
        Option.LAPLACE: tr("Laplace"),
        Option.NOT_KEPT: tr("not kept: noise is added as it is"),
        Option.KEPT: tr("kept: corrected after the noise"),
        Option.EACH_ATTRIBUTE: tr("each attribute by itself"),
        Option.ALL_TOGETHER: tr("all attributes together (such as MDAV)"),
        Option.NEAREST: tr("to the nearest multiple"),
        Option.AT_RANDOM: tr("up or down at random"),
        Option.ONE_DIRECTION: tr("always up, or always down"),
        Option.CONTROLLED: tr("controlled: totals are kept"),
        Option.THRESHOLD: tr("the threshold itself"),
        Option.MEAN: tr("the mean of the coded values"),
        Option.MEDIAN: tr("the median of the coded values"),
        Option.INVARIANT: tr("invariant: frequencies are kept in expectation"),
        Option.PLAIN: tr("plain"),
        Option.SIMPLE: tr("simple random"),
        Option.STRATIFIED: tr("stratified"),
        Option.SYSTEMATIC: tr("systematic"),
        Option.FULL: tr("full: every value is synthetic"),
        Option.PARTIAL: tr("partial: some values are original"),
        Option.OTHER: tr("other"),
    }
    return titles[option]


def _share(parameter: Parameter, title: str, meaning: str, most: float = 1.0) -> ParameterFacts:
    return ParameterFacts(parameter, title, meaning, Unit.SHARE, most=most)


def _choice(parameter: Parameter, title: str, meaning: str, *options: Option) -> ParameterFacts:
    return ParameterFacts(parameter, title, meaning, options=options)


def _noise_share(parameter: Parameter) -> ParameterFacts:
    return _share(
        parameter,
        tr("Noise, share of the standard deviation"),
        tr("Standard deviation of the noise as a share of the standard deviation of the attribute."),
        most=100.0,
    )


def _noise_deviation(parameter: Parameter) -> ParameterFacts:
    return ParameterFacts(
        parameter,
        tr("Standard deviation of the noise"),
        tr("In the units of the attribute; the same for every attribute of the step."),
        Unit.ATTRIBUTE,
    )


def _noise_distribution(parameter: Parameter) -> ParameterFacts:
    meaning = tr("The distribution that the noise was drawn from.")
    options = (Option.NORMAL, Option.UNIFORM, Option.LAPLACE, Option.OTHER)
    return _choice(parameter, tr("Distribution of the noise"), meaning, *options)


def _variance_kept(parameter: Parameter) -> ParameterFacts:
    meaning = tr("Whether values were transformed after the noise so that means and variances stay as they were.")
    return _choice(parameter, tr("Means and variances"), meaning, Option.NOT_KEPT, Option.KEPT)


def _rank_range(parameter: Parameter) -> ParameterFacts:
    return _share(
        parameter,
        tr("Range p, share of n"),
        tr("How far apart two swapped values may lie: the difference of their ranks, as a share of the records."),
    )


def _swapped(parameter: Parameter) -> ParameterFacts:
    return _share(
        parameter, tr("Records swapped"), tr("Largest share of the records that exchanged values with another one.")
    )


def _equal_values(parameter: Parameter) -> ParameterFacts:
    meaning = tr("How equal anonymized values were ranked before each took the original value of its rank.")
    return _choice(parameter, tr("Equal values were ranked"), meaning, Option.AT_RANDOM, Option.OTHER)


def _group_size(parameter: Parameter) -> ParameterFacts:
    return ParameterFacts(
        parameter,
        tr("Group size k"),
        tr("Smallest number of records whose values were replaced by one common value."),
        Unit.RECORDS,
        least=2,
        is_whole=True,
    )


def _grouping(parameter: Parameter) -> ParameterFacts:
    meaning = tr("Whether groups were made for each attribute, or one group for all attributes of the step.")
    return _choice(parameter, tr("Groups"), meaning, Option.EACH_ATTRIBUTE, Option.ALL_TOGETHER)


def _rounding_base(parameter: Parameter) -> ParameterFacts:
    meaning = tr("Every released value is a multiple of this number, in the units of the attribute.")
    return ParameterFacts(parameter, tr("Rounding base"), meaning, Unit.ATTRIBUTE, least=1e-12)


def _rounding_rule(parameter: Parameter) -> ParameterFacts:
    options = (Option.NEAREST, Option.AT_RANDOM, Option.ONE_DIRECTION, Option.CONTROLLED)
    return _choice(parameter, tr("Rounded"), tr("How the multiple was chosen."), *options)


def _top_code(parameter: Parameter) -> ParameterFacts:
    meaning = tr("Larger values were replaced, in the units of the attribute.")
    return ParameterFacts(parameter, tr("Top code"), meaning, Unit.ATTRIBUTE, least=-LARGEST)


def _bottom_code(parameter: Parameter) -> ParameterFacts:
    meaning = tr("Smaller values were replaced, in the units of the attribute.")
    return ParameterFacts(parameter, tr("Bottom code"), meaning, Unit.ATTRIBUTE, least=-LARGEST)


def _coded_as(parameter: Parameter) -> ParameterFacts:
    options = (Option.THRESHOLD, Option.MEAN, Option.MEDIAN, Option.OTHER)
    return _choice(parameter, tr("Replaced by"), tr("What stands in the release for the coded values."), *options)


def _n_categories(parameter: Parameter) -> ParameterFacts:
    return ParameterFacts(
        parameter,
        tr("Categories left"),
        tr("How many different values each attribute may still have."),
        Unit.NONE,
        least=1,
        is_whole=True,
    )


def _smallest_class(parameter: Parameter) -> ParameterFacts:
    return ParameterFacts(
        parameter,
        tr("k"),
        tr("Every combination of the released values of these attributes belongs to at least k records."),
        Unit.RECORDS,
        least=1,
        is_whole=True,
    )


def _suppressed(parameter: Parameter) -> ParameterFacts:
    return _share(
        parameter, tr("Cells suppressed"), tr("Share of the values of these attributes that were blanked out.")
    )


def _diagonal(parameter: Parameter) -> ParameterFacts:
    return _share(
        parameter,
        tr("Smallest diagonal of the transition matrix"),
        tr("The smallest probability with which a category stays as it is."),
    )


def _pram_kind(parameter: Parameter) -> ParameterFacts:
    meaning = tr("Whether the transition matrix keeps the expected frequencies of the categories.")
    return _choice(parameter, tr("Kind of PRAM"), meaning, Option.INVARIANT, Option.PLAIN)


def _sampled(parameter: Parameter) -> ParameterFacts:
    return _share(parameter, tr("Sampling fraction"), tr("Share of the original records that were released."))


def _sampling_design(parameter: Parameter) -> ParameterFacts:
    options = (Option.SIMPLE, Option.STRATIFIED, Option.SYSTEMATIC, Option.OTHER)
    return _choice(parameter, tr("Design"), tr("How the released records were drawn."), *options)


def _synthesis(parameter: Parameter) -> ParameterFacts:
    meaning = tr("Whether any released value is still an original one.")
    return _choice(parameter, tr("Synthesis"), meaning, Option.FULL, Option.PARTIAL)


def _n_synthetic(parameter: Parameter) -> ParameterFacts:
    return ParameterFacts(
        parameter,
        tr("Synthetic files"),
        tr("How many files were drawn from the model and released."),
        Unit.NONE,
        least=1,
        is_whole=True,
    )


def _text(parameter: Parameter) -> ParameterFacts:
    words = {
        Parameter.SWAP_WITHIN: (
            tr("Swapped among records that agree in"),
            tr("The attributes in which both records of a pair had to be alike."),
        ),
        Parameter.SHUFFLE_MODEL: (
            tr("Model"),
            tr("What new ranks were drawn from, such as a normal copula, and which attributes it was conditioned on."),
        ),
        Parameter.CATEGORIES: (tr("New categories"), tr("Which values were joined, or the classes that were formed.")),
        Parameter.HIERARCHIES: (
            tr("Hierarchies and levels"),
            tr("The hierarchy of each attribute and the level that was released."),
        ),
        Parameter.SUPPRESSION_RULE: (tr("Rule"), tr("Which values were suppressed, and to what end.")),
        Parameter.SYNTHETIC_MODEL: (tr("Model"), tr("What the synthetic values were drawn from.")),
    }
    title, meaning = words[parameter]
    return ParameterFacts(parameter, title, meaning)


_SPREAD = {
    Parameter.NOISE_SHARE: _noise_share,
    Parameter.NOISE_DEVIATION: _noise_deviation,
    Parameter.NOISE_DISTRIBUTION: _noise_distribution,
    Parameter.VARIANCE_KEPT: _variance_kept,
    Parameter.RANK_RANGE_SHARE: _rank_range,
    Parameter.SWAPPED_SHARE: _swapped,
    Parameter.EQUAL_VALUES: _equal_values,
}
_COARSENED = {
    Parameter.GROUP_SIZE: _group_size,
    Parameter.GROUPING: _grouping,
    Parameter.ROUNDING_BASE: _rounding_base,
    Parameter.ROUNDING_RULE: _rounding_rule,
    Parameter.TOP_CODE: _top_code,
    Parameter.BOTTOM_CODE: _bottom_code,
    Parameter.CODED_AS: _coded_as,
    Parameter.N_CATEGORIES: _n_categories,
    Parameter.SMALLEST_CLASS: _smallest_class,
    Parameter.SUPPRESSED_SHARE: _suppressed,
}
_FURTHER = {
    Parameter.SMALLEST_DIAGONAL_SHARE: _diagonal,
    Parameter.PRAM_KIND: _pram_kind,
    Parameter.SAMPLED_SHARE: _sampled,
    Parameter.SAMPLING_DESIGN: _sampling_design,
    Parameter.SYNTHESIS: _synthesis,
    Parameter.N_SYNTHETIC_FILES: _n_synthetic,
}
