"""Numbers in, numbers out: ranks, distances, linkage and random records on plain arrays."""

from permdesk.kernel_cache import keep_kernels_in_a_writable_folder

# Here, because every kernel is imported after this line, and numba reads the choice when it is first imported.
keep_kernels_in_a_writable_folder()
