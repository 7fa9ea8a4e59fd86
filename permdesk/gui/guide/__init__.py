"""What explains the window: glossary, user guide and tour."""
