"""Golden evaluations made of conversations: what was said and done is what is expected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emulator.ces.agent_service.conversations import Conversations
from emulator.ces.environment import Environment, Service
from emulator.ces.evaluation_service.evaluations import Evaluations
from emulator.surface import names
from emulator.surface.errors import failed_precondition, unimplemented
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_USER = "user"


class GeneratedEvaluations(Service):
    """Evaluations of conversations that went as they should."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._conversations = Conversations(environment)
        self._evaluations = Evaluations(environment)

    def generate_evaluation(self, request: Message) -> Message:
        """Make a golden evaluation of a conversation; the operation is done at once."""
        if request.evaluation_type == request.SCENARIO:
            raise unimplemented("GenerateEvaluationRequest.evaluation_type SCENARIO")
        asked = ces.GetConversationRequest(name=request.conversation, source=request.source)
        conversation = self._conversations.get_conversation(asked)
        turns = [ces.Evaluation.GoldenTurn(steps=_steps(one)) for one in conversation.turns]
        turns = [one for one in turns if any(step.HasField("user_input") for step in one.steps)]
        if not turns:
            raise failed_precondition(f"In {conversation.name} the user says nothing.")
        made = ces.Evaluation(
            display_name=f"Conversation {names.resource_id(conversation.name)}",
            golden=ces.Evaluation.Golden(turns=turns),
        )
        parent = names.parent(conversation.name)
        create = ces.CreateEvaluationRequest(parent=parent, evaluation=made)
        evaluation = self._evaluations.create(create)
        metadata = ces.GenerateEvaluationOperationMetadata()
        with self.environment.store.write() as connection:
            return self.finished(connection, names.location(parent), evaluation, metadata)


def _steps(turn: Message) -> Iterator[Message]:
    """The steps of a recorded turn; what an agent says several times is one reply."""
    replies: list[Message] = []
    for message in turn.messages:
        for chunk in message.chunks:
            if message.role == _USER:
                yield from _inputs(chunk)
            elif chunk.HasField("text"):
                replies.append(chunk)
            else:
                yield from _expected(chunk)
    if replies:
        expectation = ces.Evaluation.GoldenExpectation()
        expectation.agent_response.CopyFrom(ces.Message(role="agent", chunks=replies))
        yield ces.Evaluation.Step(expectation=expectation)


def _inputs(chunk: Message) -> Sequence[Message]:
    match chunk.WhichOneof("data"):
        case "text":
            given = ces.SessionInput(text=chunk.text)
        case "updated_variables":
            given = ces.SessionInput(variables=chunk.updated_variables)
        case _:
            return ()
    return [ces.Evaluation.Step(user_input=given)]


def _expected(chunk: Message) -> Sequence[Message]:
    """A call or a transfer; what tools answer is theirs, and ids are new each time."""
    expectation = ces.Evaluation.GoldenExpectation()
    match chunk.WhichOneof("data"):
        case "tool_call":
            expectation.tool_call.CopyFrom(chunk.tool_call)
            expectation.tool_call.ClearField("id")
        case "agent_transfer":
            expectation.agent_transfer.CopyFrom(chunk.agent_transfer)
        case _:
            return ()
    return [ces.Evaluation.Step(expectation=expectation)]
