"""Every measure once more, slowly, from its definition: plain Python over exact fractions, the tests' first opinion.

A cell is None (missing) or a pair of fractions (lower, upper), equal unless generalized. A column is a list of
cells, a file a list of records, each a list of cells. Ranks count from 1, rows from 0.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise, permutations, product


def exact(number):
    """The decimal number that a float is printed as: 0.1 is one tenth."""
    return Fraction(repr(float(number)))


def cell(lower, upper=None):
    """The cell that holds a number, or a range of numbers; nan is missing."""
    if math.isnan(lower):
        return None
    return exact(lower), exact(lower if upper is None else upper)


def column_of(lower, upper=None):
    upper = lower if upper is None else upper
    return [cell(a, b) for a, b in zip(lower, upper, strict=True)]


def file_of(rows):
    """A file without generalized values from rows of floats."""
    return [[cell(value) for value in row] for row in rows]


def column(file, j):
    return [record[j] for record in file]


def middle(value):
    return (value[0] + value[1]) / 2


def by_middle(value):
    return middle(value), value[1] - value[0]


def present(values):
    return [value for value in values if value is not None]


def interval(values, value):
    """First and last rank that the records with this value occupy in a sorted column."""
    ordered = sorted(present(values), key=by_middle)
    places = [rank for rank, other in enumerate(ordered, 1) if other == value]
    return places[0], places[-1]


def apart(a, b):
    """The smallest difference between a number of one range and one of the other."""
    return max(Fraction(0), a[0] - b[1], b[0] - a[1])


def closest(values, asked):
    """First and last rank of all values of a column that no value is closer to ``asked`` than; None if wild."""
    if asked is None or not present(values):
        return None
    least = min(apart(value, asked) for value in present(values))
    near = [interval(values, value) for value in present(values) if apart(value, asked) == least]
    return min(first for first, _ in near), max(last for _, last in near)


def gap(a, b):
    """The smallest rank difference that two rank intervals leave open."""
    return max(0, a[0] - b[1], b[0] - a[1])


def deviation(asked, found, n, own_value=False):
    """The rank deviation of two intervals in a target of n records, None being a missing value."""
    if asked is None or found is None:
        return (0 if asked is found else n) if own_value else 0
    return min(n, gap(asked, found))


def target_intervals(values):
    return [None if value is None else interval(values, value) for value in values]


def reverse_mapped(original, anonymized):
    """Sorted Z^j: as many values of X^j, by their quantiles, as Y^j has present ones (X^j if these agree)."""
    x = sorted(middle(value) for value in present(original))
    n_x, n_y = len(x), len(present(anonymized))
    return [x[math.ceil(Fraction(n_x * (2 * rank - 1), 2 * n_y)) - 1] for rank in range(1, n_y + 1)] if x else []


def reverse_mapped_intervals(original, anonymized):
    """Ranks in Z^j that each record of Y can get by some breaking of ties, or by being any original value inside."""
    z = [(value, value) for value in reverse_mapped(original, anonymized)]
    found = []
    for value in anonymized:
        if value is None or not z:
            found.append(None)
            continue
        first, last = interval(anonymized, value)
        able = set(z[first - 1 : last])
        if value[0] < value[1]:
            able |= {other for other in z if value[0] <= other[0] <= value[1]}
        spans = [interval(z, other) for other in able]
        found.append((min(a for a, _ in spans), max(b for _, b in spans)))
    return found


def searched_in_anonymized(x, y):
    """For every attribute the intervals of the closest values (one for each record of X) and of the records of Y."""
    m = len(y[0])
    asked = [[closest(column(y, j), value) for value in column(x, j)] for j in range(m)]
    return asked, [target_intervals(column(y, j)) for j in range(m)]


def searched_in_reverse_mapped(x, y):
    """The same, against Z."""
    asked, found = [], []
    for j in range(len(y[0])):
        z = [(value, value) for value in reverse_mapped(column(x, j), column(y, j))]
        asked.append([closest(z, value) for value in column(x, j)])
        found.append(reverse_mapped_intervals(column(x, j), column(y, j)))
    return asked, found


def nearest_intervals(asked, found, n, missing, own_value=False):
    """(distance, matches) of every query: intervals by attribute; ``missing`` [j][i]: the query holds no value."""
    answers = []
    for i in range(len(asked[0])):
        largest = []
        for p in range(n):
            each = []
            for j in range(len(asked)):
                if own_value:
                    blank = missing[j][i], found[j][p] is None
                    if any(blank):
                        each.append(0 if all(blank) else n)
                        continue
                each.append(deviation(asked[j][i], found[j][p], n))
            largest.append(max(each))
        distance = min(largest)
        answers.append((distance, [p for p, worst in enumerate(largest) if worst == distance]))
    return answers


def distances(x, y, own_value=False, against=searched_in_anonymized):
    """Algorithm 2: (d_i, all records of Y that attain it) for every record of X."""
    asked, found = against(x, y)
    missing = [[value is None for value in column(x, j)] for j in range(len(x[0]))]
    return nearest_intervals(asked, found, len(y), missing, own_value)


def nearest_by_definition(queries, target):
    """(distance, number of matches, first match) of rank boxes, each ``(low, high)`` rows of whole numbers."""
    (ask_low, ask_high), (low, high) = queries, target
    answers = []
    for a, b in zip(ask_low, ask_high, strict=True):
        largest = [
            min(len(low), max(gap((a[j], b[j]), (low[p][j], high[p][j])) for j in range(len(a))))
            for p in range(len(low))
        ]
        least = min(largest)
        answers.append((least, largest.count(least), largest.index(least)))
    return answers


def orders(values):
    """Every way to break the ties of a column: for each, the rank of each record."""
    n = len(values)
    for order in permutations(range(n)):
        if all(values[a] <= values[b] for a, b in pairwise(order)):
            yield {record: rank for rank, record in enumerate(order, 1)}


def distance_under_every_tie_breaking(record, y):
    """All d_i that the paper's algorithm can give for one record, over all orders of ties and all closest values."""
    m, n = len(record), len(y)
    choices = []
    for j in range(m):
        values = column(y, j)
        least = min(apart(value, record[j]) for value in values)
        near = [p for p in range(n) if apart(values[p], record[j]) == least]
        choices.append([(ranks, ranks[q]) for ranks in orders([middle(v) for v in values]) for q in near])
    found = set()
    for way in product(*choices):
        found.add(min(max(abs(ranks[p] - asked) for ranks, asked in way) for p in range(n)))
    return found


def variance(values):
    """Population variance: divided by the count."""
    values = [Fraction(value) for value in values]
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / len(values)


def window(values, asked, distance):
    """S_i^j(d): the sorted values from d ranks below to d ranks above the closest value's ranks, clipped."""
    ordered = sorted(middle(value) for value in present(values))
    first, last = closest(values, asked)
    return ordered[max(1, first - distance) - 1 : min(len(ordered), last + distance)]


def average_rank(values, value):
    return Fraction(sum(interval(values, value)), 2)


def correlation(a, b):
    """Pearson's correlation of two lists of fractions; None if one of them does not vary."""
    mean_a, mean_b = Fraction(sum(a), len(a)), Fraction(sum(b), len(b))
    both = sum((p - mean_a) * (q - mean_b) for p, q in zip(a, b, strict=True))
    of_a, of_b = sum((p - mean_a) ** 2 for p in a), sum((q - mean_b) ** 2 for q in b)
    return None if of_a * of_b == 0 else float(both) / math.sqrt(of_a * of_b)


def distinct_counts(values):
    return [(value, values.count(value)) for value in dict.fromkeys(values)]


def random_record_distances(asked, found, n):
    """Weight of each distance over all combinations of the closest intervals, each attribute on its own."""
    weights = [0] * (n + 1)
    for way in product(*(distinct_counts(column_asked) for column_asked in asked)):
        least = min(max(deviation(picked, found[j][p], n) for j, (picked, _) in enumerate(way)) for p in range(n))
        weights[least] += math.prod(count for _, count in way)
    return weights


def share_within(weights, distance):
    return Fraction(sum(weights[: distance + 1]), sum(weights))


def defended(p, alpha):
    """Benjamini and Hochberg: the largest k with p_(k) <= alpha k / n; all p up to p_(k) stand."""
    n = len(p)
    ordered = sorted(p)
    passing = [k for k in range(1, n + 1) if ordered[k - 1] <= alpha * k / n]
    return [value <= ordered[passing[-1] - 1] if passing else False for value in p]


def critical(weights, alpha):
    """The largest t with P(D <= t) <= alpha, -1 if there is none."""
    return max((t for t in range(len(weights)) if share_within(weights, t) <= alpha), default=-1)


def hellinger(p, q):
    return math.sqrt(sum((math.sqrt(a) - math.sqrt(b)) ** 2 for a, b in zip(p, q, strict=True)) / 2)


def kolmogorov_smirnov(p, q):
    return max(abs(sum(p[: k + 1]) - sum(q[: k + 1])) for k in range(len(p)))


def expected_right_rate(matches, own):
    """Mean over the paired records of 1 / (number of links) where the own record is among them, else 0."""
    paired = [(found, p) for found, p in zip(matches, own, strict=True) if p >= 0]
    return sum(Fraction(1, len(found)) if p in found else Fraction(0) for found, p in paired) / len(paired)


def ranks_by_dice(begins, dice):
    """Place of each record, from 1, by the rank that its interval begins with, then by its number, then by its row."""
    order = sorted(range(len(begins)), key=lambda row: (begins[row], dice[row], row))
    return [1 + order.index(row) for row in range(len(begins))]


def right_chances(queries, target, own, power, most, for_missing=0):
    """1 / (number of target records whose total of gaps to the power is the own one's), 0 if one has a smaller total.

    Records are lists of (low, high); None is a wildcard, which adds ``for_missing``; a gap counts up to ``most``, None
    meaning without limit.
    """

    def added(a, b):
        if a is None or b is None:
            return for_missing
        return (gap(a, b) if most is None else min(gap(a, b), most)) ** power

    def total(asked, found):
        return sum(added(a, b) for a, b in zip(asked, found, strict=True))

    answers = []
    for asked, p in zip(queries, own, strict=True):
        totals = [total(asked, found) for found in target]
        answers.append(Fraction(0) if min(totals) < totals[p] else Fraction(1, totals.count(totals[p])))
    return answers


def semantic_distance(one, other):
    """log2(1 + share of what generalizes either of two categories, themselves included, but not both)."""
    either, both = set(one) | set(other), set(one) & set(other)
    return math.log2(1 + (len(either) - len(both)) / len(either))


def marginality(ancestry, sample):
    """The sum of the semantic distances of a category to all values of a sample, each given as its ancestry."""
    return sum(semantic_distance(ancestry, other) for other in sample)


def hull(value, order, rows, is_group_only=False):
    """First and last place of all that a value of a release may be: itself, or any category in whose row it stands."""
    places = [place for place, category in enumerate(order, 1) if value in rows.get(category, ())]
    if value in order and not is_group_only:
        places.append(order.index(value) + 1)
    return (min(places), max(places)) if places else None
