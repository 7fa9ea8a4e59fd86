"""What is asked (recipe, policy) and what was found (frozen findings, verdict)."""
