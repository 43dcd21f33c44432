"""Chosen sentences as evidence: a sentence that opens a list brings it, and steps stay together."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from itertools import takewhile

from emulator.answering.document_text.layout import ITEM_MARK, LONGEST_ITEM, SentenceKind, is_field
from emulator.answering.document_text.parsed_text import (
    LISTED,
    Sentence,
    opens_list,
    parse,
    title_terms,
)
from emulator.answering.document_text.tables import cells
from emulator.answering.evidence.announcements import (
    announcement,
    first_of_list,
    is_in_list,
    is_told_by_heading,
)
from emulator.answering.evidence.answer_patterns.patterns import matches_answer_type
from emulator.answering.evidence.scoring import Candidate
from emulator.answering.evidence.yes_no_fields import contradicts_question
from emulator.answering.generation.rendering import render
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.values import Evidence, Passage

# Beyond this a list is a document of its own; the reference leads to it.
_MOST_ITEMS = 10
_SAID_BY_HEADING = 0.5
_IN_TABLE = (SentenceKind.HEADER_ROW, SentenceKind.ROW)
# "It is signed. To verify it:".
_REFERS = re.compile(r"\b(?:it|them|this|that|these|those)\b", re.IGNORECASE)


def with_lists(
    asked: AnalyzedQuestion, passages: Sequence[Passage], chosen: Sequence[Candidate]
) -> list[Evidence]:
    """Return the chosen sentences as evidence, lists completed.

    An answer that begins with a list, any row of a table or the version that is asked for is that:
    it needs no further sentences.
    """
    found: list[Evidence] = []
    shown: set[tuple[int, int]] = set()
    after_list = False
    for candidate in chosen:
        if (candidate.passage, candidate.position) in shown:
            continue
        passage = passages[candidate.passage]
        if not found and (rows := _rows_like(asked, candidate)):
            return _as_list(passage, candidate, rows)
        positions = _list_around(asked, passage, candidate.position)
        if positions and not found:
            return _as_list(passage, candidate, positions)
        if found and _opens_table(candidate):
            continue  # Which is not here.
        if not positions and (above := _untold_announcement(asked, candidate, shown)):
            positions = [*above, candidate.position]
            if is_told_by_heading(asked) and not found:
                return _as_list(passage, candidate, positions)
        listed = {(candidate.passage, each) for each in (*positions, candidate.position)}
        shown |= listed
        if positions:  # What was taken from it stands in it.
            found = [each for each in found if (each.passage, each.position) not in listed]
            found += _as_list(passage, candidate, positions)
        else:
            found.append(_alone(passage, candidate, found[-1:], after_list))
        after_list = bool(positions)
    return found


def _untold_announcement(
    asked: AnalyzedQuestion, candidate: Candidate, shown: Set[tuple[int, int]]
) -> list[int]:
    """What has to be told before a sentence and is not told yet."""
    above = announcement(asked, candidate.matched.parsed.sentences, candidate.position)
    return [each for each in above if (candidate.passage, each) not in shown]


def _alone(
    passage: Passage, candidate: Candidate, before: Sequence[Evidence], after_list: bool
) -> Evidence:
    goes_on = any(each.passage == candidate.passage for each in before)
    text = render(passage, candidate.position, goes_on=goes_on)
    return _evidence(candidate, text, candidate.position, after_list)


def _opens_table(candidate: Candidate) -> bool:
    return opens_list(candidate.matched.parsed.sentences, candidate.position, _IN_TABLE)


def _as_list(passage: Passage, candidate: Candidate, positions: Sequence[int]) -> list[Evidence]:
    sentences = [parse(passage.text).sentences[position] for position in positions]
    return [
        _evidence(candidate, _listed(passage, position, each), position, each.starts_line)
        for position, each in zip(positions, sentences, strict=True)
    ]


def _listed(passage: Passage, position: int, sentence: Sentence) -> str:
    if sentence.kind is SentenceKind.HEADING:
        return f"{sentence.text}:"
    return sentence.text if sentence.kind in LISTED else render(passage, position)


def _evidence(candidate: Candidate, text: str, position: int, starts_line: bool) -> Evidence:
    score, covered = candidate.score, candidate.coverage
    return Evidence(
        text, candidate.passage, position, score, starts_line, covered, candidate.says_more
    )


def _list_around(asked: AnalyzedQuestion, passage: Passage, position: int) -> list[int]:
    """Return the positions of the list that the sentence opens.

    Steps, and items of which the heading says more of what is asked, are the list they belong to.
    """
    sentences = parse(passage.text).sentences
    if passage.structured:
        return []
    if opens_list(sentences, position):
        return [*_list_opening(sentences, position), *_items(sentences, position + 1)]
    if asked.answer_type is AnswerType.STEPS and sentences[position].kind is SentenceKind.CODE:
        return _lines_of_code(sentences, position)
    in_list = is_in_list(sentences, position)
    if not in_list or not (
        (asked.answer_type is AnswerType.STEPS and not _is_entry(sentences[position]))
        or _is_any_item(asked, title_terms(passage.title), sentences, position)
    ):
        return []
    first = first_of_list(sentences, position)
    lead = (
        _list_opening(sentences, first - 1)
        if first > 0 and opens_list(sentences, first - 1)
        else []
    )
    return lead + _items(sentences, first)


def _lines_of_code(sentences: Sequence[Sentence], position: int) -> list[int]:
    """The positions of the lines that are typed one after the other."""
    while position > 0 and sentences[position - 1].kind is SentenceKind.CODE:
        position -= 1
    following = takewhile(lambda each: each.kind is SentenceKind.CODE, sentences[position:])
    return [position + number for number, _ in enumerate(following)][:_MOST_ITEMS]


def _is_entry(sentence: Sentence) -> bool:
    """Whether an item only tells what a term means: terms that stand together are no steps."""
    return ITEM_MARK.match(sentence.text) is None and is_field(sentence.text)


def _rows_like(asked: AnalyzedQuestion, candidate: Candidate) -> list[int]:
    """The rows of the table that a row is of, if that says no more of the question than the others.

    What kind of thing they are does not count. Those that tell by yes or no what is asked are all
    rows that say so; of others most must hold it: "Monday | 8:00 to 16:00" for "When is it open?".
    Where the heading says that the table is asked for, its first rows.
    """
    sentences, own = candidate.matched.parsed.sentences, candidate.matched.strengths
    header = candidate.sentence.heading
    if header is None or sentences[header].kind is not SentenceKind.HEADER_ROW:
        return []
    rows = [each for each in range(header + 1, len(sentences)) if sentences[each].heading == header]
    so = [each for each in rows if not contradicts_question(candidate.matched, each)]
    if candidate.matched.is_answering_row(candidate.position):
        return _with_column(asked, sentences, header, so)[:_MOST_ITEMS]
    told = [own[each].keys() - asked.kind_of_things for each in rows]
    if len(rows) > _MOST_ITEMS or any(each != told[0] for each in told):
        return []
    marked = [each for each in so if matches_answer_type(asked, sentences[each].text)]
    return so if len(so) < len(rows) or len(marked) > len(so) / 2 else []


def _with_column(
    asked: AnalyzedQuestion, sentences: Sequence[Sentence], header: int, rows: Sequence[int]
) -> list[int]:
    """The rows that have something in the column that is asked for, if one is."""
    names = [title_terms(name) for name in cells(sentences[header].text)]
    wanted = [number for number, name in enumerate(names) if name and name <= asked.specific]
    if not wanted:
        return list(rows)
    return [each for each in rows if _has_cell(sentences[each].text, len(names), wanted)]


def _has_cell(row: str, columns: int, wanted: Sequence[int]) -> bool:
    own = cells(row, columns)
    return any(number < len(own) and own[number] for number in wanted)


def _list_opening(sentences: Sequence[Sentence], opening: int) -> list[int]:
    """What opens a list, with the sentence before it in its line if it refers to that."""
    refers = not sentences[opening].starts_line and _REFERS.search(sentences[opening].text)
    return [opening - 1, opening] if refers else [opening]


def _is_any_item(
    asked: AnalyzedQuestion, title: Set[str], sentences: Sequence[Sentence], position: int
) -> bool:
    """Whether an item is asked for with all beside it: "Which ingredients does it need?".

    The heading says so, where the title says of what: "What is new in Alpaca 4?".
    """
    sentence = sentences[position]
    if sentence.heading is None or not asked.asks_for_any_kind:
        return False
    above = sentences[sentence.heading].heading
    heading = sentences[sentence.heading].terms
    heading = heading if above is None else heading | sentences[above].terms
    if (asked.terms | asked.expected).isdisjoint(heading - title):
        return False
    by_heading = asked.share(heading | title)
    return by_heading >= _SAID_BY_HEADING and by_heading > asked.share(sentence.terms)


def _items(sentences: Sequence[Sentence], first: int) -> list[int]:
    """The positions of a list from its first sentence on; of a long item how it begins."""
    positions: list[int] = []
    items = said = 0
    for position in range(first, len(sentences)):
        items += sentences[position].kind in LISTED
        said = len(sentences[position].text) + (0 if sentences[position].starts_line else said)
        if not is_in_list(sentences, position, LISTED) or items > _MOST_ITEMS:
            break
        if said <= LONGEST_ITEM or sentences[position].starts_line:
            positions.append(position)
    return positions
