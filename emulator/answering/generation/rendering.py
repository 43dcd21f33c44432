"""How a chosen sentence is written in an answer, where it stands without its surroundings."""

from __future__ import annotations

import re

from emulator.answering.document_text.code_lines import is_typed_name
from emulator.answering.document_text.layout import (
    FIELD,
    ITEM_MARK,
    SentenceKind,
    is_field,
    refers_back,
    without_clause_number,
)
from emulator.answering.document_text.parsed_text import ParsedText, Sentence, parse
from emulator.answering.document_text.tables import cells
from emulator.answering.values import Passage
from emulator.retrieval.text.question_terms import is_question

# Units that end a field's name ("price_eur", "weight_grams") read better in parentheses.
_CODES = re.compile(r"eur|usd|gbp|jpy|chf|cad|aud|inr|cny|sek|nok", re.IGNORECASE)
_UNITS = re.compile(
    r"grams|k?g|kilograms|pounds|lb|oz|[mck]?m|met(?:re|er)s|inches|feet|ft|miles|lit(?:re|er)s|ml|"
    r"ms|seconds|minutes|hours|days|weeks|months|years|percent|celsius|fahrenheit|watts|volts|[gmt]b",
    re.IGNORECASE,
)

_PAIR = 2
# The call of a function with more arguments tells less than it takes to read.
_LONGEST_TERM = 80


def render(passage: Passage, position: int, *, goes_on: bool = False) -> str:
    """Return the sentence as an answer shows it on its own.

    `goes_on` says that the sentence before it in the answer is of the same passage, so that a
    record need not be named again.
    """
    parsed = parse(passage.text)
    sentence = parsed.sentences[position]
    if passage.structured:
        field = _field(sentence.text)
        return field if goes_on else _with_title(field, passage.title)
    if sentence.kind is SentenceKind.ITEM:
        mark = ITEM_MARK.match(sentence.text)
        return sentence.text[mark.end() :] if mark else sentence.text
    if sentence.kind is SentenceKind.ROW:
        return _row(parsed, sentence)
    return without_clause_number(_with_term(parsed, position))


def _with_term(parsed: ParsedText, position: int) -> str:
    """The sentence behind what it explains, if that is typed: "--depth <depth>: Clone ..."."""
    text, heading = parsed.sentences[position].text, parsed.sentences[position].heading
    if heading is None or heading + 1 != position:
        return text
    term = parsed.sentences[heading].text
    is_explained = is_typed_name(term) and len(term) <= _LONGEST_TERM and term not in text
    return f"{term}: {text}" if is_explained else text


def without_unit(name: str) -> str:
    """Return the name of a field without the unit at its end: "Weight grams" -> "Weight"."""
    body, _, unit = name.rpartition(" ")
    return body if body and (_CODES.fullmatch(unit) or _UNITS.fullmatch(unit)) else name


def _field(text: str) -> str:
    """Put the unit of a field's name in parentheses: "Price (EUR): 429."."""
    found = FIELD.fullmatch(text)
    name, _, unit = found["name"].rpartition(" ") if found else ("", "", "")
    if found is None or not name:
        return text
    if _CODES.fullmatch(unit):
        unit = unit.upper()
    elif not _UNITS.fullmatch(unit):
        return text
    return f"{name} ({unit}): {found['value']}"


def _with_title(text: str, title: str) -> str:
    """Say whose field it is, or what "it" is, unless the sentence does or the title asks."""
    subject = title.strip().rstrip(".")
    if not subject or is_question(subject) or subject.lower() in text.lower():
        return text
    if not is_field(text) and not refers_back(text):
        return text
    return f"{subject} - {text}"


def _row(parsed: ParsedText, row: Sentence) -> str:
    """Write a table row as "Plan: Pro; Price: 49 EUR.".

    Without a header its cells stand alone, or the second of two after the first: "Weight: 310 g.".
    """
    names = _header(parsed, row)
    values = cells(row.text, len(names))
    if not names and len(values) == _PAIR:
        names, values = [values[0].rstrip(":")], values[1:]
    if len(names) + 1 == len(values):
        names = ["", *names]  # the corner above the rows' names is empty
    if len(names) != len(values):
        names = [""] * len(values)
    told = (value.rstrip(".") for value in values)
    named = zip(names, told, strict=True)
    text = "; ".join(f"{name}: {value}" if name else value for name, value in named if value)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _header(parsed: ParsedText, row: Sentence) -> list[str]:
    above = None if row.heading is None else parsed.sentences[row.heading]
    return cells(above.text) if above and above.kind is SentenceKind.HEADER_ROW else []
