"""Numbers in, numbers out: ranks, distances, linkage and random records on plain arrays."""

import os

from permdesk.writable_caches import keep_caches_in_writable_folders

# Here, because every kernel is imported after this line, and numba reads both choices when it is first imported.
keep_caches_in_writable_folders()
# To embolden messages that nobody sees, numba replaces sys.stderr for a moment, thousands of times while it compiles:
# on a thread of its own, that takes the stream from under whoever writes meanwhile.
os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
