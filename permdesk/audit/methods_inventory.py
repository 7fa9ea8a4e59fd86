"""The inventory of anonymization methods: parameters, randomness, and transparency to the user (Definition of
transparency; the paper's future research asks for such an inventory)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum

from permdesk.audit.method_parameters import Option, Parameter, Value
from permdesk.translation import tr


class Method(StrEnum):
    """A method, by the name that it has in a recipe."""

    NOISE = "noise"
    CORRELATED_NOISE = "correlated-noise"
    RANK_SWAPPING = "rank-swapping"
    DATA_SWAPPING = "data-swapping"
    DATA_SHUFFLING = "data-shuffling"
    MICROAGGREGATION = "microaggregation"
    ROUNDING = "rounding"
    TOP_BOTTOM_CODING = "top-bottom-coding"
    GLOBAL_RECODING = "global-recoding"
    K_ANONYMITY = "k-anonymity"
    LOCAL_SUPPRESSION = "local-suppression"
    PRAM = "pram"
    SAMPLING = "sampling"
    SYNTHETIC_DATA = "synthetic-data"
    REVERSE_MAPPING = "reverse-mapping"
    OTHER = "other"


class Randomness(Enum):
    """DETERMINISTIC: the same file gives the same result; there is no seed. UNKNOWN: the description must say."""

    RANDOMIZED = "randomized"
    DETERMINISTIC = "deterministic"
    UNKNOWN = "unknown"


class Transparency(Enum):
    """Whether a method whose every detail but the seeds is published is transparent to the user by the paper's
    definition. WITHOUT_KEY: it is, but no seed stays secret, so that anybody who holds the original file can repeat the
    step; the paper leaves open how far such methods can be transparent."""

    MET = "met"
    WITHOUT_KEY = "without-key"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class MethodFacts:
    """A method in words; ``sources`` are references to the literature."""

    method: Method
    title: str
    meaning: str
    parameters: tuple[Parameter, ...]
    randomness: Randomness
    sources: tuple[str, ...]


HANDBOOK = "A. Hundepool and others: Statistical Disclosure Control. Wiley (2012)."
BRAND = (
    "R. Brand: Microdata protection through noise addition. In: Inference Control in Statistical Databases. Springer "
    "(2002), 97–116."
)
KIM = (
    "J. J. Kim: A method for limiting disclosure in microdata based on random noise and transformation. Proceedings "
    "of the Section on Survey Research Methods, American Statistical Association (1986), 370–374."
)
MOORE = (
    "R. A. Moore: Controlled data-swapping techniques for masking public use microdata sets. US Census Bureau (1996)."
)
DALENIUS = (
    "T. Dalenius, S. P. Reiss: Data-swapping: a technique for disclosure control. Journal of Statistical Planning and "
    "Inference 6 (1982), 73–85."
)
SHUFFLING = (
    "K. Muralidhar, R. Sarathy: Data shuffling: a new masking approach for numerical data. Management Science 52 "
    "(2006), 658–670."
)
MDAV = (
    "J. Domingo-Ferrer, J. M. Mateo-Sanz: Practical data-oriented microaggregation for statistical disclosure "
    "control. IEEE Transactions on Knowledge and Data Engineering 14 (2002), 189–201."
)
SAMARATI = (
    "P. Samarati: Protecting respondents' identities in microdata release. IEEE Transactions on Knowledge and Data "
    "Engineering 13 (2001), 1010–1027."
)
PRAM = (
    "J. M. Gouweleeuw, P. Kooiman, L. C. R. J. Willenborg, P.-P. de Wolf: Post randomisation for statistical "
    "disclosure control: theory and implementation. Journal of Official Statistics 14 (1998), 463–478."
)
RUBIN = "D. B. Rubin: Discussion: statistical disclosure limitation. Journal of Official Statistics 9 (1993), 461–468."
PARADIGM = (
    "J. Domingo-Ferrer, K. Muralidhar: New directions in anonymization: permutation paradigm, verifiability by "
    "subjects and intruders, transparency to users. Information Sciences 337–338 (2016), 11–24."
)

_P = Parameter
_PARAMETERS = {
    Method.NOISE: (_P.NOISE_SHARE, _P.NOISE_DEVIATION, _P.NOISE_DISTRIBUTION),
    Method.CORRELATED_NOISE: (_P.NOISE_SHARE, _P.NOISE_DISTRIBUTION, _P.VARIANCE_KEPT),
    Method.RANK_SWAPPING: (_P.RANK_RANGE_SHARE,),
    Method.DATA_SWAPPING: (_P.SWAPPED_SHARE, _P.SWAP_WITHIN),
    Method.DATA_SHUFFLING: (_P.SHUFFLE_MODEL,),
    Method.MICROAGGREGATION: (_P.GROUP_SIZE, _P.GROUPING),
    Method.ROUNDING: (_P.ROUNDING_BASE, _P.ROUNDING_RULE),
    Method.TOP_BOTTOM_CODING: (_P.TOP_CODE, _P.BOTTOM_CODE, _P.CODED_AS),
    Method.GLOBAL_RECODING: (_P.N_CATEGORIES, _P.CATEGORIES),
    Method.K_ANONYMITY: (_P.SMALLEST_CLASS, _P.HIERARCHIES),
    Method.LOCAL_SUPPRESSION: (_P.SUPPRESSED_SHARE, _P.SUPPRESSION_RULE),
    Method.PRAM: (_P.SMALLEST_DIAGONAL_SHARE, _P.PRAM_KIND),
    Method.SAMPLING: (_P.SAMPLED_SHARE, _P.SAMPLING_DESIGN),
    Method.SYNTHETIC_DATA: (_P.SYNTHESIS, _P.SYNTHETIC_MODEL, _P.N_SYNTHETIC_FILES),
    Method.REVERSE_MAPPING: (_P.EQUAL_VALUES,),
    Method.OTHER: (),
}
_SOURCES = {
    Method.NOISE: (BRAND, HANDBOOK),
    Method.CORRELATED_NOISE: (KIM, BRAND),
    Method.RANK_SWAPPING: (MOORE,),
    Method.DATA_SWAPPING: (DALENIUS,),
    Method.DATA_SHUFFLING: (SHUFFLING,),
    Method.MICROAGGREGATION: (MDAV,),
    Method.K_ANONYMITY: (SAMARATI,),
    Method.PRAM: (PRAM,),
    Method.SYNTHETIC_DATA: (RUBIN,),
    Method.REVERSE_MAPPING: (PARADIGM,),
    Method.OTHER: (),
}
_DETERMINISTIC = frozenset(
    {
        Method.MICROAGGREGATION,
        Method.TOP_BOTTOM_CODING,
        Method.GLOBAL_RECODING,
        Method.K_ANONYMITY,
        Method.LOCAL_SUPPRESSION,
    }
)


def method_facts(method: Method) -> MethodFacts:
    """What the inventory says of a method, in the language of the person who reads it."""
    title, meaning = _words(method)
    return MethodFacts(method, title, meaning, _PARAMETERS[method], _usual(method), _SOURCES.get(method, (HANDBOOK,)))


def randomness(method: Method, values: dict[Parameter, Value]) -> Randomness:
    """Whether a step used random numbers, as far as its method and parameters tell."""
    if method is Method.ROUNDING and (rule := values.get(Parameter.ROUNDING_RULE)) is not None:
        return Randomness.RANDOMIZED if rule == Option.AT_RANDOM else Randomness.DETERMINISTIC
    return _usual(method)


def transparency(method: Method, values: dict[Parameter, Value]) -> Transparency:
    """Whether publishing all but the seeds meets the paper's definition."""
    match randomness(method, values):
        case Randomness.RANDOMIZED:
            return Transparency.MET
        case Randomness.DETERMINISTIC:
            return Transparency.WITHOUT_KEY
        case Randomness.UNKNOWN:
            return Transparency.UNKNOWN


def _usual(method: Method) -> Randomness:
    if method in (Method.OTHER, Method.ROUNDING):
        return Randomness.UNKNOWN
    return Randomness.DETERMINISTIC if method in _DETERMINISTIC else Randomness.RANDOMIZED


def _words(method: Method) -> tuple[str, str]:
    words = {
        Method.NOISE: (tr("Noise addition"), tr("A random number was added to every value.")),
        Method.CORRELATED_NOISE: (
            tr("Correlated noise"),
            tr("Random numbers were added that are correlated as the attributes are."),
        ),
        Method.RANK_SWAPPING: (
            tr("Rank swapping"),
            tr("Every value was exchanged with one whose rank is not far from its own."),
        ),
        Method.DATA_SWAPPING: (tr("Data swapping"), tr("Pairs of records exchanged values.")),
        Method.DATA_SHUFFLING: (
            tr("Data shuffling"),
            tr("Original values were handed out anew, in the order of values drawn from a model."),
        ),
        Method.MICROAGGREGATION: (
            tr("Microaggregation"),
            tr("Similar records were grouped, and each value was replaced by the mean of its group."),
        ),
        Method.ROUNDING: (tr("Rounding"), tr("Values were replaced by multiples of a base.")),
        Method.TOP_BOTTOM_CODING: (
            tr("Top and bottom coding"),
            tr("Values beyond a threshold were replaced by one common value."),
        ),
        Method.GLOBAL_RECODING: (tr("Global recoding"), tr("Values were joined into fewer, wider categories.")),
        Method.K_ANONYMITY: (
            tr("Generalization to k-anonymity"),
            tr("Values were made coarser until at least k records shared every combination."),
        ),
        Method.LOCAL_SUPPRESSION: (tr("Local suppression"), tr("Single values were blanked out.")),
        Method.PRAM: (
            tr("PRAM (post-randomization)"),
            tr("Each category was kept or changed at random, with published probabilities."),
        ),
        Method.SAMPLING: (tr("Sampling"), tr("Only some of the original records were released.")),
        Method.SYNTHETIC_DATA: (tr("Synthetic data"), tr("Values were drawn from a model of the original file.")),
        Method.REVERSE_MAPPING: (
            tr("Reverse mapping"),
            tr("Every anonymized value was replaced by the original value of the same rank."),
        ),
        Method.OTHER: (tr("Other method"), tr("Name it and describe it in the remark.")),
    }
    return words[method]
