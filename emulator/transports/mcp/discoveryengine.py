"""The tools of discoveryengine.googleapis.com/mcp, in the order in which they are listed."""

from __future__ import annotations

from emulator.transports.mcp.tools import Tool

_SERVICE = "/google.cloud.discoveryengine.v1."
_COLLECTION = "projects/PROJECT/locations/LOCATION/collections/default_collection"
_SERVING_CONFIG = (
    "Pass as `servingConfig` the full resource name of a serving config: "
    f"`{_COLLECTION}/engines/ENGINE/servingConfigs/default_search` for an app (`list_engines` "
    "gives the part before `/servingConfigs`), or the same with `dataStores/DATA_STORE` in place "
    "of `engines/ENGINE` for a single data store."
)

TOOLS = (
    Tool(
        name="search",
        title="Search documents",
        description=(
            "Find the documents of an app or data store that match a query, best match first. "
            f"{_SERVING_CONFIG} Put the words to look for in `query`. Narrow the results with "
            '`filter` (`category: ANY("faq") AND price < 100`), sort them with `orderBy`, count '
            "values with `facetSpecs`, and page with `pageSize` and the `nextPageToken` of the "
            "last result as `pageToken`. Set `contentSearchSpec.snippetSpec.returnSnippet` to see "
            "the matching text of each document. To get a question answered in sentences, use "
            "`conversational_search` instead."
        ),
        path=f"{_SERVICE}SearchService/Search",
        read_only=True,
    ),
    Tool(
        name="conversational_search",
        title="Answer a question",
        description=(
            "Answer a question from the documents of an app or data store, with the passages it "
            f"is taken from. {_SERVING_CONFIG} Put the question in `query.text`. For a single "
            "question leave `session` out. To start a conversation pass as `session` the name of "
            "the app followed by `/sessions/-`; pass the result's `session.name` in every "
            "follow-up, which may then refer to earlier questions. To answer from what a `search` "
            "in the session found, pass its `sessionInfo.queryId` as `query.queryId`. The answer "
            "is `answer.answerText`; if there is none, `answer.answerSkippedReasons` says why. Set "
            "`answerGenerationSpec.includeCitations` to learn which entries of `answer.references` "
            "support which part of the text."
        ),
        path=f"{_SERVICE}ConversationalSearchService/AnswerQuery",
        read_only=True,
    ),
    Tool(
        name="list_engines",
        title="List apps",
        description=(
            "List the apps (engines) of a project that can be searched. Pass as `parent` "
            f"`{_COLLECTION}`, most often with the location `global`. The `name` of an engine "
            "followed by `/servingConfigs/default_search` is the `servingConfig` that `search` and "
            "`conversational_search` ask for."
        ),
        path=f"{_SERVICE}EngineService/ListEngines",
        read_only=True,
    ),
)
