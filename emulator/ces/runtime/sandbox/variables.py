"""Variables that several processes change at once: each tells the others what it has changed."""

from __future__ import annotations

from typing import Any

_KEYS = ("set", "removed")

Variables = dict[str, Any]
Changes = dict[str, Any]
"""`set` has the new values by their names, `removed` the names of what is no longer there."""


def changes(before: Variables, after: Variables) -> Changes:
    """What makes the one into the other."""
    changed = {
        name: value for name, value in after.items() if name not in before or before[name] != value
    }
    return {"set": changed, "removed": [name for name in before if name not in after]}


def apply(changed: Any, variables: Variables) -> None:
    """Change variables; what is not of the form of changes, as code may send it, does nothing."""
    given, removed = (changed.get(key) if isinstance(changed, dict) else None for key in _KEYS)
    for name in removed if isinstance(removed, list) else ():
        variables.pop(str(name), None)
    variables.update(given if isinstance(given, dict) else {})
