"""What a model answers, as an LlmResponse."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from emulator.ces.runtime.chat.functions import Function
from emulator.ces.runtime.structs import BadJson, fill
from emulator.chat_api import ChatError, Completion
from emulator.surface.messages import protobuf

Json = dict[str, Any]


def llm_response(completion: Completion, functions: Mapping[str, Function]) -> Json:
    """The text of a completion and its calls of functions; ChatError if it has neither.

    ChatError as well for a call of no function, and for arguments that are no JSON object.
    """
    parts: list[Json] = [{"text": completion.text}] if completion.text else []
    parts += _calls(completion.message.get("tool_calls"), functions)
    if not parts:
        raise ChatError("its reply has neither a text nor a call")
    return {"content": {"role": "model", "parts": parts}}


def _calls(calls: Any, functions: Mapping[str, Function]) -> Iterator[Json]:
    for one in calls if isinstance(calls, list) else ():
        call = one.get("function") if isinstance(one, dict) else None
        if not isinstance(call, dict):
            raise ChatError("its reply has a call of no function")
        name = str(call.get("name"))
        if name not in functions:
            raise ChatError(f"it called '{name[:100]}', which the agent has not")
        args = _arguments(name, call.get("arguments"))
        yield {"function_call": {"name": functions[name].called, "args": args}}


def _arguments(name: str, given: Any) -> Json:
    """The arguments of a call, which are the text of an object; some servers give the object."""
    try:
        args = json.loads(given.strip() or "{}") if isinstance(given, str) else given
        if not isinstance(args, dict):
            raise BadJson("it is no object")
        json.dumps(args, allow_nan=False)
        fill(protobuf.Struct(), args)
    except (ValueError, RecursionError):
        raise ChatError(f"the arguments of its call of {name} are no JSON object") from None
    return args
