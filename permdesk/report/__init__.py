"""Findings become blocks, blocks become HTML and XLSX."""
