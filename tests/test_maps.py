"""The docstring of a package is a map: it names every module, so that a stranger finds the one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import ROOT

EMULATOR = ROOT / "emulator"
PACKAGES = sorted(path.parent for path in EMULATOR.rglob("__init__.py"))


def modules(package: Path) -> Iterator[str]:
    for path in package.iterdir():
        if path.suffix == ".py" and not path.stem.startswith("__"):
            yield path.stem
        elif (path / "__init__.py").exists():
            yield path.name


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_map_of_a_package_names_every_module(package: Path) -> None:
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text())) or ""
    named = {name for quoted in re.findall(r"`([\w.]+)`", text) for name in quoted.split(".")}
    assert set(modules(package)) <= named
