"""Values for example calls: the demo corpus where it has them, else what the surface requires."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

from emulator.surface.registry import snake_case
from emulator.transports.openapi.example_bodies import BODIES, EVENT
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

_OF_CES: Mapping[str, str] = {
    "agent": "support-desk",
    "app": "tindlemoor-support",
    "guardrail": "prompt-security",
    "location": "us",
    "session": "first-try",
    "tool": "warranty-end",
}

# Examples that change something leave the demo corpus alone: what the first ones create, the
# others change and delete.
_NOTES: Mapping[str, str] = {
    "assistant": "note-assistant",
    "control": "note-control",
    "dataStore": "notes",
    "document": "note-1",
    "engine": "notes",
    "identityMappingStore": "note-identities",
    "sampleQuery": "note-query",
    "sampleQuerySet": "note-queries",
    "schema": "note-schema",
    "session": "note-session",
}
_NOTES_OF_CES: Mapping[str, str] = {
    "agent": "note-agent",
    "app": "notes",
    "deployment": "note-deployment",
    "evaluation": "note-evaluation",
    "evaluationDataset": "note-dataset",
    "evaluationExpectation": "note-expectation",
    "example": "note-example",
    "guardrail": "note-guardrail",
    "tool": "note-tool",
    "toolset": "note-toolset",
    "version": "note-version",
}
_CHANGE = re.compile(
    r":(?:import|purge|write|collect|restore|batchDelete|generateChatToken|runEvaluation)$"
)

QUERY_VALUES: Mapping[str, str | list[str]] = {
    "agentId": "note-agent",
    "appId": "notes",
    "appVersionId": "note-version",
    "assistantId": "note-assistant",
    "controlId": "note-control",
    "dataStoreId": "notes",
    "deploymentId": "note-deployment",
    "documentId": "note-1",
    "engineId": "notes",
    "evaluationDatasetId": "note-dataset",
    "evaluationExpectationId": "note-expectation",
    "evaluationId": "note-evaluation",
    "exampleId": "note-example",
    "guardrailId": "note-guardrail",
    "identityMappingStoreId": "note-identities",
    "matcher.urisMatcher.uris": ["https://docs.tindlemoor.example/policies/warranty"],
    "processedDocumentType": "PARSED_DOCUMENT",
    "query": "sky",
    "sampleQueryId": "note-query",
    "sampleQuerySetId": "note-queries",
    "schemaId": "note-schema",
    "servingConfigId": "note-config",
    "sessionId": "note-session",
    "toolId": "note-tool",
    "toolsetId": "note-toolset",
    "userEvent": json.dumps(EVENT),
}
"""The query parameters that an example call should have, with their values."""

_DEPTH = 4
_TITLE = "displayName"


def path_value(verb: str, path: str, name: str) -> str:
    """A value for a parameter of a path: one of the demo corpus, or a word to replace."""
    return _path_values(verb, path).get(name, f"{snake_case(name).upper()}_ID")


def _path_values(verb: str, path: str) -> Mapping[str, str]:
    """Of the notes, if the call changes something or names what the demo corpus does not have."""
    demo, notes = PATH_VALUES, _NOTES
    if "/apps" in path:
        demo, notes = {**PATH_VALUES, **_OF_CES}, _NOTES_OF_CES
    if "/siteSearchEngine" in path or path.endswith(":searchLite"):
        # The demo corpus has no website.
        return {**demo, "dataStore": "WEBSITE_ID", "engine": "WEBSITE_ID"}
    if path.endswith(":recommend"):
        # Nor has it an engine for recommendations, whose default config has the engine's id.
        return {
            **demo,
            "engine": "ENGINE_ID",
            "dataStore": "STORE_ID",
            "servingConfig": "ENGINE_ID",
        }
    changes = verb != "GET" and ":" not in path
    if changes or _CHANGE.search(path) or _names(path, notes.keys() - demo.keys()):
        demo = {**demo, **notes}
    if verb == "DELETE":  # The default one cannot be deleted.
        return {**demo, "servingConfig": "note-config"}
    return {**demo, "conversation": "-"} if path.endswith(":converse") else demo


def _names(path: str, parameters: Iterable[str]) -> bool:
    return any(f"{{{name}}}" in path for name in parameters)


def example_body(verb: str, message: str, in_path: tuple[str, ...], schemas: VersionSchemas) -> Any:
    """A JSON body for a message of the union; one field is enough for an update."""
    package, _, name = message.rpartition(".union.")
    known = BODIES.get(f"{package.rpartition('.')[2]}.{name}", BODIES.get(name))
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
