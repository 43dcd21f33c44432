"""`:answer` and `:streamAnswer` of ConversationalSearchService."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from functools import partial

from emulator.discoveryengine.answers import messages
from emulator.discoveryengine.answers.pipeline import AnswerPipeline, AnswerRun
from emulator.discoveryengine.answers.requests import check
from emulator.discoveryengine.answers.unfinished import failed_answer
from emulator.discoveryengine.environment import Service, may_block
from emulator.discoveryengine.retrieval.scope.targets import Target, resolve_target
from emulator.discoveryengine.sessions import records
from emulator.discoveryengine.sessions.turns import SessionTurn, open_turn
from emulator.resources.worker import in_worker_if
from emulator.storage import sessions
from emulator.surface.errors import ApiError, internal, invalid_argument
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import timestamp
from emulator.surface.registry import Message

log = logging.getLogger(__name__)


class AnswerService(Service):
    """Answers, alone or as turns of a session.

    An answer is made of sentences of the documents, so what instructs a language model is taken and
    changes only what rules can follow: how long the text is, whether it is a list, and the language
    of what is said in place of an answer.
    """

    @in_worker_if(may_block)
    def answer_query(self, request: Message) -> Message:
        """The answer to one question, recorded if a session is named.

        In asynchronous mode it is only begun: `get_answer` shows how far it is.
        """
        return self._begin(request) if request.asynchronous_mode else self._answer(request)[0]

    @in_worker_if(may_block)
    def stream_answer_query(self, request: Message) -> AsyncIterator[Message]:
        """The same in parts: steps, references, the text sentence by sentence, then everything.

        As documented, queries are rephrased in one step whatever the request says.
        """
        if request.asynchronous_mode:
            raise invalid_argument("asynchronous_mode", "a stream is answered as it is made.")
        response, made = self._answer(request, in_one_step=True)
        return messages.stream(response, made.draft)

    def _answer(self, request: Message, *, in_one_step: bool = False) -> tuple[Message, AnswerRun]:
        check(request)
        if in_one_step:
            request.query_understanding_spec.ClearField("query_rephraser_spec")
        target = resolve_target(self.environment, request.serving_config)
        started = self.environment.clock.now()
        turn = self._turn(request, target)
        made = AnswerPipeline(self.environment, request, target, turn).run()
        answer = messages.answer(request, made)
        response = de.AnswerQueryResponse(answer_query_token=self.environment.ids.token())
        if turn is not None:
            self._record(request, turn, answer, started, response.session)
        response.answer.CopyFrom(answer)
        return response, made

    def _begin(self, request: Message) -> Message:
        """Record that the answer is being made, and make it in the background."""
        check(request)
        target = resolve_target(self.environment, request.serving_config)
        started = self.environment.clock.now()
        turn = self._turn(request, target)
        pipeline = AnswerPipeline(self.environment, request, target, turn)
        answer, response = de.Answer(state=de.Answer.IN_PROGRESS), de.AnswerQueryResponse()
        if turn is not None:
            self._record(request, turn, answer, started, response.session)
        self.environment.background.start(partial(self._finish, request, pipeline, answer))
        response.answer.CopyFrom(answer)
        response.answer_query_token = self.environment.ids.token()
        return response

    def _finish(self, request: Message, pipeline: AnswerPipeline, begun: Message) -> None:
        try:
            answer = messages.answer(request, pipeline.run())
            answer.name = begun.name
            answer.create_time.CopyFrom(begun.create_time)
        except ApiError as error:
            answer = failed_answer(begun, error.message)
        except Exception:
            log.exception("%s failed", begun.name)
            answer = failed_answer(begun, internal().message)
        if answer.state == de.Answer.IN_PROGRESS:  # As was prescribed.
            return
        answer.complete_time.CopyFrom(timestamp(self.environment.clock.now()))
        with self.environment.store.record() as connection:
            records.finish_answer(connection, answer)

    def _turn(self, request: Message, target: Target) -> SessionTurn | None:
        """The turn of the call; None without a session."""
        if not request.session:
            return None
        query_id, where = request.query.query_id, "query.query_id"
        return open_turn(self.environment, target.parent, request, query_id, where)

    def _record(
        self, request: Message, turn: SessionTurn, answer: Message, started: int, shown: Message
    ) -> None:
        """Store the answer and its turn; `shown` becomes the session as it is, with all turns."""
        answer.name = f"{turn.session.name}/answers/{self.environment.ids.new()}"
        answer.create_time.CopyFrom(timestamp(started))
        if answer.state != de.Answer.IN_PROGRESS:
            answer.complete_time.CopyFrom(timestamp(self.environment.clock.now()))
        with self.environment.store.record() as connection:
            shown.CopyFrom(turn.record(connection, request.query.text, answer.name))
            records.add_answer(connection, shown.name, answer)
            if answer.state == de.Answer.IN_PROGRESS:
                sessions.add_pending_answer(connection, answer.name)
            if not shown.turns:
                records.add_turns(connection, shown)
