"""State in SQLite; no other package knows SQL.

- `tables`, `schema`: the tables, and their migrations
- `store`: opens the database, one writer at a time; `checkpoints` keeps its log short
- `statements`: SQL compiled once; `conditions` of filters, `keyset_pages` of lists
- `records`, `runs`: what sessions and conversations share, and their items in rows of 32
- a module a kind of thing: `resources`, `documents` and their `headings`, `branches`, `sessions`,
  `conversations`, `agent_sessions`, `operations`, `user_events`, `projects`, and `facts` about the
  data itself

These take the open transaction as their first argument. Nothing else of the project is imported
but `package_data`, which finds the migrations.
"""
