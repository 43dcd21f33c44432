"""A text parsed once: its sentences, what each one is, and the terms in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, KeysView, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache

from emulator.answering.document_text.layout import (
    HEADS,
    SentenceKind,
    is_ended,
    layout_sentences,
    refers_back,
)
from emulator.answering.values import Passage
from emulator.retrieval.text.analysis import content_terms, plain_digits
from emulator.retrieval.text.languages import (
    goes_back,
    language_of,
)
from emulator.retrieval.text.question_terms import question_term
from emulator.retrieval.text.spaceless import (
    SPACELESS,
    character_pairs,
    is_spaceless,
)

# Stems keep derivations of a word apart ("defend" and "defense", "deadly" and "deadliness").
FAMILY = 5
"""So many first letters in common make a family of words."""

# "cannot" and "kein" are found by the letter with which all others begin: to look for one is fast.
_NEGATION = re.compile(
    r"n(?:(?<!\wn)(?:ot|ever|o|one|obody|othing|either|icht|ie)\b|(?<=\bcan)not\b|(?<=\bkein)"
    r"|['\u2019]t\b)"
)
# What follows in Chinese is no part of a number: "K-12学生".
_IN_WORD = rf"[^\W{SPACELESS}]"
_NUMBERED = re.compile(rf"(?<![^\W\d_])([^\W\d_]\w*)[ -](\d{_IN_WORD}*)(?!{_IN_WORD}|\.\d)")
# "4.3" tells versions apart whatever is said before it: "Cloud 4.3", "release 4.3".
_DOTTED = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){1,3}(?!\w|\.\d)")
_DIGIT = re.compile(r"\d")

_ENGLISH = re.compile(" (?:the|and|with|for|from|this|that|are) ")
_BEGINNING = 300  # Characters, of a text whose language is looked for.

ASIDE = re.compile(r"\(([^()]+)\)\W*$")
"""What a question says in brackets at its end: "How long is it (leave)?"."""

Numbered = tuple[str, str]
"""A word and the number that tells one of its kind from the others: ("skylark", "2").

A dotted number is that by itself, with an empty word.
"""


@dataclass(eq=False)  # Frozen ones take four times as long to make.
class Sentence:
    """A sentence and its terms, which nobody changes.

    `heading` is the position of the heading, question or table header it stands under; a heading
    stands under another one that has a number, as that of a version. `whole` is the text it is of.
    What only some questions look at is worked out when it is looked at.
    """

    text: str
    kind: SentenceKind
    starts_line: bool
    terms: frozenset[str]
    heading: int | None
    whole: str

    @cached_property
    def families(self) -> frozenset[str]:
        """The families of its terms."""
        return families(self.terms)

    @cached_property
    def numbered(self) -> frozenset[Numbered]:
        """Its numbered things."""
        return numbered(self.text)

    @cached_property
    def is_ended(self) -> bool:
        """Whether it ends as a sentence does."""
        return is_ended(self.text)

    @cached_property
    def is_negated(self) -> bool:
        """Whether it denies something."""
        return is_negated(self.text)

    @cached_property
    def refers_back(self) -> bool:
        """Whether it begins with a word for what was named before."""
        if refers_back(self.text):
            return True
        language = text_language(self.whole)
        return language not in ("", "en") and goes_back(self.text, language)


@dataclass(eq=False)
class ParsedText:
    """The sentences of a text in order and how often each term occurs in it.

    `headings` are the terms of its headings and of the questions that it asks itself.
    """

    sentences: tuple[Sentence, ...]
    counts: Mapping[str, int]
    headings: frozenset[str]

    @cached_property
    def families(self) -> Mapping[str, Sequence[int]]:
        """Which sentences have a term of a family, in order; a shorter term is one by itself."""
        found: dict[str, tuple[int, ...]] = {}
        for position, sentence in enumerate(self.sentences):
            here = (position,)  # Most families are in one sentence: these share it.
            for start in {term[:FAMILY] for term in sentence.terms}:
                found[start] = found.get(start, ()) + here
        return found

    @cached_property
    def leads(self) -> Sequence[int | None]:
        """Which sentence opens the paragraph of each sentence of prose that goes on in one."""
        found: list[int | None] = []
        lead = None
        for position, sentence in enumerate(self.sentences):
            if sentence.starts_line or sentence.kind is not SentenceKind.PROSE:
                lead = None
            found.append(lead)
            if lead is None and sentence.kind is SentenceKind.PROSE:
                lead = position
        return found

    @cached_property
    def questions(self) -> Mapping[str, int]:
        """Which of the sentences ask what those below them answer, by the term of the question."""
        heads = ((at, each.text) for at, each in enumerate(self.sentences) if each.kind in HEADS)
        return {term: at for at, text in heads if (term := question_term(text))}


# What a sentence with a colon at its end opens: the items of a list or the lines of a program.
LISTED = (SentenceKind.ITEM, SentenceKind.CODE)


def opens_list(
    sentences: Sequence[Sentence], position: int, kinds: Sequence[SentenceKind] = LISTED
) -> bool:
    """Whether a sentence ends with a colon before one of such a kind."""
    following = sentences[position + 1 : position + 2]
    return sentences[position].text.endswith(":") and any(each.kind in kinds for each in following)


# The same passages are read for one question after another; a session asks about few of them.
@lru_cache(maxsize=2048)
def parse(text: str) -> ParsedText:
    """Split a text into sentences and analyse each."""
    said: list[str] = []
    found: list[Sentence] = []
    section = header = above = None
    for index, placed in enumerate(layout_sentences(text)):
        if placed.kind is not SentenceKind.ROW:
            header = index if placed.kind is SentenceKind.HEADER_ROW else None
        heading = section if header in (None, index) else header
        if placed.kind in HEADS:
            above = _heading_above(found, above, placed.text)
            heading, section = above, index
        words = text_terms(placed.text)
        said += words
        found.append(
            Sentence(placed.text, placed.kind, placed.starts_line, frozenset(words), heading, text)
        )
    headings = frozenset().union(*(each.terms for each in found if each.kind in HEADS))
    return ParsedText(tuple(found), dict(Counter(said)), headings)


def _heading_above(before: Sequence[Sentence], above: int | None, heading: str) -> int | None:
    """Return the position of the heading that another one stands under, if any.

    Plain text shows no levels: what follows a numbered heading at once, "5.1.1 (2 May 2025)", is
    under it, as are the headings that come after, until one has a number itself.
    """
    if _DIGIT.search(heading):
        return None
    last = before[-1] if before else None
    if last is not None and last.kind is SentenceKind.HEADING and _DIGIT.search(last.text):
        return len(before) - 1
    return above


def headings_above(sentences: Sequence[Sentence], sentence: Sentence) -> Iterator[int]:
    """Yield the positions of what a sentence stands under, a header or headings, nearest first."""
    heading = sentence.heading
    while heading is not None:
        yield heading
        heading = sentences[heading].heading


@lru_cache(maxsize=2048)
def title_terms(title: str) -> KeysView[str]:
    """Return the terms of a title in order, each once: it is short, and has nothing to take apart.

    They are what `parse` would count.
    """
    return dict.fromkeys(text_terms(title)).keys()


@lru_cache(maxsize=2048)
def text_language(text: str) -> str:
    """Return the language that a text is in by how it begins (BCP 47), "" if it is not known."""
    beginning = text[:_BEGINNING]
    return language_of(beginning) or ("en" if _ENGLISH.search(beginning) else "")


def without_site_name(title: str) -> str:
    """Return a title without the name of the site, which stands behind a bar."""
    return title.partition(" | ")[0]


def passage_terms(passage: Passage) -> Set[str]:
    """Return the terms of a passage and of its title."""
    return title_terms(passage.title) | parse(passage.text).counts.keys()


def text_terms(text: str) -> tuple[str, ...]:
    """Return the terms of a text, in scripts without spaces those of pairs of neighbours too."""
    found = content_terms(text)
    return (*found, *character_pairs(text)) if is_spaceless(text) else found


def is_negated(text: str) -> bool:
    """Whether a sentence or a question denies something."""
    return _NEGATION.search(text.lower()) is not None


def family(term: str) -> str | None:
    """Return the family of a term; short words have none."""
    return term[:FAMILY] if len(term) >= FAMILY else None


def families(found: Iterable[str]) -> frozenset[str]:
    """Return the families of the given terms."""
    return frozenset([term[:FAMILY] for term in found if len(term) >= FAMILY])


def numbered(text: str) -> frozenset[Numbered]:
    """Return the numbered things of a text, in lower case."""
    if not _DIGIT.search(text):
        return frozenset()
    text = plain_digits(text)
    dotted = (("", number) for number in _DOTTED.findall(text))
    return frozenset([*_NUMBERED.findall(text.lower()), *dotted])
