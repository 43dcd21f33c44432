"""AssistantService."""

from __future__ import annotations

from collections.abc import AsyncIterator

from emulator.discoveryengine.answers.pipeline import AnswerPipeline
from emulator.discoveryengine.answers.requests import check
from emulator.discoveryengine.assistants import records, replies
from emulator.discoveryengine.assistants.banned_phrases import banned_phrases, check_policy
from emulator.discoveryengine.assistants.requests import answer_request, search_params_path
from emulator.discoveryengine.environment import Service, may_block
from emulator.discoveryengine.retrieval.scope.targets import resolve_target
from emulator.discoveryengine.sessions.records import add_assist_answer, assist_answer_name
from emulator.discoveryengine.sessions.turns import SessionTurn, open_turn, passing_turn
from emulator.resources import masks, paging
from emulator.resources.worker import in_worker_if
from emulator.surface import caller, names
from emulator.surface.errors import already_exists, failed_precondition, missing_field
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf, timestamp
from emulator.surface.registry import Message
from emulator.surface.validation import check_text

_MAX_DISPLAY_NAME = 128

# As recorded, this version has the session in every part, v1 in the last one alone.
_TELLS_EARLY = "google.cloud.discoveryengine.v1alpha"


class AssistantService(Service):
    """Assistants of engines, and what they reply: an answer made of sentences of the documents.

    There are no agents, models or files to choose from, and no web to search.
    """

    def create_assistant(self, request: Message) -> Message:
        """Create an assistant beside the default one."""
        engine, assistant_id = names.canonical(request.parent), request.assistant_id
        assistant = masks.writable(request.assistant)
        _check(assistant)
        with self.environment.store.write() as connection:
            self.engines.require(connection, engine)
            if assistant_id == records.DEFAULT:
                raise already_exists("Assistant", f"{engine}/assistants/{assistant_id}")
            return self.assistants.add(connection, engine, assistant_id, assistant)

    def get_assistant(self, request: Message) -> Message:
        """The assistant."""
        return self._find(request.name)

    def list_assistants(self, request: Message) -> Message:
        """The assistants of an engine."""
        page = paging.OffsetPage.of(request, 100, 1000)
        with self.environment.store.read() as connection:
            found = records.listed(self.environment, connection, names.canonical(request.parent))
        shown, token = page.cut(found)
        return de.ListAssistantsResponse(assistants=shown, next_page_token=token)

    def update_assistant(self, request: Message) -> Message:
        """Change the masked fields; those that are set without a mask."""
        name = names.canonical(request.assistant.name)
        with self.environment.store.write() as connection:
            assistant = records.find(self.environment, connection, name)
            masks.update(assistant, request.assistant, request.update_mask.paths)
            _check(assistant)
            self.assistants.save_default(connection, assistant)
        return assistant

    def delete_assistant(self, request: Message) -> Message:
        """Delete an assistant that was created; the default one stays."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            records.find(self.environment, connection, name)
            if names.resource_id(name) == records.DEFAULT:
                raise failed_precondition(f"The default assistant {name} cannot be deleted.")
            self.assistants.remove(connection, name)
        return protobuf.Empty()

    @in_worker_if(may_block)
    def assist(self, request: Message) -> Message:
        """The same reply at once, as one message."""
        return replies.at_once(self._reply(request), self._token())

    @in_worker_if(may_block)
    def stream_assist(self, request: Message) -> AsyncIterator[Message]:
        """What the assistant replies, recorded in a session."""
        is_told_early = caller.package.get() == _TELLS_EARLY
        return replies.stream(self._reply(request), self._token(), is_told_early=is_told_early)

    def _reply(self, request: Message) -> replies.Reply:
        environment, assistant = self.environment, self._find(request.name)
        asked = answer_request(request, assistant)
        check(asked)
        target = resolve_target(environment, asked.serving_config)
        started = environment.clock.now()
        turn = self._turn(request, asked, target.parent)
        where = search_params_path(request)
        made = AnswerPipeline(environment, asked, target, turn, where).run()
        said = asked.query.text, made.draft.answer.text
        answer = replies.assist_answer(made, banned_phrases(assistant, *said))
        for reply in answer.replies:
            reply.reply_id = environment.ids.new()
            reply.create_time.CopyFrom(timestamp(started))
        session = self._told(turn, asked.query.text, answer, is_kept=not request.is_session_less)
        return replies.Reply(answer, made.draft, session)

    def _token(self) -> str:
        return str(self.environment.ids.token())

    def _find(self, name: str) -> Message:
        with self.environment.store.read() as connection:
            return records.find(self.environment, connection, names.canonical(name))

    def _turn(self, request: Message, asked: Message, parent: str) -> SessionTurn:
        if request.is_session_less:
            return passing_turn(self.environment, parent)
        return open_turn(self.environment, parent, asked, "", "")

    def _told(
        self, turn: SessionTurn, text: str, answer: Message, *, is_kept: bool
    ) -> Message | None:
        """What tells of the turn, which is stored if it is kept; small talk leaves no trace."""
        if replies.is_small_talk(answer):
            return None
        if is_kept:
            with self.environment.store.record() as connection:
                turn.record(connection, text)
                add_assist_answer(connection, turn.session.name, turn.query_id, answer)
        else:
            answer.name = assist_answer_name(turn.session.name, turn.query_id)
        return _session_info(turn)


def _session_info(turn: SessionTurn) -> Message:
    """What tells of the turn; as recorded, the question is told by its id, not by its name."""
    return de.StreamAssistResponse.SessionInfo(
        session=turn.session.name, query_id=names.resource_id(turn.query_id)
    )


def _check(assistant: Message) -> None:
    if not assistant.display_name:
        raise missing_field("assistant.display_name")
    check_text(assistant.display_name, _MAX_DISPLAY_NAME, "assistant.display_name")
    for number, banned in enumerate(assistant.customer_policy.banned_phrases):
        if not banned.phrase.strip():
            raise missing_field(f"assistant.customer_policy.banned_phrases[{number}].phrase")
    check_policy(assistant)
