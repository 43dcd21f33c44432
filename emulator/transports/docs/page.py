"""The page of one version: its methods by service, then the types that they use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from emulator.transports.docs import fields
from emulator.transports.docs.curl import ORIGIN
from emulator.transports.docs.method import ShownMethod, card, shown_methods
from emulator.transports.docs.text import html
from emulator.transports.openapi.schemas import Schema

VERSIONS = ("v1", "v1beta", "v1alpha")
_HERE = Path(__file__).parent


def page(document: Mapping[str, Any], version: str, refused: Mapping[str, Sequence[str]]) -> str:
    """The HTML page; `refused` are the RPCs that are not implemented, by the service's name."""
    methods = sorted(shown_methods(document, version), key=_service_order)
    groups = [list(group) for _, group in groupby(methods, _service_order)]
    return (
        "<!doctype html>"
        '<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="data:,">'
        f"<title>Discovery Engine emulator, {version}</title>"
        f"<style>{_asset('page.css')}</style></head><body>"
        f"{_header(version)}{_navigation(groups)}"
        f"<main>{_introduction(version, len(methods))}"
        f"{''.join(_service(document, group) for group in groups)}"
        f"{_types(document, version)}{_refused(refused)}"
        '<p id="nothing" hidden>Nothing matches.</p></main>'
        f"<script>{_asset('page.js')}</script></body></html>"
    )


def _header(version: str) -> str:
    tabs = "".join(
        f'<a href="{one}"{" aria-current=page" if one == version else ""}>{one}</a>'
        for one in VERSIONS
    )
    return (
        '<header><a class="title" href="v1">Discovery Engine emulator</a>'
        f'<nav class="versions" aria-label="Version">{tabs}</nav>'
        '<input id="find" type="search" placeholder="Find a method, path or type  ( / )" '
        'aria-label="Find a method, path or type" autocomplete="off"></header>'
    )


def _service_order(method: ShownMethod) -> tuple[bool, bool, str]:
    """Discovery Engine, then CES, then what serves both."""
    own = method.package.startswith("google.cloud.")
    return (not own, ".ces." in method.package, method.service)


def _navigation(groups: Sequence[Sequence[ShownMethod]]) -> str:
    parts = []
    for methods in groups:
        links = "".join(f'<li><a href="#{one.id}">{escape(one.name)}</a></li>' for one in methods)
        first = methods[0]
        title = f'<a href="#{first.service_id}"><b>{first.service}</b></a>'
        parts.append(f"<li>{title}<ul>{links}</ul></li>")
    parts.append('<li><a href="#types"><b>Types</b></a></li>')
    parts.append('<li><a href="#refused"><b>Not implemented</b></a></li>')
    return f'<nav class="contents" aria-label="Contents"><ul>{"".join(parts)}</ul></nav>'


def _introduction(version: str, count: int) -> str:
    return (
        f'<section class="introduction"><h1>Discovery Engine API {version}</h1>'
        f"<p>This emulator implements {count} methods of {version}. No credentials are needed: "
        "any are accepted, and none are checked.</p><dl>"
        f"<dt>REST</dt><dd><code>{ORIGIN}/{version}/…</code></dd>"
        "<dt>gRPC</dt><dd>plaintext, on the port that the emulator prints when it starts</dd>"
        f"<dt>MCP</dt><dd><code>{ORIGIN}/mcp</code></dd>"
        '<dt>OpenAPI</dt><dd><a href="../openapi.json">openapi.json</a></dd>'
        "<dt>For tests</dt><dd>faults, recorded requests, the clock and projects: "
        '<a href="../emulator/v1/openapi.json">emulator/v1/openapi.json</a></dd>'
        '<dt>Console</dt><dd><a href="../console">console</a>, to ask and search with</dd></dl>'
        "<p>The calls below read the demo corpus. Those that change something do it in a data "
        "store, an engine and an app called <code>notes</code>, which three of the calls create. "
        "Words in capitals are yours to replace.</p>"
        "</section>"
    )


def _service(document: Mapping[str, Any], methods: Sequence[ShownMethod]) -> str:
    cards = "".join(card(document, one) for one in methods)
    first = methods[0]
    heading = f"<h2>{first.service} <small>{first.package}</small></h2>"
    return f'<section class="service" id="{first.service_id}">{heading}{cards}</section>'


def _types(document: Mapping[str, Any], version: str) -> str:
    """The components that this version's methods refer to, or any version's."""
    shown = "".join(
        _type(name, schema)
        for name, schema in document["components"]["schemas"].items()
        if name.startswith((f"discoveryengine.{version}.", f"ces.{version}.", "google."))
        if not name.endswith("Body")
    )
    return f'<section class="service" id="types"><h2>Types</h2>{shown}</section>'


def _type(name: str, schema: Schema) -> str:
    short = fields.short_name(name)
    kind = " <small>enum</small>" if "enum" in schema else ""
    described = schema.get("description", "")
    bare = [value for value in schema.get("enum", ()) if f"- `{value}`" not in described]
    return (
        f'<details class="type" id="{escape(fields.type_id(name))}" '
        f'data-find="{escape(short.lower())}"><summary><b>{escape(short)}</b>{kind}</summary>'
        f'<div class="inside">{html(described)}{_values(bare)}'
        f"{fields.properties_table(schema)}</div></details>"
    )


def _values(values: Sequence[str]) -> str:
    """The values of an enum that its description does not list."""
    items = "".join(f"<li><code>{escape(value)}</code></li>" for value in values)
    return f"<ul>{items}</ul>" if items else ""


def _refused(refused: Mapping[str, Sequence[str]]) -> str:
    rows = "".join(_refused_row(service, names) for service, names in refused.items())
    return (
        '<section class="service" id="refused"><h2>Not implemented</h2>'
        "<p>These answer UNIMPLEMENTED (HTTP status 501).</p>"
        f'<table class="fields">{rows}</table></section>'
    )


def _refused_row(full_service: str, names: Sequence[str]) -> str:
    package, _, service = full_service.rpartition(".")
    find = escape(" ".join((service, *names)).lower())
    first = f"<b>{escape(service)}</b><br><small>{escape(package)}</small>"
    return f'<tr data-find="{find}"><th>{first}</th><td>{escape(", ".join(names))}</td></tr>'


@cache
def _asset(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
