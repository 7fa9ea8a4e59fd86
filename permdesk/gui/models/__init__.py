"""Item models over arrays."""
