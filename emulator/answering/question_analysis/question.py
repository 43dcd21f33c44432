"""A question analysed once: its weighted terms, its answer type and what else tells its answer."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cached_property

from emulator.answering.document_text.parsed_text import FAMILY, Numbered
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.form import QuestionForm
from emulator.answering.rules import generic_abroad, generic_terms, genres, rules
from emulator.answering.values import ExpansionTerms
from emulator.retrieval.text.analysis import is_stop_word, terms
from emulator.retrieval.text.compounds import compounds_among
from emulator.retrieval.text.question_terms import question_term
from emulator.retrieval.text.spaceless import (
    inflecting,
)
from emulator.retrieval.text.stemming import is_stemmed, stem

_COMPARING = frozenset({"difference", "differences", "differ", "differs"})
_CONTRASTING = frozenset({"compare", "versus", "vs"})
DIFFERENCE = frozenset(terms(" ".join(_COMPARING)))
"""The terms of what tells one thing from another."""

# "Are there vegan dishes?", "Do you have anything vegan?".
_EXISTENCE = re.compile(
    r"(?:(?:is|are) there|do (?:you|they|we) (?:have|sell|serve|offer)|have (?:you|they|we) got)\b",
    re.IGNORECASE,
)
# "What is the warranty of the Rook 2?" and "What is the Rook 2's warranty?" ask for the warranty,
# and not what the Rook 2 is. "That's" and the like own nothing.
_OF_ANOTHER = re.compile(
    r"(?:what|who)(?:['\u2019]s| is| are| was| were) (?:an? |the )?"
    r"(?:(?P<of>.+?) (?:of|for|on) "
    r"|.+?(?<!\bthat)(?<!\bit)(?<!\bthere)(?<!\bwho)['\u2019]s (?P<own>.+))",
    re.IGNORECASE,
)
_STATUS_CODE = re.compile(r"[1-5]\d\d")  # Of HTTP: "404" is one of "4xx".

_ANY_KIND = (AnswerType.DEFINITION, AnswerType.OTHER)
_TOLD_FIRST = (AnswerType.DEFINITION, AnswerType.STEPS, AnswerType.REASON, AnswerType.OTHER)


@dataclass(frozen=True)
class AnalyzedQuestion(QuestionForm):
    """A question as the stages of answering see it.

    `weights` are its content terms; `numbered` are the numbered things by the terms of their
    numbers; `words` are all words in lower case, `names` the terms written as names, `phrases`
    words of the topic that stand side by side, in lower case; `expected` are terms that an answer
    is likely to add, `expansion_terms` those that say content terms in other words, as "register"
    says "sign up".
    """

    answer_type: AnswerType
    weights: Mapping[str, float]
    numbered: Mapping[str, frozenset[Numbered]]
    words: frozenset[str]
    names: frozenset[str]
    phrases: tuple[str, ...]
    expected: frozenset[str]
    expansion_terms: ExpansionTerms

    @cached_property
    def terms(self) -> frozenset[str]:
        """The content terms."""
        return frozenset(self.weights)

    @cached_property
    def term(self) -> str:
        """The term of the question as a whole."""
        return question_term(self.text)

    @cached_property
    def terms_to_define(self) -> frozenset[str]:
        """The content terms of which one is to be defined."""
        found = _OF_ANOTHER.match(self.text)
        named = terms(found["of"] or found["own"]) if found else ()
        return self.terms.intersection(named) or self.terms

    @cached_property
    def specific(self) -> frozenset[str]:
        """The content terms but words that fit any topic; a name does not: "Skylark Pro"."""
        specific = self.terms - (generic_terms(self.text) - self.names) - generic_abroad(self.text)
        return specific - inflecting(specific) or specific

    @property
    def asks_for_any_kind(self) -> bool:
        """Whether its answer may be of any type: what something is, or has."""
        return self.answer_type in _ANY_KIND

    @cached_property
    def asks_for_text(self) -> bool:
        """Whether it asks for a text on something: "What is the travel policy?"."""
        return self.asks_for_any_kind and not genres().isdisjoint(self.terms)

    @cached_property
    def asks_for_table(self) -> bool:
        """Whether it may be answered by all of a table: "What are the prices?", "error codes"."""
        return self.is_list_question or (self.asks_for_any_kind and not self.is_polar)

    @cached_property
    def known_language(self) -> str:
        """The same with "en" for English; empty for what is not known, such as mere names."""
        return self.language or ("en" if any(map(is_stop_word, self.words)) else "")

    @cached_property
    def asks_what(self) -> bool:
        """Whether it asks for a thing, rather than whether or why something is so."""
        return not self.is_polar and self.answer_type is not AnswerType.REASON

    @cached_property
    def asks_which(self) -> bool:
        """Whether things that are so answer it: "Which are vegan?", "Do you have vegan dishes?"."""
        return self.asks_what or _EXISTENCE.match(self.text) is not None

    @cached_property
    def answer_comes_first(self) -> bool:
        """Whether a section about what is asked usually begins with the answer.

        It does not if that is a name, a date or a number, yes or no, or a comparison.
        """
        return self.answer_type in _TOLD_FIRST and not (self.is_polar or self.compares)

    @cached_property
    def compares(self) -> bool:
        """Whether it asks for the difference between things."""
        return not self.words.isdisjoint(_COMPARING | _CONTRASTING)

    @cached_property
    def is_choice(self) -> bool:
        """Whether it names alternatives: an answer need not say all of them."""
        return "or" in self.words

    @cached_property
    def has_answer_cues(self) -> bool:
        """Whether it has phrases, expected words or an answer type that an answer may show."""
        kinds = (AnswerType.DEFINITION, AnswerType.STEPS)
        return bool(
            self.phrases or self.expected or self.answer_type in kinds or self.is_list_question
        )

    @cached_property
    def families(self) -> Mapping[str, tuple[str, ...]]:
        """The content terms by their families; a shorter term is one by itself."""
        found: dict[str, tuple[str, ...]] = {}
        for term in self.weights:
            start = term[:FAMILY]
            found[start] = (*found.get(start, ()), term)
        return found

    @cached_property
    def forms(self) -> Mapping[str, str]:
        """Forms that stemming does not find, and the content term that each is a form of."""
        known = rules().forms
        return {form: term for term in self.weights for form in known.get(term, ())}

    @cached_property
    def unlike_words(self) -> Mapping[str, re.Pattern[str]]:
        """The content terms that unlike words have as stem, and the forms of the one that is meant.

        "offices" is meant by "offices" and "office", and not by "officer".
        """
        known = rules().same_stems if self.is_english else {}
        meant = {
            term: [forms for forms in known[term] if forms & self.words]
            for term in self.weights.keys() & known.keys()
        }
        return {
            term: re.compile(rf"\b(?:{'|'.join(sorted(found[0]))})\b")
            for term, found in meant.items()
            if found
        }

    @cached_property
    def _stems(self) -> Mapping[str, str]:
        """The content terms by their stems in the question's language, if it has any."""
        tag = self.language
        return {stem(term, tag): term for term in self.weights} if is_stemmed(tag) else {}

    def forms_among(self, said: Set[str]) -> dict[str, str]:
        """Return the terms of a text that are other forms of content terms, each with its term."""
        if not self._stems:
            return {form: self.forms[form] for form in self.forms.keys() & said}
        stemmed = ((form, self._stems.get(stem(form, self.language))) for form in said)
        return {form: term for form, term in stemmed if term and term != form}

    def compounds_among(self, said: Set[str]) -> dict[str, str]:
        """Return the terms of a text that are compounds of content terms, each with its term."""
        return compounds_among(said, self.weights, self.language)

    def terms_in_other_words(self, said: Set[str]) -> frozenset[str]:
        """Return the content terms that a text says in other words."""
        told = (self.expansion_terms[other] for other in self.expansion_terms.keys() & said)
        return self.terms.intersection(frozenset().union(*told))

    @cached_property
    def implied(self) -> Mapping[str, re.Pattern[str]]:
        """The content terms that a text need not say, and what in lower case tells as much."""
        known = rules().implied if self.is_english else {}
        if self.is_english and self.answer_type is AnswerType.TIME:
            known = {**known, **rules().implied_dates}
        found = {term: known[term] for term in self.weights if term in known}
        codes = filter(_STATUS_CODE.fullmatch, self.weights)
        return found | {code: re.compile(rf"\b{code[0]}xx\b") for code in codes}

    def implied_terms(self, text: str) -> frozenset[str]:
        """Return the content terms that a text need not say: "at most 8" tells a maximum."""
        if not self.implied:
            return frozenset()
        text = text.lower()
        return frozenset(term for term, sign in self.implied.items() if sign.search(text))

    @cached_property
    def weight(self) -> float:
        """The weight of all content terms together."""
        return math.fsum(self.weights.values())

    def share(self, said: Set[str]) -> float:
        """The share of that weight, in [0, 1], of the given terms."""
        held = math.fsum(weight for term, weight in self.weights.items() if term in said)
        return held / self.weight if self.weight else 0.0
