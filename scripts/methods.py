"""The state of every method, as docs/methods.json keeps it.

`refused`: answers UNIMPLEMENTED. `accepted`: implemented. `proven`: and called with success by one
of Google's client libraries in the tests; `scripts/test --prove` records that.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

from emulator.app import Emulator
from emulator.cli import read_settings
from emulator.surface.registry import Method, surface

FILE = Path(__file__).parent.parent / "docs" / "methods.json"
STATES = ("proven", "accepted", "refused")


@cache
def implemented() -> frozenset[str]:
    """The gRPC paths of the methods that have behaviour."""
    emulator = Emulator(read_settings(["--ephemeral"]))
    try:
        implements = emulator.dispatcher.implements
        return frozenset(one.path for one in methods() if implements(one))
    finally:
        emulator.close()


def methods() -> list[Method]:
    """Every method, mixins once."""
    return list(surface.method_by_path.values())


def kept() -> set[str]:
    """The methods that the file calls proven."""
    states: Mapping[str, str] = json.loads(FILE.read_text()) if FILE.exists() else {}
    return {path for path, state in states.items() if state == "proven"}


def states(proven: Collection[str]) -> dict[str, str]:
    """The state of each method by its gRPC path; what is refused is never proven."""
    return {
        path: "refused" if path not in implemented() else STATES[path not in proven]
        for path in sorted(one.path for one in methods())
    }


def text(proven: Collection[str]) -> str:
    """What the file should hold."""
    return json.dumps(states(proven), indent=1) + "\n"


def write(proven: Collection[str]) -> None:
    """Bring the file up to date."""
    FILE.write_text(text(proven))
