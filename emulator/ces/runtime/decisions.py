"""What an agent may do next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from emulator.ces.runtime.state import PendingCall
from emulator.surface.registry import Message


@dataclass(frozen=True, slots=True)
class Call:
    """Call a tool."""

    tool: Message
    args: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Transfer:
    """Let another agent go on."""

    agent: Message


@dataclass(frozen=True, slots=True)
class Say:
    """Answer the user; `asks` is the call that waits for what is asked."""

    text: str
    asks: PendingCall | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """Give the client a payload."""

    payload: dict[str, Any]


Decision: TypeAlias = Call | Transfer | Say | Show
