"""A question matched with the headings of a passage: which stand above an answer to it."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from emulator.answering.document_text.layout import SentenceKind
from emulator.answering.document_text.parsed_text import ParsedText, Sentence
from emulator.answering.evidence.term_strengths import Strengths
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.question import AnalyzedQuestion

UNDER_WHOLE = 0.95
"""How much of a heading counts below it if that is the question."""

# Of what other headings say less counts.
_UNDER_HEADING = 0.6
_UNDER_HEADER_ROW = 0.9  # a cell is what the name of its column says
_WHOLE = 0.9  # so much of the question must be said
_NAMED = 0.6  # so much of a heading the question must say for it to be about nothing else
# What something is, and how much, stands first below its heading.
_TOLD_FIRST = (AnswerType.DEFINITION, AnswerType.NUMBER)
_NOTHING: Strengths = {}


@dataclass(eq=False)  # Frozen ones take four times as long to make.
class HeadingMatch:
    """A text, and how strongly its sentences, headings among them, and its title say the terms.

    `strengths` has an entry for each sentence.
    """

    asked: AnalyzedQuestion
    parsed: ParsedText
    strengths: Sequence[Strengths]
    title: Strengths

    @cached_property
    def terms_beyond_title(self) -> frozenset[str]:
        """The terms of the question that the title does not say."""
        return self.asked.terms - self.title.keys()

    def is_under_match(self, position: int) -> bool:
        """Whether the sentence stands under a heading that says any term of the question."""
        heading = self.parsed.sentences[position].heading
        return heading is not None and bool(self.strengths[heading])

    def answers_verbatim_question(self, position: int) -> bool:
        """Whether the sentence stands below a heading that is the question word for word.

        The heading of a row is the header of its table, which has one itself.
        """
        heading = self.parsed.sentences[position].heading
        if heading is None or self._verbatim_question is None:
            return False
        return self._verbatim_question in (heading, self.parsed.sentences[heading].heading)

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

    def is_command(self, position: int) -> bool:
        """Whether it is typed under a heading that says what is asked, and so is all below that.

        It may stand among prose that does not announce it if it says what is to be done: "pip
        install sync".
        """
        sentence = self.parsed.sentences[position]
        if sentence.kind is not SentenceKind.CODE or not self.is_under_match(position):
            return False
        if sentence.heading not in self._told_headings:
            return True
        is_announced = self.parsed.sentences[position - 1].text.endswith(":")
        return not (is_announced or self.asked.act.isdisjoint(sentence.terms))

    @cached_property
    def _told_headings(self) -> frozenset[int | None]:
        """The headings that anything but code stands under."""
        return frozenset(
            each.heading for each in self.parsed.sentences if each.kind is not SentenceKind.CODE
        )

    def is_answering_row(self, position: int) -> bool:
        """Whether it is a row of a table that stands first under a heading that restates the
        question: "Delivery charges" for "What are the delivery charges?"."""
        sentence = self.parsed.sentences[position]
        is_row = sentence.kind is SentenceKind.ROW and self.asked.asks_for_table
        return is_row and sentence.heading in self._answering_tables

    @cached_property
    def _answering_tables(self) -> frozenset[int | None]:
        """The headers of such tables."""
        headers = {each.heading for each in self.parsed.sentences if each.kind is SentenceKind.ROW}
        return frozenset(filter(self._opens_section, headers))

    def _opens_section(self, header: int | None) -> bool:
        """Whether a table with that header stands first under such a heading.

        The name of a column may say the rest: "Ireland" under "Public holidays".
        """
        above = None if header is None else self.parsed.sentences[header].heading
        if header is None or above is None:
            return False
        if not self._restates_question(above, self.strengths[header]):
            return False
        return not any(map(is_prose, self.parsed.sentences[above + 1 : header]))

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
        if not said or not says_most_of_heading(said, self.parsed.sentences[heading].terms):
            return False
        above = self.parsed.sentences[heading].heading
        said = {**below, **(self.strengths[above] if above is not None else {}), **said}
        if self.terms_beyond_title and said.keys() <= self.title.keys():
            return False
        whole = {**dict.fromkeys(self.title, 1.0), **said}
        return self.weight(whole) >= _WHOLE * self._weight_to_restate

    @cached_property
    def _weight_to_restate(self) -> float:
        """The weight of the question without the things it asks for, if any may be called so:
        "Which problems were fixed?"."""
        anything = self.asked.kind_of_things - self.asked.specific
        return self.asked.weight - self.weight(dict.fromkeys(anything & self.asked.terms, 1.0))

    def share_of_heading(self, position: int, heading: int) -> float:
        """Return how much of what a heading says counts for a sentence below it, in [0, 1]."""
        if self.parsed.sentences[position].kind is SentenceKind.ROW:
            return _UNDER_HEADER_ROW
        is_asked = heading in self._question_headings or self._has_asking_word(heading)
        return UNDER_WHOLE if is_asked else _UNDER_HEADING

    def _has_asking_word(self, heading: int) -> bool:
        """Whether a heading begins with the question's asking word: "When the money arrives"."""
        word = self.asked.asking_word
        return bool(word) and self.parsed.sentences[heading].text.lower().startswith(word)

    def weight(self, said: Strengths) -> float:
        """Return the weight of what is said of the question."""
        weights = self.asked.weights
        # An exact sum does not depend on the order, in which sets differ from run to run.
        return math.fsum([weights[term] * share for term, share in said.items()])


def says_most_of_heading(said: Strengths, heading: Set[str]) -> bool:
    """Whether most terms of a heading, but numbers, are the question's."""
    return len(said) >= _NAMED * sum(not term.isdigit() for term in heading)


def is_prose(sentence: Sentence) -> bool:
    """Whether it is a full sentence: manuals put a version or a file name before the first one."""
    return sentence.kind in (SentenceKind.PROSE, SentenceKind.ITEM) and sentence.is_ended
