"""sessions and conversations in the order in which they are listed"""

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_TIMES = {
    "sessions": "update_time",
    "conversations": "update_time",
    "agent_sessions": "start_time",
}


def upgrade() -> None:
    for table, time in _TIMES.items():
        op.drop_index(f"ix_{table}_parent", table_name=table)
        op.create_index(f"ix_{table}_listed", table, ["parent", time])


def downgrade() -> None:
    for table in _TIMES:
        op.drop_index(f"ix_{table}_listed", table_name=table)
        op.create_index(f"ix_{table}_parent", table, ["parent"])
