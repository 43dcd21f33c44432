"""Ids that clients give, in its `name`, to what they create.

The service takes them for sessions and conversations, whatever the version, though only v1beta has
a field for an id, and that for sessions: so its answers to Google's Config Connector were recorded.
"""

from __future__ import annotations

import re

from emulator.surface import names
from emulator.surface.errors import invalid_argument

_ID = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


def id_in_name(name: str, parent: str, collection: str, field: str) -> str:
    """The id at the end of a `name`; none if it is empty or ends in `-`, which asks for a new one.

    INVALID_ARGUMENT for a name that is not below `parent`, and for an id that cannot be one.
    """
    if not name:
        return ""
    start, given = f"{parent}/{collection}/", names.canonical(name)
    if not given.startswith(start):
        raise invalid_argument(field, f"'{name[:500]}' is not one of {start}*.")
    given_id = given.removeprefix(start)
    return "" if given_id == "-" else checked_id(given_id, field)


def checked_id(given_id: str, field: str) -> str:
    """The id; INVALID_ARGUMENT for one that cannot be one."""
    if not _ID.fullmatch(given_id):
        reason = "an id has 1 to 63 lowercase letters, digits or inner hyphens."
        raise invalid_argument(field, reason)
    return given_id
