"""Statements are in the SQL that old releases of SQLite know."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import pytest

from emulator import storage
from emulator.storage.statements import Statement


def statements() -> Iterator[tuple[str, Statement]]:
    for module in iter_modules(storage.__path__, "emulator.storage."):
        for name, value in vars(import_module(module.name)).items():
            if isinstance(value, Statement):
                yield f"{module.name}.{name}", value


@pytest.mark.parametrize(
    "statement", [pytest.param(one, id=name) for name, one in sorted(dict(statements()).items())]
)
def test_no_statement_needs_more_than_enterprise_distributions_have(statement: Statement) -> None:
    """Red Hat Enterprise Linux 8 has SQLite 3.26, 9 has 3.34; `RETURNING` came with 3.35."""
    assert "RETURNING" not in statement._sql
