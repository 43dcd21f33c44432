"""Filters of searches and answers, read against the fields of the data stores that are searched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from emulator.discoveryengine import kinds
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.schema_rules import field_types
from emulator.retrieval.filters.binding import read_filter
from emulator.retrieval.filters.conditions import Condition
from emulator.retrieval.filters.detection import merge_types
from emulator.retrieval.filters.errors import FilterError
from emulator.retrieval.filters.fields import Fields, FieldType
from emulator.storage import resources
from emulator.storage.documents import BranchRow
from emulator.surface import names
from emulator.surface.errors import ApiError, Code, FieldViolation
from emulator.surface.messages import discoveryengine as de

_TYPES: Mapping[str, FieldType] = {
    "string": "string",
    "number": "number",
    "integer": "integer",
    "boolean": "boolean",
    "datetime": "datetime",
    "geolocation": "geolocation",
}


def conditions(
    environment: Environment, branches: Sequence[BranchRow], text: str, field: str = "filter"
) -> list[Condition]:
    """What the filter asks of documents; nothing for an empty one.

    INVALID_ARGUMENT with the real service's words and the position for a filter that is malformed
    or names a field that no data store has. The types of fields are those of the schema, and for
    fields that it does not describe those seen in the documents.
    """
    if not text.strip():
        return []
    types: Mapping[str, FieldType] = {}
    for branch in branches:
        types = merge_types(types, _types(environment, branch))
    try:
        return [read_filter(text, Fields(types))]
    except FilterError as error:
        description = f"{error.reason} (at position {error.position} of the filter)"
        raise ApiError(
            Code.INVALID_ARGUMENT, description, [FieldViolation(field, description)]
        ) from None


def _types(environment: Environment, branch: BranchRow) -> Mapping[str, FieldType]:
    return {**environment.branches.types(branch), **_declared(environment, branch)}


def _declared(environment: Environment, branch: BranchRow) -> Mapping[str, FieldType]:
    name = f"{names.parent(branch.name)}/schemas/{kinds.DEFAULT_SCHEMA}"
    with environment.store.read() as connection:
        body = resources.get(connection, name)
    if body is None:
        return {}
    declared = field_types(de.Schema.FromString(body))
    return {
        path.removesuffix("[]"): _TYPES[kind] for path, kind in declared.items() if kind in _TYPES
    }
