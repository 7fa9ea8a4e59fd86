"""Pictures of the window: every tab of opened files, and every state there is, in every colour, size and language."""
