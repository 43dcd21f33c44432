"""HTTP rules as OpenAPI paths.

A rule binds one field to several segments, `{parent=projects/*/locations/*}`; OpenAPI knows one
parameter a segment, `projects/{project}/locations/{location}`, named after the segment before it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from emulator.surface.registry import Binding, Method
from emulator.surface.wellknown import camel_case

_VARIABLE = re.compile(r"\{([\w.]+)=([^}]*)\}")
_WILDCARD = re.compile(r"(\w+)/\*\*?")


@dataclass(frozen=True, slots=True)
class OpenPath:
    """A path, the names of its parameters, and the request fields that they fill together."""

    text: str
    parameters: tuple[str, ...]
    fields: tuple[str, ...]


def open_path(template: str) -> OpenPath:
    """The path of an HTTP rule's template; a custom verb such as `:search` stays at its end."""
    plain = _VARIABLE.sub(r"\2", template)
    parameters = tuple(singular(collection) for collection in _WILDCARD.findall(plain))
    text = _WILDCARD.sub(lambda match: f"{match[1]}/{{{singular(match[1])}}}", plain)
    return OpenPath(text, parameters, tuple(name for name, _ in _VARIABLE.findall(template)))


def singular(collection: str) -> str:
    """`dataStores` -> `dataStore`, `sampleQueries` -> `sampleQuery`, `branches` -> `branch`."""
    name = camel_case(collection)
    for ending, replacement in (("ies", "y"), ("ches", "ch"), ("s", "")):
        if name.endswith(ending):
            return name.removesuffix(ending) + replacement
    return name


def by_preference(method: Method) -> list[Binding]:
    """The method's bindings, first the one to show: inside a collection, of an engine if it can.

    Of several of these it is the shortest.
    """
    return sorted(
        method.bindings,
        key=lambda one: (
            "/collections/" not in one.template,
            "/engines/" not in one.template,
            one.template.count("*"),
        ),
    )
