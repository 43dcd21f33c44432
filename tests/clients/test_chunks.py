"""Chunks, processed documents and document metadata through Google's client libraries."""

from __future__ import annotations

import json

import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores, create_document, text_content
from tests.conftest import Api
from tests.ingestion.pdf_files import column, pdf

TEXT = "# Quokkas\n\n" + " ".join(f"Sentence {number} about quokkas." for number in range(200))


@pytest.fixture
def document(stores: Stores, alpha: Api) -> str:
    """A document in chunks of 100 tokens."""
    layout = {"chunk_size": 100}
    config = {"chunking_config": {"layout_based_chunking_config": layout}}
    data_store = stores.content_store(alpha, document_processing_config=config)
    made = create_document(
        alpha, data_store, "one", content=text_content(TEXT), struct_data={"title": "Quokkas"}
    )
    return str(made.name)


def test_a_page_has_100_chunks_and_at_most_1000(alpha: Api, document: str) -> None:
    text = text_content(" ".join(f"{'Word ' * 79}{number}." for number in range(1001)))
    alpha.client("DocumentService").update_document(document={"name": document, "content": text})
    service = alpha.client("ChunkService")
    for asked, expected in ((0, 100), (1001, 1000)):
        pages = service.list_chunks(request={"parent": document, "page_size": asked}).pages
        page = next(iter(pages))
        assert len(page.chunks) == expected
        assert page.next_page_token


def test_chunks_are_listed_in_order(alpha: Api, document: str) -> None:
    service = alpha.client("ChunkService")
    chunks = list(service.list_chunks(request={"parent": document, "page_size": 3}))
    assert len(chunks) > 5
    names = [f"{document}/chunks/c{number}" for number in range(1, len(chunks) + 1)]
    assert [chunk.name for chunk in chunks] == names
    assert [chunk.id for chunk in chunks] == [f"c{n}" for n in range(1, len(chunks) + 1)]
    assert chunks[0].document_metadata.title == "Quokkas"
    said = " ".join(chunk.content for chunk in chunks)
    assert all(f"Sentence {number} about" in said for number in range(200))
    assert service.get_chunk(name=names[1]) == chunks[1]


@pytest.mark.parametrize("place", ["c0", "c999", "x"])
def test_a_chunk_that_is_not_there(alpha: Api, document: str, place: str) -> None:
    with pytest.raises(exceptions.NotFound, match="Chunk"):
        alpha.client("ChunkService").get_chunk(name=f"{document}/chunks/{place}")


def test_a_document_that_is_not_there(alpha: Api, document: str) -> None:
    with pytest.raises(exceptions.NotFound, match="Document"):
        list(alpha.client("ChunkService").list_chunks(parent=f"{document}-not"))


def test_a_data_store_without_chunks(alpha: Api, stores: Stores) -> None:
    data_store = stores.content_store(alpha)
    made = create_document(alpha, data_store, "one", content=text_content("Text."))
    with pytest.raises(exceptions.GoogleAPICallError, match="no chunking config"):
        list(alpha.client("ChunkService").list_chunks(parent=made.name))


def processed(api: Api, document: str, kind: str) -> dict[str, object]:
    request = {
        "name": document,
        "processed_document_type": kind,
        "processed_document_format": "JSON",
    }
    found = api.client("DocumentService").get_processed_document(request=request)
    assert found.document == document
    return json.loads(found.json_data)


def test_a_processed_document(alpha: Api, document: str) -> None:
    chunks = processed(alpha, document, "CHUNKED_DOCUMENT")["chunkedDocument"]["chunks"]
    assert [chunk["chunkId"] for chunk in chunks[:2]] == ["c1", "c2"]
    blocks = processed(alpha, document, "PARSED_DOCUMENT")["documentLayout"]["blocks"]
    assert blocks[0]["textBlock"] == {"text": "Quokkas", "type": "heading-1"}
    assert blocks[0]["pageSpan"] == {"pageStart": 1, "pageEnd": 1}
    with pytest.raises(exceptions.MethodNotImplemented):
        processed(alpha, document, "PNG_CONVERTED_DOCUMENT")
    with pytest.raises(exceptions.BadRequest, match="processed_document_type"):
        processed(alpha, document, "PROCESSED_DOCUMENT_TYPE_UNSPECIFIED")


def test_a_chunk_of_two_pages(alpha: Api, stores: Stores) -> None:
    chunking = {"layout_based_chunking_config": {"chunk_size": 100}}
    config = {"chunking_config": chunking}
    data_store = stores.content_store(alpha, document_processing_config=config)
    pages = [column([f"{word} is what this page is about."]) for word in ("Wombat", "Quokka")]
    content = {"mime_type": "application/pdf", "raw_bytes": pdf(*pages)}
    name = create_document(alpha, data_store, "one", content=content).name
    [chunk] = alpha.client("ChunkService").list_chunks(parent=name)
    assert (chunk.page_span.page_start, chunk.page_span.page_end) == (1, 2)
    [shown] = processed(alpha, name, "CHUNKED_DOCUMENT")["chunkedDocument"]["chunks"]
    assert shown["pageSpan"] == {"pageStart": 1, "pageEnd": 2}


def test_a_record_has_nothing_that_could_be_parsed(alpha: Api, stores: Stores) -> None:
    made = create_document(alpha, stores.data_store(alpha), "one", struct_data={"title": "x"})
    with pytest.raises(exceptions.GoogleAPICallError, match="no content that could be parsed"):
        processed(alpha, made.name, "PARSED_DOCUMENT")


def test_metadata_of_addresses(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    uri = "https://example.com/a"
    create_document(api, data_store, "a", struct_data={"title": "A", "uri": uri})
    request = {
        "parent": f"{data_store}/branches/0",
        "matcher": {"uris_matcher": {"uris": [uri, "https://example.com/b"]}},
    }
    service = api.client("DocumentService")
    found = service.batch_get_documents_metadata(request=request).documents_metadata
    assert [one.matcher_value.uri for one in found] == [uri, "https://example.com/b"]
    assert [one.state.name for one in found] == ["INDEXED", "NOT_IN_INDEX"]
    assert found[0].last_refreshed_time
    assert not found[1].last_refreshed_time


@pytest.mark.parametrize(
    ("matcher", "error", "reason"),
    [
        ({}, exceptions.BadRequest, "field: matcher"),
        ({"uris_matcher": {}}, exceptions.BadRequest, r"matcher\.uris_matcher\.uris"),
        ({"uris_matcher": {"uris": ["x"] * 2}}, None, ""),
        (
            {"uris_matcher": {"uris": [str(number) for number in range(1001)]}},
            exceptions.BadRequest,
            "at most 1000",
        ),
        ({"fhir_matcher": {}}, exceptions.MethodNotImplemented, "fhir_matcher"),
    ],
)
def test_addresses_are_asked_for(
    rpc: Api, stores: Stores, matcher: object, error: type[Exception] | None, reason: str
) -> None:
    request = {"parent": f"{stores.data_store(rpc)}/branches/0", "matcher": matcher}
    ask = rpc.client("DocumentService").batch_get_documents_metadata
    if error is None:
        assert len(ask(request=request).documents_metadata) == 1
    else:
        with pytest.raises(error, match=reason):
            ask(request=request)
