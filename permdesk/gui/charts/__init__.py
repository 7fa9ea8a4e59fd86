"""Plots that explain themselves."""
