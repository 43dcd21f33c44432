"""The database's schema: made from the tables, brought up to date by the Alembic migrations."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.schema import CreateIndex, CreateTable

from emulator.package_data import bundled
from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import METADATA


class SchemaError(RuntimeError):
    """The database was written by a newer version of the emulator."""


def upgrade(connection: Connection) -> None:
    """Make the tables of a new database; run the migrations that an older one lacks."""
    current, revisions = _revision(connection), _revisions()
    if current == revisions[-1]:
        return
    if current is None:
        create(connection)
        return
    if current not in revisions:
        raise SchemaError(
            f"the data was written by a newer version of the emulator (schema {current}); "
            "upgrade the emulator or choose another data directory"
        )
    migrate(connection)


def create(connection: Connection) -> None:
    """Make in one transaction what all migrations together make.

    Alembic takes a tenth of a second to import, which a new database need not wait for.
    """
    connection.execute("BEGIN IMMEDIATE")
    for table in METADATA.sorted_tables:
        Statement(CreateTable(table)).run(connection)
        for index in table.indexes:
            Statement(CreateIndex(index)).run(connection)
    connection.execute(
        "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"
    )
    connection.execute("INSERT INTO alembic_version VALUES (?)", (_revisions()[-1],))
    connection.execute("COMMIT")


def migrate(connection: Connection, revision: str = "head") -> None:
    """Run the migrations that the database lacks, up to a revision: all of them or none.

    One that was killed halfway could not be run again.
    """
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import StaticPool, create_engine

    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    config = Config()
    config.set_main_option("script_location", str(_folder()))
    with engine.connect() as borrowed:
        config.attributes["connection"] = borrowed
        connection.execute("BEGIN IMMEDIATE")  # What SQLAlchemy believes to have done.
        command.upgrade(config, revision)
        borrowed.commit()


def _revision(connection: Connection) -> str | None:
    exists = "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
    if connection.execute(exists).fetchone() is None:
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


def _revisions() -> list[str]:
    """The revisions in order: a migration's file is named by its number, `0001_initial.py`."""
    files = (_folder() / "versions").glob("[0-9]*.py")
    return sorted(file.name.partition("_")[0] for file in files)


def _folder() -> Path:
    return bundled("migrations")
