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
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from emulator.answering.classify import classify
from emulator.answering.rephrasing.context import Context
from emulator.answering.rephrasing.coreference.antecedents import (
    are_things,
    carry,
    with_people,
    with_topic,
)
from emulator.answering.rephrasing.coreference.context_dependence import (
    is_explained,
    is_fragment,
    is_many,
    is_personal,
    leans,
    may_lean,
    only_lacks_subject,
    unexplained_pronoun,
)
from emulator.answering.rephrasing.coreference.interpretations import (
    FollowUp,
    Likelihood,
    Reading,
    varied_readings,
)
from emulator.answering.rephrasing.coreference.one_anaphora import numbered_in_full, told_apart
from emulator.answering.rephrasing.ellipsis.fragments import completed
from emulator.answering.rephrasing.ellipsis.substitution import Variation
from emulator.answering.rephrasing.ellipsis.variations import is_correction, vary
from emulator.answering.rephrasing.fronted_topics import in_order
from emulator.answering.rephrasing.noun_phrases import things_of
from emulator.answering.rephrasing.other_languages import named_at_end
from emulator.answering.rephrasing.topics import SENTENCE_BORDER, Topic, content_words
from emulator.answering.values import Turn
from emulator.retrieval.text.languages import language_of

# Older turns are no longer what "it" means.
_REMEMBERED = 10
_Turn = TypeVar("_Turn")

# So many earlier topics are tried in turn.
_MOST_READINGS = 3
# What is done is said by a verb, which no name stands for: "How often should I do that?", "How long
# does it take?".
_DOES_SO = re.compile(
    r"\bdo(?:ing|ne)? (?:that|this|so|it)\b"
    r"|\bhow (?:long|much time|many \w+) \w+ (?:that|this|it) take[?.! ]*$",
    re.IGNORECASE,
)
# Of "Mine leaks" no more can be told than of "It leaks".
_MINE = re.compile(
    r"(?<!\w )\bmine(?= (?:\w+s|\w+n['\u2019]t|can|did|just|never|only|still|will)\b)",
    re.IGNORECASE,
)


def latest(turns: Sequence[_Turn]) -> Sequence[_Turn]:
    """The turns that a further question may speak of: the last ten, and up to nine before them.

    They begin at the same turn for ten questions, as what was made of the turns is kept until then.
    """
    first = max(len(turns) - _REMEMBERED, 0)
    return turns[first - first % _REMEMBERED :]


def rephrase(query: str, history: Sequence[Turn] = ()) -> str:
    """Return the query as a question that needs no history; white space is normalized.

    `history` holds the session's latest turns, oldest first, with questions as they were typed.
    """
    return follow_up(query, history).text


def follow_up(query: str, history: Sequence[Turn]) -> FollowUp:
    """Return the same with what it may mean."""
    context = _after(tuple(history))
    asked = _asked(query, context)
    if not context.questions or classify(asked.text).kinds:
        return asked
    return replace(asked, spoken=context.questions)


def _asked(query: str, context: Context) -> FollowUp:
    plain = _plain(query) if context.question else " ".join(query.split())
    full = numbered_in_full(plain, context.said)
    named = told_apart(full, *context.row)
    varied = tuple(_variations(named, context))
    if named != full and not varied:
        return FollowUp(named, full)
    return _understood(named, varied, context)


@lru_cache(maxsize=128)  # With every further question only the last turn of a session is new.
def _after(history: tuple[Turn, ...]) -> Context:
    return _continued(_after(history[:-1]), history[-1]) if history else Context()


def _variations(query: str, context: Context) -> Iterator[Variation]:
    """The earlier questions that the query may vary, the latest first."""
    most = 1 if is_correction(query) else _MOST_READINGS
    for question in context.questions[:most]:
        varied = vary(query, question, context.answer)
        if varied and not context.puts_for_person(varied):
            yield varied


def _understood(query: str, varied: Sequence[Variation], context: Context) -> FollowUp:
    if abroad := _abroad(query, context):  # One word may be a mere verb: "¿Cuánto tarda?".
        clearest = sorted(abroad, key=lambda each: not each.topic.is_clear)
        return FollowUp(abroad[0].text, query, tuple(clearest))
    if language_of(query):
        return FollowUp(query, query)
    likeliest = next((each for each in varied if each.sure), None)
    clear = _clearly(query, likeliest, context)
    if clear is None:
        return _with_readings(with_people(query, context), varied, context)
    if clear == query or likeliest is None:
        return FollowUp(clear, query)
    readings = varied_readings(query, varied)
    likelihood = Likelihood.MIDDLE if likeliest.instead_of else Likelihood.HIGH
    return FollowUp(clear, query, readings, likelihood)


def _abroad(query: str, context: Context) -> tuple[Reading, ...]:
    """What a question in another language than English may mean."""
    return tuple(named_at_end(query, context.questions[:_MOST_READINGS]))


def _alone(query: str, varied: Variation | None, context: Context) -> str:
    """The same in its likeliest reading alone, as an earlier question is remembered."""
    if abroad := _abroad(query, context):
        return abroad[0].text
    if language_of(query):
        return query
    clear = _clearly(query, varied, context)
    if clear is not None:
        return clear
    query = with_people(query, context)
    likeliest = next(_readings(query, context), None) if leans(query) else None
    return query if likeliest is None else likeliest.text


def _clearly(query: str, varied: Variation | None, context: Context) -> str | None:
    """What the query says where it is clear whether it leans on others; None where it is not."""
    if not context.theme.words or classify(query).kinds:
        return query
    if varied is not None:
        return varied.alone
    if whole := completed(query, context.question):
        return whole
    if is_fragment(query):
        return carry(query, content_words(context.question), context)
    if _DOES_SO.search(query):
        return carry(query, content_words(_deed(context)), context)
    return None


def _deed(context: Context) -> str:
    """The last question of what is done: who asks for things asks what is needed for that."""
    return next((each for each in context.questions if not things_of(each)), context.question)


def _with_readings(query: str, varied: Sequence[Variation], context: Context) -> FollowUp:
    surely = leans(query)
    if not surely and not varied and not may_lean(query):
        return FollowUp(query, query)
    likelihood = Likelihood.LOW
    if surely:
        likelihood = Likelihood.MIDDLE if only_lacks_subject(query) else Likelihood.HIGH
    most = _MOST_READINGS if likelihood is Likelihood.HIGH else 1
    readings = tuple(islice(_readings(query, context), most))
    guesses = varied_readings(query, varied)[:1]
    if not readings and not guesses:
        return FollowUp(query, query)
    text = readings[0].text if surely and readings else query
    return FollowUp(text, query, (*guesses, *readings), likelihood)


def _readings(query: str, context: Context) -> Iterator[Reading]:
    for topic in dict.fromkeys(_topics(query, context)):
        text = with_topic(query, topic, context)
        if text != query:
            yield Reading(text, topic)


def _topics(query: str, context: Context) -> Iterator[Topic]:
    """What the query may speak of, the likeliest first."""
    pronoun = unexplained_pronoun(query)
    if pronoun is not None and is_personal(pronoun):
        yield from context.persons(pronoun[0])
    topics = (context.theme, context.aside, *context.earlier)
    is_one = pronoun is not None and not is_many(pronoun) and not is_explained(query, pronoun)
    by_number = is_one and any(topic.is_name for topic in topics)
    yield from sorted(topics, key=lambda topic: by_number and are_things(topic))


@lru_cache(maxsize=4096)
def _plain(query: str) -> str:
    """Leave out what only acknowledges the answer before: "That's interesting. How ...?".

    What stands before the question that asks of it goes into its place, and "it" into that of
    "mine".
    """
    sentences = SENTENCE_BORDER.split(" ".join(query.split()))
    while len(sentences) > 1 and (classify(sentences[0]).kinds or not content_words(sentences[0])):
        del sentences[0]
    return in_order(_MINE.sub("It", " ".join(sentences)))


def _continued(context: Context, turn: Turn) -> Context:
    plain = numbered_in_full(_plain(turn.question), context.said)
    question = told_apart(plain, *context.row)
    if classify(question).kinds:
        return context
    variations = _variations(question, context)
    varied = next((each for each in variations if each.sure), None)
    return context.after(turn, question, varied, _alone(question, varied, context))
