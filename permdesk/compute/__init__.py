"""Numbers in, numbers out: ranks, distances, linkage and random records on plain arrays."""

from permdesk.writable_caches import keep_caches_in_writable_folders

# Here, because every kernel is imported after this line, and numba reads the choice when it is first imported.
keep_caches_in_writable_folders()
