"""What Discovery Engine serves, as Google documents it, and its published clients lack."""

from __future__ import annotations

from google.protobuf.descriptor_pb2 import FieldDescriptorProto

from .overlay_fields import Overlay, OverlayField, OverlayMessage, SharedField
from .packages import Package

_BOOL = FieldDescriptorProto.TYPE_BOOL

_MESSAGES = (
    OverlayMessage("Query", "Part", "A part of the query's content."),
    OverlayMessage("StreamAssistRequest", "ActionSpec", "Which actions the assistant may take."),
    OverlayMessage("StreamAssistRequest", "AgentsConfig", "Which agent serves the request."),
    OverlayMessage("StreamAssistRequest.ToolsSpec", "CanvasSpec", "How canvases are made."),
)

_FIELDS = (
    OverlayField(
        "AssistAnswer.Reply",
        "reply_id",
        10001,
        "Output only. When set, uniquely identifies a reply within the AssistAnswer resource.",
    ),
    # Of v1alpha's discovery document and of the MCP tool.
    OverlayField(
        "SearchRequest",
        "use_latest_data",
        10001,
        "Uses the Engine, ServingConfig and Control freshly read from the database, for testing.",
        _BOOL,
    ),
    # Sent by programs that talk with the assistant of Gemini Enterprise.
    OverlayField(
        "StreamAssistRequest",
        "assist_skipping_mode",
        10001,
        "Optional. Determines the cases in which the assistant will not answer the query.",
        FieldDescriptorProto.TYPE_ENUM,
        values=("ASSIST_SKIPPING_MODE_UNSPECIFIED", "REQUEST_ASSIST"),
    ),
    OverlayField(
        "StreamAssistRequest",
        "file_ids",
        10002,
        "Optional. The IDs of the files to be used for answering the request.",
        repeated=True,
    ),
    # Of v1alpha, whose client has no such message: so they stand in the one of v1beta.
    OverlayField(
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
        "StreamAssistRequest",
        "language_code",
        10004,
        "Optional. Language to be used for answering if language detection fails.",
        version="v1beta",
    ),
    OverlayField(
        "StreamAssistRequest",
        "answer_generation_mode",
        10005,
        "Optional. The answer generation mode. If not specified, it defaults to NORMAL.",
        FieldDescriptorProto.TYPE_ENUM,
        version="v1beta",
        values=("ANSWER_GENERATION_MODE_UNSPECIFIED", "NORMAL", "AGENT", "RESEARCH"),
    ),
    OverlayField(
        "StreamAssistRequest",
        "google_search_grounding_enabled",
        10006,
        "Optional. Deprecated: use `web_grounding_enabled`.",
        _BOOL,
        version="v1beta",
    ),
    OverlayField(
        "StreamAssistRequest",
        "web_grounding_enabled",
        10007,
        "Optional. If set to true, enables grounding with web search.",
        _BOOL,
        version="v1beta",
    ),
    # What the app of Gemini Enterprise sends, and programs that do as it does.
    OverlayField(
        "StreamAssistRequest",
        "is_session_less",
        10008,
        "Optional. Whether the query and its answer are kept in no session.",
        _BOOL,
        version="v1beta",
    ),
    OverlayField(
        "StreamAssistRequest",
        "action_spec",
        10009,
        "Optional. Specification of the actions that may be taken.",
        FieldDescriptorProto.TYPE_MESSAGE,
        "StreamAssistRequest.ActionSpec",
        "v1beta",
    ),
    OverlayField(
        "StreamAssistRequest",
        "agents_config",
        10010,
        "Optional. The agent that serves the request.",
        FieldDescriptorProto.TYPE_MESSAGE,
        "StreamAssistRequest.AgentsConfig",
        "v1beta",
    ),
    OverlayField(
        "StreamAssistRequest",
        "filter",
        10011,
        "Optional. What restricts the documents that are searched.",
        version="v1beta",
    ),
    OverlayField(
        "StreamAssistRequest.ActionSpec", "action_disabled", 10001, "No action is taken.", _BOOL
    ),
    OverlayField("StreamAssistRequest.AgentsConfig", "agent", 10001, "The ID of the agent."),
    OverlayField(
        "StreamAssistRequest.ToolsSpec",
        "tool_registry",
        10001,
        "Optional. The registry that the tools are of.",
        version="v1beta",
    ),
    OverlayField(
        "StreamAssistRequest.ToolsSpec",
        "canvas_spec",
        10002,
        "Optional. Specification of the canvas tool.",
        FieldDescriptorProto.TYPE_MESSAGE,
        "StreamAssistRequest.ToolsSpec.CanvasSpec",
        "v1beta",
    ),
    OverlayField(
        "StreamAssistResponse.SessionInfo",
        "query_id",
        10001,
        "The ID of the query of this turn in the session.",
        version="v1beta",
    ),
    OverlayField(
        "Query",
        "parts",
        10001,
        "Query content parts.",
        FieldDescriptorProto.TYPE_MESSAGE,
        "Query.Part",
        "v1alpha",
        repeated=True,
    ),
    OverlayField("Query.Part", "text", 10001, "Text content."),
)

_SHARED = (
    SharedField(
        Package("discoveryengine", "v1"),
        Package("discoveryengine", "v1beta"),
        "UserInfo",
        "precise_location",
        "PreciseLocation",
    ),
)

DISCOVERY_ENGINE = Overlay(_MESSAGES, _FIELDS, _SHARED)
