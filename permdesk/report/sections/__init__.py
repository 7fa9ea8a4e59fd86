"""The sections of a report, each from an audit to its blocks."""
