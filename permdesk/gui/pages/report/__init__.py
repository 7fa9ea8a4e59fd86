"""The parts of the Report page: what is said about the release, and how the report will look."""
