"""Alembic's environment: migrations run on the connection that the emulator hands over."""

from alembic import context
from sqlmodel import SQLModel

from emulator.storage import tables  # noqa: F401  (fills the metadata)

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("run migrations by starting the emulator: it hands its connection over")

context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
