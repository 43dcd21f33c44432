"""The possible interpretations of a follow-up question, and which of them the documents support.

A pronoun is resolved by co-occurrence in texts: to the candidate of which they say what is asked
(Dagan and Itai, "Automatic processing of large corpora for the resolution of anaphora references",
1990).
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from emulator.answering.document_text.parsed_text import families, passage_terms
from emulator.answering.rephrasing.context_expansion import PassageSearch, ResolvedQuery, expand
from emulator.answering.rephrasing.ellipsis.substitution import Variation
from emulator.answering.rephrasing.topics import Topic, content_words
from emulator.answering.rules import rules
from emulator.answering.values import Idf, Passage
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.languages import function_terms, language_of

_MOST_OF_IT = 0.51


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A standalone form of a question, with the topic that was put in.

    A passage that supports it must say the share `least` of the topic's words, if that is given.
    """

    text: str
    topic: Topic
    least: float = 0.0


class Likelihood(enum.Enum):
    """How likely a topic is needed: "Is it open?", "Is there tea?", "Is iced tea served?"."""

    HIGH = enum.auto()
    MIDDLE = enum.auto()
    LOW = enum.auto()


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question made to stand alone, and the question as it was.

    `interpretations` are what it may mean, the likeliest first, if a topic was given to it. That it
    needs one may be a mere guess: "When is payday?" goes on with what was spoken of, or does not.
    `earlier_questions` are those before, made to stand alone, the latest first.
    """

    text: str
    before: str
    interpretations: tuple[Interpretation, ...] = ()
    likelihood: Likelihood = Likelihood.HIGH
    earlier_questions: tuple[str, ...] = ()

    def resolve(self, find: PassageSearch, idf: Idf | None = None) -> ResolvedQuery:
        """Return the question in the interpretation that the documents support.

        With the `idf` of their index it gets further terms of the earlier questions. In other
        languages than English the interpretations have all of those already.
        """
        text = self._likeliest(find)
        if (
            not self.earlier_questions
            or idf is None
            or (self.interpretations and language_of(text))
        ):
            return ResolvedQuery(text)
        return expand(text, self.earlier_questions, idf, find)

    def _likeliest(self, find: PassageSearch) -> str:
        """Return the first interpretation that a passage found for it supports.

        If it is unlikely that the question needs a topic, it stays as it was where the same passage
        is found for it without one.
        """
        for interpretation in self.interpretations:
            passage = self._supporting(interpretation, find(interpretation.text))
            if passage is None:
                continue
            unlikely = self.likelihood is Likelihood.LOW
            if unlikely and [one.text for one in find(self.before)[:1]] == [passage.text]:
                return self.before
            return interpretation.text
        return self.text if self.likelihood is Likelihood.HIGH else self.before

    def _supporting(
        self, interpretation: Interpretation, passages: Iterable[Passage]
    ) -> Passage | None:
        own = frozenset(terms(" ".join(content_words(self.before))))
        if in_other_language := language_of(self.before):  # Stems are known in English only.
            own -= function_terms(self.before)
            own = families(own) or own
        asked = [{term, *rules().forms.get(term, ())} for term in own]
        topic = set(terms(interpretation.topic.text))
        least_own, least = self._least_shares(interpretation)
        for passage in passages:
            words = passage_terms(passage)
            words = words | families(words) if in_other_language else words
            if sum(not words.isdisjoint(forms) for forms in asked) < least_own * len(own):
                continue
            if len(topic & words) >= max(1, least * len(topic)):
                return passage
        return None

    def _least_shares(self, interpretation: Interpretation) -> tuple[float, float]:
        """The shares of the question's own words and of the topic's that a passage must say."""
        if interpretation.least:
            return 1.0, interpretation.least
        if self.likelihood is not Likelihood.HIGH or interpretation is not self.interpretations[0]:
            return 1.0, 1.0
        return 0.5, 1.0 if interpretation.topic.is_name else 0.0


def varied_interpretations(
    query: str, variations: Iterable[Variation]
) -> tuple[Interpretation, ...]:
    """Return the interpretations of a query that varies an earlier question, the latest first.

    For the last question the last of them needs a passage with most of its words, not all.
    """
    interpretations: list[Interpretation] = []
    own = set(terms(query))
    for varied in variations:
        topic = Topic(content_words(varied.text))
        if (interpretations or not varied.sure) and own.issuperset(terms(topic.text)):
            continue  # Nothing is left of the earlier question by which it could be told.
        interpretations.append(Interpretation(varied.text, topic, least=1.0))
        if len(interpretations) == 1 and varied.sure:
            of_it = Topic(content_words(varied.standalone))
            interpretations.append(Interpretation(varied.standalone, of_it, least=1.0))
            interpretations.append(Interpretation(varied.text, topic, least=_MOST_OF_IT))
    return tuple(interpretations)
