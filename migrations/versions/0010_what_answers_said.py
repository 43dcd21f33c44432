"""what answers said, beside the answers"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_READ = sa.text("SELECT body FROM answers WHERE name = :name")
_WRITE = sa.text("UPDATE answers SET said = :said WHERE name = :name")


def upgrade() -> None:
    from emulator.surface.messages import discoveryengine as de

    kind = sqlmodel.sql.sqltypes.AutoString()
    op.add_column("answers", sa.Column("said", kind, nullable=False, server_default=""))
    connection = op.get_bind()
    for name in connection.execute(sa.text("SELECT name FROM answers")).scalars().all():
        answer = de.Answer.FromString(connection.execute(_READ, {"name": name}).scalar_one())
        if not answer.answer_skipped_reasons:
            connection.execute(_WRITE, {"name": name, "said": answer.answer_text})


def downgrade() -> None:
    op.drop_column("answers", "said")
