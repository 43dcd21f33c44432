"""An LlmRequest as the messages of a chat.

Callbacks may have changed the request, so none of its fields is relied on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from emulator.ces.runtime.chat.functions import function_name

_REFERENCE = re.compile(r"\{@(?:TOOL|AGENT): *([^{}]+)\}")
_NO_RESPONSE: Mapping[str, str] = {"error": "There is no response."}
# Many models take only a user's message, or the response of a function, as the last one.
_GO_ON = "(Go on.)"

Json = dict[str, Any]


def chat_messages(
    request: Any, preface: str, addition: str, names: Mapping[str, str]
) -> list[Json]:
    """The messages of a request; `preface` and `addition` stand around its instruction.

    `names` are those of functions, by the display names of their tools. What one side says in a row
    is one message, and a call is followed by its response: many models take no other order.
    """
    told = _texts(_mapping(_mapping(request), "config").get("system_instruction"))
    system = "\n\n".join(filter(None, (preface, with_plain_names(told, names), addition)))
    chat = _Chat(_mapping(request).get("contents"), names)
    return [{"role": "system", "content": system}, *chat.messages()]


def with_plain_names(instruction: str, names: Mapping[str, str]) -> str:
    """An instruction with the names of functions and agents in place of references."""

    def name(found: re.Match[str]) -> str:
        called = found[1].strip()
        return _name(called, names) if found[0].startswith("{@TOOL") else called

    return _REFERENCE.sub(name, instruction)


class _Chat:
    """The messages of contents, each call with its response."""

    def __init__(self, contents: Any, names: Mapping[str, str]) -> None:
        self._names = names
        self._parts = [*_parts(contents)]
        self._responses = [
            response for _, part in self._parts if (response := _mapping(part, "function_response"))
        ]
        self._messages: list[Json] = []

    def messages(self) -> list[Json]:
        for role, part in self._parts:
            if isinstance(text := part.get("text"), str) and text:
                self._say(role, text)
            elif call := _mapping(part, "function_call"):
                self._call(call)
        if not self._messages or self._messages[-1]["role"] == "assistant":
            self._say("user", _GO_ON)
        return self._messages

    def _say(self, role: str, text: str) -> None:
        last = self._messages[-1] if self._messages else {}
        if last.get("role") == role and "tool_calls" not in last:
            last["content"] += f"\n\n{text}"
        else:
            self._messages.append({"role": role, "content": text})

    def _call(self, call: Json) -> None:
        call_id = str(call.get("id") or f"call-{len(self._messages)}")
        name = _name(str(call.get("name")), self._names)
        called = {"name": name, "arguments": _json(call.get("args") or {})}
        asked = [{"id": call_id, "type": "function", "function": called}]
        if self._messages and self._messages[-1]["role"] == "assistant":
            self._messages[-1]["tool_calls"] = asked
        else:
            self._messages.append({"role": "assistant", "content": "", "tool_calls": asked})
        content = _json(self._response_of(call))
        self._messages.append({"role": "tool", "tool_call_id": call_id, "content": content})

    def _response_of(self, call: Json) -> Any:
        """The response with the id of a call, which a callback may have left out, or its name."""
        key = "id" if call.get("id") else "name"
        for one in self._responses:
            if one.get(key) == call.get(key):
                self._responses.remove(one)
                return one.get("response")
        return _NO_RESPONSE


def _name(called: str, names: Mapping[str, str]) -> str:
    return names.get(called) or function_name(called)


def _parts(contents: Any) -> Iterator[tuple[str, Json]]:
    """The parts of contents, each with who says it to a model."""
    for content in contents if isinstance(contents, list) else ():
        role = "user" if _mapping(content).get("role") == "user" else "assistant"
        parts = _mapping(content).get("parts")
        for part in parts if isinstance(parts, list) else ():
            yield role, _mapping(part)


def _texts(content: Any) -> str:
    texts = (part.get("text") for _, part in _parts([content]))
    return "\n\n".join(one for one in texts if isinstance(one, str))


def _mapping(value: Any, key: str = "") -> Json:
    """A mapping, or that under a key of it; empty if it is none."""
    found = value if isinstance(value, dict) else {}
    return _mapping(found.get(key)) if key else found


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
