"""turns that can be put together, in the order they are read in"""

from collections.abc import Callable, Iterator

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_TURNS_OF_SESSION = b"\x22"  # Field 4 of Session, length-delimited.


def upgrade() -> None:
    _rewrite(_wrapped, sqlite_with_rowid=False)


def downgrade() -> None:
    _rewrite(_unwrapped)


def _rewrite(change: Callable[[bytes], bytes], **options: bool) -> None:
    """Move all turns to a new table, with their bodies changed."""
    turns = op.create_table(
        "new_turns",
        sa.Column("session", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("query_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["sessions.name"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("session", "position"),
        **options,
    )
    rows = op.get_bind().execute(sa.text("SELECT session, position, query_id, body FROM turns"))
    op.bulk_insert(turns, [{**row, "body": change(row["body"])} for row in rows.mappings()])
    op.drop_table("turns")
    op.rename_table("new_turns", "turns")


def _wrapped(turn: bytes) -> bytes:
    """The turn as a Session that has nothing else."""
    return _TURNS_OF_SESSION + bytes(_varint(len(turn))) + turn


def _unwrapped(session: bytes) -> bytes:
    end = next(place for place, byte in enumerate(session[1:], start=2) if byte < 0x80)
    return session[end:]


def _varint(number: int) -> Iterator[int]:
    """Seven bits a byte, the lowest first; all but the last have the highest bit set."""
    while number > 0x7F:
        yield number & 0x7F | 0x80
        number >>= 7
    yield number
