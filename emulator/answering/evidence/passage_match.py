"""A question matched with a passage: which of its terms each sentence and the title say."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from emulator.answering.document_text.layout import SentenceKind
from emulator.answering.document_text.parsed_text import (
    ParsedText,
    Sentence,
    parse,
    text_language,
    title_terms,
    without_site_name,
)
from emulator.answering.evidence.answer_patterns.patterns import matches_answer_type
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
_UNDER_HEADING = 0.6
_UNDER_WHOLE = 0.95  # under a heading that is the question
_WHOLE = 0.9  # so much of the question
_NAMED = 0.6  # so much of a heading the question must say for it to be about nothing else
_UNDER_HEADER_ROW = 0.9  # a cell is what the name of its column says
_ABOVE_TABLE = 0.4
_AFTER = 0.4
_AFTER_NAMED = 0.7  # "It" is what was just named
_BEFORE = 0.2

# What a sentence must say of what is asked by yes or no, beyond the title.
_AFFIRMED = 0.45
_DIGIT = re.compile(r"\d")
_NOTHING: Strengths = {}
_AMOUNT = re.compile(r"(?<![^\W_])[a-z]+ (\d+) [a-z]+s\b")  # After a capital it is a name.

_TOLD_FIRST = (AnswerType.DEFINITION, AnswerType.NUMBER)

# "Leave (until 2022)" and what was put in another's place: "Status: superseded by ADR 12".
_PAST_TITLE = re.compile(
    r"\([^()]*\b(?:old|past|former|previous|until|before|archived?|deprecated|superseded|obsolete"
    r"|outdated|legacy)\b[^()]*\)",
    re.IGNORECASE,
)
# Looked for in lower case and by its first letters, which is fast.
_PAST_TEXT = re.compile(r"superseded(?<=\bsuperseded) by\b.*")


@dataclass(eq=False)  # Frozen ones take four times as long to make.
class PassageMatch:
    """A passage, and how strongly its sentences and its title say the question's terms.

    `strengths` has an entry for each sentence. `is_titled` if no sentence says any term, and the
    title all of them: "Refunds" above "We send the money back.".
    """

    asked: AnalyzedQuestion
    passage: Passage
    parsed: ParsedText
    strengths: Sequence[Strengths]
    title: Strengths
    is_titled: bool

    @cached_property
    def terms_beyond_title(self) -> frozenset[str]:
        """The terms of the question that the title does not say."""
        return self.asked.terms - self.title.keys()

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
        if self.is_titled_step(position) or self.is_in_answering_table(position):
            return True
        goes_on = position and self.parsed.sentences[position].refers_back
        return bool(goes_on and self.strengths[position - 1])

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
        asked, language = self.asked.known_language, text_language(self.passage.text)
        is_known = bool(asked and language)
        return is_known and asked not in {language, text_language(self.passage.title)}

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
        return title_says_all(asked, self.title) and _says_most_of_heading(self.title, title)

    def is_titled_step(self, position: int) -> bool:
        """Whether the sentence is one of the steps that the title announces; fragments are none."""
        if not self.is_how_to:
            return False
        sentence = self.parsed.sentences[position]
        return sentence.kind is SentenceKind.ITEM and sentence.is_ended

    def is_under_match(self, position: int) -> bool:
        """Whether the sentence stands under a heading that says any term of the question."""
        heading = self.parsed.sentences[position].heading
        return heading is not None and bool(self.strengths[heading])

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
        if self.is_in_answering_table(position):
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
        share = self._weight(raised) / self.asked.weight
        is_told = (
            self.is_titled_step(position)
            or self.answers_verbatim_question(position)
            or self.is_in_answering_table(position)
        )
        return max(share, _UNDER_WHOLE) if is_told else share

    def answers_verbatim_question(self, position: int) -> bool:
        """Whether the sentence stands below a heading that is the question word for word.

        The heading of a row is the header of its table, which has one itself.
        """
        heading, asked = self.parsed.sentences[position].heading, self._verbatim_question
        if heading is None or asked is None:
            return False
        return asked in (heading, self.parsed.sentences[heading].heading)

    @cached_property
    def _verbatim_question(self) -> int | None:
        """The position of a heading that is the question word for word."""
        return self.parsed.questions.get(self.asked.term)

    def opens_answer(self, position: int) -> bool:
        """Whether it is the first sentence of prose under a heading that restates the question.

        Of what or how much something is, it may say what a heading that is no mere name leaves
        out: "The API allows ..." under "Rate limits" for those of the API.
        """
        heading = self.parsed.sentences[position].heading
        if heading is None or not self.is_lead_sentence(position):
            return False
        if heading in self._question_headings:
            return True
        is_name = self.strengths[heading].keys() <= self.asked.names
        if is_name or self.asked.answer_type not in _TOLD_FIRST:
            return False
        return self._restates_question(heading, self.strengths[position])

    def is_lead_sentence(self, position: int) -> bool:
        """Whether it is the first sentence of prose under its heading."""
        sentences = self.parsed.sentences
        heading = sentences[position].heading
        first = 0 if heading is None else heading + 1
        return is_prose(sentences[position]) and not any(map(is_prose, sentences[first:position]))

    def is_in_answering_table(self, position: int) -> bool:
        """Whether it is a row of a table that stands first under a heading that restates the
        question: "Delivery charges" for "What are the delivery charges?"."""
        sentences, asked = self.parsed.sentences, self.asked
        if sentences[position].kind is not SentenceKind.ROW or not asked.asks_for_table:
            return False
        header = sentences[position].heading
        if header is None or not self.is_under_question(header):
            return False
        above = sentences[header].heading
        return above is not None and not any(map(is_prose, sentences[above + 1 : header]))

    def is_under_question(self, position: int) -> bool:
        """Whether the sentence stands under a heading that restates the question."""
        return self.parsed.sentences[position].heading in self._question_headings

    @cached_property
    def _question_headings(self) -> frozenset[int]:
        headings = {sentence.heading for sentence in self.parsed.sentences}
        return frozenset(
            one for one in headings if one is not None and self._restates_question(one)
        )

    def _restates_question(self, heading: int, below: Strengths = _NOTHING) -> bool:
        """Whether a heading, with what stands below it, restates the question.

        The title may say a part of it, but the heading must say little else. A heading that only
        repeats the title must say all of the question.
        """
        said = self.strengths[heading]
        if not said or not _says_most_of_heading(said, self.parsed.sentences[heading].terms):
            return False
        said = {**below, **said}
        if self.terms_beyond_title and said.keys() <= self.title.keys():
            return False
        whole = {**dict.fromkeys(self.title, 1.0), **said}
        return self._weight(whole) >= _WHOLE * self.asked.weight

    def _weight(self, said: Strengths) -> float:
        weights = self.asked.weights
        # An exact sum does not depend on the order, in which sets differ from run to run.
        return math.fsum([weights[term] * share for term, share in said.items()])

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
            context.append((said, self._share_of_heading(position, heading)))
        # Only the header of a table has one.
        above = None if heading is None else self.parsed.sentences[heading].heading
        if above is not None and (said := own[above]) and self._may_answer(position):
            context.append((said, _ABOVE_TABLE))
        return context

    def _may_answer(self, position: int) -> bool:
        """Whether a sentence says a term of the question or matches its answer type."""
        text = self.parsed.sentences[position].text
        return bool(self.strengths[position]) or matches_answer_type(self.asked, text)

    def _share_of_heading(self, position: int, heading: int) -> float:
        if self.parsed.sentences[position].kind is SentenceKind.ROW:
            return _UNDER_HEADER_ROW
        is_asked = heading in self._question_headings or self._has_asking_word(heading)
        return _UNDER_WHOLE if is_asked else _UNDER_HEADING

    def _has_asking_word(self, heading: int) -> bool:
        """Whether a heading begins with the question's asking word: "When the money arrives"."""
        word = self.asked.asking_word
        return bool(word) and self.parsed.sentences[heading].text.lower().startswith(word)


def _says_most_of_heading(said: Strengths, heading: Set[str]) -> bool:
    """Whether most terms of a heading, but numbers, are the question's."""
    return len(said) >= _NAMED * sum(not term.isdigit() for term in heading)


def is_prose(sentence: Sentence) -> bool:
    """Whether it is a full sentence: manuals put a version or a file name before the first one."""
    return sentence.kind in (SentenceKind.PROSE, SentenceKind.ITEM) and sentence.is_ended


def match_passage(asked: AnalyzedQuestion, passage: Passage) -> PassageMatch:
    """Match the terms of a question with the sentences and the title of a passage."""
    parsed = parse(passage.text)
    own, title = sentence_strengths(asked, parsed), title_strengths(asked, passage)
    if passage.structured:
        add_expected(asked, parsed, own)
    is_titled = not any(own) and title_says_all(asked, title)
    return PassageMatch(asked, passage, parsed, own, title, is_titled)
