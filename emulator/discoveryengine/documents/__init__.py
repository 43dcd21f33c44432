"""Documents and their chunks: one by one, imported and purged."""
