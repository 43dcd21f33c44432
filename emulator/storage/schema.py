"""The database's schema, brought up to date by the Alembic migrations."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from emulator.bundled import bundled


class SchemaError(RuntimeError):
    """The database was written by a newer version of the emulator."""


def upgrade(engine: Engine) -> None:
    """Run the migrations that the database lacks.

    Alembic takes a tenth of a second to import, so a database that is up to date does not load it.
    """
    folder = bundled("migrations")
    with engine.connect() as connection:
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
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _revisions(folder: Path) -> list[str]:
    """The revisions in order: a migration's file is named by its number, `0001_initial.py`."""
    files = (folder / "versions").glob("[0-9]*.py")
    return sorted(file.name.partition("_")[0] for file in files)


def _migrate(folder: Path, connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(folder))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
