"""Controls: what they may say, and what those of a serving config do to a search."""
