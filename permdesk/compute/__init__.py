"""Numbers in, numbers out: ranks, distances, linkage and random records on plain arrays."""
