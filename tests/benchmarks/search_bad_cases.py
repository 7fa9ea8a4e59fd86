"""Bad cases of the search for permutation distances: how long each takes.

Usage: python -m tests.benchmarks.search_bad_cases [--records N]

A million records; 20,000 where there are 60 attributes. What bounds each case is said in docs/benchmarks.md, and how
many blocks it opens is tested in tests/compute/test_search_bad_cases.py.
"""

from __future__ import annotations

import argparse
import sys

from permdesk.compute.warm_up import warm_up
from tests.benchmarks.search import Clock, by_permdesk, ranked
from tests.compute.bad_cases import BAD_CASES, sixty_attributes

FEW = 20_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=1_000_000)
    asked = parser.parse_args()
    warm_up().join()
    sys.stdout.write("\n| case | records | m | seconds | CPU s |\n| --- | ---: | ---: | ---: | ---: |\n")
    for case in BAD_CASES:
        n = min(asked.records, FEW) if case is sixty_attributes else asked.records
        original, anonymized = case(n)
        data = ranked(original, anonymized)
        clock = Clock()
        by_permdesk(data.queries, data.target)
        seconds, cpu = clock.read()
        name = case.__name__.replace("_", " ")
        sys.stdout.write(f"| {name} | {n:,} | {original.shape[1]} | {seconds:.2f} | {cpu:.2f} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
