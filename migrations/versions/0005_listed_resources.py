"""listed resources"""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_LISTED = ["parent", "kind", "create_time", "name"]


def upgrade() -> None:
    with op.batch_alter_table("resources", schema=None) as batch_op:
        batch_op.drop_index("ix_resources_parent")
        batch_op.create_index("ix_resources_listed", _LISTED, unique=False)


def downgrade() -> None:
    with op.batch_alter_table("resources", schema=None) as batch_op:
        batch_op.drop_index("ix_resources_listed")
        batch_op.create_index("ix_resources_parent", ["parent"], unique=False)
