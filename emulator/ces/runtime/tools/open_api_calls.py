"""Calls of the operations that OpenAPI schemas describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

import orjson

from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.tools.callers import headers, send
from emulator.ces.runtime.tools.injection import injected
from emulator.ces.runtime.tools.json_schemas import Schemas
from emulator.ces.runtime.tools.open_api import BadSchema, Operation, read
from emulator.ces.runtime.tools.python import response
from emulator.ces.runtime.web import Reply, Request, WebError
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_INJECTED = "x-ces-session-context"
_BODY = "requestBody"
_FORM = "application/x-www-form-urlencoded"

Json = dict[str, Any]


class BadCall(ValueError):
    """Arguments that the operation does not take, or lacks."""


async def run(context: ToolContext, tool: Message, args: Json, seconds: float) -> Json:
    """Call the operation; what the server or the way to it has against it is in `error`."""
    config = tool.open_api_tool
    try:
        operation = read(config.open_api_schema).operation(config.name)
        request = _request(context, operation, args, headers(context, config))
        reply = await send(context, config, request, seconds)
        return _result(reply, operation, config)
    except (BadSchema, BadCall, WebError) as error:
        return {"error": str(error)}


def input_schema(tool: Message) -> Message:
    """An object of the operation's parameters and of what its body has."""
    operation = read(tool.open_api_schema).operation(tool.name)
    schemas = Schemas(operation.schema)
    schema = ces.Schema(type="OBJECT")
    for parameter in operation.parameters:
        if _INJECTED not in parameter:
            part = schemas.part(parameter.get("schema"))
            part.description = str(parameter.get("description") or part.description)
            schema.properties[parameter["name"]].CopyFrom(part)
            if parameter.get("required") is True:
                schema.required.append(parameter["name"])
    _add_body(schema, schemas, operation)
    return schemas.finished(schema)


def output_schema(tool: Message) -> Message:
    """What the operation answers if all is well."""
    operation = read(tool.open_api_schema).operation(tool.name)
    schemas = Schemas(operation.schema)
    return schemas.root(_answer(operation, schemas))


def _add_body(schema: Message, schemas: Schemas, operation: Operation) -> None:
    body = _body_schema(operation, schemas)
    if body is None:
        return
    names = _body_names(operation, schemas)
    if not names:
        schema.properties[_BODY].CopyFrom(schemas.part(body))
        required = [_BODY] if operation.body.get("required") is True else []
    else:
        for name in names:
            schema.properties[name].CopyFrom(schemas.part(body["properties"][name]))
        required = [one for one in body.get("required", ()) if one in names]
    schema.required.extend(required)


def _body_schema(operation: Operation, schemas: Schemas) -> Json | None:
    for media in (operation.body.get("content") or {}).values():
        return dict(schemas.merged(media.get("schema") or {}))
    return None


def _body_names(operation: Operation, schemas: Schemas) -> list[str]:
    """The properties of the body that stand among the arguments.

    None if the body is no object, or has a name that a parameter has: it is one argument then.
    """
    properties = (_body_schema(operation, schemas) or {}).get("properties") or {}
    if {one.get("name") for one in operation.parameters} & set(properties):
        return []
    return [name for name, one in properties.items() if _INJECTED not in one]


def _answer(operation: Operation, schemas: Schemas) -> Any:
    for status, found in sorted(operation.responses.items()):
        if status.startswith("2") or status == "default":
            for media in (schemas.merged(found).get("content") or {}).values():
                return media.get("schema")
    return None


def _request(
    context: ToolContext, operation: Operation, args: Json, added: dict[str, str]
) -> Request:
    if not operation.server:
        raise BadCall("The schema names no server.")
    left = dict(args)
    path, query, found = operation.path, [], dict(added)
    for parameter in operation.parameters:
        name, place = str(parameter.get("name")), parameter.get("in")
        value = _value(context, parameter, left)
        if value is None:
            continue
        if place == "path":
            path = path.replace(f"{{{name}}}", quote(_text(value), safe=""))
        elif place == "query":
            query += [(name, _text(one)) for one in (value if isinstance(value, list) else [value])]
        elif place == "header":
            found[name] = _text(value)
        else:
            raise BadCall(f"The parameter {name} is in the {place}, which is not supported.")
    content, kind = _content(context, operation, left)
    if left:
        raise BadCall(f"The operation takes no argument {next(iter(left))!r}.")
    url = f"{operation.server}{path}{f'?{urlencode(query)}' if query else ''}"
    return Request(operation.method, url, {**kind, "accept": "application/json", **found}, content)


def _value(context: ToolContext, parameter: Mapping[str, Any], left: Json) -> Any:
    """A parameter's value, taken out of the arguments."""
    if _INJECTED in parameter:
        return injected(context, str(parameter[_INJECTED]))
    name = str(parameter.get("name"))
    value = left.pop(name, (parameter.get("schema") or {}).get("default"))
    if value is None and (parameter.get("required") or parameter.get("in") == "path"):
        raise BadCall(f"The argument {name!r} is missing.")
    return value


def _content(
    context: ToolContext, operation: Operation, left: Json
) -> tuple[bytes, dict[str, str]]:
    """The body, its arguments taken out, and its type."""
    schemas = Schemas(operation.schema)
    schema = _body_schema(operation, schemas)
    if schema is None:
        return b"", {}
    kind = next(iter(operation.body["content"]))
    names = _body_names(operation, schemas)
    body: Any = {name: left.pop(name) for name in names if name in left} if names else None
    for name, one in (schema.get("properties") or {}).items():
        if _INJECTED in one:
            body = {**(body or {}), name: injected(context, str(one[_INJECTED]))}
    body = left.pop(_BODY) if _BODY in left else body
    if not body and not operation.body.get("required"):
        return b"", {}
    return _encoded(body, kind), {"content-type": kind}


def _encoded(body: Any, kind: str) -> bytes:
    if kind == _FORM and isinstance(body, dict):
        return urlencode({name: _text(value) for name, value in body.items()}).encode()
    if kind.startswith("text/"):
        return _text(body).encode()
    if kind.partition(";")[0].endswith("json"):
        return orjson.dumps(body)
    raise BadCall(f"Bodies of the type {kind} are not supported.")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else orjson.dumps(value).decode()


def _result(reply: Reply, operation: Operation, config: Message) -> Json:
    text = reply.content.decode(errors="replace")
    if reply.status >= 300:
        return {"error": f"The server answered {reply.status}: {text[:1000]}"}
    if not reply.content:
        return {}
    try:
        value = orjson.loads(reply.content)
    except ValueError:
        return {"result": text}
    if config.ignore_unknown_fields:
        schemas = Schemas(operation.schema)
        value = _known(value, _answer(operation, schemas), schemas)
    return response(value)


def _known(value: Any, schema: Any, schemas: Schemas) -> Any:
    """The value without the fields that the schema does not have."""
    if not isinstance(schema, Mapping):
        return value
    schema = schemas.merged(schema)
    if isinstance(value, list):
        return [_known(one, schema.get("items"), schemas) for one in value]
    properties = schema.get("properties")
    if not isinstance(value, dict) or not properties:
        return value
    kept = ((name, one) for name, one in value.items() if name in properties)
    return {name: _known(one, properties[name], schemas) for name, one in kept}
