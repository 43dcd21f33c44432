"""Completions of queries: where they come from, and what is never suggested."""
