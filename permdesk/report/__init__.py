"""Findings become blocks, blocks become HTML and XLSX."""

from permdesk.writable_caches import keep_caches_in_writable_folders

# Here, because figures are imported after this line, and matplotlib reads the choice when it is first imported.
keep_caches_in_writable_folders()
