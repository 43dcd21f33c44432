"""Items that are stored many in a row come back as they were, whatever their bytes."""

from __future__ import annotations

import sqlite3

from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.storage import schema, sessions


@settings(max_examples=20)
@given(st.lists(st.lists(st.binary(max_size=3), max_size=40), max_size=3))
def test_bytes_that_are_no_text_are_put_together(added):
    database = sqlite3.connect(":memory:", isolation_level=None)
    schema.create(database)
    database.execute("PRAGMA foreign_keys=OFF")
    for items in added:
        sessions.turns.add(database, "s", items)
    stored = [item for items in added for item in items]
    assert sessions.turns.of(database, ["s"]).get("s", b"") == b"".join(stored)
    start, last = sessions.turns.before(database, "s")
    assert last == b"".join(stored[start:])
    database.close()
