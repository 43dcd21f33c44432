"""messages of a conversation in rows of 32, as the turns of a session are"""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_RUN = 32
_TABLE = "conversation_messages"
_READ = sa.text(f"SELECT * FROM {_TABLE} ORDER BY conversation, position")


def upgrade() -> None:
    from emulator.surface.messages import discoveryengine as de

    stored = op.get_bind().execute(_READ).all()
    runs = groupby(stored, lambda row: (row.conversation, row.position // _RUN * _RUN))
    rows = []
    for (conversation, position), run in runs:
        messages = [de.ConversationMessage.FromString(row.body) for row in run]
        body = de.Conversation(messages=messages).SerializeToString()
        place = {"conversation": conversation, "position": position}
        rows.append({**place, "length": len(messages), "body": body})
    _replace(rows, sa.Column("length", sa.Integer(), nullable=False))


def downgrade() -> None:
    from emulator.surface.messages import discoveryengine as de

    _replace(
        {"conversation": run.conversation, "position": position, "body": one.SerializeToString()}
        for run in op.get_bind().execute(_READ).all()
        for position, one in enumerate(de.Conversation.FromString(run.body).messages, run.position)
    )


def _replace(rows: Iterable[Mapping[str, Any]], *columns: sa.Column[Any]) -> None:
    """Move to a new table, which has these columns beside those that stay."""
    table = op.create_table(
        f"new_{_TABLE}",
        sa.Column("conversation", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        *columns,
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["conversation"], ["conversations.name"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("conversation", "position"),
    )
    op.bulk_insert(table, list(rows))
    op.drop_table(_TABLE)
    op.rename_table(f"new_{_TABLE}", _TABLE)
