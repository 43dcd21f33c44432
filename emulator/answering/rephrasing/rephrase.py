"""Follow-up questions made to stand alone.

A question leans on the conversation where it opens with a pronoun that nothing before it
explains ("How much does it cost?"), points at something ("Has that been effective?"), names no
subject of its own ("What are the treatments?"), or varies one part of the question before it
("And in Germany?"). Any other question starts anew.

A question that is short and names nothing may go on with what was spoken of, or not: `readings`
tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from emulator.answering.classify import classify
from emulator.answering.rephrasing.conversation import Context
from emulator.answering.rephrasing.definites import named_in_full
from emulator.answering.rephrasing.leaning import (
    ONE,
    PRONOUN,
    is_fragment,
    is_personal,
    leans,
    may_lean,
    only_lacks_subject,
    unexplained_pronoun,
)
from emulator.answering.rephrasing.readings import FollowUp, Likelihood, Reading
from emulator.answering.rephrasing.topics import Topic, content_words, says
from emulator.answering.rephrasing.variation import Variation, vary
from emulator.answering.values import Turn
from emulator.retrieval.analysis import terms

REMEMBERED = 10
"""Older turns are no longer what "it" means."""

# So many earlier topics are tried in turn.
_MOST_READINGS = 3
# The more words of its own a question has, the clearer it is and the more others lead it astray
# (Lin et al., "Multi-Stage Conversational Passage Retrieval", 2021, on ambiguous queries).
_SAYS_MUCH = 3

# What is done is said by a verb, which no name stands for: "How often should I do that?".
_DOES_SO = re.compile(r"\bdo(?:ing|ne)? (?:that|this|so)\b", re.IGNORECASE)
_SENTENCE_BORDER = re.compile(r"(?<=[.?!])\s+")


def rephrase(query: str, history: Sequence[Turn] = ()) -> str:
    """Return the query as a question that needs no history; white space is normalized.

    `history` holds the session's earlier turns, oldest first, with questions as they were typed.
    """
    return follow_up(query, history).text


def follow_up(query: str, history: Sequence[Turn] = ()) -> FollowUp:
    """Return the same with what it may mean."""
    context = Context()
    for turn in history[-REMEMBERED:]:
        context = _continued(context, turn)
    plain = _plain(query) if context.question else " ".join(query.split())
    named = named_in_full(plain, history)
    return _understood(named, vary(named, context.question, context.answer), context)


def _understood(query: str, varied: Variation | None, context: Context) -> FollowUp:
    clear = _clearly(query, varied, context)
    if clear is not None:
        return FollowUp(clear, query)
    return _with_readings(_with_people(query, context), context)


def _alone(query: str, varied: Variation | None, context: Context) -> str:
    """The same in its likeliest reading alone, as an earlier question is remembered."""
    clear = _clearly(query, varied, context)
    if clear is not None:
        return clear
    query = _with_people(query, context)
    likeliest = next(_readings(query, context), None) if leans(query) else None
    return query if likeliest is None else likeliest.text


def _clearly(query: str, varied: Variation | None, context: Context) -> str | None:
    """What the query says where it is clear whether it leans on others; None where it is not."""
    if not context.theme.words or classify(query).kinds:
        return query
    if varied is not None:
        return varied.alone
    if is_fragment(query) or _DOES_SO.search(query):
        return _carry(query, content_words(context.question), context)
    return None


def _with_readings(query: str, context: Context) -> FollowUp:
    surely = leans(query)
    if not surely and not may_lean(query):
        return FollowUp(query, query)
    likelihood = Likelihood.LOW
    if surely:
        likelihood = Likelihood.MIDDLE if only_lacks_subject(query) else Likelihood.HIGH
    most = _MOST_READINGS if likelihood is Likelihood.HIGH else 1
    readings = tuple(islice(_readings(query, context), most))
    if not readings:
        return FollowUp(query, query)
    return FollowUp(readings[0].text if surely else query, query, readings, likelihood)


def _readings(query: str, context: Context) -> Iterator[Reading]:
    for topic in dict.fromkeys(_topics(query, context)):
        text = _with_topic(query, topic, context)
        if text != query:
            yield Reading(text, topic)


def _with_people(query: str, context: Context) -> str:
    """Name the person whom the question speaks of beside a thing: "How did it change his life?"."""
    first = unexplained_pronoun(query)
    if first is None or is_personal(first):
        return query
    for other in PRONOUN.finditer(query, first.end()):
        if is_personal(other) and (person := next(context.persons(other[0]), None)):
            return _replace(query, other, person)
    return query


def _topics(query: str, context: Context) -> Iterator[Topic]:
    """What the query may speak of, the likeliest first."""
    pronoun = unexplained_pronoun(query)
    if pronoun is not None and is_personal(pronoun):
        yield from context.persons(pronoun[0])
    topics = (context.theme, context.aside, *context.earlier)
    yield from sorted(topics, key=lambda topic: not context.speaks_of(topic))


def _with_topic(query: str, topic: Topic, context: Context) -> str:
    pronoun = unexplained_pronoun(query)
    focus = context.focus.words if topic == context.theme else ()
    if says(query, topic):
        return _carry(query, focus, context)
    if pronoun is not None and topic.is_name:
        return _replace(query, pronoun, topic)
    one = ONE.search(query)
    if one and topic.text in context.question and not topic.is_name:
        named = f"{query[: one.start('one')]}{topic.text}{query[one.end('one') :]}"
        return _carry(named, focus, context)
    if topic != context.theme or (topic.is_name and not focus):
        return _append(query, topic.words, " for {}" if topic.is_name else " ({})")
    return _carry(query, (*topic.words, *focus), context)


def _carry(query: str, words: Sequence[str], context: Context) -> str:
    """Name at the end what a question needs of these words."""
    carried = context.carried(words)
    if len(content_words(query)) >= _SAYS_MUCH:
        carried = tuple(filter(context.names, carried)) or carried[:1]
    return _append(query, carried)


def _plain(query: str) -> str:
    """Leave out what only acknowledges the answer before: "That's interesting. How ...?"."""
    sentences = _SENTENCE_BORDER.split(" ".join(query.split()))
    while len(sentences) > 1 and (classify(sentences[0]).kinds or not content_words(sentences[0])):
        del sentences[0]
    return " ".join(sentences)


def _continued(context: Context, turn: Turn) -> Context:
    question = _plain(turn.question)
    if classify(question).kinds:
        return context
    varied = vary(question, context.question, context.answer)
    return context.after(turn, question, varied, _alone(question, varied, context))


def _replace(query: str, pronoun: re.Match[str], topic: Topic) -> str:
    name = f"{topic.text}'s" if pronoun["possessive"] else topic.text
    return query[: pronoun.start()] + name + query[pronoun.end() :]


def _append(query: str, words: Sequence[str], form: str = " ({})") -> str:
    """Name at the end what is not said: "Will it kill him (cats eat plastic)?"."""
    said = set(terms(query))
    added = []
    for word in words:
        if not said.issuperset(found := terms(word)):
            said.update(found)
            added.append(word)
    body = query.rstrip("?.! ")
    end = "?" if query.endswith("?") else ""
    return f"{body}{form.format(' '.join(added))}{end}" if added else query
