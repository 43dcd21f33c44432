"""The discovery document of one version of one API: "discovery#restDescription"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emulator.surface.registry import Method, surface
from emulator.transports.discovery.methods import SCOPE, description, place
from emulator.transports.discovery.schemas import DiscoverySchemas
from emulator.transports.openapi.paths import by_preference
from emulator.transports.openapi.schemas import Schema

_TITLES = {
    "discoveryengine": "Discovery Engine",
    "ces": "Customer Engagement Suite",
}
_TEXT: Schema = {"type": "string", "location": "query"}
_PARAMETERS: Mapping[str, Schema] = {
    "$.xgafv": {**_TEXT, "description": "The format of errors.", "enum": ["1", "2"]},
    "access_token": {**_TEXT, "description": "An OAuth access token."},
    "alt": {
        **_TEXT,
        "description": "The format of the response.",
        "enum": ["json", "media", "proto"],
        "default": "json",
    },
    "callback": {**_TEXT, "description": "The function of a JSONP response."},
    "fields": {**_TEXT, "description": "Which fields a partial response has."},
    "key": {**_TEXT, "description": "An API key."},
    "oauth_token": {**_TEXT, "description": "An OAuth 2.0 token."},
    "prettyPrint": {
        "type": "boolean",
        "location": "query",
        "description": "Whether the response is indented.",
        "default": "true",
    },
    "quotaUser": {**_TEXT, "description": "Whose quota is used."},
    "uploadType": {**_TEXT, "description": "The protocol of a media upload."},
    "upload_protocol": {**_TEXT, "description": "The protocol of a media upload."},
}
"""The parameters that every method has."""


def has_document(api: str, version: str) -> bool:
    """Whether there is such a version of such an API."""
    return any(one.api == api and one.version == version for one in surface.methods)


def document(api: str, version: str, root: str) -> Schema:
    """The document; clients that are made from it call `root`, an address with a `/` at its end."""
    package = f"google.cloud.{api}.{version}"
    schemas = DiscoverySchemas(package)
    resources = _resources([one for one in surface.methods if one.package == package], schemas)
    return {
        "kind": "discovery#restDescription",
        "discoveryVersion": "v1",
        "id": f"{api}:{version}",
        "name": api,
        "version": version,
        "title": f"{_TITLES[api]} API",
        "canonicalName": _TITLES[api],
        "description": f"{_TITLES[api]}, as the emulator serves it.",
        "protocol": "rest",
        "rootUrl": root,
        "baseUrl": root,
        "basePath": "",
        "servicePath": "",
        "batchPath": "batch",
        "fullyEncodeReservedExpansion": True,
        "version_module": True,
        "parameters": _PARAMETERS,
        "auth": {"oauth2": {"scopes": {SCOPE: {"description": "Accepted and not checked."}}}},
        "resources": resources,
        "schemas": schemas.all(),
    }


def _resources(methods: list[Method], schemas: DiscoverySchemas) -> dict[str, Any]:
    """The resources, each with its methods and the resources below it."""
    root: dict[str, Any] = {}
    for method in methods:
        for binding in by_preference(method):
            above, name = place(method, binding)
            api = method.api
            node = root
            for one in above:
                node = node.setdefault("resources", {}).setdefault(one, {})
            told = description(method, binding, schemas)
            node.setdefault("methods", {}).setdefault(
                name, {"id": ".".join((api, *above, name)), **told}
            )
    found: dict[str, Any] = root["resources"]
    return found
