"""what searches found for turns, and answers that are being made"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pending_answers",
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["name"], ["answers.name"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "turn_results",
        sa.Column("session", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("query_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["sessions.name"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("session", "query_id"),
    )


def downgrade() -> None:
    op.drop_table("turn_results")
    op.drop_table("pending_answers")
