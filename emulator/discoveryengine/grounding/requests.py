"""What a GenerateGroundedContentRequest asks for, checked."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.answering.values import Turn
from emulator.discoveryengine.retrieval.follow_ups import question_answer_pairs
from emulator.discoveryengine.unsupported import refuse_others
from emulator.discoveryengine.user_fields import check_user_labels
from emulator.surface.errors import ApiError, invalid_argument, missing_field
from emulator.surface.registry import Message
from emulator.surface.validation import check_enums, check_range

_USER, _MODEL = "user", "model"
_SUPPORTED = frozenset(
    {
        *("location", "system_instruction", "contents", "generation_spec", "grounding_spec"),
        "user_labels",
    }
)

# The ranges of Gemini's parameters for generation, ends included.
_RANGES = {
    "temperature": (0.0, 2.0),
    "top_p": (0.0, 1.0),
    "top_k": (1, 40),
    "frequency_penalty": (-2.0, 2.0),
    "presence_penalty": (-2.0, 2.0),
    "max_output_tokens": (1, 65_536),
}


def check(request: Message) -> None:
    """INVALID_ARGUMENT for what may not be asked, UNIMPLEMENTED for what is not built."""
    refuse_others(request, _SUPPORTED)
    check_enums(request)
    _check_contents(request.contents)
    for number, part in enumerate(request.system_instruction.parts):
        if not part.text.strip():
            raise missing_field(f"system_instruction.parts[{number}].text")
    _check_spec(request.generation_spec)
    check_user_labels(request.user_labels)


def prompt(request: Message) -> str:
    """The last of the contents: what is asked."""
    return text_of(request.contents[-1])


def history(request: Message) -> list[Turn]:
    """What was asked before, each with what the model answered, oldest first."""
    return question_answer_pairs(
        (one.role != _MODEL, text_of(one)) for one in request.contents[:-1]
    )


def text_of(content: Message) -> str:
    """The text of all parts of a content."""
    return "\n".join(part.text for part in content.parts)


def _check_contents(contents: Sequence[Message]) -> None:
    if not contents:
        raise missing_field("contents")
    for number, content in enumerate(contents):
        where = f"contents[{number}]"
        if content.role not in (_USER, _MODEL) and (content.role or len(contents) > 1):
            raise _bad_role(where, content.role)
        if not text_of(content).strip():
            raise missing_field(f"{where}.parts")
    if contents[-1].role == _MODEL:
        raise invalid_argument(
            f"contents[{len(contents) - 1}].role", "the last content must be of the user."
        )


def _bad_role(where: str, role: str) -> ApiError:
    return invalid_argument(
        f"{where}.role", f"it must be '{_USER}' or '{_MODEL}', got '{role[:100]}'."
    )


def _check_spec(spec: Message) -> None:
    for field, bounds in _RANGES.items():
        if spec.HasField(field):
            check_range(getattr(spec, field), *bounds, f"generation_spec.{field}")
