"""Completion of queries through Google's client libraries."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores, create_document, text_content
from tests.conftest import Api


def service(api: Api) -> Any:
    return api.client("CompletionService")


def complete(api: Api, data_store: str, query: str, **fields: Any) -> list[str]:
    request = {"data_store": data_store, "query": query, **fields}
    return [
        one.suggestion for one in service(api).complete_query(request=request).query_suggestions
    ]


@pytest.fixture
def store(stores: Stores, rpc: Api) -> str:
    data_store = stores.data_store(rpc)
    for number, title in enumerate(("Quokka handbook", "The quokka diet", "Wombat facts")):
        create_document(rpc, data_store, f"d{number}", struct_data={"title": title})
    return data_store


def import_inline(api: Api, data_store: str, method: str, field: str, entries: list[Any]) -> Any:
    request = {"parent": data_store, "inline_source": {field: entries}}
    return getattr(service(api), method)(request=request).result()


def test_titles_complete_queries(api: Api, store: str) -> None:
    assert complete(api, store, "quo") == ["quokka handbook", "the quokka diet"]
    assert complete(api, store, "Quokka h", query_model="document") == ["quokka handbook"]
    assert complete(api, store, "zebra") == []


def test_new_documents_are_suggested(api_v1: Api, store: str) -> None:
    assert complete(api_v1, store, "emu") == []
    create_document(api_v1, store, "new", struct_data={"title": "Emu news"})
    assert complete(api_v1, store, "emu") == ["emu news"]


def test_ten_at_most(rpc: Api, store: str) -> None:
    for number in range(12):
        create_document(rpc, store, f"x{number}", struct_data={"title": f"Zebra {number}"})
    assert len(complete(rpc, store, "zebra")) == 10


def test_the_end_of_a_query_is_completed_where_nothing_else_is(api_v1: Api, store: str) -> None:
    assert complete(api_v1, store, "buy a quo") == []
    request = {"data_store": store, "query": "buy a quo", "include_tail_suggestions": True}
    found = service(api_v1).complete_query(request=request)
    assert found.tail_match_triggered
    assert [one.suggestion for one in found.query_suggestions] == [
        "buy a quokka handbook",
        "buy a the quokka diet",
    ]
    found = service(api_v1).complete_query(request={**request, "query": "quokka h"})
    assert not found.tail_match_triggered
    assert [one.suggestion for one in found.query_suggestions] == ["quokka handbook"]


def test_completable_fields(rpc: Api, stores: Stores) -> None:
    data_store = stores.data_store(rpc)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            name: {"type": "string", "completable": True} for name in ("colour", "tint", "word")
        },
    }
    rpc.client("SchemaService").update_schema(
        request={
            "schema": {"name": f"{data_store}/schemas/default_schema", "struct_schema": schema}
        }
    ).result()
    colours = {"colour": "Green", "tint": "green", "word": "Yes", "size": "Great"}
    create_document(rpc, data_store, "a", struct_data=colours)
    request = {"data_store": data_store, "query": "gre", "query_model": "document-completable"}
    (found,) = service(rpc).complete_query(request=request).query_suggestions
    assert (found.suggestion, list(found.completable_field_paths)) == ("green", ["colour", "tint"])
    for model in ("search-history", "user-event"):
        assert complete(rpc, data_store, "gre", query_model=model) == []
    more = [{"suggestion": "greenish", "global_score": 0.1}]
    import_inline(rpc, data_store, "import_completion_suggestions", "suggestions", more)
    added, _ = service(rpc).complete_query(request=request).query_suggestions
    assert (added.suggestion, list(added.completable_field_paths)) == ("greenish", [])
    request |= {"query": "very yes", "include_tail_suggestions": True}
    (tail,) = service(rpc).complete_query(request=request).query_suggestions
    assert (tail.suggestion, list(tail.completable_field_paths)) == ("very yes", ["word"])


def test_imported_suggestions(api: Api, store: str) -> None:
    entries = [
        {"suggestion": "quokka selfie", "global_score": 0.9, "language_code": "en"},
        {"suggestion": "", "global_score": 0.9},
        {"suggestion": "quokka x", "global_score": 1.1},
        {"suggestion": "quokka y", "global_score": -0.1},
        {"suggestion": "quokka best", "global_score": 1},
        {"suggestion": "q" * 125, "global_score": 0.9},
        {"suggestion": "q" * 126, "global_score": 0.9},
        {"suggestion": "quokka z", "frequency": -1},
    ]
    response = import_inline(api, store, "import_completion_suggestions", "suggestions", entries)
    assert len(response.error_samples) == 5
    assert "'suggestion': at most 125 characters" in response.error_samples[-2].message
    assert "'frequency': must not be negative, got -1" in response.error_samples[-1].message
    assert {"quokka selfie", "quokka best"} <= set(complete(api, store, "quokka"))
    done = service(api).purge_completion_suggestions(request={"parent": store}).result()
    assert done.purge_succeeded
    assert "quokka selfie" not in complete(api, store, "quokka")


def test_suggestions_rank_by_their_score_or_else_by_how_frequent_they_are(
    rpc: Api, stores: Stores
) -> None:
    """ "Frequency ... will be used to rank suggestions when score is not available", says the
    reference: what has a score comes first."""
    data_store = stores.data_store(rpc)
    for number in range(10):
        create_document(rpc, data_store, f"d{number}", struct_data={"title": f"Emu {number}"})
    entries = [
        {"suggestion": "emu worst", "global_score": 0},
        {"suggestion": "emu often", "frequency": 7},
        {"suggestion": "emu seldom", "frequency": 2},
        {"suggestion": "emu good", "global_score": 0.2},
        {"suggestion": "emu best", "global_score": 0.9},
    ]
    import_inline(rpc, data_store, "import_completion_suggestions", "suggestions", entries)
    first = ["emu best", "emu good", "emu often", "emu seldom"]
    assert complete(rpc, data_store, "emu") == [*first, *(f"emu {number}" for number in range(6))]
    assert complete(rpc, data_store, "emu w") == ["emu worst"]


def test_websites_are_completed_by_what_was_searched_for(api: Api, stores: Stores) -> None:
    """ "`search-history` is the default model for site search dataStores", says the reference."""
    website = stores.data_store(api, content_config="PUBLIC_WEBSITE")
    content = text_content("Quokka handbook")
    create_document(api, website, "a", content=content, struct_data={"title": "Quokka handbook"})
    event = {"event_type": "search", "search_info": {"search_query": "quokka food"}}
    request = {"parent": website, "user_event": {**event, "user_pseudo_id": "visitor"}}
    api.client("UserEventService").write_user_event(request=request)
    assert complete(api, website, "quo") == ["quokka food"]
    assert complete(api, website, "quo", query_model="document") == ["quokka handbook"]


def test_one_suggestion_of_a_group(api: Api, store: str) -> None:
    entries = [
        {"suggestion": "emu", "global_score": 0.4, "group_id": "birds"},
        {"suggestion": "emu bird", "global_score": 0.6, "group_id": "birds"},
        {"suggestion": "emperor", "global_score": 0.5, "alternative_phrases": ["emus' friend"]},
    ]
    import_inline(api, store, "import_completion_suggestions", "suggestions", entries)
    assert complete(api, store, "em") == ["emu bird", "emperor"]
    assert complete(api, store, "emus") == ["emperor"]
    denied = [{"block_phrase": "emu bird", "match_operator": "EXACT_MATCH"}]
    import_inline(api, store, "import_suggestion_deny_list_entries", "entries", denied)
    assert complete(api, store, "em") == ["emperor", "emu"]


def test_the_deny_list(api: Api, store: str) -> None:
    entries = [
        {"block_phrase": "quokka handbook", "match_operator": "EXACT_MATCH"},
        {"block_phrase": "Diet", "match_operator": "CONTAINS"},
        {"block_phrase": "x"},
        {"block_phrase": "x" * 126, "match_operator": "CONTAINS"},
    ]
    response = import_inline(api, store, "import_suggestion_deny_list_entries", "entries", entries)
    assert (response.imported_entries_count, response.failed_entries_count) == (2, 2)
    assert complete(api, store, "quokka") == []
    done = service(api).purge_suggestion_deny_list_entries(request={"parent": store}).result()
    assert done.purge_count == 2
    assert len(complete(api, store, "quokka")) == 2


def test_a_call_brings_at_most_a_thousand_entries(api_v1: Api, store: str) -> None:
    entries = [
        {"block_phrase": f"p{number}", "match_operator": "EXACT_MATCH"} for number in range(1001)
    ]
    method = "import_suggestion_deny_list_entries"
    done = import_inline(api_v1, store, method, "entries", entries[:1000])
    assert done.imported_entries_count == 1000
    with pytest.raises(exceptions.BadRequest, match=r"inline_source\.entries.*1000"):
        import_inline(api_v1, store, method, "entries", entries)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"query": ""}, "query"),
        ({"query": "x" * 129}, "128 characters"),
        ({"query": "x", "query_model": "magic"}, "query_model"),
        ({"query": "x", "query_model": "automatic"}, "query_model"),
        ({"query": "x", "user_pseudo_id": "x" * 129}, "user_pseudo_id"),
    ],
)
def test_what_cannot_be_completed(api_v1: Api, store: str, fields, reason: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=reason):
        service(api_v1).complete_query(request={"data_store": store, **fields})


def test_a_data_store_that_is_not_there(api_v1: Api, stores: Stores) -> None:
    with pytest.raises(exceptions.NotFound, match="DataStore"):
        complete(api_v1, f"{stores.collection}/dataStores/nowhere", "x")


def test_an_engine_completes_from_all_its_data_stores(
    beta: Api, stores: Stores, store: str
) -> None:
    other = stores.data_store(beta)
    create_document(beta, other, "a", struct_data={"title": "Quokka shop"})
    engine = stores.engine(beta, store, other)
    request = {"completion_config": f"{engine}/completionConfig", "query": "quokka"}
    found = service(beta).advanced_complete_query(request=request).query_suggestions
    assert [one.suggestion for one in found] == [
        *("quokka handbook", "the quokka diet", "quokka shop")
    ]


def test_what_the_user_searched_for(beta: Api, store: str) -> None:
    events = beta.client("UserEventService")
    for query, user in (("quokka food", "me"), ("quokka home", "me"), ("quokka age", "other")):
        event = {
            "event_type": "search",
            "user_pseudo_id": user,
            "search_info": {"search_query": query},
        }
        events.write_user_event(request={"parent": store, "user_event": event})
    request = {
        "completion_config": f"{store}/completionConfig",
        "query": "quokka",
        "user_pseudo_id": "me",
        "suggestion_types": ["RECENT_SEARCH"],
    }
    found = service(beta).advanced_complete_query(request=request)
    recent = [one.suggestion for one in found.recent_search_suggestions]
    assert recent == ["quokka home", "quokka food"]
    assert list(found.query_suggestions) == []
    assert "quokka age" in complete(beta, store, "quokka", query_model="user-event")


def searched(api: Api, store: str, user: str, *queries: str) -> None:
    """Write events of a user who searches for these, one after another."""
    for query in queries:
        info = {"search_query": query}
        event = {"event_type": "search", "user_pseudo_id": user, "search_info": info}
        api.client("UserEventService").write_user_event({"parent": store, "user_event": event})


def test_only_what_is_there_now_is_suggested(beta: Api, store: str) -> None:
    """Also where as much is there as was before."""
    for query in ("dingo", "dove"):
        searched(beta, store, "me", query)
        assert complete(beta, store, "d", query_model="user-event") == [query]
        request = {"parent": store, "filter": "*", "force": True}
        beta.client("UserEventService").purge_user_events(request).result()


def recalled(api: Api, owner: str, user: str, query: str = "", **fields: object) -> list[str]:
    """What the user is reminded of."""
    request = {
        "completion_config": f"{owner}/completionConfig",
        "query": query,
        "user_pseudo_id": user,
        "suggestion_types": ["RECENT_SEARCH"],
        **fields,
    }
    found = service(api).advanced_complete_query(request).recent_search_suggestions
    return [one.suggestion for one in found]


def test_recent_searches_come_before_anything_is_typed(beta: Api, store: str) -> None:
    searched(beta, store, "early", "dingo", "emu", "fox")
    assert recalled(beta, store, "early") == ["fox", "emu", "dingo"]
    specs = [{"suggestion_type": "RECENT_SEARCH", "max_suggestions": 2}]
    assert recalled(beta, store, "early", suggestion_type_specs=specs) == ["fox", "emu"]
    with pytest.raises(exceptions.BadRequest, match="query"):
        recalled(beta, store, "early", suggestion_types=["RECENT_SEARCH", "QUERY"])
    with pytest.raises(exceptions.BadRequest, match=r"suggestion_types\[1\].*99"):
        recalled(beta, store, "early", suggestion_types=["RECENT_SEARCH", 99])
    searched(beta, store, "early", *(f"gnu {number}" for number in range(10)))
    specs = [{"suggestion_type": "RECENT_SEARCH", "max_suggestions": 13}]
    assert len(recalled(beta, store, "early", suggestion_type_specs=specs)) == 10
    specs = [{"suggestion_type": "RECENT_SEARCH", "max_suggestions": -1}]
    with pytest.raises(exceptions.BadRequest, match=r"specs\[0\]\.max_suggestions"):
        recalled(beta, store, "early", suggestion_type_specs=specs)


def test_a_user_may_have_recent_searches_removed(beta: Api, stores: Stores, store: str) -> None:
    engine = stores.engine(beta, store)
    searched(beta, store, "shy", "dingo", "emu", "fox")
    searched(beta, store, "open", "emu")
    config = {"completion_config": f"{engine}/completionConfig", "user_pseudo_id": "shy"}
    service(beta).remove_suggestion({**config, "search_history_suggestion": "Emu"})
    assert recalled(beta, engine, "shy") == ["fox", "dingo"]
    assert recalled(beta, engine, "open") == ["emu"]
    searched(beta, store, "shy", "emu")
    assert recalled(beta, engine, "shy") == ["emu", "fox", "dingo"]
    service(beta).remove_suggestion({**config, "remove_all_search_history_suggestions": True})
    assert recalled(beta, engine, "shy") == []


def test_v1alpha_whose_client_lacks_it_removes_them_too(
    http: httpx.Client, beta: Api, stores: Stores, store: str
) -> None:
    engine = stores.engine(beta, store)
    searched(beta, store, "shy", "emu")
    removal = {"userPseudoId": "shy", "searchHistorySuggestion": "emu"}
    path = f"/v1alpha/{engine}/completionConfig:removeSuggestion"
    assert http.post(path, json=removal).raise_for_status().json() == {}
    assert recalled(beta, engine, "shy") == []


def test_what_was_searched_for_since_is_not_removed(beta: Api, stores: Stores, store: str) -> None:
    engine = stores.engine(beta, store)
    info = {"search_query": "dingo"}
    times = ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000001Z")
    removal = {
        "completion_config": f"{engine}/completionConfig",
        "user_pseudo_id": "shy",
        "search_history_suggestion": "dingo",
        "remove_time": times[0],
    }
    for time, expected in zip(times, ([], ["dingo"]), strict=True):
        event = {"event_type": "search", "user_pseudo_id": "shy", "search_info": info}
        event["event_time"] = time
        beta.client("UserEventService").write_user_event({"parent": store, "user_event": event})
        service(beta).remove_suggestion(removal)
        assert recalled(beta, engine, "shy") == expected


def test_what_cannot_be_removed(beta: Api, stores: Stores, store: str) -> None:
    engine = stores.engine(beta, store)
    config = {"completion_config": f"{engine}/completionConfig", "user_pseudo_id": "shy"}
    for fields in ({}, {"search_history_suggestion": ""}):
        with pytest.raises(exceptions.BadRequest, match="search_history_suggestion"):
            service(beta).remove_suggestion({**config, **fields})
    of_all = "remove_all_search_history_suggestions"
    with pytest.raises(exceptions.BadRequest, match=of_all):
        service(beta).remove_suggestion({**config, of_all: False})
    with pytest.raises(exceptions.BadRequest, match="user_pseudo_id"):
        service(beta).remove_suggestion({**config, "user_pseudo_id": ""})
    config["completion_config"] = f"{stores.collection}/engines/nowhere/completionConfig"
    with pytest.raises(exceptions.NotFound, match="Engine"):
        service(beta).remove_suggestion({**config, "search_history_suggestion": "x"})


@pytest.mark.parametrize("version", ["v1", "v1alpha"])
def test_versions_whose_clients_lack_it_complete_as_well(
    http: httpx.Client, store: str, version: str
) -> None:
    response = http.post(
        f"/{version}/{store}/completionConfig:completeQuery", json={"query": "quokka"}
    )
    found = [one["suggestion"] for one in response.json()["querySuggestions"]]
    assert "quokka handbook" in found


def suggested(http: httpx.Client, owner: str, version: str = "v1", **body: object) -> Any:
    path = f"/{version}/{owner}/completionConfig:completeQuery"
    return http.post(path, json={"query": "quo", **body}).raise_for_status().json()


@pytest.mark.parametrize("version", ["v1", "v1beta", "v1alpha"])
def test_documents_are_suggested_by_their_titles(
    http: httpx.Client, beta: Api, stores: Stores, store: str, version: str
) -> None:
    address = "https://zoo.example/quokka"
    other = stores.data_store(beta)
    create_document(beta, other, "a", struct_data={"title": "Quokka shop", "uri": address})
    engine = stores.engine(beta, store, other)
    found = suggested(http, engine, version, suggestionTypes=["CONTENT"])
    assert found.keys() == {"contentSuggestions"}
    *_, last = found["contentSuggestions"]
    texts = [one["suggestion"] for one in found["contentSuggestions"]]
    assert texts == ["quokka handbook", "the quokka diet", "quokka shop"]
    assert last == {
        "suggestion": "quokka shop",
        "document": {
            "name": f"{other}/branches/0/documents/a",
            "derivedStructData": {"title": "Quokka shop", "uri": address, "link": address},
        },
        "dataStore": other,
        "destinationUri": address,
    }
    specs = [{"suggestionType": "CONTENT", "maxSuggestions": 2}]
    assert len(suggested(http, engine, suggestionTypeSpecs=specs)["contentSuggestions"]) == 2


def test_suggested_documents_are_those_of_now(http: httpx.Client, beta: Api, store: str) -> None:
    """Titles are kept between key strokes, and no longer than until a document is written."""

    def titles() -> list[str]:
        found = suggested(http, store, suggestionTypes=["CONTENT"]).get("contentSuggestions", [])
        return [one["suggestion"] for one in found]

    assert titles() == ["quokka handbook", "the quokka diet"]
    create_document(beta, store, "new", struct_data={"title": "Quokka songs"})
    assert titles() == ["quokka handbook", "quokka songs", "the quokka diet"]
    beta.client("DocumentService").delete_document(name=f"{store}/branches/0/documents/d0")
    assert titles() == ["quokka songs", "the quokka diet"]


def test_the_address_bar_of_chrome_asks_for_all_types(http: httpx.Client, store: str) -> None:
    body = {"suggestionTypes": [1, 2, 3, 5], "experimentIds": ["103126843"]}
    found = suggested(http, store, "v1alpha", **body)
    assert found.keys() == {"querySuggestions", "contentSuggestions"}


def test_what_is_not_built_is_named(beta: Api, store: str) -> None:
    request = {"completion_config": f"{store}/completionConfig", "query": "x"}
    nobody = {"suggestion_types": ["PEOPLE", "GOOGLE_WORKSPACE"]}
    for more in (nobody, {"boost_spec": {"condition_boost_specs": [{}]}}):
        with pytest.raises(exceptions.MethodNotImplemented):
            service(beta).advanced_complete_query(request={**request, **more})
