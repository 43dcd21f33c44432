"""The database's schema, brought up to date by the Alembic migrations."""

from __future__ import annotations

from pathlib import Path

from emulator.bundled import bundled
from emulator.storage.statements import Connection


class SchemaError(RuntimeError):
    """The database was written by a newer version of the emulator."""


def upgrade(connection: Connection) -> None:
    """Run the migrations that the database lacks.

    Alembic takes a tenth of a second to import, so a database that is up to date does not load it.
    """
    folder = bundled("migrations")
    current = _revision(connection)
    revisions = _revisions(folder)
    if current == revisions[-1]:
        return
    if current is not None and current not in revisions:
        raise SchemaError(
            f"the data was written by a newer version of the emulator (schema {current}); "
            "upgrade the emulator or choose another data directory"
        )
    _migrate(folder, connection)


def _revision(connection: Connection) -> str | None:
    tables = "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
    if connection.execute(tables).fetchone() is None:
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


def _revisions(folder: Path) -> list[str]:
    """The revisions in order: a migration's file is named by its number, `0001_initial.py`."""
    files = (folder / "versions").glob("[0-9]*.py")
    return sorted(file.name.partition("_")[0] for file in files)


def _migrate(folder: Path, connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import StaticPool, create_engine

    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    config = Config()
    config.set_main_option("script_location", str(folder))
    with engine.connect() as borrowed:
        config.attributes["connection"] = borrowed
        command.upgrade(config, "head")
        borrowed.commit()
