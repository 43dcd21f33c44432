"""State in SQLite, the only room that knows SQL.

`tables` declares it, `store` opens it, `checkpoints` keeps its log short; each further module reads
and writes one kind of thing and takes the open transaction as its first argument. Nothing else of
the project is imported here.
"""
