"""The console as a browser gets it: whole, and nothing in it that comes from elsewhere."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest
from hatchling.builders.wheel import WheelBuilder
from selectolax.lexbor import LexborHTMLParser
from starlette.applications import Starlette

from emulator.console.routes import routes
from tests.processes import ROOT

FILES = ROOT / "emulator" / "console" / "files"
NAMES = sorted(path.relative_to(FILES).as_posix() for path in FILES.rglob("*") if path.is_file())
SCRIPTS = [name for name in NAMES if name.endswith(".js")]
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@pytest.fixture
def get():
    app = Starlette(routes=routes())

    def fetch(path: str, headers: dict[str, str] | None = None, verb: str = "GET"):
        async def call() -> httpx.Response:
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
                return await client.request(verb, path, headers=headers)

        return asyncio.run(call())

    return fetch


def test_an_emulator_serves_it(http: httpx.Client) -> None:
    answer = http.get("/console")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert http.get("/console/main.js").status_code == 200


@pytest.mark.parametrize("name", ["", *NAMES])
def test_every_file_has_its_type_and_the_rules_for_browsers(get, name: str) -> None:
    answer = get(f"/console/{name}" if name else "/console")
    assert answer.status_code == 200
    assert answer.content == (FILES / (name or "index.html")).read_bytes()
    assert answer.headers["content-type"] == TYPES[Path(name or "index.html").suffix]
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["x-content-type-options"] == "nosniff"
    rules = answer.headers["content-security-policy"].split("; ")
    policy = dict(rule.split(" ", 1) for rule in rules)
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["require-trusted-types-for"] == "'script'"


@pytest.mark.parametrize("path", ["/console", "/console/main.js"])
def test_what_a_browser_has_is_not_sent_again(get, path: str) -> None:
    etag = get(path).headers["etag"]
    answer = get(path, {"if-none-match": etag})
    assert (answer.status_code, answer.content) == (304, b"")
    assert get(path, {"if-none-match": '"another"'}).status_code == 200


@pytest.mark.parametrize("prefix", ["", "/behind/a/prefix"])
def test_a_slash_at_the_end_leads_to_the_page(get, prefix: str) -> None:
    answer = get("/console/")
    assert answer.status_code == 307
    assert urljoin(f"{prefix}/console/", answer.headers["location"]) == f"{prefix}/console"


@pytest.mark.parametrize(
    "path",
    [
        "/console/nothing.js",
        "/console/views",
        "/console/../routes.py",
        "/console/..%2froutes.py",
        "/console/%2e%2e/routes.py",
        "/console/views/..%2f..%2f..%2froutes.py",
        "/console/..%5croutes.py",
        f"/console/{ROOT}/README.md",
        "/console/%00",
    ],
)
def test_nothing_else_is_served(get, path: str) -> None:
    assert get(path).status_code == 404


@pytest.mark.parametrize("path", ["/console", "/console/main.js"])
def test_it_is_only_read(get, path: str) -> None:
    assert get(path, verb="POST").status_code == 405
    assert get(path, verb="HEAD").status_code == 200


@pytest.mark.parametrize("prefix", ["", "/behind/a/prefix"])
def test_the_page_names_what_there_is(get, prefix: str) -> None:
    page = LexborHTMLParser(get("/console").text)
    named = [
        one.attributes.get("src") or one.attributes["href"] for one in page.css("script, link")
    ]
    assert len(named) == 3
    for name in named:
        path = urljoin(f"{prefix}/console", name)
        assert get(path.removeprefix(prefix)).status_code == 200, path


def test_the_page_leads_to_the_documentation(http: httpx.Client) -> None:
    page = LexborHTMLParser(http.get("/console").text)
    link = page.css_first("a.docs").attributes["href"]
    assert http.get(urljoin("/console", link)).status_code == 200


def test_nothing_stands_in_the_page_that_runs_or_shapes_it(get) -> None:
    page = LexborHTMLParser(get("/console").text)
    inside = page.css("script:not([src]), style, [style], iframe, object")
    assert [node.html for node in inside] == []
    handlers = [name for node in page.css("*") for name in node.attributes if name.startswith("on")]
    assert handlers == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_import_what_is_served(get, name: str) -> None:
    text = (FILES / name).read_text()
    for found in re.findall(r'^(?:import|export) .*?from "(.*?)";$|import\("(.*?)"\)', text, re.M):
        path = urljoin(f"/console/{name}", found[0])
        assert get(path).headers["content-type"].startswith("text/javascript"), path


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_make_no_markup_of_text(name: str) -> None:
    text = (FILES / name).read_text()
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b", text)


def test_nothing_is_loaded_from_elsewhere() -> None:
    assert not re.search(r"url\(|@import", (FILES / "console.css").read_text())
    for name in NAMES:
        text = (FILES / name).read_text()
        assert not re.search(r"""(?:from|fetch\(|src=|href=)\s*["'`]https?:""", text), name


def test_a_wheel_has_every_file() -> None:
    builder = WheelBuilder(str(ROOT))
    inside = {file.distribution_path for file in builder.recurse_included_files()}
    assert {f"emulator/console/files/{name}" for name in NAMES} <= inside
