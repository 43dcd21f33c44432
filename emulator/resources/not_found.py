"""NOT_FOUND for a resource, and what may be meant by its name.

An engine is taken for a data store and the reverse, ids are misspelt, and projects in answers are
numbers, so that a wrong one is hard to see.
"""

from __future__ import annotations

from difflib import get_close_matches

from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import ApiError, not_found

_CONFUSED = {"engines": ("dataStores", "DataStore"), "dataStores": ("engines", "Engine")}
_MOST_COMPARED = 200
_MOST_NAMED = 5
_LONGEST = 200  # Of what is compared; ids are shorter.


def missing(connection: Connection, label: str, name: str) -> ApiError:
    """NOT_FOUND for the canonical name of a resource of the kind that errors call by the label."""
    return not_found(label, name, _hint(connection, label, name))


def _hint(connection: Connection, label: str, name: str) -> str:
    parent, kind, id_ = names.parent(name), names.collection_id(name), names.resource_id(name)
    if not resources.any_below(connection, "/".join(name.split("/", 2)[:2])):
        return "The project is empty."
    other, other_label = _CONFUSED.get(kind, ("", ""))
    if other and resources.get(connection, f"{parent}/{other}/{id_}"):
        return f"'{id_}' is the id of the {other_label} {parent}/{other}/{id_}."
    siblings = resources.children(connection, parent, kind, count=_MOST_COMPARED)
    ids = [names.resource_id(sibling) for _, sibling, _ in siblings]
    if not ids:
        return f"There is no {label} in {parent}."
    in_small = {one.lower(): one for one in ids}
    if alike := get_close_matches(id_[:_LONGEST].lower(), in_small, n=1):
        return f"Did you mean {in_small[alike[0]]}?"
    end = ", ..." if len(ids) > _MOST_NAMED else "."
    return f"{label} ids there: {', '.join(ids[:_MOST_NAMED])}{end}"
