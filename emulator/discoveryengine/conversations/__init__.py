"""Conversations: the multi-turn API before sessions and answers.

`service` has the methods, `records` reads and writes conversations, and `context` is what a user
sees while conversing.
"""
