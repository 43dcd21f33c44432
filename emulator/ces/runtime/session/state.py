"""The state of a session between its turns."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from emulator.ces.runtime.planning.memory import Memory
from emulator.ces.runtime.session.inputs import without_events
from emulator.surface import names
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import value_of

MOST_READ = 2_000
"""The characters that agents read of a text: who says more says what matters in the beginning, and
some patterns take a time that grows faster than the text."""
_QUESTIONS = 10


@dataclass(slots=True)
class PendingCall:
    """A call of a client function without its result, or a call that the user has to complete.

    `then` is the pending call that needs its result. What the user did not ask for `is_offered`.
    """

    id: str
    tool: str
    args: dict[str, Any]
    then: PendingCall | None = None
    is_offered: bool = False

    @classmethod
    def read(cls, found: dict[str, Any]) -> PendingCall:
        """The call of a dict from `asdict`."""
        then = found.get("then")
        return cls(**{**found, "then": then and cls.read(then)})


@dataclass(slots=True)
class SessionState:
    """Variables, the current agent, pending calls, and the user's questions so far.

    `answers` are by the questions to which documents had them, in their words.
    `pending` are calls of client functions, `open_call` is one for which the user was asked for an
    argument or a confirmation. `beside` is what the user said beside a yes, and nobody has
    answered yet. `fallbacks` counts consecutive turns that an error stopped.
    """

    variables: dict[str, Any] = field(default_factory=dict)
    agent: str = ""
    turn: int = 0
    ended: bool = False
    pending: list[PendingCall] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    open_call: PendingCall | None = None
    memory: Memory = field(default_factory=Memory)
    beside: str = ""
    fallbacks: int = 0

    def ask(self, *texts: str, answer: str = "") -> None:
        """Remember questions of the user, to which later ones may refer, and what answered them."""
        asked = [text[:MOST_READ] for text in map(without_events, texts) if text]
        self.questions = [*self.questions, *asked][-_QUESTIONS:]
        known = {**self.answers, **dict.fromkeys(asked, answer)}
        self.answers = {one: known[one] for one in self.questions if known.get(one)}

    @classmethod
    def read(cls, body: bytes) -> SessionState:
        """The state that `written` wrote."""
        found = json.loads(body)
        found["pending"] = [PendingCall.read(one) for one in found["pending"]]
        found["open_call"] = found["open_call"] and PendingCall.read(found["open_call"])
        found["memory"] = Memory(**found.get("memory", {}))
        return cls(**found)

    def written(self) -> bytes:
        """The state as bytes."""
        return json.dumps(asdict(self)).encode()  # orjson refuses integers of more than 64 bits.


def defaults(app: Message, session: str, today: str) -> dict[str, Any]:
    """The variables of a new session: the declared ones' defaults, and the predefined ones."""
    declared = {
        one.name: _default(one.schema)
        for one in app.variable_declarations
        if one.schema.HasField("default")
    }
    return {**declared, "current_date": today, "_session": {"id": names.resource_id(session)}}


def _default(schema: Message) -> Any:
    """The default: Google's client sends an empty object or list as a value of no kind."""
    empty: dict[int, Any] = {ces.Schema.OBJECT: {}, ces.Schema.ARRAY: []}
    value = value_of(schema.default)
    return empty.get(schema.type) if value is None else value
