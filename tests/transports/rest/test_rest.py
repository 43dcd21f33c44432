"""HTTP/JSON transcoding: routes, versions, spellings, errors, and whatever a client may send."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from emulator.surface.errors import already_exists
from emulator.surface.messages import discoveryengine
from emulator.surface.registry import Method, surface
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE
from tests.transports import tiny
from tests.transports.failures import failed, failure

PRODUCTS = f"{DEMO}/dataStores/demo-products"
DOCUMENT = f"{PRODUCTS}/branches/0/documents/skylark-3"
VERSIONS = ["v1", "v1beta", "v1alpha"]
NUMBERS = "?%24alt=json%3Benum-encoding%3Dint"


def url(method: Method) -> tuple[str, str]:
    """An HTTP verb and a path at which the method is served."""
    binding = method.bindings[0]
    path = re.sub(r"\{[\w.]+=([^}]*)\}", r"\1", binding.template)
    return binding.verb, re.sub(r"\*\*?", "none", path)


METHODS = [(method, *url(method)) for method in surface.methods if method.bindings]


def test_every_rpc_that_no_service_implements_says_so_by_its_name():
    """A door without any service: the URL of each RPC is known, and so is its name."""
    wrong = []
    for method, verb, path in METHODS:
        response = tiny.ask(tiny.app(), verb, path, headers={"host": f"{method.api}.localhost"})
        body = response.json()
        error = failure(body[0] if method.server_streaming else body, "UNIMPLEMENTED")
        if error["message"] != f"{method.full_name} is not implemented by the emulator.":
            wrong.append((method.full_name, error["message"]))
    # Services that offer the same RPC at the same URL cannot be told apart there.
    twins = {"ConversationalSearchService", "SessionService"}
    assert [one for one in wrong if one[0].split(".")[-2] not in twins] == []


def test_every_rpc_answers_or_says_why_not(http):
    wrong = []
    for method, verb, path in METHODS:
        response = http.request(verb, path)
        body = response.json()
        element = body[0] if isinstance(body, list) else body
        if response.status_code == 200:
            continue
        error = failure(element, element["error"]["status"])
        named = f".{method.rpc} is not implemented by the emulator." in error["message"]
        if response.status_code >= 500 and not (response.status_code == 501 and named):
            wrong.append((method.full_name, error))
    assert wrong == []


# Routes


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    "name",
    [
        DOCUMENT,
        DOCUMENT.replace("/collections/default_collection", ""),
        DOCUMENT.replace("/branches/0/", "/branches/default_branch/"),
        DOCUMENT.replace("skylark-3", "skylark%2D3"),
        DOCUMENT + "/",
    ],
)
def test_a_resource_has_one_name_and_many_spellings(http, version, name):
    plain = http.get(f"/{version}/{DOCUMENT}").json()
    response = http.get(f"/{version}/{name}")
    assert response.status_code == 200
    assert response.json() == plain
    by_number = http.get(f"/{version}/{plain['name']}")
    assert by_number.json() == plain


@pytest.mark.parametrize(
    "path",
    [
        *("/v1", "/v1/", "/v2/" + DEMO_ENGINE, "/v1alphabet/" + DEMO_ENGINE, "/nothing"),
        "/" + DEMO_ENGINE,
        f"/v1//{DEMO_ENGINE}",
        f"/v1/{DEMO_ENGINE}/unknown",
        f"/v1/{DEMO_ENGINE}:unknown/x",
        f"/v1/{DEMO}/engines//sessions",
    ],
)
@pytest.mark.parametrize("verb", ["GET", "POST", "PATCH", "DELETE", "PUT"])
def test_what_is_not_served_is_not_found(http, verb, path):
    error = failed(http.request(verb, path), "NOT_FOUND")
    assert error["message"].startswith(f"No method of the API is served at {verb} {path}.")


def test_a_path_under_another_verb_tells_what_it_is_served_for(http):
    error = failed(http.put(f"/v1/{DEMO_ENGINE}"), "NOT_FOUND")
    assert error["message"].endswith(" It is served for GET, PATCH, DELETE.")
    failed(http.get(f"/v1/{DEMO_CONFIG}:search"), "NOT_FOUND", "It is served for POST.")
    error = failed(http.post(f"/v1/{DEMO_ENGINE}:unknown"), "NOT_FOUND")
    assert error["message"].endswith(f"{DEMO_ENGINE}:unknown.")


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        (f"/v1/{DEMO_ENGINE}:search", f"/v1/{DEMO_ENGINE}/servingConfigs/default_search:search"),
        (f"/{DEMO_CONFIG}:search", f"/v1/{DEMO_CONFIG}:search"),
        (f"/v1/v1/{DEMO_CONFIG}:search", f"/v1/{DEMO_CONFIG}:search"),
        (f"/v1beta/{DEMO_CONFIG}:Search", f"/v1beta/{DEMO_CONFIG}:search"),
        ("/v1alpha/projects/demo/locations/us/apps", "/v1/projects/demo/locations/us/apps"),
    ],
)
def test_a_path_that_is_nearly_served_tells_which_is_meant(http, path, meant):
    error = failed(http.post(path), "NOT_FOUND")
    assert error["message"].endswith(f" {path}. Did you mean {meant}?")


@pytest.mark.parametrize("path", ["/", "/sse", "/mcp/sse", "/MCP", "/v1/mcp", "/messages"])
def test_clients_that_look_for_mcp_elsewhere_are_told_where_it_is(http, path):
    error = failed(http.post(path), "NOT_FOUND")
    assert error["message"].endswith(" MCP is served at /mcp, over streamable HTTP.")


def test_a_verb_that_is_no_verb(http):
    failed(http.request("PROPFIND", f"/v1/{DEMO_ENGINE}"), "NOT_FOUND", "PROPFIND")


def test_head_answers_without_a_body(http):
    response = http.head(f"/v1/{DEMO_ENGINE}")
    assert response.status_code == 200
    assert response.content == b""
    assert http.head(f"/v1/{DEMO_ENGINE}-none").status_code == 404


def test_options_tell_the_verbs(http):
    response = http.options(f"/v1/{DEMO_ENGINE}")
    assert response.status_code == 204
    assert response.headers["allow"] == "GET, PATCH, DELETE, OPTIONS"
    assert response.content == b""
    assert http.options("/v1/nothing").status_code == 404


def test_the_server_as_a_whole_has_no_verbs():
    start, _ = tiny.messages(tiny.app(), "*", b"", method="OPTIONS")
    assert (start["status"], start["headers"]) == (404, [(b"allow", b"OPTIONS")])


@pytest.mark.parametrize(
    "name", ["a%20b", "日本", "%E6%97%A5%E6%9C%AC", "a%2Fb", "%00", "%25", "a+b"]
)
def test_an_id_of_any_characters_is_looked_for(http, name):
    failed(http.get(f"/v1/{DEMO_ENGINE}/sessions/{name}"), "NOT_FOUND", "Session with name ")


def test_a_name_is_not_found_as_it_was_asked_for(http):
    error = failed(http.get(f"/v1/{DEMO_ENGINE}/sessions/%E6%97%A5%20a%2Fb:c"), "NOT_FOUND")
    assert error["message"].endswith('/sessions/日 a%2Fb:c" does not exist.')


@pytest.mark.parametrize("name", ["%ff", "%ED%A0%80", "a%C3"])
def test_a_path_that_is_no_utf8_is_refused(http, name):
    failed(http.get(f"/v1/{DEMO_ENGINE}/sessions/{name}"), "INVALID_ARGUMENT", "not valid UTF-8")


def test_a_get_may_come_as_a_post_when_its_query_is_long(http):
    """So does Google's discovery client with URLs past 2,048 characters."""
    condition = " OR ".join(f'display_name = "{number}"' for number in range(200))
    response = http.post(
        f"/v1/{DEMO_ENGINE}/sessions?",
        data={"filter": condition, "pageSize": "1"},
        headers={"x-http-method-override": "GET"},
    )
    assert response.json() == {}


def test_a_patch_may_come_as_a_post(http):
    parent = f"/v1/{DEMO_ENGINE}/sessions"
    name = http.post(parent, json={}).json()["name"]
    response = http.post(
        f"/v1/{name}?updateMask=displayName",
        json={"displayName": "n"},
        headers={"x-http-method-override": "PATCH"},
    )
    assert response.json()["displayName"] == "n"


# Versions


def test_a_field_of_a_newer_version_is_refused_by_an_older_one(http):
    body = {"query": "warranty", "regionCode": "US"}
    response = http.post(f"/v1/{DEMO_CONFIG}:search", json=body)
    failed(response, "INVALID_ARGUMENT", 'Unknown name "regionCode": Cannot find field.')
    # Known there, whether or not it has any behaviour.
    response = http.post(f"/v1beta/{DEMO_CONFIG}:search", json=body)
    assert response.status_code == 200 or "regionCode" not in response.json()["error"]["message"]


def test_an_answer_leaves_out_what_its_version_does_not_have():
    class Searches:
        def search(self, _request: Any) -> Any:
            return discoveryengine.SearchResponse(attribution_token="t", suggested_query="q")

    door = tiny.app(SearchService=Searches())
    path = f"{tiny.E}/servingConfigs/default_search:search"
    assert tiny.ask(door, "POST", f"/v1/{path}", json={}).json() == {"attributionToken": "t"}
    assert tiny.ask(door, "POST", f"/v1beta/{path}", json={}).json() == {
        "attributionToken": "t",
        "suggestedQuery": "q",
    }


def test_an_operations_types_are_of_the_version_that_asks(http):
    body = {"inlineSource": {"documents": [{"id": "any-types", "structData": {"a": 1}}]}}
    parent = f"{PRODUCTS}/branches/0"
    operation = http.post(f"/v1/{parent}/documents:import", json=body).json()
    for version in VERSIONS:
        shown = http.get(f"/{version}/{operation['name']}").json()
        package = f"type.googleapis.com/google.cloud.discoveryengine.{version}"
        assert shown["metadata"]["@type"] == f"{package}.ImportDocumentsMetadata"
        assert shown["response"]["@type"] == f"{package}.ImportDocumentsResponse"
        listed = http.get(f"/{version}/{parent}/operations").json()["operations"]
        types = {one[part]["@type"] for one in listed for part in ("metadata", "response")}
        assert all(one.startswith(f"{package}.") for one in types)


# Parameters


@pytest.mark.parametrize(
    "query",
    [
        *(
            "$alt=json;enum-encoding=int",
            "%24alt=json%3Benum-encoding%3Dint",
            "alt=json",
            "$alt=json",
        ),
        *(
            "key=k",
            "%24key=k",
            "$.xgafv=2",
            "%24.xgafv=1",
            "prettyPrint=false",
            "$prettyPrint=true",
        ),
        *("fields=name", "access_token=t", "oauth_token=t", "quotaUser=u", "callback=c"),
        *("upload_protocol=raw", "uploadType=media", "$userProject=p", "alt=media", ""),
    ],
)
def test_system_parameters_are_accepted(http, query):
    response = http.get(f"/v1/{DEMO_ENGINE}?{query}")
    assert response.status_code == 200
    assert response.json()["name"].endswith("/engines/demo")


def test_enums_are_names_or_numbers(http):
    names, numbers = (http.get(f"/v1/{DEMO_ENGINE}{query}").json() for query in ("", NUMBERS))
    assert (names["solutionType"], numbers["solutionType"]) == ("SOLUTION_TYPE_SEARCH", 2)


def test_answers_are_indented_unless_that_is_not_wanted(http):
    assert b'\n  "name"' in http.get(f"/v1/{DEMO_ENGINE}").content
    assert b"\n" not in http.get(f"/v1/{DEMO_ENGINE}?prettyPrint=false").content
    assert b"\n" not in http.get(f"/v1/{DEMO_ENGINE}{NUMBERS}").content


@pytest.mark.parametrize("query", ["pageSize=2", "page_size=2", "pageSize=2&pageToken="])
def test_fields_in_the_query_have_either_spelling(http, query):
    listed = http.get(f"/v1/{PRODUCTS}/branches/0/documents?{query}").json()
    assert len(listed["documents"]) == 2


@pytest.mark.parametrize("query", ["foo=1", "page-size=1", "parent.x=1", "=1", "Key=1"])
def test_an_unknown_query_parameter_is_refused(http, query):
    failed(
        http.get(f"/v1/{PRODUCTS}/branches/0/documents?{query}"),
        "INVALID_ARGUMENT",
        "Cannot bind query parameter. Field '",
    )


def test_a_violation_says_beside_the_words_of_the_service_what_is_meant(http):
    body = {"query": "x", "snippetSpec": {}, "spellCorrectionSpec": {"mode": "auto"}}
    response = http.post(f"/v1/{DEMO_CONFIG}:search?pagesize=1", json=body)
    [detail] = failed(response, "INVALID_ARGUMENT")["details"]
    assert [one["localizedMessage"] for one in detail["fieldViolations"]] == [
        {"locale": "en", "message": message}
        for message in (
            "Did you mean contentSearchSpec.snippetSpec?",
            "It is one of SUGGESTION_ONLY, AUTO.",
            "Did you mean pageSize?",
        )
    ]


def test_all_mistakes_in_query_and_body_are_told_at_once(http):
    error = failed(
        http.post(f"/v1/{DEMO_CONFIG}:search?foo=1&pageSize=x", json={"bar": 1, "query": []}),
        "INVALID_ARGUMENT",
    )
    assert len(error["details"][0]["fieldViolations"]) == 4
    assert error["message"].count("\n") == 3


def test_an_empty_id_in_the_query_is_a_missing_one(http):
    parent = f"/v1/{PRODUCTS}/branches/0/documents"
    failed(http.post(f"{parent}?documentId=", json={"structData": {}}), "INVALID_ARGUMENT")


# Failures of services


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (already_exists("Session", "s"), "ALREADY_EXISTS", "Session s already exists."),
        (ValueError("secret"), "INTERNAL", "Internal error encountered."),
        (RecursionError(), "INTERNAL", "Internal error encountered."),
    ],
)
def test_what_a_service_raises(error, code, text):
    class Search:
        def search(self, _request: Any) -> Any:
            raise error

    response = tiny.ask(tiny.app(SearchService=Search()), "POST", tiny.SEARCH, json={})
    assert failed(response, code)["message"] == text


def test_an_answer_that_cannot_be_written_is_an_internal_error():
    class Search:
        def search(self, _request: Any) -> Any:
            return "no message"

    response = tiny.ask(tiny.app(SearchService=Search()), "POST", tiny.SEARCH, json={})
    failed(response, "INTERNAL", "Internal error encountered.")


def test_many_calls_at_once(http):
    body = {"query": "warranty", "pageSize": 3}

    def names(_: int) -> list[str]:
        found = http.post(f"/v1/{DEMO_CONFIG}:search", json=body).json()["results"]
        return [one["document"]["name"] for one in found]

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(names, range(40)))
    assert all(one == answers[0] for one in answers)
