"""The live demonstration: one slider, and everything that moves with it."""
