"""Parts of pages: what a page arranges, each with one thing to show."""
