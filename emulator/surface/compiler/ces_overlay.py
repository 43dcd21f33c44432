"""What Customer Engagement Suite serves and its published clients lack."""

from __future__ import annotations

from google.protobuf.descriptor_pb2 import FieldDescriptorProto

from .overlay_fields import Overlay, OverlayField, OverlayMessage

_BOOL = FieldDescriptorProto.TYPE_BOOL
_STRUCT = ".google.protobuf.Struct"

_MESSAGES = (OverlayMessage("DataStoreTool", "SnippetsConfig", "Snippets configuration."),)

_FIELDS = (
    # In the snippet that the console shows for calls of runSession, though in no reference.
    OverlayField(
        "SessionConfig",
        "app_version",
        10001,
        "Optional. The version of the app to run if no deployment is given. "
        "Format: `projects/{project}/locations/{location}/apps/{app}/versions/{version}`",
    ),
    OverlayField(
        "SessionConfig",
        "exclude_diagnostic_info",
        10002,
        "Optional. Whether to leave out the diagnostic info of the session output.",
        _BOOL,
    ),
    # The discovery documents of 2026 have the following.
    OverlayField(
        "SessionConfig",
        "include_llm_thought_summary",
        10003,
        "Optional. Whether to include LLM thought summaries in the session outputs.",
        _BOOL,
    ),
    OverlayField(
        "SessionConfig",
        "include_progress_update",
        10004,
        "Optional. Whether to include intermediate processing update to the client.",
        _BOOL,
    ),
    OverlayField(
        "Event",
        "variables",
        10001,
        "Optional. Additional variables associated with the event.",
        FieldDescriptorProto.TYPE_MESSAGE,
        _STRUCT,
    ),
    OverlayField(
        "Image",
        "alt_text",
        10001,
        "Optional. The alternative text for the image.",
    ),
    OverlayField(
        "Tool",
        "read_only",
        10001,
        "Output only. Indicates whether the tool is read-only. If true, the tool cannot be "
        "modified by the user.",
        _BOOL,
    ),
    OverlayField(
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
        "ModelSettings",
        "thinking_level",
        10001,
        "Optional. The thinking level of the model.",
        FieldDescriptorProto.TYPE_ENUM,
        values=("THINKING_LEVEL_UNSPECIFIED", "DEFAULT", "LOW", "MEDIUM", "HIGH"),
    ),
    OverlayField(
        "DataStoreTool.ModalityConfig",
        "snippets_config",
        10001,
        "Optional. The snippets configuration.",
        FieldDescriptorProto.TYPE_MESSAGE,
        "DataStoreTool.SnippetsConfig",
    ),
    OverlayField(
        "DataStoreTool.SnippetsConfig",
        "enable_snippets",
        10001,
        "Optional. Whether snippets are enabled.",
        _BOOL,
    ),
    OverlayField(
        "DataStoreTool.SnippetsConfig",
        "max_snippets",
        10002,
        "Optional. Number of snippets to return per query. If unset, returns all snippets.",
        FieldDescriptorProto.TYPE_INT32,
    ),
    # The client of v1 has the first, that of v1beta the second; the service takes both.
    OverlayField(
        "AgentTool",
        "root_agent",
        3,
        "Optional. The resource name of the root agent that is the entry point of the tool.",
        version="v1beta",
    ),
    OverlayField(
        "AgentTool",
        "agent",
        4,
        "Optional. The resource name of the agent that is the entry point of the tool.",
        version="v1",
    ),
    # Sent by clients though it says nothing: an app is deleted with all in it anyway.
    OverlayField(
        "DeleteAppRequest",
        "force",
        10001,
        "Optional. Has no effect.",
        _BOOL,
    ),
)

CES = Overlay(_MESSAGES, _FIELDS)
