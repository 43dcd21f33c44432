"""Data stores, and how the documents of one are processed."""
