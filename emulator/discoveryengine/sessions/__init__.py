"""Sessions and their turns.

`service` has the methods, `records` reads and writes sessions, and `turns` is the turn that a
call adds or goes on with.
"""
