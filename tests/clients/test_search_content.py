"""`:search`: snippets, extractive content and chunks."""

from __future__ import annotations

import html

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.clients.finding import DOCS, PRODUCTS, QUERY, over_http, refused, search
from tests.conftest import DEMO_CONFIG, Api

SEGMENT = {"maxExtractiveSegmentCount": 1}
ANIMALS = ("aardvark", "badger", "caribou", "dingo", "echidna")


@pytest.fixture(scope="module")
def chunked(http: httpx.Client) -> str:
    """The name of a chunked data store with one document of a chunk for each animal."""
    text = "\n\n".join(
        f"The {animal} sleeps. " + f"It dreams of {animal}s. " * 16 for animal in ANIMALS
    )
    chunking = {"layoutBasedChunkingConfig": {"chunkSize": 100}}
    return made.data_store(
        http,
        [made.document("animals", text, title="Animals", uri="https://zoo.example/animals")],
        documentProcessingConfig={"chunkingConfig": chunking},
    )


@pytest.fixture(scope="module")
def blended(http: httpx.Client, chunked: str) -> str:
    """The serving config of an engine over the chunked data store and another."""
    other = made.data_store(http, [made.document("plant", "A fern.")])
    engine = made.engine(http, [chunked, other], searchTier="SEARCH_TIER_ENTERPRISE")
    return f"{engine}/servingConfigs/default_search"


# Snippets and extractive content


def test_snippets_have_a_status(http: httpx.Client) -> None:
    spec = {"snippetSpec": {"returnSnippet": True}}
    for result in over_http(http, contentSearchSpec=spec)["results"]:
        derived = result["document"]["derivedStructData"]
        assert derived.keys() == {"title", "link", "snippets"}
        (snippet,) = derived["snippets"]
        assert snippet["snippet_status"] == "SUCCESS"
        assert "<b>" in snippet["snippet"]


def test_no_snippet_says_so(http: httpx.Client) -> None:
    spec = {"snippetSpec": {"maxSnippetCount": 1}}
    result = over_http(http, "", contentSearchSpec=spec)["results"][0]
    assert result["document"]["derivedStructData"]["snippets"] == [
        {
            "snippet": "No snippet is available for this page.",
            "snippet_status": "NO_SNIPPET_AVAILABLE",
        }
    ]


def test_what_its_title_leads_to_is_shown_by_the_text_that_says_most(http: httpx.Client) -> None:
    filler = "A sentence about nothing. " * 160
    documents = [
        made.document("manual", f"Parts have a warranty.\n\n{filler}", title="Warranty"),
        made.document("notes", f"These are notes.\n\n{filler}", title="Notes on the warranty"),
    ]
    asked = {"snippetSpec": {"returnSnippet": True}, "extractiveContentSpec": SEGMENT}
    path = f"{made.data_store(http, documents)}/servingConfigs/default_search:search"
    body = {"query": "warranty", "contentSearchSpec": asked, "params": {"explain": True}}
    shown = {
        one["id"]: one["document"]["derivedStructData"]
        for one in made.post(http, path, body)["results"]
    }
    for name, beginning in (("manual", "Parts have"), ("notes", "These are notes.")):
        assert shown[name]["extractive_segments"][0]["content"].startswith(beginning)
    assert [one["snippets"][0]["snippet_status"] for one in shown.values()] == [
        "SUCCESS",
        "NO_SNIPPET_AVAILABLE",
    ]
    for one in shown.values():  # Scores are still those of the chunk that was found.
        told = one["explanation"]
        assert told["score"] == pytest.approx(
            sum(part["score"] for part in told["parts"]), abs=0.01
        )


@pytest.mark.parametrize("count", [1, 3, 5, 9])
def test_extractive_answers(http: httpx.Client, count: int) -> None:
    spec = {"extractiveContentSpec": {"maxExtractiveAnswerCount": count}}
    results = over_http(http, "How long is the warranty?", contentSearchSpec=spec)["results"]
    answers = [one["document"]["derivedStructData"]["extractive_answers"] for one in results]
    assert all(1 <= len(one) <= min(count, 5) for one in answers)
    assert all(one.keys() == {"content", "pageNumber"} for each in answers for one in each)
    assert max(len(one) for one in answers) == 1 if count == 1 else 2


def test_browsing_shows_the_opening_of_each_document(http: httpx.Client) -> None:
    spec = {
        "extractiveContentSpec": {"maxExtractiveAnswerCount": 3, "maxExtractiveSegmentCount": 3}
    }
    results = over_http(http, "", DOCS, contentSearchSpec=spec)["results"]
    for result in results:
        data = result["document"]["derivedStructData"]
        assert data["extractive_answers"][0]["content"]
        assert data["extractive_segments"][0]["content"]


def test_extractive_answers_stand_in_the_document(rest: Api) -> None:
    spec = {"extractive_content_spec": {"max_extractive_answer_count": 1}}
    for result in search(rest, "warranty of the Skylark 3", DOCS, content_search_spec=spec):
        name = result.document.name
        raw = rest.client("DocumentService").get_document(name=name).content.raw_bytes.decode()
        answer = result.document.derived_struct_data["extractive_answers"][0]["content"]
        first = html.unescape(answer).split(".")[0].split(";")[0][:20]
        assert first in raw or ": " in first


def test_what_is_asked_of_a_thing_is_not_what_the_thing_is(http: httpx.Client) -> None:
    """Also where most documents have the word, so that the name of the thing weighs more."""
    fact = "The warranty of the Rook 2 is 24 months."
    texts = {
        "rook": f"The Rook 2 is a rain gauge. It costs 149 euros. {fact}",
        "skylark": "The Skylark 3 has a warranty of 36 months.",
        "plover": "The warranty of the Plover is one year.",
    }
    store = made.data_store(http, [made.document(name, text) for name, text in texts.items()])
    spec = {"extractiveContentSpec": {"maxExtractiveAnswerCount": 1}}
    config, question = (
        f"{store}/servingConfigs/default_search",
        "What is the warranty of the Rook 2?",
    )
    first = over_http(http, question, config, contentSearchSpec=spec)["results"][0]
    assert first["id"] == "rook"
    [answer] = first["document"]["derivedStructData"]["extractive_answers"]
    assert answer["content"] == fact
    answered = http.post(f"/v1/{config}:answer", json={"query": {"text": question}}).json()
    assert answered["answer"]["answerText"].startswith(fact)


def test_sentences_side_by_side_are_one_extractive_answer(http: httpx.Client) -> None:
    warranty = "The warranty of the loft bed is two years. The warranty covers the ladder."
    other = "The warranty of the mattress is ten years."
    text = f"{warranty} Pine is a soft wood. Screws come in a bag. {other}"
    config = f"{made.data_store(http, [made.document('bed', text)])}/servingConfigs/default_search"
    spec = {"extractiveContentSpec": {"maxExtractiveAnswerCount": 3}}
    [result] = over_http(http, "warranty", config, contentSearchSpec=spec)["results"]
    shown = result["document"]["derivedStructData"]["extractive_answers"]
    assert {one["content"] for one in shown} == {warranty, other}


def test_extractive_answers_are_html_and_segments_are_not(http: httpx.Client) -> None:
    """As in recorded results: `chef&#39;s kitchen` in one line, and `chef's` with line breaks."""
    text = 'The loft has views & a "chef\'s" kitchen.\n\nA roof.'
    config = f"{made.data_store(http, [made.document('home', text)])}/servingConfigs/default_search"
    spec = {
        "extractiveContentSpec": {"maxExtractiveAnswerCount": 1, "maxExtractiveSegmentCount": 1}
    }
    [result] = over_http(http, "loft kitchen", config, contentSearchSpec=spec)["results"]
    shown = result["document"]["derivedStructData"]
    escaped = "The loft has views &amp; a &quot;chef&#39;s&quot; kitchen."
    assert [one["content"] for one in shown["extractive_answers"]] == [escaped]
    assert [one["content"] for one in shown["extractive_segments"]] == [text]


def test_segments_are_chunks_with_their_neighbours(http: httpx.Client, blended: str) -> None:
    extractive = {
        "maxExtractiveSegmentCount": 1,
        "numPreviousSegments": 1,
        "numNextSegments": 3,
        "returnExtractiveSegmentScore": True,
    }
    spec = {"extractiveContentSpec": extractive}
    result = over_http(http, "caribou", blended, contentSearchSpec=spec)["results"][0]
    (segment,) = result["document"]["derivedStructData"]["extractive_segments"]
    assert "caribou" in segment["content"]
    assert 0 < segment["relevanceScore"] <= 1
    assert ["badger" in one["content"] for one in segment["previous_segments"]] == [True]
    following = [one["content"] for one in segment["next_segments"]]
    assert [animal in text for animal, text in zip(ANIMALS[3:], following, strict=True)] == [
        True,
        True,
    ]


@pytest.mark.parametrize(("count", "shown"), [(1, 1), (2, 2), (10, 5), (100, 5)])
def test_segment_count_is_honoured(
    http: httpx.Client, blended: str, count: int, shown: int
) -> None:
    spec = {"extractiveContentSpec": {"maxExtractiveSegmentCount": count}}
    found = over_http(http, "it sleeps and dreams", blended, contentSearchSpec=spec)
    segments = found["results"][0]["document"]["derivedStructData"]["extractive_segments"]
    assert len(segments) == shown
    assert all(one.keys() == {"content", "pageNumber"} for one in segments)
    assert len({one["content"] for one in segments}) == shown


def test_no_more_segments_than_ten(http: httpx.Client) -> None:
    text = "\n\n".join(f"Dream {number}. " + "The dingo sleeps. " * 150 for number in range(12))
    store = made.data_store(http, [made.document("dreams", text)])
    engine = made.engine(http, [store], searchTier="SEARCH_TIER_ENTERPRISE")
    spec = {"extractiveContentSpec": {"maxExtractiveSegmentCount": 100}}
    config = f"{engine}/servingConfigs/default_search"
    [result] = over_http(http, "dingo", config, contentSearchSpec=spec)["results"]
    assert len(result["document"]["derivedStructData"]["extractive_segments"]) == 10


def test_structured_documents_have_no_segments(http: httpx.Client) -> None:
    spec = {"extractiveContentSpec": {"maxExtractiveSegmentCount": 1}}
    for result in over_http(http, "Skylark", PRODUCTS, contentSearchSpec=spec)["results"]:
        assert result["document"]["derivedStructData"].keys() == {"title", "link"}


@pytest.mark.parametrize(
    "field",
    [
        "maxExtractiveAnswerCount",
        "maxExtractiveSegmentCount",
        "numPreviousSegments",
        "numNextSegments",
    ],
)
def test_negative_counts_are_refused(http: httpx.Client, field: str) -> None:
    spec = {"extractiveContentSpec": {field: -1}}
    status, code, message = refused(http, contentSearchSpec=spec)
    assert (status, code) == (400, "INVALID_ARGUMENT")
    assert "extractive_content_spec" in message


def test_standard_engine_refuses_extractive_content(api: Api, http: httpx.Client) -> None:
    for config in ({}, {"searchTier": "SEARCH_TIER_STANDARD"}):
        engine = made.engine(http, **config)
        spec = {"extractive_content_spec": {"max_extractive_answer_count": 1}}
        with pytest.raises(exceptions.BadRequest) as caught:
            search(api, QUERY, f"{engine}/servingConfigs/default_search", content_search_spec=spec)
        assert caught.value.message.removeprefix("POST ").endswith(
            "Cannot use enterprise edition features (website search, multi-modal search, "
            "extractive answers/segments, etc.) in a standard edition search engine."
        )
        status, code, _ = refused(
            http,
            f"{engine}/servingConfigs/default_search",
            contentSearchSpec={"extractiveContentSpec": {}},
        )
        assert (status, code) == (400, "FAILED_PRECONDITION")


@pytest.mark.parametrize("through_engine", [False, True])
def test_chunked_data_store_refuses_extractive_content(
    http: httpx.Client, chunked: str, through_engine: bool
) -> None:
    owner = chunked
    if through_engine:
        owner = made.engine(http, [chunked], searchTier="SEARCH_TIER_ENTERPRISE")
    spec = {"extractiveContentSpec": {"maxExtractiveSegmentCount": 1}}
    status, code, message = refused(
        http, f"{owner}/servingConfigs/default_search", contentSearchSpec=spec
    )
    assert (status, code) == (400, "INVALID_ARGUMENT")
    assert message == (
        "`extractive_content_spec` must be not defined when the datastore is using "
        "'chunking config'"
    )


# Chunks


def test_chunk_mode_shows_chunks_and_no_document(http: httpx.Client, chunked: str) -> None:
    config = f"{chunked}/servingConfigs/default_search"
    found = over_http(http, "echidna", config, contentSearchSpec={"searchResultMode": "CHUNKS"})
    result = found["results"][0]
    assert result.keys() == {"id", "chunk"}
    chunk = result["chunk"]
    expected = {"name", "id", "content", "relevanceScore", "documentMetadata"}
    assert chunk.keys() - {"pageSpan"} == expected
    assert chunk["id"] == "c5"
    assert chunk["name"].endswith("/branches/0/documents/animals/chunks/c5")
    assert "echidna" in chunk["content"]
    metadata = chunk["documentMetadata"]
    assert (metadata["title"], metadata["uri"]) == ("Animals", "https://zoo.example/animals")
    assert metadata["structData"]["title"] == "Animals"


def test_every_chunk_of_a_document_is_a_result(api: Api, chunked: str) -> None:
    mode = api.types.SearchRequest.ContentSearchSpec.SearchResultMode.CHUNKS
    config = f"{chunked}/servingConfigs/default_search"
    pager = search(
        api, "it dreams", config, content_search_spec={"search_result_mode": mode}, page_size=2
    )
    assert pager.total_size == 5
    assert {result.chunk.id for result in pager} == {"c1", "c2", "c3", "c4", "c5"}


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [(0, 0, ([], [])), (1, 1, (["c2"], ["c4"])), (3, 3, (["c1", "c2"], ["c4", "c5"]))],
)
def test_chunk_spec_adds_neighbours(
    http: httpx.Client, chunked: str, before: int, after: int, shown: tuple[list[str], list[str]]
) -> None:
    spec = {
        "searchResultMode": "CHUNKS",
        "chunkSpec": {"numPreviousChunks": before, "numNextChunks": after},
    }
    config = f"{chunked}/servingConfigs/default_search"
    chunk = over_http(http, "caribou", config, contentSearchSpec=spec)["results"][0]["chunk"]
    neighbours = chunk.get("chunkMetadata", {})
    kinds = ("previousChunks", "nextChunks")
    assert tuple([one["id"] for one in neighbours.get(kind, [])] for kind in kinds) == shown


# "The maximum allowed value is 3."
@pytest.mark.parametrize("count", [-1, 4])
def test_bad_chunk_spec_is_refused(http: httpx.Client, chunked: str, count: int) -> None:
    spec = {"searchResultMode": "CHUNKS", "chunkSpec": {"numNextChunks": count}}
    status, _, message = refused(
        http, f"{chunked}/servingConfigs/default_search", contentSearchSpec=spec
    )
    assert status == 400
    assert "chunk_spec.num_next_chunks" in message


@pytest.mark.parametrize("config", [DEMO_CONFIG, PRODUCTS])
def test_structured_data_store_refuses_chunk_mode(http: httpx.Client, config: str) -> None:
    status, code, message = refused(http, config, contentSearchSpec={"searchResultMode": "CHUNKS"})
    assert (status, code) == (400, "INVALID_ARGUMENT")
    assert message == (
        "`content_search_spec.search_result_mode` must be set to SearchRequest.ContentSearchSpec."
        "SearchResultMode.DOCUMENTS when the engine contains structured data store."
    )
    assert over_http(http, config=config, contentSearchSpec={"searchResultMode": "DOCUMENTS"})
