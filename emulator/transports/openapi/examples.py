"""Values for example calls: the demo corpus where it has them, else what the surface requires."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

from emulator.surface.registry import snake_case
from emulator.transports.openapi.schemas import TEXTUAL, VersionSchemas, is_required

PATH_VALUES: Mapping[str, str] = {
    "assistant": "default_assistant",
    "branch": "0",
    "collection": "default_collection",
    "dataStore": "demo-docs",
    "document": "policy-warranty",
    "engine": "demo",
    "groundingConfig": "default_grounding_config",
    "location": "global",
    "project": "demo",
    "rankingConfig": "default_ranking_config",
    "schema": "default_schema",
    "servingConfig": "default_search",
}
"""By the name of a path parameter, a value that exists in a new data folder."""

# Examples that change something leave the demo corpus alone: what the first ones create, the
# others change and delete.
_CREATED: Mapping[str, str] = {"dataStore": "notes"}
_CHANGED: Mapping[str, str] = {
    **_CREATED,
    "document": "note-1",
    "engine": "notes",
    "schema": "note-schema",
}
_WRITES = {"POST": _CREATED, "PATCH": _CHANGED, "DELETE": _CHANGED}

_QUERY_VALUES: Mapping[str, str] = {
    "dataStoreId": "notes",
    "documentId": "note-1",
    "engineId": "notes",
    "query": "sky",
    "schemaId": "note-schema",
    "servingConfigId": "note-config",
}

_ENGINE = "projects/demo/locations/global/collections/default_collection/engines/demo"
_QUESTION = "How long is the warranty on the Skylark 3?"

# By the message that is the body.
_BODIES: Mapping[str, dict[str, Any]] = {
    "AnswerQueryRequest": {
        "query": {"text": _QUESTION},
        "session": f"{_ENGINE}/sessions/-",
        "answerGenerationSpec": {"includeCitations": True},
    },
    "CheckGroundingRequest": {
        "answerCandidate": "The Skylark 3 has a warranty of 36 months.",
        "facts": [{"factText": "The Skylark 3 weather station has a warranty of 36 months."}],
    },
    "Control": {
        "displayName": "Wind before rain",
        "solutionType": "SOLUTION_TYPE_SEARCH",
        "useCases": ["SEARCH_USE_CASE_SEARCH"],
        "synonymsAction": {"synonyms": ["anemometer", "wind sensor"]},
    },
    "Conversation": {"userPseudoId": "ann"},
    "ConverseConversationRequest": {"query": {"input": _QUESTION}},
    "DataStore": {
        "displayName": "Notes",
        "industryVertical": "GENERIC",
        "solutionTypes": ["SOLUTION_TYPE_SEARCH"],
        "contentConfig": "NO_CONTENT",
    },
    "Document": {"structData": {"title": "A note", "text": "The gauge is read at nine."}},
    "Engine": {
        "displayName": "Notes",
        "solutionType": "SOLUTION_TYPE_SEARCH",
        "dataStoreIds": ["demo-docs"],
    },
    "ImportDocumentsRequest": {
        "inlineSource": {
            "documents": [{"id": "note-1", "structData": {"title": "The gauge is read at nine."}}]
        }
    },
    "PurgeDocumentsRequest": {"filter": "*", "force": False},
    "RankRequest": {
        "query": "wind",
        "records": [
            {"id": "1", "content": "It measures rain."},
            {"id": "2", "content": "It measures wind."},
        ],
    },
    "Schema": {
        "structSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {"title": {"type": "string", "keyPropertyMapping": "title"}},
        }
    },
    "SearchRequest": {"query": "warranty", "pageSize": 3},
    "Session": {"userPseudoId": "ann"},
}
_DEPTH = 4
_TITLE = "displayName"


def path_value(verb: str, name: str) -> str:
    """A value for a path parameter: one of the demo corpus, or a word to replace."""
    known = {**PATH_VALUES, **_WRITES.get(verb, {})}
    return known.get(name, f"{snake_case(name).upper()}_ID")


def query_value(name: str) -> str | None:
    """A value for a query parameter that an example call should have."""
    return _QUERY_VALUES.get(name)


def example_body(verb: str, message: str, in_path: tuple[str, ...], schemas: VersionSchemas) -> Any:
    """A JSON body for a message of the union; one field is enough for an update."""
    known = _BODIES.get(message.rpartition(".union.")[2])
    body = known if known is not None else _required(message, in_path, schemas, _DEPTH)
    return {_TITLE: body[_TITLE]} if verb == "PATCH" and _TITLE in body else body


def _required(
    message: str, without: tuple[str, ...], schemas: VersionSchemas, depth: int
) -> dict[str, Any]:
    """The required fields alone, with words to replace."""
    return {
        field.json_name: [value] if field.is_repeated else value
        for field in schemas.fields(message)
        if field.name not in without and is_required(field)
        for value in [_value(field, schemas, depth)]
    }


def _value(field: FieldDescriptor, schemas: VersionSchemas, depth: int) -> Any:
    if field.message_type is not None:
        name = field.message_type.full_name
        if name in TEXTUAL or depth == 0:
            return None
        return _required(name, (), schemas, depth - 1)
    if field.enum_type is not None:
        return field.enum_type.values[-1].name
    if field.type == FieldDescriptor.TYPE_STRING:
        return field.name.upper()
    return True if field.type == FieldDescriptor.TYPE_BOOL else 1
