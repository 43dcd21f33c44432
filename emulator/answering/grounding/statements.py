"""A sentence as a claim check sees it: its words, and all that must not be changed in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

from emulator.answering.document_text.named_entities import Span, full_names, name_spans
from emulator.answering.document_text.parsed_text import families
from emulator.answering.grounding.quantities import Quantity, lowered, quantities, spell_dates
from emulator.answering.grounding.rules import grounding_rules
from emulator.answering.rules import normalized
from emulator.retrieval.text.analysis import Token, is_stop_word, terms, tokens
from emulator.retrieval.text.calendar_names import ANY_MONTH

# What a negation denies ends with its clause; a long clause holds other things as well.
_CLAUSE_END = re.compile(
    r"[.,;:!?()\u3002\uff0c]|\b(?:and|but|although|though|however|because|while|which|who|if|"
    r"unless|when|whereas)\b"
)
_MOST_DENIED = 6
_LONGEST_PHRASE = 120

# A sentence of more characters is a table or a list without marks; its rest would only cost time.
LONGEST = 2_000
_MONTH = re.compile(ANY_MONTH, re.IGNORECASE)
_PLURAL = re.compile(r"[^aiosu]s$")
_FIRST_WORD = re.compile(r"\W*(\w+)")
_TURNED = re.compile(r"(?:\b(?:not|never|no|cannot)|n't) (?:be |been |yet |longer )?$")
_WORD_BEFORE = re.compile(r"(\w+)\W*$")
_TITLE = re.compile(r"(?:dr|prof|professor|mr|mrs|ms|miss|sir|lady)\.? ")
_JOINED = re.compile(r"\s*(?:,|&|/|,? and|,? or)\s+|, ")
_PREPOSITION = re.compile(
    r"(?:in|on|at|by|from|to|of|for|with|than|into|over|under|since|until|during|after|before|via|as)"
)


Side = tuple[int, int]
"""One of two opposites: the number of the pair in the rules, and 0 or 1."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name or number in its place: what it is, and the preposition before it or "".

    Those that are listed together ("Ann, Bob and Cleo") have one group.
    """

    key: str
    role: str
    group: int


@dataclass(frozen=True, slots=True)
class Count:
    """A quantity and the term right after it, such as "branch" in "ten branches", or ""."""

    quantity: Quantity
    noun: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence taken apart.

    `terms` are its content terms without those of quantities, in order; `names` those that are
    written as names or labels ("X 100" has both); `opening` the first word, if it may be a name;
    `denied` and `affirmed` are terms inside and outside the scope of a negation; `opposites` are
    the sides of opposites that it takes, `turned` those of them that it takes by a negation.
    """

    text: str
    terms: tuple[str, ...]
    names: frozenset[str]
    opening: frozenset[str]
    counts: tuple[Count, ...]
    denied: frozenset[str]
    affirmed: frozenset[str]
    opposites: frozenset[Side]
    turned: frozenset[Side]
    order: tuple[Named, ...]
    words: frozenset[str]
    families: frozenset[str]


# An answer's claims are checked against the sentences they were taken from, again and again.
@lru_cache(maxsize=4096)
def parse_statement(text: str) -> Statement:
    """Take a sentence apart."""
    text = spell_dates(text[:LONGEST])
    found = quantities(text)
    labels = _labels(text, found)
    counted = [one for one in found if (one.start, one.end) not in labels]
    words = tokens(text)
    content = [
        word
        for word in words
        if not is_stop_word(word.text)
        and not _inside(word, [(one.start, one.end) for one in counted])
    ]
    plain = lowered(text)
    denied = _denied(plain, content)
    taken = list(opposites(text))
    names = _terms_in(content, _with_opening(text, name_spans(text)))
    return Statement(
        text=text,
        terms=tuple(word.term for word in content),
        names=names,
        opening=frozenset(word.term for word in content[:1] if _may_be_name(word.text)) - names,
        counts=tuple(Count(one, _noun(text, one, content)) for one in counted),
        denied=frozenset(word.term for word in denied),
        affirmed=frozenset(word.term for word in content if word not in denied),
        opposites=frozenset((number, side) for number, side, _ in taken),
        turned=frozenset((number, side) for number, side, turned in taken if turned),
        order=_order(text, counted),
        words=frozenset(word.term for word in words),
        families=families(word.term for word in content),
    )


def _may_be_name(word: str) -> bool:
    """Whether the first word of a sentence may be a name: a plural is none, but "Paris" is."""
    return word[0].isupper() and not _PLURAL.search(word)


def claims_something(text: str) -> bool:
    """Whether a sentence of an answer needs to be supported by anything.

    Questions, phrases of politeness and sentences without a word of content do not.
    """
    if text.rstrip().endswith("?") or not terms(text):
        return False
    if len(text) > _LONGEST_PHRASE:
        return True
    form = normalized(text)
    return not any(pattern.search(form) for pattern in grounding_rules().no_claim)


def _labels(text: str, found: Sequence[Quantity]) -> set[Span]:
    """The numbers that are part of a name: "Skylark 3", "X 100", but not "May 5"."""
    labels = set()
    for one in found:
        before = _WORD_BEFORE.search(text[: one.start]) if not one.dimension else None
        directly = before is not None and text[before.end(1) : one.start] in (" ", "-")
        if before and directly and _is_label(before[1]):
            labels.add((one.start, one.end))
    return labels


def _is_label(word: str) -> bool:
    return word[0].isupper() and not is_stop_word(word) and not _MONTH.fullmatch(word)


def _inside(word: Token, spans: Iterable[Span]) -> bool:
    return any(start <= word.start and word.end <= end for start, end in spans)


def _terms_in(content: Iterable[Token], spans: Sequence[Span]) -> frozenset[str]:
    return frozenset(word.term for word in content if _inside(word, spans))


def _denied(plain: str, content: Sequence[Token]) -> list[Token]:
    """The content words that a negation reaches."""
    hidden = plain
    for pattern in grounding_rules().no_negations:
        hidden = pattern.sub(lambda found: " " * len(found[0]), hidden)
    denied: list[Token] = []
    for pattern in grounding_rules().negations:
        for found in pattern.finditer(hidden):
            clause_end = _CLAUSE_END.search(plain, found.end())
            end = clause_end.start() if clause_end else len(plain)
            reached = [word for word in content if found.end() <= word.start < end]
            denied += reached[:_MOST_DENIED]
    return denied


def opposites(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the opposites a text speaks of, by number, its side, and if a negation put it there.

    "not allowed" is on the side of "forbidden".
    """
    plain = lowered(text)
    for number, pair in enumerate(grounding_rules().opposites):
        for side, pattern in enumerate(pair):
            if found := pattern.search(plain):
                turned = _TURNED.search(plain, 0, found.start()) is not None
                yield number, 1 - side if turned else side, turned


def are_opposed(taken: Set[Side], others: Set[Side]) -> bool:
    """Whether a text takes one side of two opposites, and another the other side only."""
    return any(
        (number, 1 - side) in others and (number, side) not in others
        for number, side in taken
        if (number, 1 - side) not in taken
    )


def _order(text: str, counted: Sequence[Quantity]) -> tuple[Named, ...]:
    """The names and the quantities in their order; lists of them share a group."""
    numbers = [(one.start, one.end) for one in counted]
    named = [span for span in full_names(text) if not any(_overlap(span, one) for one in numbers)]
    spans = _with_opening(text, named)
    opening = _opening(text)
    if opening and not any(_overlap(opening, span) for span in spans):
        spans.append(opening)
    found: list[Named] = []
    end = group = 0
    for start, stop in sorted([*spans, *numbers]):
        group += not (found and _JOINED.fullmatch(text, end, start))
        before = _WORD_BEFORE.search(text[:start])
        word = before[1].lower() if before else ""
        role = word if _PREPOSITION.fullmatch(word) else ""
        found.append(Named(_TITLE.sub("", text[start:stop].lower(), count=1), role, group))
        end = stop
    return tuple(found)


def _opening(text: str) -> Span | None:
    """The first word, if it may be a name."""
    found = _FIRST_WORD.match(text)
    if found is None or not found[1][0].isupper() or is_stop_word(found[1]):
        return None
    return found.span(1)


def _with_opening(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans of names, the first word of the text joined to one it is part of: "Ann Brown"."""
    opening = _opening(text)
    if opening and spans and text[opening[1] : spans[0][0]] == " ":
        return [(opening[0], spans[0][1]), *spans[1:]]
    return list(spans)


def _noun(text: str, one: Quantity, content: Iterable[Token]) -> str:
    after = next((word for word in content if word.start >= one.end), None)
    return after.term if after and text[one.end : after.start] in (" ", "-") else ""


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
