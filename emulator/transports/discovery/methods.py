"""The methods of a discovery document, under the resources that their paths name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from emulator.surface.registry import Binding, Method, surface
from emulator.surface.wellknown import camel_case
from emulator.transports.discovery.schemas import DiscoverySchemas
from emulator.transports.openapi.parameters import query_parameters
from emulator.transports.openapi.paths import open_path
from emulator.transports.openapi.schemas import Schema, field_message

SCOPE = "https://www.googleapis.com/auth/cloud-platform"

_VARIABLE = re.compile(r"\{(?P<field>[\w.]+)=(?P<pattern>[^}]*)\}")
_STAR = re.compile(r"\*\*?")
_WILDCARD = re.compile(r"([\w-]+)/\*\*?")
_STANDARD = re.compile(r"Get|List|Create|Update|Delete")
_NAMES = {"Update": "patch"}


def place(method: Method, binding: Binding) -> tuple[tuple[str, ...], str]:
    """The resources above a method, outermost first, and its name among their methods.

    What a standard method does with a resource that is the only one of its kind names the kind, as
    in `getSiteSearchEngine`.
    """
    path, _, verb = _VARIABLE.sub(r"\g<pattern>", binding.template).partition(":")
    segments = path.split("/")[2:]
    literals = tuple(one for one in segments if "*" not in one)
    if verb:
        return literals, verb
    standard, own_name = _STANDARD.match(method.rpc), method.rpc[0].lower() + method.rpc[1:]
    is_collection = method.rpc.startswith(("List", "Create"))
    if standard and (is_collection or "*" in segments[-1]):
        return literals, _NAMES.get(standard[0], standard[0].lower())
    return literals if "*" in segments[-1] else literals[:-1], own_name


def description(method: Method, binding: Binding, schemas: DiscoverySchemas) -> Schema:
    """A method under one of its bindings, without its id."""
    in_path = [_path_parameter(method, *found.groups()) for found in _found(binding)]
    path = open_path(binding.template)
    parameters = query_parameters(method, binding, path, schemas.messages)
    in_query = {one["name"]: _query_parameter(one, schemas) for one in parameters}
    return {
        "description": surface.descriptions.get(method.full_name, ""),
        "httpMethod": binding.verb,
        "path": _VARIABLE.sub(lambda found: f"{{+{_name(found['field'])}}}", binding.template)[1:],
        "flatPath": _flat(binding.template),
        "parameters": {**dict(in_path), **in_query},
        "parameterOrder": [name for name, _ in in_path],
        **_request(method, binding, schemas),
        "response": schemas.reference(method.response),
        "scopes": [SCOPE],
    }


def _found(binding: Binding) -> list[re.Match[str]]:
    return list(_VARIABLE.finditer(binding.template))


def _name(field: str) -> str:
    """`session.name` -> `name`: what a path has of a nested field is called by its last part."""
    return camel_case(field.rpartition(".")[2])


def _flat(template: str) -> str:
    plain = _VARIABLE.sub(r"\g<pattern>", template)[1:]
    return _WILDCARD.sub(lambda found: f"{found[1]}/{{{found[1]}Id}}", plain)


def _path_parameter(method: Method, field: str, pattern: str) -> tuple[str, Schema]:
    owner, _, name = field.rpartition(".")
    message = field_message(method.request, owner) if owner else method.request
    expression = _STAR.sub(lambda star: ".*" if star[0] == "**" else "[^/]+", pattern)
    return _name(field), {
        "description": surface.descriptions.get(f"{message}.{name}", ""),
        "location": "path",
        "pattern": f"^{expression}$",
        "required": True,
        "type": "string",
    }


def _query_parameter(parameter: Mapping[str, Any], schemas: DiscoverySchemas) -> Schema:
    schema = schemas.convert(parameter["schema"])
    repeated = schema.get("type") == "array"
    kind = schema["items"] if repeated else schema
    told = {key: kind[key] for key in ("type", "format", "enum") if key in kind}
    return {
        "description": parameter.get("description", ""),
        "location": "query",
        **told,
        **({"repeated": True} if repeated else {}),
    }


def _request(method: Method, binding: Binding, schemas: DiscoverySchemas) -> Schema:
    if not binding.body:
        return {}
    whole = binding.body == "*"
    message = method.request if whole else field_message(method.request, binding.body)
    return {"request": schemas.reference(message)}
