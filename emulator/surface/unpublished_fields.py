"""Fields that the service has in a version though the version's published client lacks them.

The service's own description of itself, its discovery document, has them (revision 20261106).
Callers that write JSON use them; clients that know nothing of them pass them over, but for the
contents of operations, which they read strictly.
"""

from __future__ import annotations

from collections.abc import Mapping

from emulator.surface import caller
from emulator.surface.registry import Message, surface

# All that v1 and v1beta have. The published client of v1alpha is years old.
_COMPLETE = "google.cloud.discoveryengine.v1alpha"

_SERVED: Mapping[str, Mapping[str, frozenset[str]]] = {
    "google.cloud.discoveryengine.v1": {
        "AssistAnswer": frozenset({"customer_policy_enforcement_result"}),
        "AssistAnswer.Reply": frozenset({"create_time"}),
        "Assistant": frozenset(
            {
                *("create_time", "customer_policy", "default_web_grounding_toggle_off"),
                *("description", "display_name", "enabled_tools", "generation_config"),
                *("update_time", "web_grounding_type"),
            }
        ),
        "Chunk.DocumentMetadata": frozenset({"mime_type"}),
        "CreateSessionRequest": frozenset({"session_id"}),
        "DataStore": frozenset(
            {
                *("configurable_billing_approach", "configurable_billing_approach_update_time"),
                *("federated_search_config", "is_infobot_faq_data_store"),
                "serving_config_data_store",
            }
        ),
        "DocumentProcessingConfig.ParsingConfig.LayoutParsingConfig": frozenset(
            {"enable_get_processed_document", "enable_llm_layout_parsing"}
        ),
        "Engine": frozenset(
            {
                *("agent_gateway_setting", "app_type", "cmek_config"),
                *("configurable_billing_approach", "connector_tenant_info", "features"),
                *("knowledge_graph_config", "marketplace_agent_visibility", "model_configs"),
                *("observability_config", "procurement_contact_emails"),
            }
        ),
        "Engine.SearchEngineConfig": frozenset({"required_subscription_tier"}),
        "HealthcareFhirConfig": frozenset({"initial_filter_groups"}),
        "ServingConfig": frozenset({"answer_generation_spec"}),
        "Session": frozenset({"pending_async_assist_operation_id"}),
        "Session.Turn": frozenset({"live"}),
        "UserEvent": frozenset({"entity", "feedback"}),
    },
    "google.cloud.discoveryengine.v1beta": {
        "SearchRequest.SearchAsYouTypeSpec": frozenset({"fields", "score_threshold"}),
        "SearchResponse.SearchResult": frozenset({"retrieval_signals"}),
    },
}


def unpublished_fields(package: str, message: str) -> frozenset[str]:
    """The fields of a message of the union that the version's client does not have."""
    return surface.missing_fields.get(package, {}).get(message, frozenset())


def absent_fields(package: str, message: str) -> frozenset[str]:
    """The fields of a message of the union that the version does not have."""
    if package == _COMPLETE:
        return frozenset()
    served = _SERVED.get(package, {}).get(message.rpartition(".union.")[2], frozenset())
    return unpublished_fields(package, message) - served


def has_field(message: Message, field: str) -> bool:
    """Whether the version of the running call has a field of a message of the union.

    What it has not never reaches the client, so it need not be made.
    """
    return field not in absent_fields(caller.package.get(), message.DESCRIPTOR.full_name)
