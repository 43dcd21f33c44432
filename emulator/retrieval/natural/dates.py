"""Comparisons with dates: "since 2023", "before March 2021", "between 2019 and 2021"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from emulator.retrieval.filters.syntax import Operator
from emulator.retrieval.natural.constraints import DateConstraint, NumberConstraint
from emulator.retrieval.natural.naming import choose, name_words, words_before

_OPERATOR_OF: Mapping[str, Operator] = {
    **dict.fromkeys(("since", "from"), ">="),
    "after": ">",
    "before": "<",
    **dict.fromkeys(("until", "till", "up to", "by"), "<="),
    **dict.fromkeys(("in", "during", "on"), "="),
}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = (
    r"(?:(?P<iso{0}>(?:19|20)\d\d-\d\d(?:-\d\d)?)"
    rf"|(?:(?P<month{{0}}>{'|'.join(_MONTHS)})[a-z]*\.?\s+)?(?P<year{{0}}>(?:19|20)\d\d))\b(?![-.,]\d)"
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
    start, end = match.span()
    if field is not None:
        yield DateConstraint(field, operator, _value(match, number), start, end)
        return
    years = [path for path in numbers if _YEAR in name_words(path)]
    year = choose(years, near)
    if year is not None and match[f"year{number}"]:
        yield NumberConstraint(year, operator, float(match[f"year{number}"]), start, end)


def _usual(fields: Collection[str]) -> list[str]:
    return [path for path in fields if any(word in _USUAL for word in name_words(path))]


def _value(match: re.Match[str], number: str) -> str:
    if match[f"iso{number}"]:
        return match[f"iso{number}"]
    year, month = match[f"year{number}"], match[f"month{number}"]
    return f"{year}-{_MONTHS.index(month.lower()) + 1:02}" if month else year
