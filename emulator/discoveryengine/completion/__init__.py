"""Completions of queries.

`service` answers with `suggestions`, `content_suggestions` and a user's `recent_searches`;
`imports` brings in suggestions, and phrases that are never suggested.
"""
