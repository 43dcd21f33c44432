"""The form of codes, by the description of their parameter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from emulator.ces.runtime.arguments.numerals import WORD, whole_number
from emulator.retrieval.text.letters import fold_case

_COUNT = rf"(one|{WORD}|[1-9]\d?)"
_BEGINS = re.compile(r"\b(?:begins?|starts?) with ['\"]?([\w-]+)")
_PREFIXED = re.compile(rf"\b([A-Z]+-?)\s*(?:followed by|and|plus)\s+{_COUNT}[- ](?:digit|number)s?")
_COUNTED = re.compile(rf"\b{_COUNT}[- ](digit|character|letter)", re.IGNORECASE)
_SHOWN = re.compile(
    r"\b(?:for (?:example|instance)|e\.g\.|such as|in the form(?:at)?|like)[:,]?\s+"
    r"(.{0,200}?)(?:[.;)]\s|[.;)]?$)"
)
_LISTED = re.compile(r",\s*|\s+(?:or|and)\s+")
_CAPITALS = re.compile(r"[A-Z]{2,5}")
_RUN = re.compile(r"[A-Z]+|[a-z]+|\d+|.")
_MOST = 20
_KINDS = {"digit": r"\d", "character": "[A-Za-z0-9]", "letter": "[A-Za-z]"}


@lru_cache(maxsize=1024)
def code_pattern(description: str) -> re.Pattern[str] | None:
    """A pattern for the codes that a description describes; None if it describes none.

    "RX followed by seven digits", "the last four digits", "for example K7QX2M", "begins with TM".
    """
    patterns = list(islice(_patterns(description), _MOST))
    if not patterns:
        return None
    return re.compile(rf"(?<![\w-])(?:{'|'.join(patterns)})(?![\w@]|-\w)", re.IGNORECASE)


def as_described(code: str, description: str) -> str:
    """A code as those that a description shows: without spaces, or in capitals, if those are."""
    shown = [*_example_codes(description), *_prefixes(description)]
    said = code if any(" " in one for one in shown) else "".join(code.split())
    return said.upper() if "".join(shown).isupper() else said


@lru_cache(maxsize=1024)
def example_words(description: str) -> tuple[str, ...]:
    """The examples of a description that have no digit: "brakes" of "e.g. brakes, clutch"."""
    return tuple(one for one in _examples_in(description) if one and not re.search(r"\d", one))


def without_examples(description: str) -> str:
    """A description without its examples."""
    return _SHOWN.sub(". ", description)


def _prefixes(description: str) -> Iterator[str]:
    for pattern in (_PREFIXED, _BEGINS):
        yield from (found[1] for found in pattern.finditer(description))


def _example_codes(description: str) -> Iterator[str]:
    """The example codes of a description: "LU4 8QX" of "such as LU4 8QX"."""
    return (
        one
        for one in _examples_in(description)
        if re.search(r"\d", one) or _CAPITALS.fullmatch(one)
    )


def _examples_in(description: str) -> Iterator[str]:
    for found in _SHOWN.finditer(description):
        yield from (one.strip(" '\"`") for one in _LISTED.split(found[1]))


def _patterns(description: str) -> Iterator[str]:
    for found in _PREFIXED.finditer(description):
        yield rf"{re.escape(found[1])}\s?\d{{{_count(found[2])}}}"
    any_letters = re.search(r"\bletters?\b", description) is not None
    yield from (_pattern_like(one, any_letters) for one in _example_codes(description))
    if _PREFIXED.search(description):
        return
    for found in _BEGINS.finditer(description):
        yield rf"{re.escape(found[1])}[\w-]+"
    for found in _COUNTED.finditer(description):
        kind = fold_case(found[2])
        one = rf"{_KINDS[kind]}{{{_count(found[1])}}}"
        yield one if kind == "digit" else rf"(?=[A-Za-z]*\d){one}"


def _count(word: str) -> int:
    return whole_number(word) or 1


def _pattern_like(example: str, any_letters: bool) -> str:
    """A pattern for codes like an example.

    Three and more letters are literal, unless the description says "letters". Of an example in
    capitals alone, "USD", only the length counts.
    """
    if _CAPITALS.fullmatch(example):
        return rf"(?-i:[A-Z]{{{len(example)}}})"
    runs: list[str] = _RUN.findall(example)
    if re.fullmatch(r"[A-Z0-9]+", example) and len(runs) > 2:
        return rf"(?=[A-Za-z]*\d)[A-Za-z0-9]{{{len(example)}}}"
    return "".join(_run_pattern(run, any_letters) for run in runs)


def _run_pattern(run: str, any_letters: bool) -> str:
    if run.isdecimal():
        return rf"\d{{{max(1, len(run) - 1)},{len(run) + 1}}}"
    if run.isalpha() and (any_letters or len(run) < 3):
        return rf"[A-Za-z]{{{len(run)}}}"
    return r"\s?" if run == " " else re.escape(run)
