"""Which resource of an app each resource of an archive becomes, and what it may be called there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from emulator.ces.archive.reading import Found
from emulator.ces.validation.preconditions import check_id
from emulator.surface import names
from emulator.surface.errors import ApiError
from emulator.surface.registry import Message

Names = dict[tuple[str, str], str]
"""Resource names by collection and by what an archive may call the resource."""


def assign(
    app_name: str, found: Sequence[Found], existing: Sequence[Message], new_id: Callable[[], str]
) -> Names:
    """Give each resource of an archive its name.

    It is that of an existing one with the same display name, else one of its own id if that is
    free. References may be folders, display names or ids, also of what is in the app already.
    """
    _take_places(found, existing)
    taken = {one.name for one in existing}
    for one in found:
        if not one.message.name:
            one.message.name = _new(app_name, one, taken, new_id)
        taken.add(one.message.name)
    called: Names = {}
    for one in found:
        called.setdefault((one.collection, one.folder), one.message.name)
    for message in (*(one.message for one in found), *existing):
        collection = names.collection_id(message.name)
        called.setdefault((collection, message.display_name), message.name)
    for one in found:
        called.setdefault((one.collection, one.id), one.message.name)
    return called


def _take_places(found: Sequence[Found], existing: Sequence[Message]) -> None:
    """Put resources in the places of existing ones: of those of a name, first in that of its id."""
    same: dict[tuple[str, str], list[str]] = {}
    for message in existing:
        key = names.collection_id(message.name), message.display_name
        same.setdefault(key, []).append(message.name)
    waiting = []
    for one in found:
        places = same.get(_key(one), [])
        own = [name for name in places if names.resource_id(name) == one.id]
        if own:
            places.remove(own[0])
        else:
            waiting.append(one)
        one.message.name = own[0] if own else ""
    for one in waiting:
        places = same.get(_key(one), [])
        one.message.name = places.pop(0) if places else ""


def _key(found: Found) -> tuple[str, str]:
    return found.collection, found.message.display_name or found.folder


def _new(app_name: str, found: Found, taken: set[str], new_id: Callable[[], str]) -> str:
    """The name by the resource's own id, unless that cannot be."""
    wanted = f"{app_name}/{found.collection}/{found.id}"
    try:
        check_id(found.id, "name")
    except ApiError:
        return f"{app_name}/{found.collection}/{new_id()}"
    return f"{app_name}/{found.collection}/{new_id()}" if wanted in taken else wanted
