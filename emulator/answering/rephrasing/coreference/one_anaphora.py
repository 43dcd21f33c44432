"""One of several things that were named: "the second", "the other one", "the 3"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice

from emulator.answering.document_text.named_entities import Span, full_names, names_in_statement
from emulator.answering.rephrasing.coreference.context_dependence import has_antecedent
from emulator.answering.rephrasing.topics import Topic, is_thing
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.calendar_names import MONTHS
from emulator.retrieval.text.letters import fold_case

_PLACES = {"first": 0, "former": 0, "second": 1, "third": 2, "fourth": 3, "last": -1, "latter": -1}
_OF_TWO = ("former", "latter")
_ONE = re.compile(
    rf"\bthe (?P<which>other|{'|'.join(_PLACES)})(?: one\b|(?=[?.!,]*$)"
    r"| (?=(?:is|was|does|did|has|had|can|could|will|would|should)\b))",
    re.IGNORECASE,
)
# "built in 1703, and Winstanley" enumerates nothing.
_DATE = re.compile(rf"\b{MONTHS}\b|^\d{{4}}$")
_BETWEEN = re.compile(r", (?:and |or )?|,? (?:and|or) (?:the |an? )?")
_JOINED = re.compile(r" (?:and|or) ")
# "the 3", but not "the 3 sensors" nor "the 15th".
_NUMBER = re.compile(
    r"\bthe (?P<number>\d{1,4})(?=[?.!,]|$| (?:and|or|than|with|to|is|was|has|does|can|will)\b)",
    re.IGNORECASE,
)
_MOST_NUMBERS = 3
# Of rows before nobody knows what was first.
_MOST_ANSWERS = 3
# Real texts that name things in a row are far shorter.
_LONGEST = 2_000


def resolve_one_anaphora(
    query: str, answers: Sequence[str], asked: str, names: Sequence[Topic]
) -> str:
    """Return the question with "the second", "the other one" replaced by the name of the thing.

    Things are enumerated in the last of the `answers`, which comes first, or else in the question
    `asked`, or in an answer before. `names` are the topics, the latest first. Unchanged if no
    enumeration has such a thing.
    """
    found = _ONE.search(query)
    if found is None or has_antecedent(query, found):
        return query
    which = fold_case(found["which"])
    told = [_enumerations(answer, names_in_statement) for answer in answers[:_MOST_ANSWERS]]
    rows = list(chain(*told[:1], _enumerations(asked, full_names), *told[1:]))
    thing = _other(rows, names) if which == "other" else _nth(which, rows)
    if not thing:
        return query
    after = query[found.end() :]
    space = " " if after[:1].isalpha() else ""
    return f"{query[: found.start()]}{thing}{space}{after}"


def _nth(which: str, rows: Iterable[Sequence[str]]) -> str:
    place = _PLACES[which]
    least = max(2, place + 1)
    for row in rows:
        if len(row) >= least and (which not in _OF_TWO or len(row) == 2):
            return row[place]
    return ""


def _other(rows: Iterable[Sequence[str]], names: Sequence[Topic]) -> str:
    now = set(terms(names[0].text)) if names else set()
    for row in rows:
        others = [one for one in row if now.isdisjoint(terms(one))]
        if len(row) == 2 and len(others) == 1:
            return others[0]
    return next((one.text for one in names[1:] if one.is_name and one != names[0]), "")


def _enumerations(text: str, spans: Callable[[str], Iterable[Span]]) -> list[list[str]]:
    """The names that a text enumerates, if only once: "Io, Europa and Callisto"."""
    rows = list(_joined_names(text[:_LONGEST], spans))
    return rows[:1] if all(row == rows[0] for row in rows) else []


def _joined_names(text: str, spans: Callable[[str], Iterable[Span]]) -> Iterator[list[str]]:
    row: list[str] = []
    end, joined = 0, False
    things = (span for span in spans(text) if not _DATE.search(text, *span))
    for start, stop in things:
        between = text[end:start]
        if row and _BETWEEN.fullmatch(between):
            joined = joined or _JOINED.search(between) is not None
        else:
            if joined:
                yield row
            row, joined = [], False
        row.append(text[start:stop])
        end = stop
    if joined:
        yield row


def resolve_bare_numbers(question: str, said: Sequence[str]) -> str:
    """Return the question with the name put before bare numbers: "the 3" becomes "the Skylark 3".

    The name is the last one in `said` with this number, or else with any.
    """
    for found in reversed(list(islice(_NUMBER.finditer(question[:_LONGEST]), _MOST_NUMBERS))):
        if name := _name_with_number(found["number"], said) or _name_with_number("", said):
            start = found.start("number")
            question = f"{question[:start]}{name} {question[start:]}"
    return question


def _name_with_number(number: str, said: Sequence[str]) -> str:
    """The name that stands with this number, or with any if it is empty: "Skylark"."""
    for text in said:
        for start, end in full_names(text[:_LONGEST]):
            name, _, last = text[start:end].rpartition(" ")
            if is_thing(name) and last.isdecimal() and number in ("", last):
                return name
    return ""
