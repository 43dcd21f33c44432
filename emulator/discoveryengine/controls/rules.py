"""What a control may say: the limits are those of the API reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emulator.retrieval.filters.errors import FilterError
from emulator.retrieval.filters.parser import parse
from emulator.retrieval.ranking.boosts import BoostError, read_points
from emulator.retrieval.regular_expressions import RegularExpressionError, whole
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import microseconds
from emulator.surface.registry import Message
from emulator.surface.validation import (
    check_range,
    check_required,
    check_size,
    check_text,
    enum_name,
)

ID_FIELDS: Mapping[str, str] = {
    "boost_action": "boost_control_ids",
    "filter_action": "filter_control_ids",
    "redirect_action": "redirect_control_ids",
    "synonyms_action": "synonyms_control_ids",
    "promote_action": "promote_control_ids",
}
"""The field of a serving config that lists the controls of each action."""

OTHER_ID_FIELDS = (
    "dissociate_control_ids",
    "ignore_control_ids",
    "oneway_synonyms_control_ids",
    "replacement_control_ids",
)
"""Those that list controls of kinds which the API describes, but has no action for."""

MOST_IDS: Mapping[str, int] = {
    **dict.fromkeys(ID_FIELDS.values(), 100),
    "boost_control_ids": 20,
    "filter_control_ids": 20,
}

_MAX_DISPLAY_NAME = 128
_MAX_TERMS = 10
_MAX_TERM = 5000
_MAX_FULL_MATCH_WORDS = 3
_MAX_FILTER = 5000
_MAX_URI = 2000
_MAX_TITLE = 160
_MAX_DESCRIPTION = 200
_SYNONYMS = range(2, 101)
_SEARCH = de.SolutionType.Value("SOLUTION_TYPE_SEARCH")


def check_control(control: Message) -> None:
    """INVALID_ARGUMENT for what is missing or beyond the limits."""
    check_required(control, "control")
    check_text(control.display_name, _MAX_DISPLAY_NAME, "control.display_name")
    if control.solution_type == _SEARCH and len(control.use_cases) != 1:
        raise invalid_argument("control.use_cases", "exactly one is needed for search.")
    if len(control.conditions) > 1:
        raise invalid_argument("control.conditions", "at most one is allowed.")
    for condition in control.conditions:
        _check_condition(condition)
    kind = control.WhichOneof("action")
    if kind is None:
        raise missing_field("control.action")
    _CHECKS[kind](getattr(control, kind), f"control.{kind}")


def check_future(control: Message, now: int) -> None:
    """INVALID_ARGUMENT for a time range that has ended: the end "must be in the future"."""
    for condition in control.conditions:
        for number, span in enumerate(condition.active_time_range):
            if span.HasField("end_time") and microseconds(span.end_time) <= now:
                path = f"control.conditions[0].active_time_range[{number}].end_time"
                raise invalid_argument(path, "it must be in the future.")


def _check_condition(condition: Message) -> None:
    where = "control.conditions[0]"
    for field in ("query_terms", "active_time_range"):
        check_size(getattr(condition, field), _MAX_TERMS, f"{where}.{field}")
    for number, term in enumerate(condition.query_terms):
        _check_term(term, f"{where}.query_terms[{number}]")
    for number, span in enumerate(condition.active_time_range):
        begun, ended = (time.ToNanoseconds() for time in (span.start_time, span.end_time))
        if span.HasField("end_time") and begun > ended:
            path = f"{where}.active_time_range[{number}]"
            raise invalid_argument(path, "it ends before it starts.")
    if condition.query_regex:
        if condition.query_terms:
            raise invalid_argument(f"{where}.query_regex", "it excludes query_terms.")
        _check_expression(condition.query_regex, f"{where}.query_regex")


def _check_term(term: Message, where: str) -> None:
    check_text(term.value, _MAX_TERM, f"{where}.value")
    if term.value != term.value.lower():
        raise invalid_argument(f"{where}.value", f"'{term.value}' must be in lower case.")
    if term.full_match and len(term.value.split()) > _MAX_FULL_MATCH_WORDS:
        raise invalid_argument(
            f"{where}.value", f"at most {_MAX_FULL_MATCH_WORDS} words can be matched in full."
        )


def _check_expression(text: str, where: str) -> None:
    try:
        whole(text)
    except RegularExpressionError as error:
        raise invalid_argument(where, str(error)) from None


def _check_boost(action: Message, where: str) -> None:
    _check_syntax(action.filter, f"{where}.filter")
    if action.WhichOneof("boost_spec") == "interpolation_boost_spec":
        _check_curve(action.interpolation_boost_spec, f"{where}.interpolation_boost_spec")
    else:
        check_range(action.fixed_boost, -1, 1, f"{where}.fixed_boost")
        check_range(action.boost, -1, 1, f"{where}.boost")


def _check_curve(spec: Message, where: str) -> None:
    """What does not depend on the documents, of which there may be none yet."""
    if not spec.field_name:
        raise missing_field(f"{where}.field_name")
    points = [(point.attribute_value, point.boost_amount) for point in spec.control_points]
    kind = enum_name(spec, "attribute_type")
    if kind == "ATTRIBUTE_TYPE_UNSPECIFIED":
        raise missing_field(f"{where}.attribute_type")
    try:
        read_points(kind, points, now=0)
    except BoostError as error:
        raise invalid_argument(f"{where}.{error.part}", f"{error}.") from None


def _check_filter(action: Message, where: str) -> None:
    if not action.filter.strip():
        raise missing_field(f"{where}.filter")
    _check_syntax(action.filter, f"{where}.filter")


def _check_syntax(text: str, where: str) -> None:
    check_size(text, _MAX_FILTER, where)
    try:
        parse(text)
    except FilterError as error:
        raise invalid_argument(where, error.told("filter")) from None


def _check_redirect(action: Message, where: str) -> None:
    check_text(action.redirect_uri, _MAX_URI, f"{where}.redirect_uri")


def _check_synonyms(action: Message, where: str) -> None:
    if len(action.synonyms) not in _SYNONYMS:
        raise invalid_argument(
            f"{where}.synonyms", f"{_SYNONYMS[0]} to {_SYNONYMS[-1]} are allowed."
        )
    if not all(text.strip() for text in action.synonyms):
        raise invalid_argument(f"{where}.synonyms", "none may be empty.")


def _check_promotion(action: Message, where: str) -> None:
    promotion = action.search_link_promotion
    path = f"{where}.search_link_promotion"
    check_text(promotion.title, _MAX_TITLE, f"{path}.title")
    if not promotion.uri and not promotion.document:
        raise missing_field(f"{path}.uri")
    check_size(promotion.description, _MAX_DESCRIPTION, f"{path}.description")


_CHECKS: Mapping[str, Callable[[Message, str], None]] = {
    "boost_action": _check_boost,
    "filter_action": _check_filter,
    "redirect_action": _check_redirect,
    "synonyms_action": _check_synonyms,
    "promote_action": _check_promotion,
}
