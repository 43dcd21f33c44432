"""Comparisons with numbers: "under $50", "at least 4 stars", "between 10 and 20 metres"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import chain

from emulator.retrieval.filters.syntax import Operator
from emulator.retrieval.query_understanding.constraints import OPPOSITE, NumberConstraint
from emulator.retrieval.query_understanding.field_matching import (
    OF_WAYS,
    best_named_field,
    choose_field,
    ends_with,
    name_words,
    starts_with,
    unit_factor,
    units_of_weight,
    without_units,
    words_after,
    words_before,
)
from emulator.retrieval.query_understanding.negation import negation_before
from emulator.retrieval.text.analysis import is_stop_word
from emulator.retrieval.text.grammatical_number import is_plural
from emulator.retrieval.text.letters import fold_case

_OPERATORS: Mapping[Operator, str] = {
    "<": "<|under|below|less than|fewer than|lower than|cheaper than|less expensive than"
    "|smaller than|shorter than|lighter than|younger than|slower than|weaker than|thinner than",
    "<=": "<=|at most|up to|maximum of|maximum|max",
    ">": ">|over|above|more than|greater than|more expensive than",
    ">=": ">=|at least|minimum of|minimum|min",
    "=": "=|exactly|equal to|equals",
}
_OPERATOR_OF: Mapping[str, Operator] = {
    words: operator for operator, listed in _OPERATORS.items() for words in listed.split("|")
}
CURRENCIES = {
    **dict.fromkeys(("$", "dollar", "dollars", "usd", "bucks"), "usd"),
    **dict.fromkeys(("€", "euro", "euros", "eur"), "eur"),
    **dict.fromkeys(("£", "pound", "pounds", "gbp"), "gbp"),
    **dict.fromkeys(("¥", "yen", "jpy"), "jpy"),
}
_MONEY = ("price", "cost", "fee", "amount")
# What is longer, deeper or stronger has more.
_MORE = r"(?!(?:other|rather|later|earlier|newer)\b)[a-z]{2,}er than"
_OF_MONEY = re.compile(r"cheaper|expensive", re.IGNORECASE)
_SCALES = {"k": 1e3, "thousand": 1e3, "million": 1e6, "": 1.0}

_NUMBER = (
    r"(?P<sign{0}>[$€£¥])?\s?"
    r"(?P<number{0}>\d{{1,3}}(?:\.\d{{3}})+,\d\d?(?!\d)|\d{{1,3}}(?:\.\d{{3}}){{2,}}|\d+(?:,\d+)*(?:\.\d+)?)"
    r"(?:\s?(?P<scale{0}>k|thousand|million)\b)?"
)
# "49,99" and "1.299,00", where a comma stands before the decimals.
_DECIMAL_COMMA = re.compile(r"[\d.]+,\d\d?")
# "1.000 euros", where a dot stands between thousands.
_DOTTED_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+")
_WORDS = "|".join(sorted(filter(str.islower, _OPERATOR_OF), key=len, reverse=True))
_COMPARED = re.compile(
    rf"(?P<not>\b(?:not|no(?=\s\w+ than\b))\s)?"
    rf"(?P<words>\b(?:{_WORDS}|(?P<more>{_MORE}))\s|(?<![-=!<>])(?:[<>]=?|=))\s*{_NUMBER.format('')}",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    rf"(?<!not )(?<!difference )\bbetween\s+{_NUMBER.format('')}\s+and\s+{_NUMBER.format('2')}",
    re.IGNORECASE,
)
# "100-200 euros", "4 to 6 berths": of money or named things only, for "24-70" may be a name.
_PLAIN_RANGE = re.compile(
    rf"(?<![\w.,/-]){_NUMBER.format('')}(?:\s?[-\u2013]\s?|\s+to\s+){_NUMBER.format('2')}(?![-/.,]?\d)",
    re.IGNORECASE,
)
_RANGES = (_BETWEEN, _PLAIN_RANGE)
# "4 or more", but not "4 stars and under 90".
_OPEN = (
    r"(?:(?P<less>less|fewer|lower|cheaper|under|below)|more|higher|better|above|over|up)\b"
    r"(?!(?: than)?\s*[$€£¥]?\d)"
)
_OPEN_ENDED = re.compile(
    rf"{_NUMBER.format('')}(?P<unit>\s\w+)?\s(?:or|and)\s{_OPEN}", re.IGNORECASE
)
# "With 4 berths", "a warranty of 24 months", but not "with 4 or more berths".
_EXACT = re.compile(
    rf"\b(?:(?P<of>of)|with|has|have|having)\s+{_NUMBER.format('')}"
    rf"(?![\d.,]*\d|(?:\s\w+)?\s(?:(?:or|to)\b|and\s(?:\d|{_OPEN}))|\s?[-\u2013]\s?\d)",
    re.IGNORECASE,
)
# "4 star hotels", "a 24-month warranty": a noun in the singular behind a number describes another.
# Of "3 or 4 star hotels" neither number is all that is meant.
_DESCRIBING = re.compile(
    rf"(?<![\w.,/-])(?<!\d or )(?<!\d and )(?<!\d to ){_NUMBER.format('')}"
    r"(?:(?P<plus>\+)\s?|[\s-])(?=[a-z])",
    re.IGNORECASE,
)
_UNIT = re.compile(r"\s?(\w+)", re.IGNORECASE)
# "4 stars and", before "under 90".
_COUNTED_BEFORE = re.compile(r"\d\s[a-z]+(?:,|\sand|\sbut)\s$", re.IGNORECASE)

# How far around a number the name of its field may stand.
_BEFORE, _AFTER = 3, 2


def find_numbers(text: str, fields: Collection[str]) -> Iterator[NumberConstraint]:
    """Yield the comparisons with numbers of these fields."""
    for match in chain.from_iterable(one.finditer(text) for one in _RANGES):
        sign = match["sign"] or match["sign2"]
        if match.re is _PLAIN_RANGE and not (
            _currency(text, match, sign) or _counts_named_things(text, match, fields)
        ):
            continue
        if field := _field(text, match, fields, sign, _MONEY):
            yield from _constraint(text, match, field, ">=")
            yield from _constraint(text, match, field, "<=", "2")
    for match in _COMPARED.finditer(text):
        usual = () if match["more"] else _MONEY
        operator = _operator(match)
        if operator and (field := _field(text, match, fields, match["sign"], usual)):
            yield from _constraint(text, match, field, operator)
    for match in _OPEN_ENDED.finditer(text):
        if field := _field(text, match, fields, match["sign"] or (match["unit"] or "").strip()):
            yield from _constraint(text, match, field, "<=" if match["less"] else ">=")
    for match in _EXACT.finditer(text):
        if field := _named_field(text, match, fields):
            yield from _constraint(text, match, field, "=")


def find_descriptions(text: str, fields: Collection[str]) -> Iterator[NumberConstraint]:
    """Yield what numbers of these fields describe: "4 star hotels", "4+ stars"."""
    if OF_WAYS.match(text):
        return
    compared = [one.span() for form in (_BETWEEN, _COMPARED) for one in form.finditer(text)]
    for match in _DESCRIBING.finditer(text):
        is_compared = any(start <= match.start() < end for start, end in compared)
        if not is_compared and (field := _described_field(text, match, fields)):
            yield from _constraint(text, match, field, ">=" if match["plus"] else "=")


def _named_field(text: str, match: re.Match[str], fields: Collection[str]) -> str | None:
    """The field whose name stands right before "of" and a number, or else behind the number."""
    of = match["of"] is not None
    said = words_before(text, match.start(), 1) if of else words_after(text, match.end(), _AFTER)
    found = best_named_field(fields, without_units(said))
    if found is None or unit_factor(found, _counted(text, match)) is None:
        return None
    return found


def _described_field(text: str, match: re.Match[str], fields: Collection[str]) -> str | None:
    """The field that the word behind a number names in the singular, or the one behind its unit."""
    words = _UNIT.findall(text, match.end())[:2]
    if not words or (not match["plus"] and (is_plural(words[0]) or _value(match, "") == 1)):
        return None
    first, *others = (words_after(word, 0, 1) for word in words)
    named = without_units(first) or without_units(chain.from_iterable(others))
    found = best_named_field(fields, named)
    return None if found is None or unit_factor(found, first) is None else found


def _counts_named_things(text: str, match: re.Match[str], fields: Collection[str]) -> bool:
    """Whether the plural behind numbers is the name of a field: "4 to 6 berths"."""
    unit = _UNIT.match(text, match.end())
    named = without_units(words_after(text, match.end(), 1))
    return unit is not None and is_plural(unit[1]) and best_named_field(fields, named) is not None


def _field(
    text: str,
    match: re.Match[str],
    fields: Collection[str],
    sign: str | None,
    usual: Collection[str] = (),
) -> str | None:
    """The field that a number is of: one with a `usual` name, if nothing near tells of any."""
    currency = _currency(text, match, sign)
    before = [] if _is_unit_before(text, match) else words_before(text, match.start(), _BEFORE)
    near = {*before, *_near(text, match, currency)}
    subjects = [path for path in fields if not {*before[-1:]}.isdisjoint(name_words(path))]
    found = best_named_field(subjects or fields, near)
    if found is not None:
        return None if unit_factor(found, _counted(text, match)) is None else found
    may_be_left_out = currency or (_is_bare(text, match) and not OF_WAYS.match(text))
    return choose_field(fields, usual) if may_be_left_out else None


def _currency(text: str, match: re.Match[str], sign: str | None) -> str | None:
    unit = _UNIT.match(text, match.end())
    return CURRENCIES.get((sign or "").lower()) or CURRENCIES.get(unit[1].lower() if unit else "")


def _counted(text: str, match: re.Match[str]) -> list[str]:
    """What a number is of: the word behind it."""
    return words_after(match.groupdict().get("unit") or text[match.end() :], 0, 1)


def _near(text: str, match: re.Match[str], currency: str | None) -> set[str]:
    """What tells the field in a comparison itself, and behind it."""
    near = {*words_after(_behind(text, match), 0, _AFTER)}
    if match.re is _OPEN_ENDED:
        near |= {*words_after(text, match.start(), 4)}
    near |= {*units_of_weight(near)}
    if currency:
        near.add(currency)
    if currency or _OF_MONEY.search(match[0]):
        near |= {*_MONEY}
    return near


def _behind(text: str, match: re.Match[str]) -> str:
    """What stands behind a comparison, without the subject of the next: "under 50, rating over 4".

    A single word before the next one may be the unit of this one.
    """
    following = _COMPARED.search(text, match.end())
    between = text[match.end() : following.start() if following else None]
    own = between.rstrip().rpartition(" ")[0]
    return own if following and own.strip() else between


def _is_unit_before(text: str, match: re.Match[str]) -> bool:
    """Whether what stands before is the unit of another number: "over 5 km under 50 euros"."""
    if _COUNTED_BEFORE.search(text[: match.start()]):
        return True
    ends = [one.end() for one in _COMPARED.finditer(text, 0, match.start())]
    return bool(ends) and text[ends[-1] : match.start()].strip().isalpha()


def _is_bare(text: str, match: re.Match[str]) -> bool:
    """Whether nothing tells what is compared: "over 50", and not "over 50 volts" or "x = 50"."""
    said, unit = match.groupdict(), _UNIT.match(text, match.end())
    # "t" and "m" are stop words, too: "can't", "I'm".
    ends = unit is None or (unit[0][0].isspace() and len(unit[1]) > 1 and is_stop_word(unit[1]))
    return ends and not said.get("unit") and _operator(match) != "="


def _operator(match: re.Match[str]) -> Operator | None:
    """What a comparison says: "not above" is at most. None if no operator says it."""
    said = match.groupdict()
    operator = _OPERATOR_OF.get((said.get("words") or "").strip().lower(), ">")
    return OPPOSITE.get(operator) if said.get("not") else operator


def _constraint(
    text: str, match: re.Match[str], field: str, operator: Operator, number: str = ""
) -> Iterator[NumberConstraint]:
    """The constraint, of the words too that name its field and unit, and negate it."""
    unit = _UNIT.match(text, match.end())
    factor = unit_factor(field, _counted(text, match)) or 1.0
    is_taken = unit and (factor != 1.0 or unit[1].lower() in CURRENCIES)
    end = unit.end() if unit and is_taken else match.end()
    start, end = starts_with(text, match.start(), field), _end_of_name(text, end, field)
    compared: Operator | None = operator
    if (negation := negation_before(text, start)) is not None:
        start = starts_with(text, negation, field)
        compared = None if match.re in _RANGES else OPPOSITE.get(operator)
    if compared is not None:
        is_in_euros = _currency(text, match, match[f"sign{number}"]) == "eur"
        value = _value(match, number, is_in_euros=is_in_euros) * factor
        yield NumberConstraint(field, compared, value, start, end)


def _end_of_name(text: str, place: int, field: str) -> int:
    """Where the name of the field ends behind its unit; none is what is compared next."""
    end = ends_with(text, place, field)
    return place if _COMPARED.match(text, end + 1) else end


def _value(match: re.Match[str], number: str, *, is_in_euros: bool = False) -> float:
    scale = fold_case(match[f"scale{number}"] or "")
    written = match[f"number{number}"]
    is_dotted = _DOTTED_THOUSANDS.fullmatch(written) and (is_in_euros or written.count(".") > 1)
    if is_dotted or _DECIMAL_COMMA.fullmatch(written):
        written = written.replace(".", "").replace(",", ".")
    return float(written.replace(",", "")) * _SCALES[scale]
