"""Conversations: the multi-turn API before sessions and answers."""
