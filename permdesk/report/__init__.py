"""Findings become blocks, blocks become files of every format."""

from permdesk.report.no_home_settings import shut_out
from permdesk.writable_caches import keep_caches_in_writable_folders

# Here, because figures and pages are imported after these lines: matplotlib reads the choice, and the PDF library looks
# into the home folder, when they are first imported.
keep_caches_in_writable_folders()
shut_out()
