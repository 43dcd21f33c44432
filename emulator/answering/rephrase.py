"""Follow-up questions made to stand alone.

A question leans on the conversation where it opens with a pronoun that nothing before it
explains ("How much does it cost?"), points at something ("Has that been effective?"), names no
subject of its own ("What are the treatments?"), or varies one part of the question before it
("And in Germany?"). Any other question starts anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from emulator.answering.classify import classify
from emulator.answering.leaning import (
    is_fragment,
    leans,
    only_lacks_subject,
    unexplained_pronoun,
)
from emulator.answering.reading import read
from emulator.answering.topics import Topic, content_words, says, topic_of
from emulator.answering.values import Passage, Turn
from emulator.answering.variation import vary
from emulator.retrieval.analysis import terms

# Older turns are no longer what "it" means.
_REMEMBERED = 10

_SENTENCE_BORDER = re.compile(r"(?<=[.?!])\s+")


@dataclass(frozen=True, slots=True)
class _Context:
    """Where a conversation stands.

    `question` is its last one, made to stand alone; `theme` what the last question that started
    anew is about, and `focus` what those that leaned on it have added since.
    """

    question: str = ""
    theme: Topic = field(default_factory=Topic)
    focus: Topic = field(default_factory=Topic)


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question made to stand alone, and the question as it was.

    `guess` is the topic it was given on the mere guess that it goes on with it, because it has
    hardly any words of its own: "When is payday?" may, or may not. What is searched can tell.
    """

    text: str
    before: str
    guess: Topic | None = None

    def is_wrong(self, passages: Iterable[Passage]) -> bool:
        """Whether no passage says both what is asked and the guess: a name, or half the words."""
        if self.guess is None:
            return False
        own = set(terms(" ".join(content_words(self.before))))
        guess = set(terms(self.guess.text))
        least = len(guess) if self.guess.is_name else len(guess) / 2
        said = (read(each.title).counts.keys() | read(each.text).counts.keys() for each in passages)
        return not any(own <= words and len(guess & words) >= least for words in said)


def rephrase(query: str, history: Sequence[Turn] = ()) -> str:
    """Return the query as a question that needs no history; white space is normalized.

    `history` holds the session's earlier turns, oldest first, with questions as they were typed.
    """
    return follow_up(query, history).text


def follow_up(query: str, history: Sequence[Turn] = ()) -> FollowUp:
    """Return the same with what it was made of."""
    context = _Context()
    for turn in history[-_REMEMBERED:]:
        context = _continued(context, _plain(turn.question))
    if not context.theme.words:
        plain = " ".join(query.split())
        return FollowUp(plain, plain)
    plain = _plain(query)
    text = _stand_alone(plain, context)
    guess = context.theme if text != plain and only_lacks_subject(plain) else None
    return FollowUp(text, plain, guess)


def _plain(query: str) -> str:
    """Leave out what only acknowledges the answer before: "That's interesting. How ...?"."""
    sentences = _SENTENCE_BORDER.split(" ".join(query.split()))
    while len(sentences) > 1 and (classify(sentences[0]).kinds or not content_words(sentences[0])):
        del sentences[0]
    return " ".join(sentences)


def _continued(context: _Context, question: str) -> _Context:
    if classify(question).kinds:
        return context
    varied = vary(question, context.question)
    alone, topic = _stand_alone(question, context), topic_of(varied or question)
    if not context.theme.words or (topic.words and not varied and not leans(question)):
        return _Context(alone, topic)
    if varied or topic.is_name:
        return _Context(alone, topic if topic.is_name else context.theme)
    return _Context(alone, context.theme, topic if topic.is_clear else context.focus)


def _stand_alone(query: str, context: _Context) -> str:
    theme = context.theme
    if not theme.words or classify(query).kinds:
        return query
    varied = vary(query, context.question)
    if varied is not None:
        return varied
    if is_fragment(query):
        return _append(query, content_words(context.question))
    pronoun = unexplained_pronoun(query)
    if pronoun is not None and theme.is_name and not says(query, theme):
        return _replace(query, pronoun, theme)
    if not leans(query):
        return query
    if theme.is_name and not context.focus.words and not says(query, theme):
        return _append(query, theme.words, " for {}")
    return _append(query, (*theme.words, *context.focus.words))


def _replace(query: str, pronoun: re.Match[str], topic: Topic) -> str:
    name = f"{topic.text}'s" if pronoun["possessive"] else topic.text
    return query[: pronoun.start()] + name + query[pronoun.end() :]


def _append(query: str, words: Sequence[str], form: str = " ({})") -> str:
    """Name at the end what is not said: "Will it kill him (cats eat plastic)?"."""
    said = set(terms(query))
    added = " ".join(dict.fromkeys(word for word in words if not said.issuperset(terms(word))))
    body = query.rstrip("?.! ")
    end = "?" if query.endswith("?") else ""
    return f"{body}{form.format(added)}{end}" if added else query
