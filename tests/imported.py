"""All that an emulator imports, at its start or later."""

from importlib import import_module
from pkgutil import walk_packages

import alembic.command  # noqa: F401
import uvloop  # noqa: F401
import yaml  # noqa: F401

import emulator

for module in walk_packages(emulator.__path__, "emulator."):
    if not module.name.startswith(("emulator.__main__", "emulator.surface.compiler")):
        import_module(module.name)
