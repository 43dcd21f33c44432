"""the bytes of documents' contents in a column of their own"""

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_BATCH = 100
_READ = sa.text("SELECT id, body, content FROM documents WHERE id > :last ORDER BY id LIMIT :count")
_WRITE = sa.text("UPDATE documents SET body = :body, content = :content WHERE id = :id")


def upgrade() -> None:
    empty = sa.text("x''")
    column = sa.Column("content", sa.LargeBinary(), nullable=False, server_default=empty)
    op.add_column("documents", column)
    for row in _documents():
        body, content = _apart(row.body)
        op.get_bind().execute(_WRITE, {"id": row.id, "body": body, "content": content})


def downgrade() -> None:
    for row in _documents():
        whole = row.body + row.content  # Of which a message is read as of one.
        op.get_bind().execute(_WRITE, {"id": row.id, "body": whole, "content": b""})
    op.drop_column("documents", "content")


def _documents() -> Iterator[sa.Row[tuple[int, bytes, bytes]]]:
    """The documents, of which few are in memory at a time."""
    last = 0
    while rows := op.get_bind().execute(_READ, {"last": last, "count": _BATCH}).all():
        yield from rows
        last = rows[-1].id


def _apart(message: bytes) -> tuple[bytes, bytes]:
    """A document without the bytes of its content, and a document that has only them."""
    from emulator.surface.messages import discoveryengine as de

    document, content = de.Document.FromString(message), de.Document()
    if document.content.WhichOneof("content") == "raw_bytes":
        content.content.raw_bytes = document.content.raw_bytes
        document.content.ClearField("raw_bytes")
    return document.SerializeToString(), content.SerializeToString()
