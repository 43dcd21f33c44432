"""Evidence: whether passages are about a question, and which of their sentences answer it."""
