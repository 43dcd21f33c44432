"""an index of the changes of one branch since a generation"""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_TABLE = "document_changes"
_OF_ALL, _OF_A_BRANCH = "ix_document_changes_generation", "ix_document_changes_since"


def upgrade() -> None:
    op.drop_index(_OF_ALL, table_name=_TABLE)
    op.create_index(_OF_A_BRANCH, _TABLE, ["branch", "generation"])


def downgrade() -> None:
    op.drop_index(_OF_A_BRANCH, table_name=_TABLE)
    op.create_index(_OF_ALL, _TABLE, ["generation"])
