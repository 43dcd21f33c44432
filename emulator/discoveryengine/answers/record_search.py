"""Searches for the records that a question asks for by what their fields hold.

"Which products cost less than 100 euros?" asks by comparisons, "What is the cheapest product?" by a
superlative, "List all products" for all of a kind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import cached_property
from itertools import islice

from emulator.answering.document_text.layout import is_field
from emulator.answering.evidence.answer_patterns.patterns import counted_terms
from emulator.answering.evidence.records import (
    RecordAnswer,
    RecordQuestion,
    asks_for_count,
    asks_for_things,
    count_of_equals,
)
from emulator.answering.values import AnswerDraft
from emulator.discoveryengine.answers.record_contrasts import find_contrasted
from emulator.discoveryengine.answers.record_references import (
    MOST_FIELDS,
    MOST_RECORDS,
    find_reference,
)
from emulator.discoveryengine.answers.searches import Search
from emulator.discoveryengine.answers.superlative_questions import attribute_of, things_beside
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retrieval.passages import passages_of
from emulator.discoveryengine.retrieval.retriever import Found, Retriever
from emulator.discoveryengine.retrieval.scope.scopes import Scopes
from emulator.discoveryengine.search.query_understanding import (
    find_comparisons,
    with_filter,
    with_order,
)
from emulator.retrieval.query_understanding.attributes import attribute_fields, find_attribute
from emulator.retrieval.query_understanding.constraints import (
    Constraint,
    DateConstraint,
    NumberConstraint,
)
from emulator.retrieval.query_understanding.extraction import ExtractedFilters
from emulator.retrieval.query_understanding.field_matching import name_words, spelled_out
from emulator.retrieval.query_understanding.superlatives import (
    Superlative,
    find_superlatives,
    has_superlative,
)
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.grammatical_number import is_plural

_COMPARES = re.compile(
    r"\d|\b(?:today|yesterday|(?:last|past|this) (?:week|month|year))\b", re.IGNORECASE
)
_LISTS = re.compile(r"\W*(?:how many|which|what|list|show|name|give me)\b", re.IGNORECASE)

# To count those that are what is asked for, so many records are read.
_MOST_COUNTED = 5_000


class RecordSearch:
    """The records that a question asks for, at most so many, in scopes.

    All of them are of the `classes` that the scopes are called by: "movies".
    """

    def __init__(
        self,
        environment: Environment,
        scopes: Scopes,
        question: str,
        most: int,
        classes: Set[str],
    ) -> None:
        self._environment = environment
        self._scopes = scopes
        self._question = question
        self._most = most
        self._classes = classes

    def compared(self) -> Search | None:
        """Those that meet its comparisons with fields, in order of the first one.

        Nothing is found if there are such things, but none meets the comparisons. None if it asks
        for no records.
        """
        compared = self._comparisons
        if not compared.constraints:
            return None
        paths = list(dict.fromkeys(one.field for one in compared.constraints))
        asked = self._asked(compared.text, paths, self._verbs)
        descending = all(map(_is_least, compared.constraints))
        found = self._matching(asked, with_order(self._meeting, paths[0], descending=descending))
        return None if found is None else self._search(asked, found, paths)

    def superlative(self) -> Search | None:
        """Those that have the most or the least of what it asks for; None if it does not.

        "The cheapest product with a rating above 4" must meet the comparison, too. Of "the weight
        of the cheapest product" that is told first.
        """
        question = self._comparisons.text
        if not has_superlative(question):
            return None
        possible = find_superlatives(question, self._scopes.fields.known.types)
        for meant in islice(possible, MOST_FIELDS):
            attribute = attribute_of(question, meant, self._scopes.fields.known.types)
            if not attribute and not asks_for_things(question):
                continue
            told = [path for path in attribute if path != meant.field]
            things = things_beside(question, meant, told)
            asked = self._asked(things, [meant.field], self._verbs)
            ordered = with_order(self._meeting, meant.field, descending=meant.is_most)
            if asked.names_things and (found := self._matching(asked, ordered)):
                paths = [*told, meant.field]
                return self._search(asked, _of_rank(found, meant), paths, counts=not told)
        return None

    def relative(self) -> Search | None:
        """Those that have more or less of something than a record that it names.

        Nothing is found if there are such things, but none has. None if it asks for no records so.
        """
        meant = find_reference(self._environment, self._scopes, self._question)
        if meant is None:
            return None
        asked = self._asked(meant.things, [meant.path])
        meeting = with_filter(self._scopes, meant.filter)
        found = self._matching(asked, with_order(meeting, meant.path, descending=meant.is_more))
        return None if found is None else self._search(asked, found, [meant.path])

    def contrasted(self, answer: AnswerDraft) -> Search | None:
        """The two that it compares, the one of which a comparative holds first.

        None if it compares no records by a field, or if a sentence of the answer without them does.
        """
        found = find_contrasted(self._environment, self._scopes, self._question, answer)
        if found is None:
            return None
        records, paths = found
        return self._search(self._asked(self._question, paths), records, paths)

    def attributed(self, answer: AnswerDraft) -> Search | None:
        """An attribute of each of several things: "the prices of all gateways".

        None if it asks for none, or if the answer without them tells that of all these things.
        """
        attribute = find_attribute(self._question)
        if attribute is None:
            return None
        paths = attribute_fields(attribute.names, self._scopes.fields.known.types)[:MOST_FIELDS]
        asked = self._asked(f"which {attribute.things}", paths)
        told = self._all(asked) if paths else ()
        if len(told) < 2 or self._is_told(answer, asked, told):
            return None
        return self._search(asked, told, paths)

    def _asked(self, rest: str, paths: Sequence[str], verbs: Sequence[str] = ()) -> RecordQuestion:
        return RecordQuestion(rest, verbs, paths, self._classes)

    @property
    def _verbs(self) -> Sequence[str]:
        """The words right before its comparisons."""
        before = (self._question[: one.start].rstrip() for one in self._comparisons.constraints)
        return [text.rpartition(" ")[2] for text in before]

    @cached_property
    def _comparisons(self) -> ExtractedFilters:
        """Its comparisons with fields, and what is left of it; none if one is of no clear field."""
        nothing = ExtractedFilters(self._question, (), ())
        if not _COMPARES.search(self._question):
            return nothing
        found = find_comparisons(self._environment, self._question, self._scopes)
        is_clear = all(_is_named(one, self._question) for one in found.constraints)
        return found if is_clear else nothing

    @property
    def _meeting(self) -> Scopes:
        """What meets these comparisons."""
        return with_filter(self._scopes, self._comparisons.filter())

    def listed(self, answer: AnswerDraft) -> Search | None:
        """All things of a kind, "Which sensors do you have?", whose titles tell them.

        None if the answer without them names them all or says how many there are, or if there is
        one and the question says more of them than what they are called, but not what is not so.
        """
        asked = self._asked(self._question, [])
        if not _LISTS.match(self._question) or not is_plural(asked.things):
            return None
        if asked.told and answer.skipped is None and not asked.denied:
            return None
        told = self._all(asked)
        if not told or self._is_told(answer, asked, told):
            return None
        return self._search(asked, told, [])

    def _all(self, asked: RecordQuestion) -> Sequence[Found]:
        """All records that are what is asked for."""
        retriever = Retriever(self._environment, self._scopes)
        # Where there are only records, few may say "book".
        texts = self._question, ""
        found = [one for text in texts for one in retriever.documents(text, self._read, 0).found]
        found = list({one.document_name: one for one in found}.values())
        passages = passages_of(found)
        places = asked.matching(passages, ()) or ()
        return [found[at] for at in places]

    def _is_told(self, answer: AnswerDraft, asked: RecordQuestion, found: Sequence[Found]) -> bool:
        """Whether an answer names all that was found, or says how many there are.

        Where fields are asked for, sentences must say what these are called.
        """
        if answer.skipped is not None:
            return False
        texts = [segment.text for segment in answer.answer.segments]
        if self._counts:
            named = frozenset(terms(asked.things)[-1:])
            return any(named & counted_terms(text) for text in texts)
        if asked.paths:
            texts = [text for text in texts if not is_field(text)]
        said = frozenset(terms(" ".join(texts)))
        if not all(said & {*name_words(path)} for path in asked.paths):
            return False
        return all(said | asked.kind >= {*terms(one.row.title)} for one in found)

    @cached_property
    def _counts(self) -> bool:
        return asks_for_count(self._question)

    @property
    def _read(self) -> int:
        """How many records are read to find those that are what is asked for."""
        return _MOST_COUNTED if self._counts else MOST_RECORDS

    def _search(
        self,
        asked: RecordQuestion,
        found: Sequence[Found],
        paths: Sequence[str],
        *,
        counts: bool = True,
    ) -> Search:
        """The search that found these, as many of which are told as results are asked for.

        How many there are is told if that is asked and `counts`.
        """
        told = found[: self._most]
        is_counted = counts and self._counts and told
        above = self._announcement(asked, len(found), len(told)) if is_counted else ""
        idf = Retriever(self._environment, self._scopes).idf
        return Search(self._question, told, idf, records=RecordAnswer(paths, above))

    def _announcement(self, asked: RecordQuestion, count: int, told: int) -> str:
        """How many there are; "At least" so many where there are more than are read."""
        everything = Retriever(self._environment, self._meeting).documents("", 1, 0).total
        above = asked.announcement(count, told)
        return f"At least {above}" if everything > _MOST_COUNTED else above

    def _matching(self, asked: RecordQuestion, wanted: Scopes) -> Sequence[Found] | None:
        """The records in the wanted scopes that are what is asked for; None if none at all is."""
        found, others = (self._found(asked, one) for one in (wanted, self._scopes))
        places = asked.matching(passages_of(found), passages_of(others))
        return None if places is None else [found[place] for place in places]

    def _found(self, asked: RecordQuestion, scopes: Scopes) -> Sequence[Found]:
        """What tells the fields or is what is asked for, and says all else that is said of it."""
        text = " AND ".join(asked.words_told)
        text = text or " ".join([asked.rest, *map(spelled_out, asked.paths)])
        return Retriever(self._environment, scopes).documents(text, self._read, 0).found


def _of_rank(found: Sequence[Found], meant: Superlative) -> Sequence[Found]:
    """Those of the records in its order that a superlative means: equal ones are of one rank."""
    if meant.how_many > 1:
        return found[: meant.how_many]
    for _ in range(1, meant.rank):
        found = found[count_of_equals(passages_of(found), meant.field) :]
    return found[: count_of_equals(passages_of(found), meant.field)]


def _is_named(condition: Constraint, question: str) -> bool:
    """Whether the question names the field of a date; numbers have units that tell it."""
    if not isinstance(condition, DateConstraint):
        return True
    return not {*terms(question)}.isdisjoint(name_words(condition.field))


def _is_least(condition: Constraint) -> bool:
    """Whether it is met by what is more than something, of which the most comes first."""
    return isinstance(condition, NumberConstraint) and condition.operator in (">", ">=")
