"""The fields of the data stores that a request searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from emulator.discoveryengine import kinds
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.schema_rules import field_types
from emulator.retrieval.filters.detection import merge_types
from emulator.retrieval.filters.fields import Fields, FieldType
from emulator.storage import resources
from emulator.storage.documents import BranchRow
from emulator.surface import names
from emulator.surface.messages import discoveryengine as de

_TYPES: Mapping[str, FieldType] = {
    "string": "string",
    "number": "number",
    "integer": "integer",
    "boolean": "boolean",
    "datetime": "datetime",
    "geolocation": "geolocation",
}


class BranchFields:
    """The fields of several branches as one, looked up when they are first asked for.

    The types of fields are those of the schema, and for fields that it does not describe those
    seen in the documents.
    """

    def __init__(self, environment: Environment, branches: Sequence[BranchRow]) -> None:
        self._environment = environment
        self._branches = branches
        self.lenient = environment.lenient_filters

    @cached_property
    def known(self) -> Fields:
        """The fields that a filter, an order, a facet or a boost may name."""
        types: Mapping[str, FieldType] = {}
        for branch in self._branches:
            types = merge_types(types, _types(self._environment, branch))
        return Fields(types, lenient=self.lenient)


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
