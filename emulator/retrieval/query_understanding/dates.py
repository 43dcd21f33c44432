"""Comparisons with dates: "since 2023", "before 1 March 2021", "in the last 30 days"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import date, timedelta

from emulator.retrieval.filters.dates import period
from emulator.retrieval.filters.syntax import Operator
from emulator.retrieval.query_understanding.constraints import (
    OPPOSITE,
    DateConstraint,
    NumberConstraint,
)
from emulator.retrieval.query_understanding.field_matching import (
    choose_field,
    name_words,
    starts_with,
    words_after,
    words_before,
)
from emulator.retrieval.query_understanding.negation import negation_before
from emulator.retrieval.text.calendar_names import ANY_MONTH, month_number
from emulator.retrieval.text.letters import fold_case

_OPERATOR_OF: Mapping[str, Operator] = {
    **dict.fromkeys(("since", "from"), ">="),
    **dict.fromkeys(("after", "later than", "newer than", "more recent than"), ">"),
    **dict.fromkeys(("before", "prior to", "earlier than", "older than"), "<"),
    **dict.fromkeys(("until", "till", "up to", "by", "no later than"), "<="),
    **dict.fromkeys(("in", "during", "on"), "="),
    **dict.fromkeys(("released", "published", "updated", "created", "made"), "="),
}
_DAY = r"\d\d?)(?:st|nd|rd|th)?,?\s+"
_DATE = (
    r"(?:(?P<iso{0}>(?:19|20)\d\d-\d\d(?:-\d\d)?)"
    r"|(?P<relative{0}>today|yesterday|(?:this|last)\s+(?:month|year))"
    rf"|(?:(?:(?P<day{{0}}>{_DAY}(?:of\s+)?)?(?P<month{{0}}>{ANY_MONTH})\b\.?\s+"
    rf"(?:(?P<day_after{{0}}>{_DAY})?)?(?P<year{{0}}>(?:19|20)\d\d))\b(?![-.,]\d)"
)
_COMPARED = re.compile(
    rf"\b(?P<words>{'|'.join(_OPERATOR_OF)})\s+{_DATE.format('')}", re.IGNORECASE
)
_BETWEEN = re.compile(
    rf"\b(?:between|from)\s+{_DATE.format('')}\s+(?:and|to|until)\s+{_DATE.format('2')}",
    re.IGNORECASE,
)
_RECENT = re.compile(
    r"\b(?:in|within|during|over|from)\s+the\s+(?:last|past)\s+(?:(?P<count>\d{1,4})\s+)?"
    r"(?P<unit>day|week|month|year)s?\b",
    re.IGNORECASE,
)
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}

# Where nothing near tells of which field a date is, it is of one with such a name.
_USUAL = ("date", "publish", "releas", "updat", "creat", "time")
_YEAR = "year"
_BEFORE = 3


def find_dates(
    text: str, fields: Collection[str], numbers: Collection[str], today: date
) -> Iterator[DateConstraint | NumberConstraint]:
    """Yield the comparisons with dates of these fields, or with a year among number fields."""
    for match in _RECENT.finditer(text):
        days = int(match["count"] or 1) * _DAYS[fold_case(match["unit"])]
        if days < today.toordinal():
            value = (today - timedelta(days)).isoformat()
            yield from _constraint(text, match, ">=", value, fields, ())
    for match in _BETWEEN.finditer(text):
        yield from _constraint(text, match, ">=", _value(match, "", today), fields, numbers)
        yield from _constraint(text, match, "<=", _value(match, "2", today), fields, numbers)
    for match in _COMPARED.finditer(text):
        operator = _OPERATOR_OF[fold_case(match["words"])]
        yield from _constraint(text, match, operator, _value(match, "", today), fields, numbers)


def _constraint(
    text: str,
    match: re.Match[str],
    operator: Operator,
    value: str,
    fields: Collection[str],
    numbers: Collection[str],
) -> Iterator[DateConstraint | NumberConstraint]:
    said = words_after(text, match.start(), 1)  # It may be "released".
    near = [*words_before(text, match.start(), _BEFORE), *said]
    field = choose_field(fields, near) or choose_field(_usual(fields), _USUAL)
    is_date = field is not None and period(value) is not None
    if not is_date:
        years = [path for path in numbers if _YEAR in name_words(path)]
        field = choose_field(years, near) if value.isdecimal() else None
    if field is None:
        return
    start = starts_with(text, match.start(), field)
    if (negation := negation_before(text, start)) is not None:
        start = starts_with(text, negation, field)
    if compared := operator if negation is None else _opposite(match, operator):
        if is_date:
            yield DateConstraint(field, compared, value, start, match.end())
        else:
            yield NumberConstraint(field, compared, float(value), start, match.end())


def _opposite(match: re.Match[str], operator: Operator) -> Operator | None:
    """What "not" makes of a comparison; None of "not from 2020 to 2022" and "not in 2020"."""
    is_range = match.re is _BETWEEN or match.groupdict().get("words", "").lower() == "from"
    return None if is_range else OPPOSITE.get(operator)


def _usual(fields: Collection[str]) -> list[str]:
    return [path for path in fields if any(word in _USUAL for word in name_words(path))]


def _value(match: re.Match[str], number: str, today: date) -> str:
    if match[f"iso{number}"]:
        return match[f"iso{number}"]
    if match[f"relative{number}"]:
        return _relative(fold_case(match[f"relative{number}"]), today)
    year, month = match[f"year{number}"], match[f"month{number}"]
    if not month:
        return year
    day = match[f"day{number}"] or match[f"day_after{number}"]
    said = f"{year}-{month_number(month):02}"
    return f"{said}-{int(day):02}" if day else said


def _relative(text: str, today: date) -> str:
    """The day, month or year that a text means today, as ISO 8601 has it."""
    if text == "today":
        return today.isoformat()
    if text == "yesterday":
        return (today - timedelta(1)).isoformat()
    if text.endswith("year"):
        return f"{today.year - text.startswith('last')}"
    first = today.replace(day=1)
    return f"{first - timedelta(1) if text.startswith('last') else first:%Y-%m}"
