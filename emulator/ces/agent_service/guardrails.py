"""AgentService's guardrails."""

from __future__ import annotations

from emulator.ces.agent_service.app_resources import AppResources
from emulator.resources.worker import in_worker
from emulator.storage.statements import Connection
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.registry import Message

_CONTENTS = (
    "banned_contents",
    "banned_contents_in_user_input",
    "banned_contents_in_agent_response",
)
_JUDGED = "Stop what rules take for an attempt to make the agent ignore or tell its instructions."


class Guardrails(AppResources):
    """Guardrails of an app: what is checked of input and output, and what happens then."""

    collection, field = "guardrails", "guardrail"

    @in_worker
    def create(self, request: Message) -> Message:
        """Create a guardrail of one type."""
        check_expressions(request.guardrail)  # Not while others wait to write.
        return super().create(request)

    @in_worker
    def update(self, request: Message) -> Message:
        """Change a guardrail."""
        check_expressions(request.guardrail)  # Not while others wait to write.
        return super().update(request)

    def check(self, connection: Connection, resource: Message) -> None:
        """Refuse a guardrail of no type, and expressions that are none."""
        super().check(connection, resource)
        if resource.WhichOneof("guardrail_type") is None:
            raise missing_field("guardrail.guardrail_type")
        check_expressions(resource)

    def complete(self, connection: Connection, resource: Message) -> None:
        """Tell by what the default settings for prompts judge: here no model is asked."""
        security = resource.llm_prompt_security
        if security.HasField("default_settings"):
            security.default_settings.default_prompt_template = _JUDGED


def check_expressions(guardrail: Message) -> None:
    """INVALID_ARGUMENT for expressions that are none; to be asked first may take seconds."""
    content = guardrail.content_filter
    if content.match_type != content.REGEXP_MATCH:
        return
    from emulator.ces.runtime import regular_expressions

    for field in _CONTENTS:
        try:
            wrong = regular_expressions.syntax_error(tuple(getattr(content, field)))
        except regular_expressions.TooSlow as error:
            wrong = str(error)
        if wrong:
            raise invalid_argument(f"guardrail.content_filter.{field}", wrong)
