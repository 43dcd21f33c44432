"""Follow-up questions made to stand alone.

A question leans on the conversation where it opens with a pronoun that nothing before it
explains ("How much does it cost?"), names no subject of its own ("What are the treatments?"), or
varies one part of the question before it ("And in Germany?"). Any other question starts anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from emulator.answering.classify import classify
from emulator.answering.topics import Topic, content_words, says, topic_of
from emulator.answering.values import Turn
from emulator.answering.variation import vary

# Older turns are no longer what "it" means.
_REMEMBERED = 10

_PRONOUN = re.compile(
    r"\b(?:(?P<possessive>its|their|his|her(?= \w))|it|they|them|he|she|him|her)\b", re.IGNORECASE
)
# In "Is it possible to ..." and "How long does it take to ..." the pronoun means nothing.
_EMPTY_IT = re.compile(
    r"\bit (?:possible|true|allowed|necessary|worth|normal|ok|okay|takes?) (?:to|that|for|if)\b",
    re.IGNORECASE,
)
# "What is septicemia?" has one word of its own and yet is complete.
_DEFINITION = re.compile(r"(?:what|who)(?:['\u2019]s| is| was)(?: an?)? \w+ *\?*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Context:
    """Where a conversation stands: its last question, made to stand alone, and its topic."""

    question: str = ""
    topic: Topic = field(default_factory=Topic)


def rephrase(query: str, history: Sequence[Turn] = ()) -> str:
    """Return the query as a question that needs no history; white space is normalized.

    `history` holds the session's earlier turns, oldest first, with questions as they were typed.
    """
    context = _Context()
    for turn in history[-_REMEMBERED:]:
        context = _continued(context, " ".join(turn.question.split()))
    return _stand_alone(" ".join(query.split()), context)


def _continued(context: _Context, question: str) -> _Context:
    if classify(question).kinds:
        return context
    varied = vary(question, context.question)
    topic = topic_of(varied or question)
    if context.topic.words and not topic.is_clear:
        topic = context.topic
    return _Context(_stand_alone(question, context), topic)


def _stand_alone(query: str, context: _Context) -> str:
    topic = context.topic
    if not topic.words or classify(query).kinds:
        return query
    varied = vary(query, context.question)
    if varied is not None:
        return varied
    if says(query, topic):
        return query
    pronoun = _unexplained_pronoun(query)
    if pronoun is not None and topic.is_name:
        return _replace(query, pronoun, topic)
    if pronoun is not None or _lacks_subject(query):
        return _append(query, topic)
    return query


def _unexplained_pronoun(query: str) -> re.Match[str] | None:
    """Return the first pronoun, if nothing before it could be what it stands for."""
    for pronoun in _PRONOUN.finditer(query):
        if not _EMPTY_IT.match(query, pronoun.start()):
            explained = content_words(query[: pronoun.start()]) and not _lacks_subject(query)
            return None if explained else pronoun
    return None


def _lacks_subject(query: str) -> bool:
    return len(content_words(query)) <= 1 and _DEFINITION.fullmatch(query) is None


def _replace(query: str, pronoun: re.Match[str], topic: Topic) -> str:
    name = f"{topic.text}'s" if pronoun["possessive"] else topic.text
    return query[: pronoun.start()] + name + query[pronoun.end() :]


def _append(query: str, topic: Topic) -> str:
    """Name the topic at the end: "What are the treatments for LCIS?"."""
    said = {word.lower() for word in content_words(query)}
    words = topic.words if topic.is_name else [w for w in topic.words if w.lower() not in said]
    body = query.rstrip("?.! ")
    added = f"for {' '.join(words)}" if topic.is_name else f"({' '.join(words)})"
    return f"{body} {added}{'?' if query.endswith('?') else ''}"
