"""Conversations: the multi-turn API before sessions and answers.

`service` has the methods, `exchange` makes the reply to a question, `records` reads and writes
conversations, and `context` is what a user sees while conversing.
"""
