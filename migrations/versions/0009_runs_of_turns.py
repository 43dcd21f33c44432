"""turns of a session in rows of 32, so that a long session is read as few rows"""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_RUN = 32


def upgrade() -> None:
    turns = _rows("SELECT session, position, body FROM turns ORDER BY session, position")
    runs = groupby(turns, lambda row: (row.session, row.position // _RUN * _RUN))
    length = sa.Column("length", sa.Integer(), nullable=False)
    _replace(length, (_run(*key, [row.body for row in rows]) for key, rows in runs))


def downgrade() -> None:
    from emulator.surface.messages import discoveryengine as de

    query_id = sa.Column("query_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False)
    turns = (
        {
            "session": run.session,
            "position": position,
            "query_id": turn.query.query_id,
            "body": de.Session(turns=[turn]).SerializeToString(),
        }
        for run in _rows("SELECT session, position, body FROM turns")
        for position, turn in enumerate(de.Session.FromString(run.body).turns, run.position)
    )
    _replace(query_id, turns, sqlite_with_rowid=False)


def _rows(query: str) -> Iterable[Any]:
    return op.get_bind().execute(sa.text(query)).all()


def _run(session: str, position: int, bodies: list[bytes]) -> dict[str, Any]:
    """Sessions with one turn each, put together, are read as one with all of them."""
    body = b"".join(bodies)
    return {"session": session, "position": position, "length": len(bodies), "body": body}


def _replace(column: sa.Column[Any], rows: Iterable[Mapping[str, Any]], **options: bool) -> None:
    """Move to a new table, which has this column beside those that stay."""
    table = op.create_table(
        "new_turns",
        sa.Column("session", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        column,
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["sessions.name"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("session", "position"),
        **options,
    )
    op.bulk_insert(table, list(rows))
    op.drop_table("turns")
    op.rename_table("new_turns", "turns")
