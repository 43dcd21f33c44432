"""Follow-up questions made to stand alone.

A question leans on the conversation where it opens with a pronoun that nothing before it
explains ("How much does it cost?"), points at something ("Has that been effective?"), names no
subject of its own ("What are the treatments?"), or varies one part of the question before it
("And in Germany?"). Any other question starts anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from emulator.answering.classify import classify
from emulator.answering.leaning import is_fragment, leans, unexplained_pronoun
from emulator.answering.topics import Topic, content_words, says, topic_of
from emulator.answering.values import Turn
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


def rephrase(query: str, history: Sequence[Turn] = ()) -> str:
    """Return the query as a question that needs no history; white space is normalized.

    `history` holds the session's earlier turns, oldest first, with questions as they were typed.
    """
    context = _Context()
    for turn in history[-_REMEMBERED:]:
        context = _continued(context, _plain(turn.question))
    return _stand_alone(_plain(query) if context.theme.words else " ".join(query.split()), context)


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
