"""Records that are chosen by what their fields hold, and the sentences that tell it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import takewhile

from emulator.answering.document_text.layout import FIELD
from emulator.answering.document_text.parsed_text import (
    is_negated,
    parse,
    passage_terms,
    title_terms,
)
from emulator.answering.evidence.record_fields import (
    fields_of,
    having,
    is_denied,
    knows,
    lacks,
    said_of,
    saying,
)
from emulator.answering.generation.rendering import render
from emulator.answering.question_analysis.analysis import asking_terms
from emulator.answering.rules import rules
from emulator.answering.values import Evidence, Passage
from emulator.retrieval.query_understanding.field_matching import name_words
from emulator.retrieval.text.analysis import is_stop_word, terms
from emulator.retrieval.text.grammatical_number import is_plural, plural, singular

_OPENING = r"\W*(?:(?:and|so|ok(?:ay)?|please|hi|hello)\b\W*)*"
_ASKS_FOR_COUNT = re.compile(rf"{_OPENING}how many\b", re.IGNORECASE)
# What a question for things that meet a condition opens with, up to what they are called.
_ASKS_FOR_THINGS = re.compile(
    rf"{_OPENING}(?:which|what(?: can (?:i|we) (?:buy|get|order))?|how many|list|show|find|name"
    r"|give me|(?:is|are) there|(?:do|have) you)\b"
    r"(?: (?:me|all|of|the|your|our|these|those|any|an?|have|got|sell|offer)\b)*(?P<things>.*)",
    re.IGNORECASE,
)
# So few words without a question mark may name the things and nothing else: "books under 10 euros".
_MOST_WORDS = 8
# What is done with things of any kind, and what they all may be called.
_HANDLED = frozenset(terms("sell offer buy get order have exist show list find name give"))
_ANYTHING = frozenset(terms("product item article model option unit"))
_WORD = re.compile(r"[\w-]+")
# What is not to be so: "in stock" of "that are not in stock and cost less".
_DENIED = re.compile(
    r"(?:\b(?:not|no|never)|n['\u2019]t)\b(?: longer\b)?(?P<denied>.*?)(?= (?:and|but|or) |,|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RecordAnswer:
    """What is told of records: some fields, or their titles if there are none.

    The `announcement` stands above them.
    """

    fields: Sequence[str]
    announcement: str


@dataclass(frozen=True, slots=True)
class RecordQuestion:
    """A question for things by what their fields hold: "Which sensors cost less than 50 euros?".

    `rest` is the question without the comparisons with the fields at these `paths`, `verbs` are the
    words right before them. All records are of the `classes`, terms that none of them need say.
    """

    rest: str
    verbs: Sequence[str]
    paths: Sequence[str]
    classes: Set[str]

    def matching(self, passages: Sequence[Passage], others: Sequence[Passage]) -> list[int] | None:
        """Return the places of the records that are what is asked for, among those that meet the
        comparisons; `others` need not meet them.

        Records must say in their titles, or else in a field, what the things are called, and all
        else that is said of them; of "plans allow" the second word only if any record says it.
        None if no record is such a thing, of the others neither. Where none is that meets the
        comparisons, any will do for "products". Where there are only records, none of which says
        what they all are, that is known. What is not to be so must be denied: "In stock: no", or
        another city where some say "City: Oslo".
        """
        kind, denied = self.kind, self.denied
        if (self.things and not self.names_things) or (is_negated(self.rest) and not denied):
            return None
        ways = [kind, kind - self._verbs, kind - self._verbs - _ANYTHING]
        ways = [one for one in dict.fromkeys(ways) if one or not kind]
        head = frozenset([one for one in terms(self.things) if one in kind][-1:])
        known = [*passages, *others]
        if all(one.structured and not knows(one, head) for one in known):
            ways.append(kind - head)
        lacking = having(known, denied)
        for named in ways:
            if found := self._of_kind(known, named, lacking):
                meeting = [place for place in found if place < len(passages)]
                if meeting or named.isdisjoint(_ANYTHING):
                    return meeting
                return self._of_kind(passages, named - _ANYTHING, lacking)
        return None

    def _of_kind(self, passages: Sequence[Passage], kind: Set[str], lacking: Set[str]) -> list[int]:
        told, denied = self._affirmed, self.denied
        found = [
            place
            for place, passage in enumerate(passages)
            if passage.structured
            and len(fields_told(passage, self.paths)) == len(self.paths)
            and kind == said_of(passage, kind)
            and told <= passage_terms(passage)
            and not is_denied(passage, kind | told)
            and (not denied or lacks(passage, denied, lacking))
        ]
        return _of_the_class(passages, found, kind)

    @property
    def kind(self) -> Set[str]:
        """The terms by which the question names the things."""
        generic = self._verbs & rules().generic  # "boats weigh"
        return frozenset(terms(self.things)) - self._fields - _HANDLED - generic - self.classes

    @property
    def names_things(self) -> bool:
        """Whether it says what the things are, and not only that there are some."""
        return bool(self.kind) or not self.classes.isdisjoint(terms(self.things))

    @property
    def told(self) -> Set[str]:
        """The terms of what else it says of them."""
        return frozenset(terms(self.rest)) - self._ignored - self.kind

    @property
    def words_told(self) -> Sequence[str]:
        """The words of what else it says of them, and does not deny, as they are written."""
        told, words = self._affirmed, _WORD.findall(self.rest)
        return [word for word in words if (said := {*terms(word)}) and said <= told]

    @property
    def _affirmed(self) -> Set[str]:
        return self.told - self.denied

    @property
    def denied(self) -> Set[str]:
        """The terms of what is not to be so; none if all is."""
        found = _DENIED.search(self.rest)
        return frozenset(terms(found["denied"])) if found else frozenset()

    @property
    def things(self) -> str:
        """The words for what is asked for: "weather stations"."""
        found = _ASKS_FOR_THINGS.match(self.rest)
        words = _WORD.findall(found["things"] if found else self.rest)
        return " ".join(takewhile(lambda word: not is_stop_word(word), words))

    def announcement(self, count: int, told: int) -> str:
        """Return what stands above so many of these things, of which so many are told."""
        words = self.things.split()
        if words and words[-1] in self.verbs and not is_plural(words[-1]):  # "boats cost"
            words.pop()
        name = " ".join(words) or "results"
        name = singular(name) if count == 1 else plural(name)
        return f"{count} {name}:" if told == count else f"{count} {name}, {told} of them:"

    @property
    def _verbs(self) -> Set[str]:
        return frozenset(terms(" ".join(self.verbs)))

    @property
    def _fields(self) -> Set[str]:
        return frozenset(word for path in self.paths for word in name_words(path))

    @property
    def _ignored(self) -> Set[str]:
        """The terms that tell nothing of the things."""
        return asking_terms(self.rest).union(rules().generic, _HANDLED, self._fields, self.classes)


def asks_for_things(question: str) -> bool:
    """Whether a question asks for things, which may be told from others by what they have."""
    if _ASKS_FOR_THINGS.match(question):
        return True
    first, *others = question.split() or [""]
    return not (is_stop_word(first) or "?" in question) and len(others) < _MOST_WORDS


def asks_for_count(question: str) -> bool:
    """Whether a question asks how many things there are."""
    return _ASKS_FOR_COUNT.match(question) is not None


def named_record(passages: Sequence[Passage], name: str) -> int | None:
    """Return the place of the record whose title has all words of a name, and fewest others."""
    wanted = frozenset(terms(name))
    sizes = [
        (len(titled), place)
        for place, passage in enumerate(passages)
        if passage.structured and wanted <= (titled := title_terms(passage.title))
    ]
    return min(sizes)[1] if wanted and sizes else None


def fields_told(passage: Passage, paths: Iterable[str]) -> list[int]:
    """Return the positions of the sentences of a record that tell the fields at these paths."""
    if not passage.structured:
        return []
    sentences = parse(passage.text).sentences
    names = [
        name_words(field["name"]) if (field := FIELD.fullmatch(one.text)) else []
        for one in sentences
    ]
    return [names.index(words) for path in paths if (words := name_words(path)) in names]


def count_of_equals(passages: Sequence[Passage], path: str) -> int:
    """Return how many records, from the first one on, tell the same of a field."""
    said = [
        parse(one.text).sentences[place].text
        for one in passages
        for place in fields_told(one, [path])
    ]
    return sum(1 for _ in takewhile(lambda text: text == said[0], said))


def tell_records(passages: Sequence[Passage], told: RecordAnswer) -> list[Evidence]:
    """Return what announces the records, and the sentences about each, in lines of their own."""
    above = [Evidence(told.announcement, 0, 0, passages[0].score)] if told.announcement else []
    if not told.fields:
        titles = enumerate(passages)
        return above + [
            Evidence(one.title, at, 0, one.score, starts_line=True) for at, one in titles
        ]
    return above + [
        Evidence(
            render(passage, position, goes_on=number > 0),
            place,
            position,
            passage.score,
            starts_line=number == 0,
        )
        for place, passage in enumerate(passages)
        for number, position in enumerate(fields_told(passage, told.fields))
    ]


def _of_the_class(passages: Sequence[Passage], found: Sequence[int], kind: Set[str]) -> list[int]:
    """The places of those found records that are such things, and do not only go with them.

    Where titles say it, others with "Fits: camera" are no cameras. But fields that the titled
    records have, too, tell it of all: "Category: book" tells it of "Dune" and "The Book of Kells",
    and that "Book light" is none. A title that ends with the word is always one: "Frost sensor".
    """
    titled = [place for place in found if kind <= title_terms(passages[place].title)]
    others = set(found).difference(titled)
    if not titled or not others:
        return list(found)
    says = {place: saying(passages[place], kind).keys() for place in found}
    has = {place: {name for name, _ in fields_of(passages[place])} for place in titled}
    telling = set().union(*has.values()) & set().union(*(says[place] for place in others))

    def belongs(place: int) -> bool:
        if not telling.isdisjoint(says[place]):
            return True
        if place not in has:
            return False
        return telling.isdisjoint(has[place]) or _ends_with(passages[place].title, kind)

    return [*filter(belongs, found)]


def _ends_with(title: str, kind: Set[str]) -> bool:
    return not kind.isdisjoint([*title_terms(title)][-1:])
