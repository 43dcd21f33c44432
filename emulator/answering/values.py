"""What goes into the answering engine and what comes out of it."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from emulator.answering.generation.preamble import USUAL, Form

Idf = Callable[[str], float]
"""The inverse document frequency of an index term; of a term no passage holds, the highest."""

ExpansionTerms = Mapping[str, frozenset[str]]
"""Index terms, and which terms of a question each says otherwise."""

UNSEEN = "\0"
"""A term that no analyzer emits: its rarity is that of one which no passage holds."""


@dataclass(slots=True)  # Frozen ones take four times as long to make.
class Passage:
    """A piece of a retrieved document.

    `score` is the retrieval score (any scale, higher is better), `reference` the index of the
    passage in the list of references that the caller shows, `structured` tells a rendered record
    ("Title. Price eur: 429. Weight grams: 310.") from prose, `document` names the document, of
    which others may have the title, and `position` tells which of its passages it is; empty and 0
    where that is not known.
    """

    text: str
    title: str = ""
    score: float = 0.0
    reference: int = 0
    structured: bool = False
    document: str = ""
    position: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier exchange of the session, as the user typed it and as it was answered."""

    question: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What to answer, already rephrased, how strictly and in which form.

    `require_relevance` skips questions that the passages do not touch; `minimum_grounding` in
    [0, 1] skips answers whose support is lower; the sentences of the `form` bound prose, not lists,
    and what tells least is left out where there are more words; `language` (BCP 47) is that of the
    text of skipped answers; `instructions` are those of the client to a model. Without `grounded`
    the support of an answer is worked out only where it must not be lower. `expansion_terms` are
    those with which it was searched for, too (`query_expansion`).
    """

    text: str
    form: Form = USUAL
    language: str = ""
    require_relevance: bool = True
    minimum_grounding: float = 0.0
    instructions: str = ""
    grounded: bool = True
    expansion_terms: ExpansionTerms = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence chosen for the answer, as it will be shown.

    `passage` and `position` say where it stands (indexes of the passage and of its sentence),
    `starts_line` whether it opens a new line of the answer; `coverage` is the share of the question
    that it says in its context, in [0, 1]; `says_more` whether it says any of it that the title of
    its document does not say.
    """

    text: str
    passage: int
    position: int
    score: float
    starts_line: bool = False
    coverage: float = 1.0
    says_more: bool = True


@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence of the answer: its UTF-8 bytes `[start_byte, end_byte)` and its references."""

    text: str
    start_byte: int
    end_byte: int
    sources: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ComposedAnswer:
    """The answer's text, without citation markers, and its segments in order."""

    text: str
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Support:
    """How well one segment is supported by its sources, in [0, 1]; nothing to check is `None`."""

    segment: Segment
    score: float | None


@dataclass(frozen=True, slots=True)
class Grounding:
    """The support of each segment, in order, and of the whole answer in [0, 1]."""

    score: float
    supports: tuple[Support, ...]


class SkipReason(enum.StrEnum):
    """Why there is no answer: `Answer.AnswerSkippedReason` of the API."""

    ADVERSARIAL_QUERY_IGNORED = "ADVERSARIAL_QUERY_IGNORED"
    NON_ANSWER_SEEKING_QUERY_IGNORED = "NON_ANSWER_SEEKING_QUERY_IGNORED"
    OUT_OF_DOMAIN_QUERY_IGNORED = "OUT_OF_DOMAIN_QUERY_IGNORED"
    POTENTIAL_POLICY_VIOLATION = "POTENTIAL_POLICY_VIOLATION"
    NO_RELEVANT_CONTENT = "NO_RELEVANT_CONTENT"
    JAIL_BREAKING_QUERY_IGNORED = "JAIL_BREAKING_QUERY_IGNORED"
    CUSTOMER_POLICY_VIOLATION = "CUSTOMER_POLICY_VIOLATION"
    NON_ANSWER_SEEKING_QUERY_IGNORED_V2 = "NON_ANSWER_SEEKING_QUERY_IGNORED_V2"
    LOW_GROUNDED_ANSWER = "LOW_GROUNDED_ANSWER"
    USER_DEFINED_CLASSIFICATION_QUERY_IGNORED = "USER_DEFINED_CLASSIFICATION_QUERY_IGNORED"
    UNHELPFUL_ANSWER = "UNHELPFUL_ANSWER"


@dataclass(frozen=True, slots=True)
class AnswerDraft:
    """An answer with its grounding, or the reason why there is none and the text that says so.

    `note` says what went wrong on the way, if anything did.
    """

    answer: ComposedAnswer
    grounding: Grounding | None = None
    skipped: SkipReason | None = None
    note: str = ""
