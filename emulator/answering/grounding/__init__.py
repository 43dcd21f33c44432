"""Grounding: whether texts say what an answer, or any text, claims."""
