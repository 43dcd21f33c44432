"""Calls of the operations that OpenAPI schemas describe."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote, urlencode

import orjson

from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.http_client import Reply, Request, WebError
from emulator.ces.runtime.structs import json_text
from emulator.ces.runtime.tools.injection import session_value
from emulator.ces.runtime.tools.json_schemas import Schemas
from emulator.ces.runtime.tools.open_api import BadSchema, Body, Operation, Parameter, read
from emulator.ces.runtime.tools.python import response
from emulator.ces.runtime.tools.server_requests import headers, send
from emulator.surface.messages import ces
from emulator.surface.registry import Message

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
        if not parameter.injected:
            part = schemas.part(parameter.schema)
            part.description = parameter.description or part.description
            schema.properties[parameter.name].CopyFrom(part)
            if parameter.required:
                schema.required.append(parameter.name)
    _add_body(schema, schemas, operation)
    return schemas.finished(schema)


def output_schema(tool: Message) -> Message:
    """What the operation answers if all is well."""
    operation = read(tool.open_api_schema).operation(tool.name)
    return Schemas(operation.schema).root(operation.answer)


def _add_body(schema: Message, schemas: Schemas, operation: Operation) -> None:
    body = operation.body
    if body is None or (body.injected and not body.properties):
        return
    names = _body_names(operation, body)
    if not names:
        schema.properties[_BODY].CopyFrom(schemas.part(body.schema))
        schema.required.extend([_BODY] if body.required else [])
        return
    for name in names:
        schema.properties[name].CopyFrom(schemas.part(body.properties[name]))
    required = body.schema.get("required")
    schema.required.extend(one for one in names if isinstance(required, list) and one in required)


def _body_names(operation: Operation, body: Body) -> list[str]:
    """The properties of the body that stand among the arguments.

    None if the body is no object, or has a name that a parameter has: it is one argument then.
    """
    if {one.name for one in operation.parameters} & set(body.properties):
        return []
    return [*body.properties]


def _request(
    context: ToolContext, operation: Operation, args: Json, added: dict[str, str]
) -> Request:
    if not operation.server:
        raise BadCall("The schema names no server.")
    left = dict(args)
    path, query, found = operation.path, [], dict(added)
    for parameter in operation.parameters:
        value = _value(context, parameter, left)
        if value is None:
            continue
        if parameter.place == "path":
            path = path.replace(f"{{{parameter.name}}}", quote(_text(value), safe=""))
        elif parameter.place == "query":
            query.append((parameter.name, value))
        elif parameter.place == "header":
            found[parameter.name] = _text(value)
        else:
            where = f"{parameter.name} is in the {parameter.place}"
            raise BadCall(f"The parameter {where}, which is not supported.")
    content, kind = _content(context, operation, left)
    if left:
        raise BadCall(f"The operation takes no argument {next(iter(left))!r}.")
    asked = _form(query)
    url = f"{operation.server}{path}{f'?{asked}' if asked else ''}"
    return Request(operation.method, url, {**kind, "accept": "application/json", **found}, content)


def _value(context: ToolContext, parameter: Parameter, left: Json) -> Any:
    """A parameter's value, taken out of the arguments or the session."""
    if parameter.injected:
        value = session_value(context, parameter.injected)
    else:
        value = left.pop(parameter.name, parameter.schema.get("default"))
    if value is None and (parameter.required or parameter.place == "path"):
        source = parameter.injected or f"The argument {parameter.name!r}"
        raise BadCall(f"{source} is missing.")
    return value


def _content(
    context: ToolContext, operation: Operation, left: Json
) -> tuple[bytes, dict[str, str]]:
    """The body, its arguments taken out, and its type."""
    body = operation.body
    if body is None:
        return b"", {}
    value = _body_value(context, operation, body, left)
    if value is None and body.required:
        raise BadCall(f"The argument {_BODY!r} is missing.")
    if value is None:
        return b"", {}
    return _encoded(value, body.kind), {"content-type": body.kind}


def _body_value(context: ToolContext, operation: Operation, body: Body, left: Json) -> Any:
    """What the arguments and the session have for the body; None if that is nothing."""
    names = _body_names(operation, body)
    parts = {name: left.pop(name) for name in names if name in left}
    for name, text in body.injected.items():
        value = session_value(context, text)
        if value is not None:
            parts[name] = value
    if _BODY in left:
        whole = left.pop(_BODY)
        return {**whole, **parts} if isinstance(whole, dict) else whole
    is_object = bool(names or body.injected)
    return parts if parts or (is_object and body.required) else None


def _encoded(body: Any, kind: str) -> bytes:
    if kind == _FORM and isinstance(body, dict):
        return _form(body.items()).encode()
    if kind.startswith("text/"):
        return _text(body).encode()
    if kind.partition(";")[0].endswith("json"):
        return json_text(body).encode()
    raise BadCall(f"Bodies of the type {kind} are not supported.")


def _form(fields: Iterable[tuple[str, Any]]) -> str:
    """Each item of a list is a field of its own, as OpenAPI has it by default."""
    each = ((name, value if isinstance(value, list) else [value]) for name, value in fields)
    return urlencode([(name, _text(one)) for name, values in each for one in values])


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json_text(value)


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
        value = _known(value, operation.answer, schemas)
    return response(value)


def _known(value: Any, given: Any, schemas: Schemas) -> Any:
    """The value without the fields that the schema does not have."""
    schema = schemas.merged(given)
    if isinstance(value, list):
        return [_known(one, schema.get("items"), schemas) for one in value]
    properties = schema.get("properties")
    if not isinstance(value, dict) or not isinstance(properties, dict) or not properties:
        return value
    kept = ((name, one) for name, one in value.items() if name in properties)
    return {name: _known(one, properties[name], schemas) for name, one in kept}
