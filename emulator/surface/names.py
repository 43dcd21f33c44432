"""Resource names: one canonical form for the several spellings that name the same resource.

The service accepts a project by id or number, a data store with or without its collection and the
default branch as `0` or `default_branch`; it answers with the number, the collection and `0`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache

DEFAULT_COLLECTION = "default_collection"
DOCUMENT = "projects/*/locations/*/collections/*/dataStores/*/branches/*/documents/*"
"""The canonical form of a document's name."""
_IN_COLLECTION = frozenset({"dataStores", "engines", "dataConnector"})
_given_numbers: dict[str, str] = {}


def use_project_numbers(numbers: Mapping[str, str]) -> None:
    """Give projects the numbers that they really have; to be called before any name is read."""
    _given_numbers.clear()
    _given_numbers.update(numbers)
    project_number.cache_clear()
    canonical.cache_clear()


@lru_cache(maxsize=1024)
def project_number(project: str) -> str:
    """The number of a project id, given or derived from it; a number stands for itself."""
    if project.isascii() and project.isdigit():
        return project
    return _given_numbers.get(project) or derived_number(project)


def derived_number(project: str) -> str:
    """Twelve digits for a project id, the same in every process."""
    digest = hashlib.sha256(project.encode()).digest()
    return str(100_000_000_000 + int.from_bytes(digest[:8], "big") % 900_000_000_000)


@lru_cache(maxsize=8192)
def canonical(name: str) -> str:
    """The form of a resource name under which it is stored and answered."""
    parts = name.split("/")
    if len(parts) > 1 and parts[0] == "projects" and parts[1] != "-":
        parts[1] = project_number(parts[1])
    if len(parts) > 4 and parts[2] == "locations" and parts[4] in _IN_COLLECTION:
        parts[4:4] = ["collections", DEFAULT_COLLECTION]
    if len(parts) > 9 and parts[8] == "branches" and parts[9] == "default_branch":
        parts[9] = "0"
    return "/".join(parts)


def parent(name: str) -> str:
    """`a/1/b/2` -> `a/1`."""
    return name.rsplit("/", 2)[0]


def resource_id(name: str) -> str:
    """`a/1/b/2` -> `2`."""
    return name.rpartition("/")[2]


def collection_id(name: str) -> str:
    """`a/1/b/2` -> `b`, the kind of the resource in AIP-122's words."""
    return name.rsplit("/", 2)[-2]


def is_of(name: str, collection: str) -> bool:
    """Whether a name is that of a resource in such a collection, with an id."""
    return name.split("/")[-2:-1] == [collection] and not name.endswith("/")


def ancestor(name: str, collection: str) -> str:
    """The resource of that collection on the way to `name`: (`.../engines/e/sessions/s`, `engines`)
    -> `.../engines/e`; the empty string if there is none."""
    parts = name.split("/")
    for position in range(0, len(parts) - 1, 2):
        if parts[position] == collection:
            return "/".join(parts[: position + 2])
    return ""


def location(name: str) -> str:
    """`projects/p/locations/l` of any name below it."""
    return "/".join(name.split("/")[:4])


@lru_cache(maxsize=4096)
def matches(name: str, template: str) -> bool:
    """Whether a name fits an HTTP rule's template such as `projects/*/locations/*/engines/*`."""
    segments, pattern = name.split("/"), template.split("/")
    if pattern[-1] == "**":
        pattern = pattern[:-1]
        segments = segments[: len(pattern)]
    return len(segments) == len(pattern) and all(
        segment != "" if wanted == "*" else segment == wanted
        for segment, wanted in zip(segments, pattern, strict=True)
    )
