"""Bodies of example calls, about the demo corpus and about notes that such calls make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_LOCATION = "projects/demo/locations/global"
_ENGINE = f"{_LOCATION}/collections/default_collection/engines/demo"
_DATA_STORE = f"{_LOCATION}/collections/default_collection/dataStores/demo-docs"
_APP = "projects/demo/locations/us/apps/tindlemoor-support"
_NOTES = "projects/demo/locations/us/apps/notes"
_QUESTION = "How long is the warranty on the Skylark 3?"

_SAMPLE_QUERY = {
    "queryEntry": {
        "query": "warranty",
        "targets": [{"uri": "https://docs.tindlemoor.example/policies/warranty"}],
    }
}

EVENT = {"eventType": "search", "userPseudoId": "ann", "searchInfo": {"searchQuery": "sky"}}
"""A user event, which one method takes as a query parameter."""

BODIES: Mapping[str, dict[str, Any]] = {
    "AdvancedCompleteQueryRequest": {"query": "sky"},
    "Agent": {
        "displayName": "Clerk",
        "instruction": "You add up numbers with {@TOOL: add_up}.",
    },
    "AnswerQueryRequest": {
        "query": {"text": _QUESTION},
        "session": f"{_ENGINE}/sessions/-",
        "answerGenerationSpec": {"includeCitations": True},
    },
    "App": {"displayName": "Notes"},
    "AppVersion": {"displayName": "The first one"},
    "Assistant": {"displayName": "Notes", "description": "Knows what was noted."},
    "BatchDeleteConversationsRequest": {"conversations": [f"{_NOTES}/conversations/first-try"]},
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
    "Deployment": {"displayName": "Web", "channelProfile": {"channelType": "WEB_UI"}},
    "Document": {"structData": {"title": "A note", "text": "The gauge is read at nine."}},
    "Engine": {
        "displayName": "Notes",
        "solutionType": "SOLUTION_TYPE_SEARCH",
        "dataStoreIds": ["demo-docs"],
    },
    "EvaluationDataset": {"displayName": "Notes"},
    "EvaluationExpectation": {
        "displayName": "Politeness",
        "llmCriteria": {"prompt": "The agent is polite."},
    },
    "Example": {
        "displayName": "A greeting",
        "messages": [
            {"role": "user", "chunks": [{"text": "Good morning"}]},
            {"role": "agent", "chunks": [{"text": "Good morning! Which numbers?"}]},
        ],
    },
    "ExecuteToolRequest": {
        "tool": f"{_APP}/tools/warranty-end",
        "args": {"product": "Skylark 3", "delivery_date": "2025-03-01"},
    },
    "ExportAppRequest": {"exportFormat": "JSON"},
    "GenerateChatTokenRequest": {"deployment": f"{_NOTES}/deployments/note-deployment"},
    "GenerateGroundedContentRequest": {
        "contents": [{"role": "user", "parts": [{"text": _QUESTION}]}],
        "groundingSpec": {
            "groundingSources": [
                {"searchSource": {"servingConfig": f"{_ENGINE}/servingConfigs/default_search"}}
            ]
        },
    },
    "Guardrail": {
        "displayName": "No secrets",
        "enabled": True,
        "contentFilter": {"bannedContents": ["password"], "matchType": "SIMPLE_STRING_MATCH"},
        "action": {"respondImmediately": {"responses": [{"text": "I keep no secrets."}]}},
    },
    "ImportAppRequest": {"displayName": "Notes again", "appContent": "APP_CONTENT"},
    "ImportCompletionSuggestionsRequest": {
        "inlineSource": {"suggestions": [{"suggestion": "sky at night", "globalScore": 0.5}]}
    },
    "ImportDocumentsRequest": {
        "inlineSource": {
            "documents": [{"id": "note-1", "structData": {"title": "The gauge is read at nine."}}]
        }
    },
    "IdentityMappingStore": {},
    "ImportIdentityMappingsRequest": {
        "inlineSource": {
            "identityMappingEntries": [{"externalIdentity": "ann", "userId": "ann@example.com"}]
        }
    },
    "ImportSampleQueriesRequest": {"inlineSource": {"sampleQueries": [_SAMPLE_QUERY]}},
    "ImportSuggestionDenyListEntriesRequest": {
        "inlineSource": {"entries": [{"blockPhrase": "storm", "matchOperator": "CONTAINS"}]}
    },
    "ImportUserEventsRequest": {"inlineSource": {"userEvents": [EVENT]}},
    "RecommendRequest": {
        "userEvent": {
            "eventType": "view-item",
            "userPseudoId": "visitor-1",
            "documents": [{"id": "DOCUMENT_ID"}],
        }
    },
    "ProvisionProjectRequest": {
        "acceptDataUseTerms": True,
        "dataUseTermsVersion": "2022-11-23",
    },
    "PurgeDocumentsRequest": {"filter": "*", "force": False},
    "PurgeIdentityMappingsRequest": {"filter": "*"},
    "PurgeUserEventsRequest": {"filter": "*", "force": True},
    "RankRequest": {
        "query": "wind",
        "records": [
            {"id": "1", "content": "It measures rain."},
            {"id": "2", "content": "It measures wind."},
        ],
    },
    "RemoveSuggestionRequest": {"searchHistorySuggestion": "sky", "userPseudoId": "ann"},
    "RetrieveToolSchemaRequest": {"tool": f"{_APP}/tools/warranty-end"},
    "RunEvaluationRequest": {"evaluations": [f"{_NOTES}/evaluations/note-evaluation"]},
    "RunSessionRequest": {"inputs": [{"text": _QUESTION}]},
    "SampleQuery": _SAMPLE_QUERY,
    "SampleQuerySet": {"displayName": "Notes"},
    "Schema": {
        "structSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {"title": {"type": "string", "keyPropertyMapping": "title"}},
        }
    },
    "SearchRequest": {"query": "warranty", "pageSize": 3},
    "Session": {"userPseudoId": "ann"},
    "StreamAssistRequest": {"query": {"text": _QUESTION}},
    "TargetSite": {"providedUriPattern": "www.example.com/docs/*", "type": "INCLUDE"},
    "Tool": {
        "pythonFunction": {
            "name": "add_up",
            "pythonCode": (
                "def add_up(a: float, b: float) -> float:\n"
                '    """Adds up two numbers."""\n'
                "    return a + b"
            ),
        }
    },
    "Toolset": {
        "displayName": "Weather",
        "mcpToolset": {"serverAddress": "http://127.0.0.1:8000/mcp"},
    },
    "UserEvent": EVENT,
    "ces.Evaluation": {
        "displayName": "A greeting",
        "golden": {"turns": [{"steps": [{"userInput": {"text": "Good morning"}}]}]},
    },
    "discoveryengine.Evaluation": {
        "evaluationSpec": {
            "searchRequest": {"servingConfig": f"{_DATA_STORE}/servingConfigs/default_search"},
            "querySetSpec": {"sampleQuerySet": f"{_LOCATION}/sampleQuerySets/note-queries"},
        }
    },
}
"""By the message that is the body, and by its API where both have one of that name."""
