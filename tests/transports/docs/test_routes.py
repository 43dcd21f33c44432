"""The documentation's routes over one small service."""

from __future__ import annotations

import asyncio
from urllib.parse import urljoin

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser
from starlette.applications import Starlette

from emulator.transports.dispatch import Dispatcher
from emulator.transports.docs.routes import DocsApp
from emulator.transports.openapi import document as openapi


class SearchService:
    """One method, so that one is implemented and the others are not."""

    def search(self, request):
        """Never called."""


@pytest.fixture
def get():
    app = Starlette(
        routes=DocsApp(
            Dispatcher({("discoveryengine", "SearchService"): [SearchService()]})
        ).routes()
    )

    def fetch(path: str) -> httpx.Response:
        async def call() -> httpx.Response:
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
                return await client.get(path)

        return asyncio.run(call())

    return fetch


@pytest.mark.parametrize("path", ["/", "/docs", "/docs/"])
@pytest.mark.parametrize("prefix", ["", "/behind/a/prefix"])
def test_every_way_leads_to_the_documentation(get, path, prefix):
    answer = get(path)
    assert answer.status_code == 307
    assert urljoin(prefix + path, answer.headers["location"]) == f"{prefix}/docs/v1"


@pytest.mark.parametrize("prefix", ["", "/behind/a/prefix"])
def test_links_lead_to_what_there_is(get, prefix):
    page = f"{prefix}/docs/v1beta"
    links = {
        urljoin(page, node.attributes["href"])
        for node in LexborHTMLParser(get("/docs/v1beta").text).css("header a, dd a")
    }
    paths = {f"/docs/{version}" for version in ("v1", "v1beta", "v1alpha")}
    paths |= {"/openapi.json", "/console", "/emulator/v1/openapi.json"}
    assert links == {prefix + path for path in paths}


def test_the_openapi_document_has_the_implemented_method_alone(get):
    answer = get("/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    shown = answer.json()
    assert {path.partition(":")[2] for path in shown["paths"]} == {"search"}
    assert [tag["name"] for tag in shown["tags"]] == [
        "SearchService v1",
        "SearchService v1alpha",
        "SearchService v1beta",
    ]


def test_the_page_has_the_implemented_method_and_names_the_others(get):
    page = get("/docs/v1").text
    assert 'id="SearchService.Search"' in page
    assert 'id="SearchService.SearchLite"' not in page
    assert "SearchLite" in page


@pytest.mark.parametrize("version", ["v1", "v1beta", "v1alpha"])
def test_every_version_has_a_page(get, version):
    answer = get(f"/docs/{version}")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f"<h1>Discovery Engine API {version}</h1>" in answer.text


def test_another_version_is_not_found(get):
    answer = get("/docs/v2")
    assert answer.status_code == 404
    assert answer.text == "There is no version v2; there are v1, v1beta, v1alpha.\n"


def test_a_document_is_made_at_the_first_call_and_kept(get, monkeypatch):
    made = []
    original = openapi.document
    monkeypatch.setattr(openapi, "document", lambda methods: made.append(1) or original(methods))
    assert made == []
    assert get("/openapi.json").content == get("/openapi.json").content
    assert get("/docs/v1").content == get("/docs/v1").content
    assert len(made) == 2
