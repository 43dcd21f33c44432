"""A question matched with a passage: which of its terms each sentence and the title say."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from emulator.answering.document_text.layout import SentenceKind
from emulator.answering.document_text.parsed_text import (
    parse,
    text_language,
    title_terms,
    without_site_name,
)
from emulator.answering.evidence.answer_patterns.patterns import matches_answer_type
from emulator.answering.evidence.foreign_texts import is_foreign
from emulator.answering.evidence.heading_match import (
    UNDER_WHOLE,
    HeadingMatch,
    says_most_of_heading,
)
from emulator.answering.evidence.record_fields import fields_of
from emulator.answering.evidence.term_strengths import (
    Strengths,
    add_expected,
    sentence_strengths,
    title_says_all,
    title_strengths,
)
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.values import Passage
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.question_terms import is_question

# A term counts in part where only the text around a sentence says it: writers do not repeat what
# was just said.
_UPPER_HEADING = 0.4
_AFTER = 0.4
_AFTER_NAMED = 0.7  # "It" is what was just named
_BEFORE = 0.2
# What a paragraph is about stands in its first sentence, as it would in a title; one after it that
# has what is asked for counts more than the first without that.
_AFTER_LEAD = 0.85

# What a sentence must say of what is asked by yes or no, beyond the title.
_AFFIRMED = 0.45
_DIGIT = re.compile(r"\d")
_AMOUNT = re.compile(r"(?<![^\W_])[a-z]+ (\d+) [a-z]+s\b")  # After a capital it is a name.

# "Leave (until 2022)" and what was put in another's place: "Status: superseded by ADR 12".
_PAST_TITLE = re.compile(
    r"\([^()]*\b(?:old|past|former|previous|until|before|archived?|deprecated|superseded|obsolete"
    r"|outdated|legacy)\b[^()]*\)",
    re.IGNORECASE,
)
# Looked for in lower case and by its first letters, which is fast.
_PAST_TEXT = re.compile(r"superseded(?<=\bsuperseded) by\b.*")


@dataclass(eq=False)  # Frozen ones take four times as long to make.
class PassageMatch(HeadingMatch):
    """A passage, and how strongly its sentences and its title say the question's terms.

    `is_titled` if no sentence says any term, and the title all of them: "Refunds" above "We send
    the money back.".
    """

    passage: Passage
    is_titled: bool

    @cached_property
    def known_terms(self) -> frozenset[str]:
        """The terms of the question and the title: a sentence with no others says nothing new."""
        return self.asked.terms.union(title_terms(self.passage.title))

    @cached_property
    def phrases(self) -> Sequence[str]:
        """The phrases of the question that are in its text."""
        return [*filter(self.passage.text.lower().__contains__, self.asked.phrases)]

    @cached_property
    def title_suffices(self) -> bool:
        """Whether a sentence need say no more of the question than the title does.

        The title holds for all of the document, and what it leaves unsaid may be words that fit
        any topic. It suffices in scripts without spaces, where terms are characters and a word of
        the same meaning has others, and in all languages but English, of which the words that fit
        any topic are not known.
        """
        asked = self.asked
        is_said = self.terms_beyond_title.isdisjoint(asked.specific)
        return is_said or asked.is_spaceless or not asked.is_english

    def mentions_topic(self, position: int) -> bool:
        """Whether the sentence, its heading, what it refers back to or its record say any term."""
        if self.is_titled or self.strengths[position] or self.is_under_match(position):
            return True
        if self.answers_verbatim_question(position):
            return True
        if self.title and (self.passage.structured or self.expected(position)):
            return True
        if self.is_titled_step(position) or self.is_answering_row(position):
            return True
        goes_on = position and self.parsed.sentences[position].refers_back
        if goes_on and self.strengths[position - 1]:
            return True
        return bool(self._lead(position)) and self._matches_answer_type(position)

    def expected(self, position: int) -> Set[str]:
        """The expected words that the sentence or its heading says."""
        expected = self.asked.expected
        if not expected:
            return expected
        sentence = self.parsed.sentences[position]
        said = expected & sentence.terms
        if sentence.heading is None:
            return said
        return said | expected & self.parsed.sentences[sentence.heading].terms

    @cached_property
    def is_outdated(self) -> bool:
        """Whether its title or text says that it no longer holds, unless that is asked about."""
        title, text = self.passage.title, self.passage.text
        found = _PAST_TITLE.search(title) or _PAST_TEXT.search(text.lower())
        return found is not None and self.asked.terms.isdisjoint(terms(found[0]))

    @cached_property
    def is_foreign(self) -> bool:
        """Whether it is in another language than the question."""
        return is_foreign(self.asked, self.passage)

    def is_sentence_foreign(self, position: int) -> bool:
        """Whether the sentence is: it may be in the question's where the text begins in another.

        What a translation leaves in English is said nowhere else.
        """
        if not self.is_foreign:
            return False
        return text_language(self.parsed.sentences[position].text) != self.asked.known_language

    @cached_property
    def is_how_to(self) -> bool:
        """Whether the title names the action that the question asks how to do: "Installing a mast".

        A title that says more, such as "Returns and refunds", announces no steps, nor does one that
        names the thing alone. The name of the site behind a bar does not count.
        """
        asked, title = self.asked, title_terms(without_site_name(self.passage.title))
        if asked.answer_type is not AnswerType.STEPS or not asked.act or not asked.act <= title:
            return False
        return title_says_all(asked, self.title) and says_most_of_heading(self.title, title)

    @cached_property
    def is_of_kind(self) -> bool:
        """Whether a title or a field says what kind of things is asked for: "Type: boots"."""
        kind = self.asked.kind_of_things
        values = (frozenset(terms(value)) for _, value in fields_of(self.passage))
        return kind <= title_terms(self.passage.title) or kind in values

    def is_titled_step(self, position: int) -> bool:
        """Whether the sentence is one of the steps that the title announces; fragments are none."""
        sentence = self.parsed.sentences[position]
        return sentence.kind is SentenceKind.ITEM and sentence.is_ended and self.is_how_to

    def says_more_than_title(self, position: int) -> bool:
        """Whether the sentence or its context says any term that the title does not."""
        if self.title_suffices or self.expected(position):
            return True
        if self.asked.is_polar and not self.asked.is_choice:
            return self._affirms(position, self._affirmable(position))
        if not self.terms_beyond_title.isdisjoint(self.strengths[position]):
            return True
        if is_question(self.passage.title) and self.is_under_match(position):
            return True  # It answers what the title asks, which need not say more.
        if self.is_answering_row(position):
            return True
        return any(
            not self.terms_beyond_title.isdisjoint(said) for said, _ in self._context(position)
        )

    def _affirmable(self, position: int) -> Set[str]:
        """The terms that a yes may leave out: "30 days" may answer whether it is "for 40 days"."""
        if _DIGIT.search(self.parsed.sentences[position].text) is None:
            return self.terms_beyond_title
        return self.terms_beyond_title.difference(_AMOUNT.findall(self.asked.text))

    def _affirms(self, position: int, wanted: Iterable[str]) -> bool:
        """Whether a sentence and its heading say enough of what a yes/no question asks.

        Neighbouring sentences do not count: most are about something else.
        """
        own, sentence = self.strengths, self.parsed.sentences[position]
        said = dict(own[sentence.heading]) if sentence.heading is not None else {}
        said |= own[position]
        weights = self.asked.weights
        told = math.fsum([weights[term] * said.get(term, 0.0) for term in wanted])
        return told >= _AFFIRMED * math.fsum([weights[term] for term in wanted])

    def coverage(self, position: int) -> float:
        """Return the share in [0, 1] of the question's weight that the sentence says in context."""
        if not self.asked.weight:
            return 0.0
        raised = self.strengths[position].copy()
        around = self._context(position)
        if self.title:
            around.append((self.title, 1.0))
        for strengths, share in around:
            for term, strength in strengths.items():
                said = share * strength
                if said > raised.get(term, 0.0):
                    raised[term] = said
        share = self.weight(raised) / self.asked.weight
        is_told = (
            self.is_titled_step(position)
            or self.answers_verbatim_question(position)
            or self.is_answering_row(position)
        )
        return max(share, UNDER_WHOLE) if is_told else share

    def _context(self, position: int) -> list[tuple[Strengths, float]]:
        """The strengths of the texts around a sentence, each with the share of them that counts."""
        own, heading = self.strengths, self.parsed.sentences[position].heading
        context = []
        if position > 0 and (said := own[position - 1]):
            goes_on = self.parsed.sentences[position].refers_back
            context.append((said, _AFTER_NAMED if goes_on else _AFTER))
        if position + 1 < len(own) and (said := own[position + 1]):
            context.append((said, _BEFORE))
        if heading is not None and (said := own[heading]):
            context.append((said, self.share_of_heading(position, heading)))
        if said := self._lead(position):
            context.append((said, _AFTER_LEAD))
        above = None if heading is None else self.parsed.sentences[heading].heading
        if above is not None and (said := own[above]):
            context.append((said, self._share_of_upper_heading(position)))
        return context

    def _lead(self, position: int) -> Strengths:
        """What the first sentence of its paragraph says, in other languages than English.

        As their words of the same meaning are not known, a sentence that says in other words what
        is asked of that is found by its answer type.
        """
        lead = None if self.asked.is_english else self.parsed.leads[position]
        return {} if lead is None else self.strengths[lead]

    def _share_of_upper_heading(self, position: int) -> float:
        """Return how much of the heading above its own, or above its table, counts."""
        if self.is_under_question(position):
            return UNDER_WHOLE
        return _UPPER_HEADING if self._may_answer(position) else 0.0

    def _may_answer(self, position: int) -> bool:
        """Whether a sentence says a term of the question or matches its answer type."""
        return bool(self.strengths[position]) or self._matches_answer_type(position)

    def _matches_answer_type(self, position: int) -> bool:
        return matches_answer_type(self.asked, self.parsed.sentences[position].text)


def match_passage(asked: AnalyzedQuestion, passage: Passage) -> PassageMatch:
    """Match the terms of a question with the sentences and the title of a passage."""
    parsed = parse(passage.text)
    own, title = sentence_strengths(asked, parsed), title_strengths(asked, passage)
    if passage.structured:
        add_expected(asked, parsed, own)
    is_titled = not any(own) and title_says_all(asked, title)
    return PassageMatch(asked, parsed, own, title, passage, is_titled)
