"""The fields of a prescribed answer, put in place of those that an answer has."""

from __future__ import annotations

from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message


def force(result: Message, request: Message, prescribed: Message) -> None:
    """Give the answer what was prescribed, as far as the request asks for it.

    Only an answer that succeeds has references: its own, or those that were found.
    """
    succeeds = prescribed.state in (de.Answer.STATE_UNSPECIFIED, de.Answer.SUCCEEDED)
    for field, value in prescribed.ListFields():
        if _is_asked_for(request, field.name):
            result.ClearField(field.name)
            if field.is_repeated:
                getattr(result, field.name).extend(value)
            elif field.message_type is not None:
                getattr(result, field.name).CopyFrom(value)
            else:
                setattr(result, field.name, value)
    if not succeeds:
        for field in ("references", "grounding_supports"):
            result.ClearField(field)


def _is_asked_for(request: Message, field: str) -> bool:
    """Whether a field of the answer is shown: always, but for those that a spec turns on."""
    switches = {
        "citations": request.answer_generation_spec.include_citations,
        "grounding_score": request.grounding_spec.include_grounding_supports,
        "grounding_supports": request.grounding_spec.include_grounding_supports,
        "related_questions": request.related_questions_spec.enable,
    }
    return bool(switches.get(field, True))
