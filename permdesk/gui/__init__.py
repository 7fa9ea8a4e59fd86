"""The window: the only part that knows Qt, and the only part with memory."""
