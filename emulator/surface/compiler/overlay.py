"""Fields that Google documents and serves but that its published clients lack.

Some are added to every API version that has the message. Their numbers are ours: the real ones are
unknown, and clients that know none skip them. Others are in the clients of another version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)

from .packages import Package

_BOOL = FieldDescriptorProto.TYPE_BOOL
_STRUCT = ".google.protobuf.Struct"


class OverlayField(NamedTuple):
    """A field to add: the message's path within its API, its own name, number and text.

    It is a string, another scalar, the message of `type_name`, or an enum of `values`, whose
    numbers are ours too. A `type_name` without a leading dot is one of the API. With a `version`
    only that one lacks the field.
    """

    api: str
    message: str
    name: str
    number: int
    description: str
    type: FieldDescriptorProto.Type.ValueType = FieldDescriptorProto.TYPE_STRING
    type_name: str = ""
    version: str = ""
    values: tuple[str, ...] = ()
    repeated: bool = False


class OverlayMessage(NamedTuple):
    """A message to add below another one, of which the overlay has the fields."""

    api: str
    parent: str
    name: str
    description: str


MESSAGES = (
    OverlayMessage("discoveryengine", "Query", "Part", "A part of the query's content."),
    OverlayMessage("ces", "DataStoreTool", "SnippetsConfig", "Snippets configuration."),
)

OVERLAY = (
    OverlayField(
        "discoveryengine",
        "AssistAnswer.Reply",
        "reply_id",
        10001,
        "Output only. When set, uniquely identifies a reply within the AssistAnswer resource.",
    ),
    # Of v1alpha's discovery document and of the MCP tool.
    OverlayField(
        "discoveryengine",
        "SearchRequest",
        "use_latest_data",
        10001,
        "Uses the Engine, ServingConfig and Control freshly read from the database, for testing.",
        FieldDescriptorProto.TYPE_BOOL,
    ),
    # Sent by programs that talk with the assistant of Gemini Enterprise.
    OverlayField(
        "discoveryengine",
        "StreamAssistRequest",
        "assist_skipping_mode",
        10001,
        "Optional. Determines the cases in which the assistant will not answer the query.",
        FieldDescriptorProto.TYPE_ENUM,
        values=("ASSIST_SKIPPING_MODE_UNSPECIFIED", "REQUEST_ASSIST"),
    ),
    OverlayField(
        "discoveryengine",
        "StreamAssistRequest",
        "file_ids",
        10002,
        "Optional. The IDs of the files to be used for answering the request.",
        repeated=True,
    ),
    # Of v1alpha, whose client has no such message: so they stand in the one of v1beta.
    OverlayField(
        "discoveryengine",
        "StreamAssistRequest",
        "data_store_specs",
        10003,
        "Optional. Specs defining DataStores to filter on in a search call and configurations for "
        "those data stores. Not setting this field will result in using all data stores in the "
        "engine.",
        FieldDescriptorProto.TYPE_MESSAGE,
        "SearchRequest.DataStoreSpec",
        "v1beta",
        repeated=True,
    ),
    OverlayField(
        "discoveryengine",
        "StreamAssistRequest",
        "language_code",
        10004,
        "Optional. Language to be used for answering if language detection fails.",
        version="v1beta",
    ),
    OverlayField(
        "discoveryengine",
        "StreamAssistRequest",
        "answer_generation_mode",
        10005,
        "Optional. The answer generation mode. If not specified, it defaults to NORMAL.",
        FieldDescriptorProto.TYPE_ENUM,
        version="v1beta",
        values=("ANSWER_GENERATION_MODE_UNSPECIFIED", "NORMAL", "AGENT", "RESEARCH"),
    ),
    OverlayField(
        "discoveryengine",
        "StreamAssistRequest",
        "google_search_grounding_enabled",
        10006,
        "Optional. Deprecated: use `web_grounding_enabled`.",
        _BOOL,
        version="v1beta",
    ),
    OverlayField(
        "discoveryengine",
        "StreamAssistRequest",
        "web_grounding_enabled",
        10007,
        "Optional. If set to true, enables grounding with web search.",
        _BOOL,
        version="v1beta",
    ),
    OverlayField(
        "discoveryengine",
        "StreamAssistResponse.SessionInfo",
        "query_id",
        10001,
        "The ID of the query of this turn in the session.",
        version="v1beta",
    ),
    OverlayField(
        "discoveryengine",
        "Query",
        "parts",
        10001,
        "Query content parts.",
        FieldDescriptorProto.TYPE_MESSAGE,
        "Query.Part",
        "v1alpha",
        repeated=True,
    ),
    OverlayField("discoveryengine", "Query.Part", "text", 10001, "Text content."),
    # In the snippet that the console shows for calls of runSession, though in no reference.
    OverlayField(
        "ces",
        "SessionConfig",
        "app_version",
        10001,
        "Optional. The version of the app to run if no deployment is given. "
        "Format: `projects/{project}/locations/{location}/apps/{app}/versions/{version}`",
    ),
    OverlayField(
        "ces",
        "SessionConfig",
        "exclude_diagnostic_info",
        10002,
        "Optional. Whether to leave out the diagnostic info of the session output.",
        _BOOL,
    ),
    # The discovery documents of 2026 have the following.
    OverlayField(
        "ces",
        "SessionConfig",
        "include_llm_thought_summary",
        10003,
        "Optional. Whether to include LLM thought summaries in the session outputs.",
        _BOOL,
    ),
    OverlayField(
        "ces",
        "SessionConfig",
        "include_progress_update",
        10004,
        "Optional. Whether to include intermediate processing update to the client.",
        _BOOL,
    ),
    OverlayField(
        "ces",
        "Event",
        "variables",
        10001,
        "Optional. Additional variables associated with the event.",
        FieldDescriptorProto.TYPE_MESSAGE,
        _STRUCT,
    ),
    OverlayField(
        "ces",
        "Image",
        "alt_text",
        10001,
        "Optional. The alternative text for the image.",
    ),
    OverlayField(
        "ces",
        "Tool",
        "read_only",
        10001,
        "Output only. Indicates whether the tool is read-only. If true, the tool cannot be "
        "modified by the user.",
        _BOOL,
    ),
    OverlayField(
        "ces",
        "ImportAppRequest.ImportOptions",
        "validate_only",
        10001,
        "Optional. Flag for dry-running the import process. If set to true, the import process "
        "will only perform validations and will not make any changes to the existing app or "
        "create a new one.",
        _BOOL,
    ),
    # Terraform's provider sends the following.
    OverlayField(
        "ces",
        "ModelSettings",
        "thinking_level",
        10001,
        "Optional. The thinking level of the model.",
        FieldDescriptorProto.TYPE_ENUM,
        values=("THINKING_LEVEL_UNSPECIFIED", "DEFAULT", "LOW", "MEDIUM", "HIGH"),
    ),
    OverlayField(
        "ces",
        "DataStoreTool.ModalityConfig",
        "snippets_config",
        10001,
        "Optional. The snippets configuration.",
        FieldDescriptorProto.TYPE_MESSAGE,
        "DataStoreTool.SnippetsConfig",
    ),
    OverlayField(
        "ces",
        "DataStoreTool.SnippetsConfig",
        "enable_snippets",
        10001,
        "Optional. Whether snippets are enabled.",
        _BOOL,
    ),
    OverlayField(
        "ces",
        "DataStoreTool.SnippetsConfig",
        "max_snippets",
        10002,
        "Optional. Number of snippets to return per query. If unset, returns all snippets.",
        FieldDescriptorProto.TYPE_INT32,
    ),
    # The client of v1 has the first, that of v1beta the second; the service takes both.
    OverlayField(
        "ces",
        "AgentTool",
        "root_agent",
        3,
        "Optional. The resource name of the root agent that is the entry point of the tool.",
        version="v1beta",
    ),
    OverlayField(
        "ces",
        "AgentTool",
        "agent",
        4,
        "Optional. The resource name of the agent that is the entry point of the tool.",
        version="v1",
    ),
    # Sent by clients though it says nothing: an app is deleted with all in it anyway.
    OverlayField(
        "ces",
        "DeleteAppRequest",
        "force",
        10001,
        "Optional. Has no effect.",
        _BOOL,
    ),
)


class SharedField(NamedTuple):
    """A field of messages that a version has as another one does: the top-level message, its field,
    and the nested message that is the field's type."""

    version: Package
    origin: Package
    message: str
    name: str
    type: str


SHARED = (
    SharedField(
        Package("discoveryengine", "v1"),
        Package("discoveryengine", "v1beta"),
        "UserInfo",
        "precise_location",
        "PreciseLocation",
    ),
)


def share_fields(own: Mapping[Package, Mapping[str, FileDescriptorProto]]) -> None:
    """Add the shared fields to the files of the versions that lack them in their clients."""
    for shared in SHARED:
        target, source = (
            next(filter(None, (_find(file, shared.message) for file in own[package].values())))
            for package in (shared.version, shared.origin)
        )
        if any(field.name == shared.name for field in target.field):
            raise ValueError(f"the clients now have {shared.message}.{shared.name}; drop it")
        nested = target.nested_type.add()
        nested.CopyFrom(next(one for one in source.nested_type if one.name == shared.type))
        field = target.field.add()
        field.CopyFrom(next(one for one in source.field if one.name == shared.name))
        field.type_name = field.type_name.replace(shared.origin.proto, shared.version.proto)


def apply_overlay(file: FileDescriptorProto) -> None:
    """Add the overlay's messages and fields to the messages of `file` that should have them."""
    for new in MESSAGES:
        parent = _find(file, new.parent)
        if parent is not None and file.package.startswith(f"google.cloud.{new.api}."):
            _add_message(parent, new)
    for field in OVERLAY:
        if file.package.startswith(f"google.cloud.{field.api}.") and file.package.endswith(
            f".{field.version}" if field.version else ""
        ):
            message = _find(file, field.message)
            if message is not None:
                _add(file.package, message, field)


def _find(file: FileDescriptorProto, path: str) -> DescriptorProto | None:
    children = file.message_type
    message = None
    for name in path.split("."):
        message = next((child for child in children if child.name == name), None)
        if message is None:
            return None
        children = message.nested_type
    return message


def _add_message(parent: DescriptorProto, new: OverlayMessage) -> None:
    if any(new.name == known.name for known in parent.nested_type):
        raise ValueError(f"the clients now have {new.parent}.{new.name}; drop it from MESSAGES")
    parent.nested_type.add(name=new.name)


def _add(package: str, message: DescriptorProto, field: OverlayField) -> None:
    if any(field.name == known.name or field.number == known.number for known in message.field):
        raise ValueError(f"the clients now have {field.message}.{field.name}; drop it from OVERLAY")
    type_name = field.type_name
    if field.values:
        enum = message.enum_type.add(name=field.name.title().replace("_", ""))
        for number, value in enumerate(field.values):
            enum.value.add(name=value, number=number)
        type_name = f"{field.message}.{enum.name}"
    if type_name and not type_name.startswith("."):
        type_name = f".{package}.{type_name}"
    message.field.add(
        name=field.name,
        number=field.number,
        type=field.type,
        type_name=type_name or None,
        label=(
            FieldDescriptorProto.LABEL_REPEATED
            if field.repeated
            else FieldDescriptorProto.LABEL_OPTIONAL
        ),
    )
