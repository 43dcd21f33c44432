"""Rows of tables that answer by their figures, which say none of the question's words for them.

"Which vessel is the fastest?" is answered by the row with the most in a column of speeds, "What
discount does a group of 25 get?" by the one that begins with "20 to 49". What else the question
says must stand in the passage, and in the row if it does in others: "the fastest on the northern
route". No sentence may say all of it: that one would tell more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice
from typing import NamedTuple

from emulator.answering.document_text.layout import HEADS, SentenceKind
from emulator.answering.document_text.number_ranges import NUMBER, NumberRange, number, number_range
from emulator.answering.document_text.parsed_text import (
    ParsedText,
    parse,
    passage_terms,
    title_terms,
)
from emulator.answering.document_text.tables import cells
from emulator.answering.generation.rendering import render
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.values import Evidence, Passage
from emulator.retrieval.query_understanding.field_matching import without_units
from emulator.retrieval.query_understanding.superlatives import (
    Superlative,
    find_superlatives,
    has_superlative,
)
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.calendar_names import MONTHS

# So much of the weight of what a question says beside its figure a passage must say.
_LEAST_SAID = 0.5
# A number may be the end of one range and the beginning of the next.
_MOST_RANGES = 2
_MOST_NUMBERS = 5

_FIGURE = re.compile(rf"\W*({NUMBER})(?:\s?[^\d\s:][^\d]*)?")
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d")
_WHEN = re.compile(r"\b(?:after|before|during|in|since|until) $", re.IGNORECASE)
_MONTH = re.compile(MONTHS, re.IGNORECASE)
_NAMES = (*HEADS, SentenceKind.HEADER_ROW)
_ASKED = re.compile(rf"(?<![\w.,])({NUMBER})(?:[ -]?(%|[^\W\d_]+))?", re.IGNORECASE)


class _Table(NamedTuple):
    """The names of the columns, and the cells of the rows by the position of each.

    `above` is what the names and the heading of the table say.
    """

    above: Set[str]
    names: Sequence[str]
    rows: Mapping[int, Sequence[str]]

    def column(self, place: int) -> Mapping[int, str]:
        """The cells of a column that are there, by the position of the row."""
        return {at: row[place] for at, row in self.rows.items() if len(row) > place and row[place]}


def rows_by_figures(asked: AnalyzedQuestion, passages: Sequence[Passage]) -> list[Evidence]:
    """Return the rows of the best passage that has such ones, in the order that is asked for."""
    is_superlative = has_superlative(asked.text)
    if not is_superlative and not any(map(str.isdigit, asked.weights)):
        return []
    if any(_is_said(asked, passage) for passage in passages):
        return []
    for place, passage in enumerate(passages):
        parsed = parse(passage.text)
        for table in _tables(parsed):
            chosen = _extreme(asked, passage, table) if is_superlative else ()
            if rows := chosen or _in_range(asked, passage, table):
                return [_evidence(passage, place, row) for row in rows]
    return []


def _evidence(passage: Passage, place: int, row: int) -> Evidence:
    return Evidence(render(passage, row), place, row, 1.0, starts_line=True)


def _tables(parsed: ParsedText) -> Iterator[_Table]:
    rows: dict[int, dict[int, str]] = {}
    for at, sentence in enumerate(parsed.sentences):
        if sentence.kind is SentenceKind.ROW and sentence.heading is not None:
            rows.setdefault(sentence.heading, {})[at] = sentence.text
    for header, found in rows.items():
        named = parsed.sentences[header]
        if named.kind is SentenceKind.HEADER_ROW:
            names = cells(named.text)
            heading = () if named.heading is None else parsed.sentences[named.heading].terms
            above = named.terms.union(heading)
            yield _Table(above, names, {at: cells(row, len(names)) for at, row in found.items()})


def _extreme(asked: AnalyzedQuestion, passage: Passage, table: _Table) -> Sequence[int]:
    """The rows with the most or the least of a column, if a superlative asks for them."""
    figures = dict(_figures(table))
    for meant in find_superlatives(asked.text, dict.fromkeys(figures, "number")):
        words = frozenset(terms(asked.text[meant.start : meant.end]))
        if _is_about(asked, passage, words):
            found = figures[meant.field]
            fitting = _fitting(asked.specific - words, asked, passage, table)
            return _of_rank({at: found[at] for at in found if at in fitting}, meant)
    return ()


def _figures(table: _Table) -> Iterator[tuple[str, Mapping[int, float]]]:
    """The columns of figures, by their names; those of years are said to be that."""
    for place, name in enumerate(table.names):
        column = table.column(place)
        found = {at: _FIGURE.fullmatch(cell) for at, cell in column.items()}
        if len(column) > 1 and all(found.values()):
            is_year = all(map(_YEAR.fullmatch, column.values()))
            values = {at: number(each[1]) for at, each in found.items() if each}
            yield (f"{name} year" if is_year else name), values


def _of_rank(figures: Mapping[int, float], meant: Superlative) -> Sequence[int]:
    """The rows that a superlative means, of equal ones all."""
    ordered = sorted(figures, key=figures.__getitem__, reverse=meant.is_most)
    if meant.how_many > 1:
        return ordered[: meant.how_many]
    values = list(dict.fromkeys(figures[at] for at in ordered))
    return [at for at in ordered if figures[at] in values[meant.rank - 1 : meant.rank]]


def _in_range(asked: AnalyzedQuestion, passage: Passage, table: _Table) -> Sequence[int]:
    """The rows that begin with a range in which a number of the question is."""
    column = table.column(0)
    ranges = {at: found for at, cell in column.items() if (found := number_range(cell))}
    numbers = islice(_ASKED.finditer(asked.text), _MOST_NUMBERS) if ranges else ()
    for each in numbers:
        words = frozenset(terms(each[1]))
        rows = [at for at, one in ranges.items() if _is_in(one, each, passage)]
        if (
            rows
            and each[1] not in column.values()
            and _is_counted(asked, each[1], table)
            and _is_about(asked, passage, words)
        ):
            fitting = _fitting(asked.specific - words - _units(column), asked, passage, table)
            rows = [at for at in rows if at in fitting]
            return rows if len(rows) <= _MOST_RANGES else ()
    return ()


def _is_in(found: NumberRange, asked: re.Match[str], passage: Passage) -> bool:
    """Whether a number that is asked for is in a range; a year is in those of years only."""
    told, unit = asked.groups("")
    is_year = _YEAR.fullmatch(told) and _WHEN.search(asked.string, 0, asked.start())
    if is_year and not any(_YEAR.fullmatch(f"{end:.0f}") for end in (found.low, found.high)):
        return False
    return number(told) in found and _is_unit(unit, found.unit, passage)


def _units(column: Mapping[int, str]) -> Set[str]:
    """What the cells of a column say, such as what they count."""
    return frozenset().union(*map(terms, column.values()))


def _fitting(
    wanted: Set[str], asked: AnalyzedQuestion, passage: Passage, table: _Table
) -> Set[int]:
    """The rows that say what the question says and not all of them do: "in winter".

    One that lacks it may answer by yes or no.
    """
    said = {at: parse(passage.text).sentences[at].terms for at in table.rows}
    if asked.is_polar:
        return said.keys()
    telling = wanted - table.above - title_terms(passage.title)
    telling &= frozenset().union(*said.values())
    return {at for at, own in said.items() if telling <= own}


def _is_unit(asked: str, unit: str, passage: Passage) -> bool:
    """Whether a number with a word behind it may be in a range of such a unit, or of none."""
    said = terms(asked, stop_words=True)
    if unit:
        return said[-1:] == terms(unit, stop_words=True)[-1:]
    is_measured = not without_units(said) or _MONTH.fullmatch(asked)
    return not is_measured or passage_terms(passage) >= {*said}


def _is_counted(asked: AnalyzedQuestion, told: str, table: _Table) -> bool:
    """Whether a number counts what the column is of: no "Skylark 3", but "age 3" of "Age"."""
    words = frozenset(word for pairs in asked.numbered.values() for word, at in pairs if at == told)
    return words.issubset(table.names[0].lower().split())


def _is_said(asked: AnalyzedQuestion, passage: Passage) -> bool:
    """Whether a sentence says all of the question, with its superlative if it has one."""
    wanted = asked.terms.difference(title_terms(passage.title))
    return any(
        wanted <= sentence.terms and has_superlative(asked.text) <= has_superlative(sentence.text)
        for sentence in parse(passage.text).sentences
        if sentence.kind not in _NAMES
    )


def _is_about(asked: AnalyzedQuestion, passage: Passage, figure: Set[str]) -> bool:
    """Whether a passage says enough of the question beside its figure."""
    wanted = asked.specific - figure
    said = wanted & passage_terms(passage)
    return bool(said) and asked.share(said) >= _LEAST_SAID * asked.share(wanted)
