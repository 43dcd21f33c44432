"""What a RecommendRequest asks for, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from emulator.discoveryengine.user_events.rules import check_event
from emulator.discoveryengine.user_fields import check_user_labels
from emulator.surface.errors import invalid_argument
from emulator.surface.registry import Message
from emulator.surface.validation import check_choice, check_count, check_size

_DEFAULT_SIZE = 10
_MOST = 100  # "Values above 100 are set to 100."
_LONGEST_FILTER = 5_000

MOST_OF_CATEGORY: Mapping[str, int | None] = {
    "no-diversity": None,
    "low-diversity": 3,
    "medium-diversity": 2,
    "high-diversity": 1,
    "auto-diversity": 2,
}
"""How many documents of a category are shown at most, by the level of diversity ("Diversify media
recommendations"); what `auto` depends on is not published."""

_FLAGS = ("returnDocument", "returnScore", "strictFiltering", "attributeFilteringSyntax")
_DIVERSITY = "diversityLevel"


@dataclass(frozen=True, slots=True)
class Params:
    """The `params` of a request; without a level of diversity the serving config's holds."""

    shows_document: bool
    shows_score: bool
    is_strict: bool
    filters_attributes: bool
    diversity: str


def check(request: Message) -> None:
    """INVALID_ARGUMENT for what may not be asked; the event is checked as one that is written."""
    check_event(request.user_event)
    check_count(request.page_size, "page_size")
    check_size(request.filter, _LONGEST_FILTER, "filter")
    check_user_labels(request.user_labels)


def page_size(request: Message) -> int:
    """How many documents are recommended at most."""
    return min(request.page_size, _MOST) or _DEFAULT_SIZE


def read_params(params: Mapping[str, Message]) -> Params:
    """The params; INVALID_ARGUMENT for one that is not known or of another type."""
    for name in sorted(params):  # As they come, the order is another each time.
        _check_param(name, params[name])
    return Params(
        shows_document=_flag(params, "returnDocument"),
        shows_score=_flag(params, "returnScore"),
        is_strict="strictFiltering" not in params or _flag(params, "strictFiltering"),
        filters_attributes=_flag(params, "attributeFilteringSyntax"),
        diversity=params[_DIVERSITY].string_value if _DIVERSITY in params else "",
    )


def _flag(params: Mapping[str, Message], name: str) -> bool:
    return name in params and bool(params[name].bool_value)


def _check_param(name: str, value: Message) -> None:
    where = f"params.{name}"
    if name in _FLAGS:
        if value.WhichOneof("kind") != "bool_value":
            raise invalid_argument(where, "it must be true or false.")
    elif name != _DIVERSITY:
        raise invalid_argument(where, f"it is none of {', '.join((*_FLAGS, _DIVERSITY))}.")
    elif value.WhichOneof("kind") != "string_value":
        raise invalid_argument(where, "it must be a string.")
    elif value.string_value:
        check_choice(value.string_value, MOST_OF_CATEGORY, where)
