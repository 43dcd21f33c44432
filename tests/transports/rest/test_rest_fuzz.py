"""Whatever a client may send is answered or refused, never with a fault of the emulator."""

from __future__ import annotations

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE
from tests.transports.failures import failure

PRODUCTS = f"{DEMO}/dataStores/demo-products"
PATHS = [
    ("POST", f"/v1/{DEMO_CONFIG}:search"),
    ("POST", f"/v1/{DEMO_CONFIG}:answer"),
    ("POST", f"/v1/{DEMO_CONFIG}:streamAnswer"),
    ("GET", f"/v1/{DEMO_ENGINE}/sessions"),
    ("PATCH", f"/v1/{DEMO_ENGINE}/sessions/none"),
    ("POST", f"/v1/{DEMO}/dataStores"),
    ("POST", f"/v1/{PRODUCTS}/branches/0/documents:import"),
    ("GET", f"/v1/{PRODUCTS}/branches/0/documents"),
    ("POST", f"/v1/{PRODUCTS}/branches/0/documents"),
    ("GET", f"/v1beta/{PRODUCTS}/operations"),
    ("POST", f"/v1alpha/{DEMO}/engines"),
]
NAMES = st.sampled_from(
    [
        *("query", "text", "pageSize", "page_size", "filter", "orderBy", "session", "structData"),
        *("inlineSource", "documents", "id", "name", "offset", "facetSpecs", "boostSpec", "foo"),
        *("contentSearchSpec", "snippetSpec", "documentId", "updateMask", "pageToken", "content"),
        *("displayName", "searchSpec", "searchParams", "answerGenerationSpec", "allowMissing"),
    ]
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=10,
)
QUERIES = st.lists(
    st.tuples(
        NAMES | st.just("$alt"), st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
    ),
    max_size=3,
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(PATHS), QUERIES, st.dictionaries(NAMES, VALUES, max_size=4) | VALUES)
def test_a_random_request_is_answered_or_refused(http: httpx.Client, where, query, body):
    verb, path = where
    response = http.request(verb, path, params=query, json=body if verb != "GET" else None)
    answer = response.json()
    if response.status_code != 200:
        element = answer[0] if isinstance(answer, list) else answer
        failure(element, element["error"]["status"])
        assert response.status_code in (400, 404, 409, 501), response.text


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(PATHS), st.binary(max_size=40), st.binary(max_size=20))
def test_random_bytes_are_refused(http: httpx.Client, where, body, query):
    verb, path = where
    escaped = "".join(f"%{byte:02x}" for byte in query)
    response = http.request(verb, f"{path}?{escaped}", content=b"\xff" + body)
    answer = response.json()
    failure(answer[0] if isinstance(answer, list) else answer, "INVALID_ARGUMENT")
