"""Both ways to the newest schema, from the tables and by the migrations, end at the same place."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from google.protobuf.message import DecodeError
from sqlalchemy import StaticPool, create_engine

from emulator.storage import conversations, documents, schema, sessions
from emulator.storage.tables import METADATA
from emulator.surface.messages import discoveryengine as de

PARTS = ("table_xinfo", "index_list", "foreign_key_list")


@pytest.fixture(params=[schema.create, schema.migrate, schema.upgrade])
def database(request: pytest.FixtureRequest) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    request.param(connection)
    yield connection
    connection.close()


def test_it_has_the_tables_that_the_code_declares(database):
    engine = create_engine("sqlite://", creator=lambda: database, poolclass=StaticPool)
    with engine.connect() as borrowed:
        assert compare_metadata(MigrationContext.configure(borrowed), METADATA) == []


def test_nothing_is_left_to_do(database):
    before = described(database)
    schema.upgrade(database)
    assert described(database) == before


def test_both_ways_make_the_same(database):
    other = sqlite3.connect(":memory:", isolation_level=None)
    schema.create(other)
    assert described(database) == described(other)
    other.close()


def test_a_migration_that_fails_has_changed_nothing():
    database = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate(database, "0007")
    database.execute("INSERT INTO branches VALUES (7, 'branch', 1)")
    database.execute("INSERT INTO documents VALUES (NULL, 7, 'a', '', '', 0, 0, x'FF')")
    before = described(database)
    with pytest.raises(DecodeError):
        schema.upgrade(database)
    assert described(database) == before
    database.execute("DELETE FROM documents")
    schema.upgrade(database)
    assert described(database) != before
    database.close()


def test_turns_of_older_data_are_kept():
    database = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate(database, "0005")
    long = de.Session.Turn(query=de.Query(text="Why? " * 100))
    turns = [de.Session.Turn(answer="a"), long, de.Session.Turn()] * 30
    database.execute("INSERT INTO sessions VALUES ('s', 'p', '', 1, '', 0, '', 0, 0, x'')")
    rows = [("s", place, "q", turn.SerializeToString()) for place, turn in enumerate(turns)]
    database.executemany("INSERT INTO turns VALUES (?, ?, ?, ?)", rows)
    schema.upgrade(database)
    assert de.Session.FromString(sessions.turns.of(database, ["s"])["s"]).turns == turns
    database.close()


def test_messages_of_older_conversations_are_kept():
    database = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate(database, "0010")
    said = [de.TextInput(input=f"Why {number}?") for number in range(70)]
    messages = [de.ConversationMessage(user_input=one) for one in said]
    database.execute("INSERT INTO conversations VALUES ('c', 'p', '', 1, 0, 0, x'')")
    rows = [("c", place, one.SerializeToString()) for place, one in enumerate(messages)]
    database.executemany("INSERT INTO conversation_messages VALUES (?, ?, ?)", rows)
    schema.upgrade(database)
    stored = conversations.messages.of(database, ["c"])["c"]
    assert de.Conversation.FromString(stored).messages == messages
    database.close()


def test_what_older_answers_said_is_known():
    database = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate(database, "0009")
    database.execute("INSERT INTO sessions VALUES ('s', 'p', '', 1, '', 0, '', 0, 0, x'')")
    reason = de.Answer.AnswerSkippedReason.NO_RELEVANT_CONTENT
    answered = de.Answer(name="answered", answer_text="Three years.")
    skipped = de.Answer(name="skipped", answer_text="None.", answer_skipped_reasons=[reason])
    rows = [(one.name, one.SerializeToString()) for one in (answered, skipped)]
    database.executemany("INSERT INTO answers VALUES (?, 's', ?)", rows)
    schema.upgrade(database)
    found = sessions.said(database, ["answered", "skipped", "unknown"])
    assert found == {"answered": "Three years.", "skipped": ""}
    database.close()


def test_contents_of_older_documents_are_kept():
    database = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate(database, "0007")
    file = de.Document.Content(mime_type="text/plain", raw_bytes=b"words " * 1000)
    page = de.Document.Content(mime_type="text/html", uri="gs://bucket/page.html")
    stored = [de.Document(id="a", content=file), de.Document(id="b", content=page)]
    stored.append(de.Document(id="c", json_data="{}"))
    database.execute("INSERT INTO branches VALUES (7, 'branch', 1)")
    rows = [(one.id, one.SerializeToString()) for one in stored]
    database.executemany("INSERT INTO documents VALUES (NULL, 7, ?, '', '', 0, 0, ?)", rows)
    schema.upgrade(database)
    file.ClearField("raw_bytes")
    assert messages(documents.whole_page(database, 7, "", 9)) == stored
    stored[0].content.CopyFrom(file)
    assert messages(documents.page(database, 7, "", 9)) == stored
    database.close()


def messages(bodies: list[bytes]) -> list[object]:
    return [de.Document.FromString(body) for body in bodies]


def described(connection: sqlite3.Connection) -> dict[str, list[object]]:
    """The columns, indexes and foreign keys of each table."""
    (tables,) = zip(
        *connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'"), strict=True
    )
    return {
        f"{table}.{part}": sorted(
            row[1:] for row in connection.execute(f"SELECT * FROM pragma_{part}('{table}')")
        )
        for table in tables
        for part in PARTS
    }
