"""Comparisons with dates: "since 2023", "before March 2021", "between 2019 and 2021"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from emulator.retrieval.filters.dates import period
from emulator.retrieval.filters.syntax import Operator
from emulator.retrieval.natural.constraints import DateConstraint, NumberConstraint
from emulator.retrieval.natural.naming import choose, name_words, starts_with, words_before

_OPERATOR_OF: Mapping[str, Operator] = {
    **dict.fromkeys(("since", "from"), ">="),
    **dict.fromkeys(("after", "later than", "newer than", "more recent than"), ">"),
    **dict.fromkeys(("before", "prior to", "earlier than", "older than"), "<"),
    **dict.fromkeys(("until", "till", "up to", "by", "no later than"), "<="),
    **dict.fromkeys(("in", "during", "on"), "="),
}
_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    "|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_NUMBER_OF = {month[:3]: number for number, month in enumerate(_MONTHS.split("|"), 1)}
_DAY = r"\d\d?)(?:st|nd|rd|th)?,?\s+"
_DATE = (
    r"(?:(?P<iso{0}>(?:19|20)\d\d-\d\d(?:-\d\d)?)"
    rf"|(?:(?:(?P<day{{0}}>{_DAY}(?:of\s+)?)?(?P<month{{0}}>{_MONTHS})\b\.?\s+"
    rf"(?:(?P<day_after{{0}}>{_DAY})?)?(?P<year{{0}}>(?:19|20)\d\d))\b(?![-.,]\d)"
)
_COMPARED = re.compile(
    rf"\b(?P<words>{'|'.join(_OPERATOR_OF)})\s+{_DATE.format('')}", re.IGNORECASE
)
_BETWEEN = re.compile(
    rf"\b(?:between|from)\s+{_DATE.format('')}\s+(?:and|to|until)\s+{_DATE.format('2')}",
    re.IGNORECASE,
)

# Where nothing near tells of which field a date is, it is of one with such a name.
_USUAL = ("date", "publish", "releas", "updat", "creat", "time")
_YEAR = "year"
_BEFORE = 3


def find_dates(
    text: str, fields: Collection[str], numbers: Collection[str]
) -> Iterator[DateConstraint | NumberConstraint]:
    """Yield the comparisons with dates of these fields, or with a year among number fields."""
    for match in _BETWEEN.finditer(text):
        yield from _constraint(text, match, ">=", "", fields, numbers)
        yield from _constraint(text, match, "<=", "2", fields, numbers)
    for match in _COMPARED.finditer(text):
        operator = _OPERATOR_OF[match["words"].lower()]
        yield from _constraint(text, match, operator, "", fields, numbers)


def _constraint(
    text: str,
    match: re.Match[str],
    operator: Operator,
    number: str,
    fields: Collection[str],
    numbers: Collection[str],
) -> Iterator[DateConstraint | NumberConstraint]:
    near = words_before(text, match.start(), _BEFORE)
    field = choose(fields, near) or choose(_usual(fields), _USUAL)
    value, end = _value(match, number), match.end()
    if field is not None and period(value) is not None:
        yield DateConstraint(field, operator, value, starts_with(text, match.start(), field), end)
        return
    years = [path for path in numbers if _YEAR in name_words(path)]
    year = choose(years, near)
    if year is not None and match[f"year{number}"]:
        start = starts_with(text, match.start(), year)
        yield NumberConstraint(year, operator, float(match[f"year{number}"]), start, end)


def _usual(fields: Collection[str]) -> list[str]:
    return [path for path in fields if any(word in _USUAL for word in name_words(path))]


def _value(match: re.Match[str], number: str) -> str:
    if match[f"iso{number}"]:
        return match[f"iso{number}"]
    year, month = match[f"year{number}"], match[f"month{number}"]
    if not month:
        return year
    day = match[f"day{number}"] or match[f"day_after{number}"]
    date = f"{year}-{_NUMBER_OF[month[:3].lower()]:02}"
    return f"{date}-{int(day):02}" if day else date
