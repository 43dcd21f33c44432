"""`:answer` and `:streamAnswer` of ConversationalSearchService."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from emulator.answering.values import Turn
from emulator.discoveryengine import answer_messages, session_records
from emulator.discoveryengine.answer_making import Made, make
from emulator.discoveryengine.answer_requests import check
from emulator.discoveryengine.environment import Service, must_catch_up
from emulator.discoveryengine.targets import Target, resolve
from emulator.resources.worker import in_worker_if
from emulator.storage import sessions
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import invalid_argument
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import timestamp
from emulator.surface.registry import Message

_HISTORY = 5
"""How many earlier turns a question is read in the light of."""


class AnswerService(Service):
    """Answers, alone or as turns of a session.

    An answer is made of sentences of the documents, so what instructs a language model is taken and
    changes only what rules can follow: how long the text is, whether it is a list, and the language
    of what is said in place of an answer.
    """

    @in_worker_if(must_catch_up)
    def answer_query(self, request: Message) -> Message:
        """The answer to one question, recorded if a session is named."""
        return self._answer(request)[0]

    @in_worker_if(must_catch_up)
    def stream_answer_query(self, request: Message) -> Iterator[Message]:
        """The same in parts: steps, references, the text sentence by sentence, then everything."""
        response, made = self._answer(request)
        return answer_messages.stream(response, made.draft)

    def _answer(self, request: Message) -> tuple[Message, Made]:
        check(request)
        target = resolve(self.environment, request.serving_config)
        started = self.environment.clock.now()
        session = self._session(request, target)
        made = make(self.environment, request, target, self._history(session))
        answer = answer_messages.answer(request, made)
        response = de.AnswerQueryResponse(answer_query_token=self._token())
        if session is not None:
            response.session.CopyFrom(self._record(request, session, answer, started))
        response.answer.CopyFrom(answer)
        return response, made

    def _session(self, request: Message, target: Target) -> Message | None:
        """The session of the call without its turns: none, a new one for `-`, or a stored one."""
        if not request.session:
            return None
        name = names.canonical(request.session)
        if names.parent(name) != target.parent or names.collection_id(name) != "sessions":
            raise invalid_argument(
                "session", f"'{name}' is not a session of {target.parent}, which serves the call."
            )
        if names.resource_id(name) != "-":
            with self.environment.store.read() as connection:
                return session_records.load(connection, name, with_turns=False)
        new_name = f"{names.parent(name)}/sessions/{self.environment.ids.new()}"
        return de.Session(name=new_name, user_pseudo_id=request.user_pseudo_id)

    def _history(self, session: Message | None) -> list[Turn]:
        if session is None:
            return []
        with self.environment.store.read() as connection:
            found = sessions.last_turns(connection, session.name, _HISTORY)
        turns = (de.Session.Turn.FromString(body) for body in found)
        return [Turn(turn.query.text) for turn in turns]

    def _record(self, request: Message, session: Message, answer: Message, started: int) -> Message:
        """Store the answer and its turn; returns the session as it is now, with all its turns."""
        environment = self.environment
        now = environment.clock.now()
        answer.name = f"{session.name}/answers/{environment.ids.new()}"
        answer.create_time.CopyFrom(timestamp(started))
        answer.complete_time.CopyFrom(timestamp(now))
        turn = de.Session.Turn(answer=answer.name)
        turn.query.text = request.query.text
        turn.query.query_id = session_records.question_id(session.name, environment.ids)
        with environment.store.write() as connection:
            current = _current(connection, session, now)
            session_records.append_turn(connection, current, turn, now)
            sessions.add_answer(connection, answer.name, session.name, answer.SerializeToString())
            session_records.add_turns(connection, current)
        return current

    def _token(self) -> str:
        raw = f"{self.environment.clock.now()}-{self.environment.ids.new()}"
        return base64.urlsafe_b64encode(raw.encode()).decode().rstrip("=")


def _current(connection: Connection, session: Message, time: int) -> Message:
    """The session to record a turn in: a new one stored first, a stored one read again.

    Another call may have changed or deleted it while the answer was made.
    """
    if session.HasField("start_time"):
        return session_records.load(connection, session.name, with_turns=False)
    session_records.create(connection, session, time)
    return session
