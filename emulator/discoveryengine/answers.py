"""`:answer` and `:streamAnswer` of ConversationalSearchService."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from emulator.discoveryengine import answer_messages, session_records
from emulator.discoveryengine.answer_making import Made, make
from emulator.discoveryengine.answer_requests import check
from emulator.discoveryengine.environment import Service, must_catch_up
from emulator.discoveryengine.session_turns import SessionTurn, open_turn
from emulator.discoveryengine.targets import Target, resolve
from emulator.resources.worker import in_worker_if
from emulator.storage import sessions
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import timestamp
from emulator.surface.registry import Message


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
        turn = self._turn(request, target)
        made = make(self.environment, request, target, turn)
        answer = answer_messages.answer(request, made)
        response = de.AnswerQueryResponse(answer_query_token=self._token())
        if turn is not None:
            response.session.CopyFrom(self._record(request, turn, answer, started))
        response.answer.CopyFrom(answer)
        return response, made

    def _turn(self, request: Message, target: Target) -> SessionTurn | None:
        """The turn of the call; None without a session."""
        if not request.session:
            return None
        query_id, where = request.query.query_id, "query.query_id"
        turn = open_turn(self.environment, target.parent, request.session, query_id, where)
        if not turn.session.HasField("start_time"):
            turn.session.user_pseudo_id = request.user_pseudo_id
        return turn

    def _record(
        self, request: Message, turn: SessionTurn, answer: Message, started: int
    ) -> Message:
        """Store the answer and its turn; returns the session as it is now, with all its turns."""
        answer.name = f"{turn.session.name}/answers/{self.environment.ids.new()}"
        answer.create_time.CopyFrom(timestamp(started))
        answer.complete_time.CopyFrom(timestamp(self.environment.clock.now()))
        with self.environment.store.write() as connection:
            session = turn.record(connection, request.query.text, answer.name)
            body = answer.SerializeToString()
            sessions.add_answer(connection, answer.name, session.name, body)
            session_records.add_turns(connection, session)
        return session

    def _token(self) -> str:
        raw = f"{self.environment.clock.now()}-{self.environment.ids.new()}"
        return base64.urlsafe_b64encode(raw.encode()).decode().rstrip("=")
