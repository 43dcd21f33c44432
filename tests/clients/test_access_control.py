"""Documents for their readers only, found by whom the bearer token of a call names."""

from __future__ import annotations

import base64
import json
from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores, unique
from tests.conftest import Api, Server

LOCATION = "projects/demo/locations/global"
ADA, BEA, ENGINEERS, BOARD = "ada@example.com", "bea@example.com", "engineers", "board"


def readers(*restrictions: dict[str, Any]) -> dict[str, Any]:
    return {"readers": [*restrictions]}


def only(*principals: dict[str, str]) -> dict[str, Any]:
    return {"principals": [*principals]}


DOCUMENTS = {
    "all": readers({"idp_wide": True}),
    "ada": readers(only({"user_id": "Ada@Example.com"})),
    "either": readers(only({"user_id": BEA}, {"group_id": ENGINEERS})),
    "both": readers(only({"group_id": ENGINEERS}), only({"group_id": BOARD})),
    "outside": readers(only({"external_entity_id": "jdoe"})),
    "nobody": None,
}


def jwt(**claims: Any) -> str:
    """A token that nobody has signed."""
    parts = [json.dumps(part).encode() for part in ({"alg": "none"}, claims)]
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts) + "."


def as_(token: str) -> list[tuple[str, str]]:
    return [("authorization", f"Bearer {token}")] if token else []


@pytest.fixture
def mappings(api_v1: Api) -> str:
    """The name of a mapping store, in which jdoe is Ada."""
    client = api_v1.client("IdentityMappingStoreService")
    request = {
        "parent": LOCATION,
        "identity_mapping_store_id": unique("mappings"),
        "identity_mapping_store": {},
    }
    made = client.create_identity_mapping_store(request).name
    entry = {"external_identity": "jdoe", "user_id": ADA}
    source = {"identity_mapping_entries": [entry]}
    client.import_identity_mappings(
        {"identity_mapping_store": made, "inline_source": source}
    ).result()
    return str(made)


@pytest.fixture
def store(api_v1: Api, stores: Stores, mappings: str) -> str:
    """The name of a data store with documents about the moon."""
    name = stores.data_store(api_v1, acl_enabled=True, identity_mapping_store=mappings)
    service = api_v1.client("DocumentService")
    for document_id, acl in DOCUMENTS.items():
        document = {"struct_data": {"title": f"Moon {document_id}", "text": "About the moon."}}
        if acl is not None:
            document["acl_info"] = acl
        parent = f"{name}/branches/0"
        service.create_document(parent=parent, document=document, document_id=document_id)
    return name


def found(api: Api, store: str, token: str) -> set[str]:
    request = {"serving_config": f"{store}/servingConfigs/default_search", "query": "moon"}
    pager = api.client("SearchService").search(request, metadata=as_(token))
    assert pager.total_size == len(pager.results)
    return {one.document.id for one in pager.results}


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("", set()),
        ("ya29.opaque", set()),
        ("not.a.token", set()),
        (jwt(groups=[ENGINEERS]), set()),
        (ADA, {"all", "ada", "outside"}),
        (ADA.upper(), {"all", "ada", "outside"}),
        (BEA, {"all", "either"}),
        (jwt(email=ADA, groups=[ENGINEERS]), {"all", "ada", "outside", "either"}),
        (jwt(sub="eve", groups=[ENGINEERS, BOARD]), {"all", "either", "both"}),
        (jwt(sub="eve", groups="board"), {"all"}),
    ],
)
def test_a_search_finds_what_its_caller_may_read(
    api_v1: Api, store: str, token: str, expected: set[str]
) -> None:
    assert found(api_v1, store, token) == expected


def test_what_changes_counts_at_once(api_v1: Api, store: str, mappings: str) -> None:
    assert found(api_v1, store, BEA) == {"all", "either"}
    client = api_v1.client("IdentityMappingStoreService")
    entries = [{"external_identity": "jdoe", "user_id": BEA}]
    source = {"identity_mapping_entries": entries}
    request = {"identity_mapping_store": mappings, "inline_source": source}
    client.import_identity_mappings(request).result()
    name = f"{store}/branches/0/documents/ada"
    acl = readers(only({"user_id": BEA}))
    document = {"name": name, "struct_data": {"title": "Moon"}, "acl_info": acl}
    api_v1.client("DocumentService").update_document(document=document)
    assert found(api_v1, store, BEA) == {"all", "either", "ada", "outside"}
    assert found(api_v1, store, ADA) == {"all", "outside"}


def test_filters_and_facets_count_what_may_be_read(api_v1: Api, store: str) -> None:
    facet = {"facet_key": {"key": "title"}}
    request = {
        "serving_config": f"{store}/servingConfigs/default_search",
        "query": "moon",
        "filter": 'text: ANY("About the moon.")',
        "facet_specs": [facet],
    }
    pager = api_v1.client("SearchService").search(request, metadata=as_(BEA))
    assert {one.document.id for one in pager.results} == {"all", "either"}
    (told,) = pager.facets
    assert {one.value for one in told.values} == {"Moon all", "Moon either"}


def test_answers_are_made_of_what_may_be_read(
    api_v1: Api, stores: Stores, http: httpx.Client
) -> None:
    store = stores.content_store(api_v1, acl_enabled=True)
    document = {
        "content": {"raw_bytes": b"The moon base opens in 2031.", "mime_type": "text/plain"},
        "acl_info": readers(only({"user_id": ADA})),
    }
    api_v1.client("DocumentService").create_document(
        parent=f"{store}/branches/0", document=document, document_id="base"
    )
    config = f"{store}/servingConfigs/default_search"
    request = {"serving_config": config, "query": {"text": "When does the moon base open?"}}
    service = api_v1.client("ConversationalSearchService")
    assert "2031" in service.answer_query(request, metadata=as_(ADA)).answer.answer_text
    assert "2031" not in service.answer_query(request, metadata=as_(BEA)).answer.answer_text
    arguments = {"servingConfig": config, "query": "moon base"}
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "search", "arguments": arguments},
    }
    accept = {"accept": "application/json, text/event-stream"}
    results = [
        http.post("/mcp", json=call, headers={**accept, **dict(as_(token))}).json()["result"]
        for token in (ADA, BEA)
    ]
    assert ["results" in one["structuredContent"] for one in results] == [True, False]


@pytest.mark.parametrize("kind", ["document", "chunk"])
def test_what_a_caller_names_is_read_only_by_its_readers(
    api_v1: Api, store: str, kind: str
) -> None:
    name = f"{store}/branches/0/documents/ada"
    result = {"unstructured_document_info": {"document": name}}
    if kind == "chunk":
        result = {"chunk_info": {"chunk": f"{name}/chunks/c1"}}
    request = {
        "serving_config": f"{store}/servingConfigs/default_search",
        "query": {"text": "What is the moon about?"},
        "search_spec": {"search_result_list": {"search_results": [result]}},
    }
    service = api_v1.client("ConversationalSearchService")
    assert service.answer_query(request, metadata=as_(ADA)).answer.references
    with pytest.raises(exceptions.NotFound, match="ada"):
        service.answer_query(request, metadata=as_(BEA))


def test_a_turn_of_another_caller_is_answered_from_what_may_be_read(
    api_v1: Api, store: str
) -> None:
    config, session = f"{store}/servingConfigs/default_search", f"{store}/sessions/-"
    search = {"serving_config": config, "query": "moon ada", "session": session}
    told = api_v1.client("SearchService").search(search, metadata=as_(ADA)).session_info
    request = {
        "serving_config": config,
        "query": {"text": "What is the moon ada?", "query_id": told.query_id},
        "session": told.name,
    }
    service = api_v1.client("ConversationalSearchService")
    answer = service.answer_query(request, metadata=as_(BEA)).answer
    read = {one.structured_document_info.document for one in answer.references}
    assert not any(name.endswith(("/ada", "/outside")) for name in read)


def test_places_and_canonical_filters_know_what_may_be_read(api_v1: Api, stores: Stores) -> None:
    store = stores.data_store(api_v1, acl_enabled=True)
    service, branch = api_v1.client("DocumentService"), f"{store}/branches/0"
    place = {"latitude": 48.1, "longitude": 11.5}
    kinds = {"lab": ("Moon lab", "plan", ADA), "note": ("Moon note", "note", BEA)}
    for document_id, (title, kind, reader) in kinds.items():
        document = {
            "struct_data": {"title": title, "kind": kind, "place": place},
            "acl_info": readers(only({"user_id": reader})),
        }
        service.create_document(parent=branch, document=document, document_id=document_id)
    search = api_v1.client("SearchService")
    request = {"serving_config": f"{store}/servingConfigs/default_search", "query": "moon"}
    near = {**request, "filter": 'place: GEO_DISTANCE("Moon lab", 1000)'}
    assert len(search.search(near, metadata=as_(ADA)).results) == 1
    with pytest.raises(exceptions.BadRequest, match="cannot be located"):
        search.search(near, metadata=as_(BEA))
    told = [
        search.search(
            {
                **request,
                "query": "moons",
                "query_expansion_spec": {"condition": "AUTO"},
                "canonical_filter": f'kind: ANY("{kind}")',
            },
            metadata=as_(BEA),
        ).query_expansion_info
        for kind in ("plan", "none")
    ]
    assert told[0] == told[1]


def test_a_mapping_store_is_the_same_by_id_and_number(api_v1: Api, stores: Stores) -> None:
    name = f"{LOCATION}/identityMappingStores/{unique('mappings')}"
    client = api_v1.client("IdentityMappingStoreService")
    request = {"parent": LOCATION, "identity_mapping_store": {}}
    client.create_identity_mapping_store(
        {**request, "identity_mapping_store_id": name.rpartition("/")[2]}
    )
    source = {"identity_mapping_entries": [{"external_identity": "jdoe", "user_id": ADA}]}
    client.import_identity_mappings(
        {"identity_mapping_store": name, "inline_source": source}
    ).result()
    store = stores.data_store(api_v1, acl_enabled=True, identity_mapping_store=name)
    document = {"struct_data": {"title": "Moon"}, "acl_info": DOCUMENTS["outside"]}
    api_v1.client("DocumentService").create_document(
        parent=f"{store}/branches/0", document=document, document_id="outside"
    )
    assert found(api_v1, store, ADA) == {"outside"}
    with pytest.raises(exceptions.GoogleAPICallError, match="is used by DataStore"):
        client.delete_identity_mapping_store(name=name)


def test_operations_are_for_their_caller(store: str, server: Server) -> None:
    beta = Api(server, "grpc", "v1beta")
    sets, queries = beta.client("SampleQuerySetService"), beta.client("SampleQueryService")
    made = sets.create_sample_query_set(
        {
            "parent": LOCATION,
            "sample_query_set_id": unique("set"),
            "sample_query_set": {"display_name": "Moon"},
        }
    ).name
    target = {"uri": f"{store}/branches/0/documents/ada"}
    entry = {"query_entry": {"query": "moon ada", "targets": [target]}}
    queries.create_sample_query(parent=made, sample_query=entry, sample_query_id="one")
    spec = {
        "search_request": {"serving_config": f"{store}/servingConfigs/default_search"},
        "query_set_spec": {"sample_query_set": made},
    }
    recall = [
        beta.client("EvaluationService")
        .create_evaluation(
            parent=LOCATION, evaluation={"evaluation_spec": spec}, metadata=as_(token)
        )
        .result()
        .quality_metrics.doc_recall.top_10
        for token in (ADA, BEA)
    ]
    assert recall == [1, 0]


def test_documents_can_only_be_searched(api_v1: Api, store: str) -> None:
    service, branch = api_v1.client("DocumentService"), f"{store}/branches/0"
    refused = pytest.raises(exceptions.BadRequest, match="acl_enabled, can only be searched")
    with refused:
        service.get_document(name=f"{branch}/documents/all", metadata=as_(ADA))
    with refused:
        list(service.list_documents(parent=branch, metadata=as_(ADA)))


def test_titles_are_not_suggested(api_v1: Api, store: str) -> None:
    completions = api_v1.client("CompletionService")
    request = {"data_store": store, "query": "moo", "query_model": "document"}
    assert not completions.complete_query(request, metadata=as_(ADA)).query_suggestions


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"acl_enabled": True, "content_config": "PUBLIC_WEBSITE"}, "data_store.acl_enabled"),
        ({"acl_enabled": True, "industry_vertical": "MEDIA"}, "data_store.acl_enabled"),
        (
            {"identity_mapping_store": f"{LOCATION}/identityMappingStores/any"},
            "data_store.identity_mapping_store",
        ),
    ],
)
def test_where_there_is_no_access_control(
    api_v1: Api, stores: Stores, fields: dict[str, Any], reason: str
) -> None:
    with pytest.raises(exceptions.BadRequest, match=reason):
        stores.data_store(api_v1, **fields)


@pytest.mark.parametrize("name", ["junk", "a/b", f"{LOCATION}/collections/default_collection"])
def test_what_is_no_mapping_store_is_refused(api_v1: Api, stores: Stores, name: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=r"data_store\.identity_mapping_store"):
        stores.data_store(api_v1, acl_enabled=True, identity_mapping_store=name)


def test_a_mapping_store_has_to_be_there(api_v1: Api, stores: Stores) -> None:
    name = f"{LOCATION}/identityMappingStores/{unique('none')}"
    with pytest.raises(exceptions.NotFound, match="IdentityMappingStore"):
        stores.data_store(api_v1, acl_enabled=True, identity_mapping_store=name)
