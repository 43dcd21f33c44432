"""The context of a conversation: its topics, and who and what was named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache

from emulator.answering.document_text.named_entities import full_names, is_name
from emulator.answering.rephrasing.coreference.context_dependence import (
    depends_on_context,
    is_personal_pronoun,
    only_lacks_subject,
    unresolved_pronoun,
)
from emulator.answering.rephrasing.coreference.person_names import (
    fits_pronoun,
    may_be_person,
    person_names,
)
from emulator.answering.rephrasing.coreference.possessions import possession
from emulator.answering.rephrasing.ellipsis.substitution import APPENDED, Variation
from emulator.answering.rephrasing.noun_phrases import phrase_of, without_verb
from emulator.answering.rephrasing.topics import (
    SENTENCE_BORDER,
    Topic,
    asked_of,
    content_words,
    topic_of,
)
from emulator.answering.synonyms import replace_unknown_words
from emulator.answering.values import Turn
from emulator.retrieval.query_understanding.superlatives import has_superlative
from emulator.retrieval.text.analysis import terms

# A question that introduces a topic, though it depends on another: "Is there a cafe?".
_INTRODUCTION = re.compile(
    r"(?:and )?(?:is|are) there\b|do you (?:have|sell|offer)\b", re.IGNORECASE
)
_RECORD = re.compile(r"(?P<title>[^\n:]{1,80}?) - \w[^\n:.]{0,40}: [^\n]+")
_WHICH_OF = re.compile(r"(?:and )?which of the\b", re.IGNORECASE)
# "What is the capital of Portugal?": "Lisbon (Lisboa) is the capital ...".
_THE_ONE = re.compile(
    r"(?:what|which)(?: is|'s| was) the (?:\w+ ){0,2}(?P<what>\w+) of ", re.IGNORECASE
)
_SUBJECT = re.compile(
    r"(?!(?:It|He|She|They|This|That|These|Those|The|An?|There|In|On|At|Our|We|You)\b)"
    r"(?P<name>[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3})(?: \([^()]*\))? (?:is|was) (?P<said>.*)"
)
_ASKS_WHO = re.compile(r"(?:(?:and|but|so|or),? )?who\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Context:
    """What a follow-up question may refer to without naming it.

    All are the latest first. `questions` are those before, made to stand alone; `asked` is the last
    one as it was typed, and `answers` are those given. `theme` is the topic of the last question
    that did not depend on others, `focus` what those that depended on it have added since, `latest`
    the one noun that the last question itself says, and `earlier` the themes before. `aside` is
    what the last question says beside a name. `people` are names that may be persons', of which the
    user spoke, `names_in_answers` those in answers. `told` is the one thing that an answer named to
    a question which did not, `owned` what the last question asks of a person: "her bridge".
    """

    questions: tuple[str, ...] = ()
    theme: Topic = field(default_factory=Topic)
    focus: Topic = field(default_factory=Topic)
    latest: Topic = field(default_factory=Topic)
    aside: Topic = field(default_factory=Topic)
    earlier: tuple[Topic, ...] = ()
    people: tuple[Topic, ...] = ()
    names_in_answers: tuple[Topic, ...] = ()
    told: Topic = field(default_factory=Topic)
    owned: Topic = field(default_factory=Topic)
    asked: str = ""
    answers: tuple[str, ...] = ()

    @property
    def question(self) -> str:
        """The last question, made to stand alone."""
        return self.questions[0] if self.questions else ""

    @property
    def answer(self) -> str:
        """The last answer."""
        return self.answers[0] if self.answers else ""

    @property
    def record(self) -> str:
        """The title of the one record that the last answer told of, else what was told before."""
        return _record_told(self.answer) or self.told.text

    @property
    def records(self) -> Sequence[str]:
        """The titles of the records that the last two answers told of, each of one."""
        told = dict.fromkeys(map(_record_told, self.answers[:2]))
        return list(filter(None, told))

    @property
    def said(self) -> tuple[str, ...]:
        """All texts, questions before answers: users rather refer to what they said themselves."""
        return (*self.questions, *self.answers)

    @property
    def enumerated(self) -> tuple[tuple[str, ...], str, tuple[Topic, ...]]:
        """The texts that may enumerate things, and the topics: arguments of one-anaphora."""
        return self.answers, self.asked, (self.theme, *self.earlier)

    def names(self, word: str) -> bool:
        """Whether a word is a name or part of one, be it written as one or not: "skylark 2"."""
        return is_name(word) or (self.theme.is_name and word in self.theme.words)

    def salient(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return those of the words that are still salient.

        These are names, and what the last answer says in these words or in synonyms: what stays in
        focus is mentioned again (Grosz, Joshi and Weinstein, "Centering", 1995). If it says none of
        the words, all are.
        """
        said = _terms_of(self.answer)
        spoken = [word for word in words if _is_said(word, said)]
        if not spoken:
            return tuple(words)
        return tuple(word for word in words if word in spoken or self.names(word))

    def person_antecedents(self, pronoun: str) -> Iterator[Topic]:
        """The candidates for "he" or "she", the likeliest first; "my landlord" if none is named."""
        known = (*self.people, *self.names_in_answers) or tuple(self._own_phrases())
        return iter(sorted(known, key=lambda one: not fits_pronoun(one, pronoun, self.answers)))

    def replaces_person(self, varied: Variation) -> bool:
        """Whether a variation replaces "my landlord", whom the last question called "he"."""
        pronoun = unresolved_pronoun(self.asked)
        if pronoun is None or not is_personal_pronoun(pronoun):
            return False
        replaced = set(varied.replaced.split())
        return any(not replaced.isdisjoint(one.words) for one in self._own_phrases())

    def _own_phrases(self) -> Iterator[Topic]:
        """The phrases by which the user named his own: "my landlord"."""
        for question in self.questions:
            phrase = phrase_of(question)
            if phrase.lower().startswith(("my ", "our ")):
                yield Topic(tuple(phrase.split()), is_name=True, source=question)

    def after(self, turn: Turn, question: str, varied: Variation | None, alone: str) -> Context:
        """Return the context after a turn.

        `question` is its question without small talk, `varied` the same if it varies the one
        before, and `alone` the question made to stand alone.
        """
        asked = varied.text if varied else question
        found = topic_of(self._without_appended(asked))
        topic = Topic(found.words, found.is_name, asked)
        aside = _aside(asked, topic)
        introduces = self._introduces_topic(asked) and only_lacks_subject(asked)
        another = varied is not None and varied.replaced
        starts_anew = topic.words and (another or introduces or not depends_on_context(asked))
        is_theme = starts_anew or topic.is_name or not self.theme.words
        theme, earlier = self._themes(topic) if is_theme else (self.theme, self.earlier)
        added = topic if topic.is_clear else self.focus
        return Context(
            questions=(varied.text if varied else alone, *self.questions),
            theme=theme,
            focus=Topic() if is_theme else added,
            latest=_single_noun(topic),
            earlier=earlier,
            people=self._people(turn, topic, aside),
            names_in_answers=tuple(
                dict.fromkeys((*person_names(turn.answer), *self.names_in_answers))
            ),
            told=self._told(turn.answer, topic, alone),
            owned=self._owned(question, alone),
            aside=aside,
            asked=turn.question,
            answers=(turn.answer, *self.answers),
        )

    def _told(self, answer: str, topic: Topic, alone: str) -> Topic:
        """What an answer told; it stays for a question that, made to stand `alone`, names it."""
        if self.told.words and self.told.text in alone:
            return self.told
        name = _subject_told(answer, alone)
        if not name and not topic.is_name:
            name = _name_told(answer, alone)
        return Topic(tuple(name.split()), is_name=bool(name), source=answer)

    def _owned(self, question: str, alone: str) -> Topic:
        """What a question asks of a person; it stays for one that `alone` still says it."""
        if self.owned.words and self.owned.text in alone:
            return self.owned
        return possession(question, alone)

    def _introduces_topic(self, asked: str) -> bool:
        """Whether a question introduces a topic, though it depends on the theme.

        "What is the role of serotonin?" may ask that of depression. A theme with a name stays.
        """
        return bool(_INTRODUCTION.match(asked) or (asked_of(asked) and not self.theme.is_name))

    def _without_appended(self, asked: str) -> str:
        """A question without the words that were appended to it: "Is it dear (gout)?"."""
        appended = APPENDED.search(self.question)
        own = asked.removesuffix(appended[0]) if appended else asked
        return own if depends_on_context(own) else asked

    def _themes(self, topic: Topic) -> tuple[Topic, tuple[Topic, ...]]:
        """The new theme, and those before it, to which a question may return."""
        if topic == self.theme:
            return topic, self.earlier
        return topic, (self.theme, *self.earlier) if self.theme.words else ()

    def _people(self, turn: Turn, topic: Topic, aside: Topic) -> tuple[Topic, ...]:
        """Those who may be "he" or "she" then: whom the user named, or asked for.

        A question that is all about a name, as "Who is Ada Holm?", asks for nobody else, and of
        several persons that are its answer none is meant, but one of them rather than a name of
        one word that was not spoken of before: "Who founded Tindlemoor?".
        """
        named = (topic,) if may_be_person(topic) else ()
        asks_who = _ASKS_WHO.match(turn.question) and (aside.words or not topic.is_name)
        answer = turn.answer.removeprefix(_record_told(turn.answer))
        told = tuple(dict.fromkeys(person_names(answer))) if asks_who else ()
        is_met = topic.is_name and len(topic.words) == 1 and topic not in self.people
        asked_for = told if len(told) == 1 or is_met else ()
        return tuple(dict.fromkeys((*asked_for, *named, *self.people)))


def _subject_told(answer: str, question: str) -> str:
    """The name of which an answer says that it is what was asked for: the capital of a country."""
    asked, told = _THE_ONE.match(question), _SUBJECT.match(answer)
    if asked is None or told is None or told["name"] in question:
        return ""
    return told["name"] if asked["what"] in SENTENCE_BORDER.split(told["said"])[0] else ""


def _name_told(answer: str, question: str) -> str:
    """The title of the one record that an answer tells of, "Rook 2 - Price: 149.", or the one name
    of what it says to be the most or the least."""
    if title := _record_told(answer):
        return title
    first = SENTENCE_BORDER.split(answer)[0]
    is_superlative = has_superlative(question) and has_superlative(first)
    if not is_superlative and not _WHICH_OF.match(question):
        return ""
    told = {first[start:end] for start, end in full_names(first)}
    return told.pop() if len(told) == 1 else ""


def _record_told(answer: str) -> str:
    """The title of the one record that an answer tells of; empty if it does not."""
    found = _RECORD.fullmatch(answer)
    return found["title"] if found else ""


def _single_noun(topic: Topic) -> Topic:
    """A topic of one word that is no verb; what says more is the theme, or adds to its focus."""
    return topic if len(topic.words) == 1 and without_verb([*topic.words]) else Topic()


def _aside(question: str, topic: Topic) -> Topic:
    if not topic.is_name:
        return Topic()
    return Topic(tuple(word for word in content_words(question) if word not in topic.words))


def _is_said(word: str, said: Set[str]) -> bool:
    return not said.isdisjoint(terms(replace_unknown_words(word, said.__contains__)))


@lru_cache(maxsize=256)  # The answers of a session are looked at with every further question.
def _terms_of(answer: str) -> frozenset[str]:
    return frozenset(terms(answer))
