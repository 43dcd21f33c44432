"""The calls that Google's published samples and LangChain's retrievers make, as they make them.

Each test sends the fields that the sample or library sends by default, and reads what it reads.
"""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions
from google.protobuf.field_mask_pb2 import FieldMask
from google.protobuf.json_format import MessageToDict

from tests.clients import made
from tests.conftest import DEMO, DEMO_ENGINE, Api

PROJECT, LOCATION, STORE = "demo", "global", "demo-docs"
QUESTION = "How long is the warranty on the Skylark 3?"


@pytest.fixture(scope="module")
def chunked(http: httpx.Client) -> str:
    """The name of a data store that is parsed into chunks of 100 tokens."""
    text = "\n\n".join(f"Part {number}. " + "The kettle sings. " * 30 for number in range(4))
    chunking = {"layoutBasedChunkingConfig": {"chunkSize": 100}}
    return made.data_store(
        http,
        [made.document("kettle", text, title="Kettle")],
        documentProcessingConfig={"chunkingConfig": chunking},
    )


def as_dict(document: Any) -> dict[str, Any]:
    """A document as LangChain reads it."""
    shown: dict[str, Any] = MessageToDict(document._pb, preserving_proto_field_name=True)
    return shown


# Google's samples


def test_answer_query_sample(api_v1: Api) -> None:
    types = api_v1.types
    request = types.AnswerQueryRequest
    understanding = request.QueryUnderstandingSpec
    kinds = understanding.QueryClassificationSpec.Type
    generation = request.AnswerGenerationSpec
    response = api_v1.client("ConversationalSearchService").answer_query(
        request(
            serving_config=f"{DEMO_ENGINE}/servingConfigs/default_serving_config",
            query=types.Query(text=QUESTION),
            session=None,
            query_understanding_spec=understanding(
                query_rephraser_spec=understanding.QueryRephraserSpec(
                    disable=False, max_rephrase_steps=1
                ),
                query_classification_spec=understanding.QueryClassificationSpec(
                    types=[kinds.ADVERSARIAL_QUERY, kinds.NON_ANSWER_SEEKING_QUERY]
                ),
            ),
            answer_generation_spec=generation(
                ignore_adversarial_query=False,
                ignore_non_answer_seeking_query=False,
                ignore_low_relevant_content=False,
                model_spec=generation.ModelSpec(model_version="gemini-2.5-flash/answer_gen/v1"),
                prompt_spec=generation.PromptSpec(preamble="Give a detailed answer."),
                include_citations=True,
                answer_language_code="en",
            ),
            user_pseudo_id="user-pseudo-id",
        )
    )
    assert response.answer.state == types.Answer.State.SUCCEEDED
    assert "36 months" in response.answer.answer_text
    assert response.answer.citations
    assert len(response.answer.query_understanding_info.query_classification_info) == 2


def test_search_sample(api: Api) -> None:
    types = api.types
    search = types.SearchRequest
    content = search.ContentSearchSpec
    summary = content.SummarySpec
    pager = api.client("SearchService").search(
        search(
            serving_config=f"{DEMO_ENGINE}/servingConfigs/default_config",
            query=QUESTION,
            page_size=10,
            content_search_spec=content(
                snippet_spec=content.SnippetSpec(return_snippet=True),
                summary_spec=summary(
                    summary_result_count=5,
                    include_citations=True,
                    ignore_adversarial_query=True,
                    ignore_non_summary_seeking_query=True,
                    model_prompt_spec=summary.ModelPromptSpec(preamble="YOUR_CUSTOM_PROMPT"),
                    model_spec=summary.ModelSpec(version="stable"),
                ),
            ),
            query_expansion_spec=search.QueryExpansionSpec(
                condition=search.QueryExpansionSpec.Condition.AUTO
            ),
            spell_correction_spec=search.SpellCorrectionSpec(
                mode=search.SpellCorrectionSpec.Mode.AUTO
            ),
        )
    )
    assert pager.summary.summary_text
    assert not pager.query_expansion_info.expanded_query
    assert not pager.corrected_query
    results = [result for result, _ in zip(pager, range(10), strict=False)]
    assert all(result.document.derived_struct_data["snippets"] for result in results)


def test_search_lite_sample(http: httpx.Client, api_v1: Api) -> None:
    page = made.document("warranty", "The warranty lasts 36 months.")
    website = made.engine(http, [made.data_store(http, [page], contentConfig="PUBLIC_WEBSITE")])
    request = api_v1.types.SearchRequest(
        serving_config=f"{website}/servingConfigs/default_config", query="warranty"
    )
    assert next(iter(api_v1.client("SearchService").search_lite(request))).document.id


def test_search_extractive_segments_sample(api_v1: Api) -> None:
    search = api_v1.types.SearchRequest
    content = search.ContentSearchSpec
    response = api_v1.client("SearchService").search(
        request=search(
            serving_config=f"{DEMO_ENGINE}/servingConfigs/default_search",
            query="warranty",
            page_size=10,
            content_search_spec=content(
                extractive_content_spec=content.ExtractiveContentSpec(
                    max_extractive_segment_count=3,
                    return_extractive_segment_score=True,
                    num_previous_segments=1,
                    num_next_segments=1,
                ),
                snippet_spec=content.SnippetSpec(return_snippet=True),
            ),
            data_store_specs=None,
        )
    )
    assert response.attribution_token
    assert response.total_size
    data = response.results[0].document.derived_struct_data
    assert data["title"]
    assert data["link"]
    segment = data["extractive_segments"][0]
    assert segment["pageNumber"]
    assert segment["relevanceScore"]
    assert segment["content"].strip()
    assert data["snippets"][0]["snippet"]


def test_search_chunks_sample(api_v1: Api, chunked: str) -> None:
    search = api_v1.types.SearchRequest
    content = search.ContentSearchSpec
    response = api_v1.client("SearchService").search(
        request=search(
            serving_config=f"{chunked}/servingConfigs/default_search",
            query="kettle part 2",
            page_size=5,
            content_search_spec=content(
                search_result_mode=content.SearchResultMode.CHUNKS,
                chunk_spec=content.ChunkSpec(num_previous_chunks=1, num_next_chunks=1),
            ),
            filter=None,
        )
    )
    assert response.attribution_token
    for result in response.results:
        assert result.chunk.id
        assert 0 <= result.chunk.relevance_score <= 1
        assert result.chunk.document_metadata.title == "Kettle"
        assert dict(result.chunk.document_metadata.struct_data) == {"title": "Kettle"}
        metadata = result.chunk.chunk_metadata
        assert metadata.previous_chunks or metadata.next_chunks


def test_session_samples(api: Api) -> None:
    client = api.client("ConversationalSearchService")
    types = api.types
    created = client.create_session(
        parent=DEMO_ENGINE, session=types.Session(user_pseudo_id="user-1")
    )
    session_id = created.name.split("/")[-1]
    name = f"{DEMO_ENGINE}/sessions/{session_id}"
    assert client.get_session(name=name).user_pseudo_id == "user-1"
    updated = client.update_session(
        session=types.Session(name=name, state=types.Session.State.IN_PROGRESS),
        update_mask=FieldMask(paths=["state"]),
    )
    assert updated.name == created.name
    listed = client.list_sessions(
        request=types.ListSessionsRequest(
            parent=DEMO_ENGINE, filter='state="IN_PROGRESS"', order_by="update_time"
        )
    )
    assert listed.sessions
    by_user = client.list_sessions(
        request=types.ListSessionsRequest(parent=DEMO_ENGINE, filter='user_pseudo_id="user-1"')
    )
    assert created.name in [session.name for session in by_user]
    client.delete_session(name=name)
    with pytest.raises(exceptions.NotFound):
        client.get_session(name=name)


def test_multi_turn_search_sample(api: Api) -> None:
    client = api.client("ConversationalSearchService")
    types = api.types
    conversation = client.create_conversation(
        parent=client.data_store_path(project=PROJECT, location=LOCATION, data_store=STORE),
        conversation=types.Conversation(),
    )
    for text in (QUESTION, "How do I claim it?"):
        response = client.converse_conversation(
            types.ConverseConversationRequest(
                name=conversation.name,
                query=types.TextInput(input=text),
                serving_config=client.serving_config_path(
                    project=PROJECT,
                    location=LOCATION,
                    data_store=STORE,
                    serving_config="default_config",
                ),
                safe_search=True,
                summary_spec=types.SearchRequest.ContentSearchSpec.SummarySpec(
                    summary_result_count=3, include_citations=True
                ),
            )
        )
        assert response.reply.summary.summary_text
        assert response.search_results
        for result in response.search_results:
            data = result.document.derived_struct_data
            assert data["link"]
            assert data["snippets"][0]["snippet"]
            assert data["extractive_answers"][0]["pageNumber"]
            assert data["extractive_answers"][0]["content"]


def test_converse_conversation_sample(api_v1: Api) -> None:
    client = api_v1.client("ConversationalSearchService")
    types = api_v1.types
    parent = f"{DEMO}/dataStores/{STORE}"
    conversation = client.create_conversation(
        parent=parent,
        conversation=types.Conversation(
            user_pseudo_id="user_pseudo_id_12345", state=types.Conversation.State.IN_PROGRESS
        ),
    )
    response = client.converse_conversation(
        request=types.ConverseConversationRequest(
            name=conversation.name,
            query=types.TextInput(input=QUESTION),
            serving_config=f"{parent}/servingConfigs/default_search",
            summary_spec=types.SearchRequest.ContentSearchSpec.SummarySpec(include_citations=True),
        )
    )
    assert "36 months" in response.reply.summary.summary_text
    for result in response.search_results:
        data = result.document.derived_struct_data or result.document.struct_data
        assert data.get("title", "No Title") != "No Title"
        assert data.get("link", "No Link").startswith("https://")


# LangChain's retrievers


@pytest.fixture(params=["v1", "v1beta"])
def langchain(request: pytest.FixtureRequest, api_v1: Api) -> Api:
    """LangChain uses gRPC, and v1beta if it is asked to."""
    return Api(api_v1.server, "grpc", request.param)


def retrieve(
    api: Api, content: Any, store: str = STORE, project: str = PROJECT, condition: int = 1
) -> Any:
    """The response of a VertexAISearchRetriever's search with its default values."""
    search = api.types.SearchRequest
    client = api.client("SearchService")
    return client.search(
        search(
            query="warranty",
            filter=None,
            order_by=None,
            canonical_filter=None,
            serving_config=client.serving_config_path(
                project=project,
                location=LOCATION,
                data_store=store,
                serving_config="default_config",
            ),
            page_size=5,
            content_search_spec=content,
            query_expansion_spec=search.QueryExpansionSpec(condition=condition),
            spell_correction_spec=search.SpellCorrectionSpec(mode=2),
            boost_spec=None,
        )
    )


def test_langchain_retrieves_segments(langchain: Api) -> None:
    content = langchain.types.SearchRequest.ContentSearchSpec
    spec = content.ExtractiveContentSpec(
        max_extractive_segment_count=1,
        num_previous_segments=1,
        num_next_segments=1,
        return_extractive_segment_score=False,
    )
    response = retrieve(langchain, content(extractive_content_spec=spec))
    assert len(response.results) == 5
    for result in response.results:
        shown = as_dict(result.document)
        data = shown["derived_struct_data"]
        assert shown["id"]
        assert data["link"].startswith("https://")
        (segment,) = data["extractive_segments"]
        assert segment["content"]
        assert "relevanceScore" not in segment
        neighbours = segment.get("previous_segments", []) + segment.get("next_segments", [])
        assert all(one["content"] for one in neighbours)
    assert any(
        "next_segments" in as_dict(one.document)["derived_struct_data"]["extractive_segments"][0]
        for one in response.results
    )


def test_langchain_retrieves_answers(langchain: Api) -> None:
    content = langchain.types.SearchRequest.ContentSearchSpec
    spec = content.ExtractiveContentSpec(max_extractive_answer_count=1)
    response = retrieve(langchain, content(extractive_content_spec=spec), condition=2)
    for result in response.results:
        (answer,) = as_dict(result.document)["derived_struct_data"]["extractive_answers"]
        assert answer["content"]
        assert answer["pageNumber"] == "1"


def test_langchain_retrieves_structured_documents(langchain: Api) -> None:
    response = retrieve(langchain, None, "demo-products")
    for result in response.results:
        shown = as_dict(result.document)
        assert shown["struct_data"]["title"]
        assert shown["name"].endswith(f"/documents/{shown['id']}")


def test_langchain_retrieves_snippets_of_websites(langchain: Api) -> None:
    content = langchain.types.SearchRequest.ContentSearchSpec
    spec = content.ExtractiveContentSpec(max_extractive_answer_count=1)
    snippets = content.SnippetSpec(return_snippet=True)
    response = retrieve(langchain, content(extractive_content_spec=spec, snippet_spec=snippets))
    for result in response.results:
        data = as_dict(result.document)["derived_struct_data"]
        assert data["snippets"][0]["snippet"]


def test_langchain_is_told_that_a_chunked_store_has_no_extracts(
    langchain: Api, chunked: str
) -> None:
    content = langchain.types.SearchRequest.ContentSearchSpec
    spec = content.ExtractiveContentSpec(max_extractive_segment_count=1)
    with pytest.raises(exceptions.InvalidArgument, match="must be not defined"):
        retrieve(
            langchain,
            content(extractive_content_spec=spec),
            chunked.rpartition("/")[2],
            made.PROJECT,
        )


def test_langchain_summary_tool(langchain: Api) -> None:
    content = langchain.types.SearchRequest.ContentSearchSpec
    summary = content.SummarySpec(
        summary_result_count=3,
        include_citations=True,
        model_prompt_spec=content.SummarySpec.ModelPromptSpec(preamble=None),
    )
    spec = content.ExtractiveContentSpec(
        max_extractive_segment_count=1, num_previous_segments=1, num_next_segments=1
    )
    response = retrieve(langchain, content(extractive_content_spec=spec, summary_spec=summary))
    assert response.summary.summary_text


def test_langchain_retrieves_in_a_conversation(langchain: Api) -> None:
    client = langchain.client("ConversationalSearchService")
    types = langchain.types
    response = client.converse_conversation(
        types.ConverseConversationRequest(
            name=client.conversation_path(PROJECT, LOCATION, STORE, "-"),
            serving_config=client.serving_config_path(
                project=PROJECT,
                location=LOCATION,
                data_store=STORE,
                serving_config="default_config",
            ),
            query=types.TextInput(input=QUESTION),
        )
    )
    assert response.search_results
    for result in response.search_results:
        shown = as_dict(result.document)
        assert shown["id"]
        assert shown["derived_struct_data"]["extractive_answers"][0]["content"]
