"""Assistants of engines, as Gemini Enterprise has them: they reply from the engine's data stores.

`service` has the methods. A request is read as that of an answer (`requests`), which is made as any
other; the `replies` show it with its `references`, `banned_phrases` keep it back, and `records` are
the assistants.
"""
