"""Python of an app: the functions that are tools, and the calls that callbacks and fakes make."""

from __future__ import annotations

import base64
import copy
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from emulator.ces.runtime import http_client
from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.sandbox.client import Job, Outcome, argument
from emulator.ces.runtime.sandbox.client import run as run_job
from emulator.ces.runtime.sandbox.variables import Changes, apply, changes
from emulator.ces.runtime.tools import names
from emulator.ces.runtime.tools.code import BadCode, read
from emulator.ces.runtime.tools.fakes import mock_response
from emulator.surface.errors import ApiError, failed_precondition
from emulator.surface.messages import microseconds
from emulator.surface.registry import Message, snake_case
from emulator.surface.wellknown import struct_dict

_CALLBACK_SECONDS = 30.0

Json = dict[str, Any]


async def run(context: ToolContext, tool: Message, args: Json, seconds: float) -> Json:
    """Call a Python function; what goes wrong in it is in the response's `error`."""
    function = tool.python_function
    job = Job(function.python_code, function.name, _as_json(context), named=args)
    outcome = await _run(context, job, seconds)
    return {"error": outcome.error} if outcome.error else response(outcome.value)


async def call(
    context: ToolContext,
    code: str,
    function: str,
    arguments: Sequence[tuple[str, Any]] = (),
    seconds: float = _CALLBACK_SECONDS,
) -> Outcome:
    """Call a callback, a condition or a fake of an app; the first function if none is named.

    An argument is a pair of the name of a class in `sandbox.models`, such as `LlmRequest`, and its
    fields as JSON; of `CallbackContext` and None, which stands for the context; or of the empty
    string and a plain JSON value. What the code does to the session's variables is done to
    `context.variables`. FAILED_PRECONDITION if code of apps is not run here; whatever is wrong with
    the code is the outcome's `error`.
    """
    positional = [dict(argument(value, kind)) for kind, value in arguments]
    job = Job(code, function, _as_json(context), "CallbackContext", positional)
    return await _run(context, job, seconds)


def response(value: Any) -> Json:
    """A result as the JSON object that responses are; what is none stands under `result`."""
    return value if isinstance(value, dict) else {"result": value}


def _as_json(context: ToolContext) -> Json:
    """The context as code sees it; what ExecuteTool was told of it comes first."""
    _, number, _, location, _, app, *_ = context.app.name.split("/")
    found = {
        "function_call_id": context.call_id,
        "user_content": {"role": "user", "parts": [{"text": context.user_text}]},
        "invocation_id": context.invocation_id,
        "agent_name": context.agent,
        "session_id": context.session_id,
        "events": [_event(context, message) for message in context.messages],
        "language_code": context.language_code,
        "project_id": context.project_id,
        "project_number": int(number),
        "location": location,
        "app_id": app,
        "turn_index": context.turn_index,
    }
    given = {snake_case(name): value for name, value in context.given.items()}
    return {**found, **given, "state": context.variables}


async def _run(context: ToolContext, job: Job, seconds: float) -> Outcome:
    rights = context.environment.rights
    if not rights.runs_code:
        raise failed_precondition(
            "Python of apps is not run, because other machines can reach this emulator. Set "
            "allow_code (--allow-code, EMULATOR_ALLOW_CODE) if they may run code on it."
        )
    try:
        code = read(job.code)
        job = replace(job, function=code.entry(job.function).name)
        tools = {name: await names.tool_called(context, name) for name in code.tools}
    except BadCode as error:
        return Outcome(error=str(error))
    except ApiError as error:
        return Outcome(error=error.message)
    outcome = await run_job(job, seconds, partial(_answer, context, tools), rights.folders)
    apply(outcome.changed, context.variables)
    return outcome


async def _answer(
    context: ToolContext, tools: dict[str, Message], asked: Json, changed: Changes
) -> tuple[Json, Changes]:
    """The reply to what code asks for, and what others have done to the variables meanwhile."""
    apply(changed, context.variables)
    before = copy.deepcopy(context.variables)
    reply = await _replied(context, tools, asked)
    return reply, changes(before, context.variables)


async def _replied(context: ToolContext, tools: dict[str, Message], asked: Json) -> Json:
    """What code may not do by itself: call a tool of the app, make a web request."""
    try:
        if "tool" in asked:
            return {"response": await _tool(context, tools, asked)}
        return await _web(context, asked)
    except ApiError as error:
        return {"error": error.message}
    except http_client.WebError as error:
        return {"error": str(error)}
    except (KeyError, TypeError, ValueError) as error:
        return {"error": f"The call is not understood: {type(error).__name__} {error}"}


async def _tool(context: ToolContext, tools: dict[str, Message], asked: Json) -> Json:
    from emulator.ces.runtime.tools import running

    name, args = asked["tool"], dict(asked["args"])
    tool = tools.get(name) or await names.tool_called(context, name)
    mock = mock_response(context, tool, args)
    return await running.run(context, tool, args) if mock is None else mock


async def _web(context: ToolContext, asked: Json) -> Json:
    headers = {str(name): str(value) for name, value in asked["headers"].items()}
    content = base64.b64decode(asked["content"])
    request = http_client.Request(str(asked["method"]), str(asked["url"]), headers, content)
    seconds = float(asked.get("timeout") or _CALLBACK_SECONDS)
    reply = await http_client.fetch(request, context.environment.rights.addresses, seconds)
    content_again = base64.b64encode(reply.content).decode()
    return {"status": reply.status, "headers": dict(reply.headers), "content": content_again}


def _event(context: ToolContext, message: Message) -> Json:
    """A recorded message as an event."""
    is_user = message.role == "user"
    parts = [part for chunk in message.chunks if (part := as_part(chunk))]
    return {
        "id": f"{context.invocation_id}-{message.event_time.ToMicroseconds()}",
        "author": message.role,
        "timestamp": microseconds(message.event_time) // 1_000_000,
        "invocation_id": context.invocation_id,
        "content": {"role": "user" if is_user else "model", "parts": parts},
    }


def as_part(chunk: Message) -> Json | None:
    """A chunk of a message as a part of a Content; None for what has no such form."""
    kind = chunk.WhichOneof("data")
    if kind in ("text", "transcript"):
        return {"text": getattr(chunk, kind)}
    if kind in ("image", "blob"):
        found = getattr(chunk, kind)
        data = base64.b64encode(found.data).decode()
        return {"inline_data": {"mime_type": found.mime_type, "data": data}}
    if kind == "tool_call":
        call = chunk.tool_call
        name, args = call.display_name, struct_dict(call.args)
        return {"function_call": {"id": call.id, "name": name, "args": args}}
    if kind == "tool_response":
        gave = chunk.tool_response
        found = struct_dict(gave.response)
        return {"function_response": {"id": gave.id, "name": gave.display_name, "response": found}}
    return None
