"""Comparisons with numbers: "under $50", "at least 4 stars", "between 10 and 20 metres"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from emulator.retrieval.filters.syntax import Operator
from emulator.retrieval.natural.constraints import NumberConstraint
from emulator.retrieval.natural.naming import choose, name_words, words_after, words_before

_OPERATORS: Mapping[Operator, str] = {
    "<": "<|under|below|less than|fewer than|lower than|cheaper than|less expensive than"
    "|smaller than|shorter than",
    "<=": "<=|at most|no more than|not more than|up to|maximum of|maximum|max",
    ">": ">|over|above|more than|greater than|higher than|more expensive than|larger than"
    "|longer than|heavier than",
    ">=": ">=|at least|no less than|not less than|minimum of|minimum|min",
}
_OPERATOR_OF: Mapping[str, Operator] = {
    words: operator for operator, listed in _OPERATORS.items() for words in listed.split("|")
}
_CURRENCIES = {
    **dict.fromkeys(("$", "dollar", "dollars", "usd", "bucks"), "usd"),
    **dict.fromkeys(("€", "euro", "euros", "eur"), "eur"),
    **dict.fromkeys(("£", "pound", "pounds", "gbp"), "gbp"),
    **dict.fromkeys(("¥", "yen", "jpy"), "jpy"),
}
_MONEY = ("price", "cost", "fee", "amount")
_OF_MONEY = re.compile(r"cheaper|expensive", re.IGNORECASE)
_SCALES = {"k": 1e3, "thousand": 1e3, "million": 1e6, "": 1.0}

_NUMBER = (
    r"(?P<sign{0}>[$€£¥])?\s?(?P<number{0}>\d[\d,]*(?:\.\d+)?)"
    r"(?:\s?(?P<scale{0}>k|thousand|million)\b)?"
)
_WORDS = "|".join(sorted(filter(str.islower, _OPERATOR_OF), key=len, reverse=True))
_COMPARED = re.compile(rf"(?P<words>\b(?:{_WORDS})\s|[<>]=?)\s*{_NUMBER.format('')}", re.IGNORECASE)
_BETWEEN = re.compile(
    rf"\bbetween\s+{_NUMBER.format('')}\s+and\s+{_NUMBER.format('2')}", re.IGNORECASE
)
_OPEN_ENDED = re.compile(
    rf"{_NUMBER.format('')}(?P<unit>\s\w+)?\s(?:or|and)\s"
    r"(?:(?P<less>less|fewer|lower|cheaper|under|below)|more|higher|better|above|over|up)\b",
    re.IGNORECASE,
)
_UNIT = re.compile(r"\s?(\w+)", re.IGNORECASE)

# How far around a number the name of its field may stand.
_BEFORE, _AFTER = 3, 2


def find_numbers(text: str, fields: Collection[str]) -> Iterator[NumberConstraint]:
    """Yield the comparisons with numbers of these fields."""
    for match in _BETWEEN.finditer(text):
        field, end = _field(text, match, fields, match["sign"] or match["sign2"])
        if field:
            yield NumberConstraint(field, ">=", _value(match, ""), match.start(), end)
            yield NumberConstraint(field, "<=", _value(match, "2"), match.start(), end)
    for match in _COMPARED.finditer(text):
        field, end = _field(text, match, fields, match["sign"])
        if field:
            operator = _OPERATOR_OF[match["words"].strip().lower()]
            yield NumberConstraint(field, operator, _value(match, ""), match.start(), end)
    for match in _OPEN_ENDED.finditer(text):
        field, end = _field(text, match, fields, match["sign"] or (match["unit"] or "").strip())
        if field:
            yield NumberConstraint(
                field, "<=" if match["less"] else ">=", _value(match, ""), match.start(), end
            )


def _field(
    text: str, match: re.Match[str], fields: Collection[str], sign: str | None
) -> tuple[str | None, int]:
    """The field that a number is of, and where its unit ends."""
    unit = _UNIT.match(text, match.end())
    word = unit[1].lower() if unit else ""
    currency = _CURRENCIES.get((sign or "").lower()) or _CURRENCIES.get(word)
    near = {*words_before(text, match.start(), _BEFORE), *words_after(text, match.end(), _AFTER)}
    near |= {*words_after(text, match.start(), 4)} if match.re is _OPEN_ENDED else set()
    near |= {currency} if currency else set()
    near |= {*_MONEY} if currency or _OF_MONEY.search(match[0]) else set()
    field = choose(fields, near)
    is_unit = word in _CURRENCIES or (field is not None and _is_of(word, field))
    return field, unit.end() if unit and is_unit else match.end()


def _is_of(word: str, field: str) -> bool:
    return not name_words(word) or set(name_words(word)) <= set(name_words(field))


def _value(match: re.Match[str], number: str) -> float:
    scale = (match[f"scale{number}"] or "").lower()
    return float(match[f"number{number}"].replace(",", "")) * _SCALES[scale]
