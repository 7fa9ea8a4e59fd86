"""When a value is held by so few original records that it tells whose it is."""

FEWEST_HOLDERS = 3
"""A value that fewer original records hold is theirs: statistical offices call such cells small. Two holders would know
each other's."""

SHORTEST_TEXT = 4
"""Shorter texts look like any word, and are withheld by nobody."""
