"""Every implemented service of Discovery Engine, by the name of its gRPC service.

What implements a service is imported when it is looked for: all together, with the engines behind
them, take a tenth of a second, for which a start need not wait.
"""

from __future__ import annotations

from typing import Any

from emulator import lazy
from emulator.discoveryengine.environment import Environment
from emulator.lazy import Lazy

# The classes that implement each service, and their modules. Sessions, conversations and answers
# are one service of the API and three parts of the code.
_PARTS = {
    "AclConfigService": (("access.acl_config", "AclConfigService"),),
    "AssistantService": (("assistants.service", "AssistantService"),),
    "ConversationalSearchService": (
        ("sessions.service", "SessionService"),
        ("conversations.service", "ConversationService"),
        ("answers.service", "AnswerService"),
    ),
    "ChunkService": (("documents.chunks", "ChunkService"),),
    "CompletionService": (
        ("completion.service", "CompletionService"),
        ("completion.imports", "CompletionImports"),
    ),
    "ControlService": (("controls.service", "ControlService"),),
    "DataStoreService": (
        ("data_stores.service", "DataStoreService"),
        ("data_stores.processing_configs", "ProcessingConfigs"),
    ),
    "DocumentService": (
        ("documents.service", "DocumentService"),
        ("documents.imports", "DocumentImports"),
        ("documents.purges", "DocumentPurges"),
        ("documents.chunks", "ChunkService"),
        ("documents.metadata", "DocumentMetadata"),
    ),
    "EngineService": (("engines", "EngineService"),),
    "EvaluationService": (("evaluations.service", "EvaluationService"),),
    "GroundedGenerationService": (
        ("grounding.checks", "GroundingChecks"),
        ("grounding.generation", "GroundedGeneration"),
    ),
    "IdentityMappingStoreService": (("access.identity_mappings", "IdentityMappingStoreService"),),
    "ProjectService": (("projects", "ProjectService"),),
    "RankService": (("rank", "RankService"),),
    "RecommendationService": (("recommendations.service", "RecommendationService"),),
    "SampleQueryService": (("evaluations.sample_queries", "SampleQueryService"),),
    "SampleQuerySetService": (("evaluations.sample_query_sets", "SampleQuerySetService"),),
    "SchemaService": (("schemas.service", "SchemaService"),),
    "SearchService": (("search.service", "SearchService"),),
    "ServingConfigService": (("serving_configs", "ServingConfigService"),),
    "SessionService": (("sessions.service", "SessionService"),),
    "SiteSearchEngineService": (
        ("site_search.target_sites", "TargetSites"),
        ("site_search.sitemaps", "Sitemaps"),
    ),
    "UserEventService": (("user_events.service", "UserEventService"),),
}


def services(environment: Environment) -> dict[str, Lazy[Any]]:
    """The objects that implement each service, over one environment."""
    return lazy.services(__package__, _PARTS, environment)
