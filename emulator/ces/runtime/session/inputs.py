"""The inputs of one turn, checked and read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from emulator.ces.runtime.structs import MOST_RESULT_BYTES, BadJson, fill
from emulator.ces.validation.messages import check_chunk
from emulator.surface.errors import invalid_argument, missing_field, unimplemented
from emulator.surface.messages import ces, protobuf
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

_INPUT_TYPES: Mapping[str, str] = {
    "text": "INPUT_TYPE_TEXT",
    "dtmf": "INPUT_TYPE_TEXT",
    "image": "INPUT_TYPE_IMAGE",
    "blob": "INPUT_TYPE_BLOB",
    "tool_responses": "INPUT_TYPE_TOOL_RESPONSE",
    "variables": "INPUT_TYPE_VARIABLES",
    "event": "INPUT_TYPE_EVENT",
}
_VARIABLES = ces.Conversation.INPUT_TYPE_VARIABLES
# Events, and what the service tells of the user in the user's place.
_MARK = re.compile("<(event|context)>")


@dataclass(slots=True)
class Inputs:
    """One turn's inputs.

    `chunks` are to be recorded as the user's, `said` is what the agent is told, `tool_responses`
    are the results of client functions with the places that they came from, and `declared` are the
    names of the app's variables.
    """

    chunks: list[Message] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    variables: dict[str, Any] = field(default_factory=dict)
    tool_responses: list[tuple[str, Message]] = field(default_factory=list)
    types: list[int] = field(default_factory=list)
    declared: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """All that was said."""
        return "\n".join(self.said)

    @property
    def asks(self) -> bool:
        """Whether there is something for an agent to answer: variables alone are just set."""
        return any(one != _VARIABLES for one in self.types)


def without_events(text: str) -> str:
    """A text without events such as `<event>welcome</event>`."""
    parts, start, unclosed = [], 0, set()
    for mark in _MARK.finditer(text):
        if mark.start() < start or mark[1] in unclosed:
            continue
        end = re.compile(rf"</{mark[1]}>\s*").search(text, mark.end())
        if end is None:
            unclosed.add(mark[1])  # To look for it at each of many marks would take long.
            continue
        parts.append(text[start : mark.start()])
        start = end.end()
    return "".join((*parts, text[start:])).strip()


def read_inputs(inputs: Sequence[Message], declared: Iterable[str]) -> Inputs:
    """The inputs of a turn; variables that the app does not declare are dropped.

    INVALID_ARGUMENT for an input of no type, UNIMPLEMENTED for audio.
    """
    read = Inputs(declared=frozenset(declared))
    for number, one in enumerate(inputs):
        where = f"inputs[{number}]"
        kind = one.WhichOneof("input_type")
        if kind is None:
            raise missing_field(f"{where}.input_type")
        if kind == "audio":
            raise unimplemented(f"{where}.audio", "send what was said as text")
        read.types.append(ces.Conversation.InputType.Value(_INPUT_TYPES[kind]))
        _READERS[kind](read, getattr(one, kind), where)
    return read


def _text(read: Inputs, value: str, where: str) -> None:
    read.said.append(value)
    read.chunks.append(ces.Chunk(text=value))


def _event(read: Inputs, value: Message, where: str) -> None:
    if not value.event:
        raise missing_field(f"{where}.event.event")
    if value.HasField("variables"):
        _variables(read, value.variables, f"{where}.event")
    _text(read, f"<event>{value.event}</event>", where)


def _variables(read: Inputs, value: Message, where: str) -> None:
    kept = {name: one for name, one in struct_dict(value).items() if name in read.declared}
    read.variables |= kept
    chunk = ces.Chunk()
    _fill(chunk.updated_variables, kept, f"{where}.variables")
    read.chunks.append(chunk)


def _responses(read: Inputs, value: Message, where: str) -> None:
    if not value.tool_responses:
        raise missing_field(f"{where}.tool_responses.tool_responses")
    for number, response in enumerate(value.tool_responses):
        path = f"{where}.tool_responses.tool_responses[{number}]"
        if not response.HasField("response"):
            raise missing_field(f"{path}.response")
        _fill(protobuf.Struct(), struct_dict(response.response), f"{path}.response")
        size = response.response.ByteSize()
        if size > MOST_RESULT_BYTES:
            raise invalid_argument(
                f"{path}.response", f"it has {size} bytes; at most {MOST_RESULT_BYTES} are taken."
            )
        read.tool_responses.append((path, response))


def _fill(struct: Message, values: Mapping[str, Any], where: str) -> None:
    try:
        fill(struct, values)
    except BadJson as error:
        raise invalid_argument(where, f"{error}.") from None


def _data(kind: str, read: Inputs, value: Message, where: str) -> None:
    chunk = ces.Chunk(**{kind: value})
    check_chunk(chunk, where)
    read.chunks.append(chunk)


_READERS: Mapping[str, Callable[[Inputs, Any, str], None]] = {
    "text": _text,
    "dtmf": _text,
    "event": _event,
    "variables": _variables,
    "tool_responses": _responses,
    "image": partial(_data, "image"),
    "blob": partial(_data, "blob"),
}
