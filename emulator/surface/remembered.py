"""JSON forms that are kept, of messages that are read far more often than they change."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from emulator.surface.registry import Message

Write = Callable[[Any], Any]
"""What turns a value into its JSON form."""

_MOST_SHOWN, _MOST_BYTES = 2048, 4096  # A few megabytes, as a rule.
_shown: dict[object, Any] = {}

# Of sessions, which grow by a turn at a time.
_MOST_SESSIONS, _MOST_BYTES_OF_TURNS, _FEW_TURNS = 32, 1_000_000, 10
_turns: dict[object, tuple[bytes, list[Any]]] = {}


def remembering(write: Write, kind: Hashable) -> Write:
    """The writer of small messages of one kind that keeps what it has shown."""

    def remembered(message: Message) -> Any:
        body = message.SerializeToString()
        if len(body) > _MOST_BYTES:
            return write(message)
        key = (kind, body)
        shown = _shown.get(key)
        if shown is None:
            if len(_shown) >= _MOST_SHOWN:
                _shown.clear()
            shown = _shown[key] = write(message)
        return shown

    return remembered


def remembering_turns(write: Write, kind: Hashable) -> Write:
    """The writer of sessions that writes only the turns which a session did not have before.

    It always writes the last one, so that `turns` has its place among the fields.
    """

    def remembered(session: Message) -> Any:
        if len(session.turns) < _FEW_TURNS:
            return write(session)
        body = _turns_alone(session).SerializeToString()
        known, shown = _turns.get((kind, session.name), (b"", []))
        before = shown[: len(session.turns) - 1] if body.startswith(known) else []
        rest = type(session)()
        rest.CopyFrom(session)
        del rest.turns[: len(before)]
        written = write(rest)
        written["turns"] = before + written["turns"]
        if len(body) <= _MOST_BYTES_OF_TURNS:
            if len(_turns) >= _MOST_SESSIONS:
                _turns.clear()
            _turns[kind, session.name] = body, written["turns"]
        return written

    return remembered


def _turns_alone(session: Message) -> Message:
    alone = type(session)()
    alone.CopyFrom(session)
    for field, _ in session.ListFields():
        if field.name != "turns":
            alone.ClearField(field.name)
    return alone
