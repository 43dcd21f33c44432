"""Alembic's environment: migrations run on the connection that the emulator hands over."""

from alembic import context

from emulator.storage.tables import METADATA

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("run migrations by starting the emulator: it hands its connection over")

context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
