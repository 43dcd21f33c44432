"""Follow-up questions made to stand alone.

A question depends on the conversation if it has a pronoun without an antecedent ("How much does it
cost?"), a demonstrative ("Has that been effective?"), no subject of its own ("What are the
treatments?"), or varies one part of the question before it ("And in Germany?"). Any other question
starts anew. Whether a short question without a name does is for the documents to tell:
`interpretations`.
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
    append_words,
    is_plural_topic,
    substitute_people,
    substitute_topic,
)
from emulator.answering.rephrasing.coreference.context_dependence import (
    THERE,
    depends_on_context,
    has_antecedent,
    is_fragment,
    is_personal_pronoun,
    is_plural_pronoun,
    may_depend_on_context,
    only_lacks_subject,
    unresolved_pronoun,
)
from emulator.answering.rephrasing.coreference.interpretations import (
    FollowUp,
    Interpretation,
    Likelihood,
    varied_interpretations,
)
from emulator.answering.rephrasing.coreference.one_anaphora import (
    resolve_bare_numbers,
    resolve_one_anaphora,
)
from emulator.answering.rephrasing.coreference.possessions import may_be_possession
from emulator.answering.rephrasing.coreference.set_anaphora import resolve_another, resolve_set
from emulator.answering.rephrasing.ellipsis.fragments import complete_fragment
from emulator.answering.rephrasing.ellipsis.substitution import Variation
from emulator.answering.rephrasing.ellipsis.variations import is_correction, varies_rank, vary
from emulator.answering.rephrasing.fronted_topics import undo_fronting
from emulator.answering.rephrasing.noun_phrases import plural_phrase_of
from emulator.answering.rephrasing.other_languages import interpretations
from emulator.answering.rephrasing.topics import SENTENCE_BORDER, Topic, content_words
from emulator.answering.values import Turn
from emulator.retrieval.text.languages import language_in

# Older turns are no longer what "it" means.
_MOST_TURNS = 10
_Turn = TypeVar("_Turn")

# So many interpretations, and earlier questions, are tried in turn.
_MOST_INTERPRETATIONS = 3
# An anaphor for an action, which no name can replace: "How often should I do that?", "How long does
# it take?".
_VERB_ANAPHORA = re.compile(
    r"\bdo(?:ing|ne)? (?:that|this|so|it)\b"
    r"|\bhow (?:long|much time|many \w+) \w+ (?:that|this|it) take[?.! ]*$",
    re.IGNORECASE,
)
# Of "Mine leaks" no more can be told than of "It leaks".
_MINE = re.compile(
    r"(?<!\w )\bmine(?= (?:\w+s|\w+n['\u2019]t|can|did|just|never|only|still|will)\b)",
    re.IGNORECASE,
)


def recent_turns(turns: Sequence[_Turn]) -> Sequence[_Turn]:
    """Return the turns that a question may refer to: the last ten, and up to nine before them.

    The first of them stays the same for ten questions, so that their contexts are found in a cache.
    """
    first = max(len(turns) - _MOST_TURNS, 0)
    return turns[first - first % _MOST_TURNS :]


def rephrase(query: str, history: Sequence[Turn] = ()) -> str:
    """Return the query as a question that needs no history; white space is normalized.

    `history` holds the session's latest turns, oldest first, with questions as they were typed.
    """
    return follow_up(query, history).text


def follow_up(query: str, history: Sequence[Turn]) -> FollowUp:
    """Return the query as a question that needs no history, with its possible interpretations."""
    context = _context_after(tuple(history))
    asked = _follow_up(query, context)
    if not context.questions or classify(asked.text).kinds:
        return asked
    return replace(asked, earlier_questions=context.questions)


def _follow_up(query: str, context: Context) -> FollowUp:
    plain = _without_small_talk(query) if context.question else " ".join(query.split())
    full = resolve_bare_numbers(plain, context.said)
    named = _with_enumerated(full, context)
    varied = tuple(_variations(named, context))
    if named != full and not varied:
        return FollowUp(named, full)
    if of_set := _of_set(named, context, is_variation=any(each.sure for each in varied)):
        return FollowUp(of_set, full)
    return _interpret(named, varied, context)


def _with_enumerated(query: str, context: Context) -> str:
    """The query with the name of "the second", unless the last question asked for a first."""
    if varies_rank(query, context.question):
        return query
    return resolve_one_anaphora(query, *context.enumerated)


@lru_cache(maxsize=128)  # With every further question only the last turn of a session is new.
def _context_after(history: tuple[Turn, ...]) -> Context:
    return _next_context(_context_after(history[:-1]), history[-1]) if history else Context()


def _variations(query: str, context: Context) -> Iterator[Variation]:
    """The earlier questions that the query may vary, the latest first."""
    most = 1 if is_correction(query) else _MOST_INTERPRETATIONS
    for question in context.questions[:most]:
        varied = vary(query, question, context.answer)
        if varied and not context.replaces_person(varied):
            yield varied


def _of_set(query: str, context: Context, *, is_variation: bool) -> str | None:
    """The query with a name for others of a set; of the set itself only if it varies nothing."""
    if another := resolve_another(query, context.record, context.questions):
        return another
    return None if is_variation else resolve_set(query, context.questions, context.records)


def _interpret(query: str, varied: Sequence[Variation], context: Context) -> FollowUp:
    if found := _in_other_language(query, context):
        # One word may be a mere verb: "¿Cuánto tarda?".
        clearest = sorted(found, key=lambda each: not each.topic.is_clear)
        return FollowUp(found[0].text, query, tuple(clearest))
    if language_in(query, context.question):
        return FollowUp(query, query)
    likeliest = next((each for each in varied if each.sure), None)
    clear = _unambiguous(query, likeliest, context)
    if clear is None:
        return _with_interpretations(substitute_people(query, context), varied, context)
    if clear == query or likeliest is None:
        return FollowUp(clear, query)
    interpretations = varied_interpretations(query, varied)
    likelihood = Likelihood.MIDDLE if likeliest.replaced else Likelihood.HIGH
    return FollowUp(clear, query, interpretations, likelihood)


def _in_other_language(query: str, context: Context) -> tuple[Interpretation, ...]:
    """The interpretations of a question in another language than English."""
    return interpretations(query, context.questions[:_MOST_INTERPRETATIONS])


def _standalone(query: str, varied: Variation | None, context: Context) -> str:
    """The query in its likeliest interpretation, as the context keeps earlier questions."""
    if in_other_language := _in_other_language(query, context):
        return in_other_language[0].text
    if language_in(query, context.question):
        return query
    if of_set := _of_set(query, context, is_variation=varied is not None):
        return of_set
    clear = _unambiguous(query, varied, context)
    if clear is not None:
        return clear
    query = substitute_people(query, context)
    likeliest = next(_interpretations(query, context), None) if depends_on_context(query) else None
    return query if likeliest is None else likeliest.text


def _unambiguous(query: str, varied: Variation | None, context: Context) -> str | None:
    """The standalone query where it is clear whether it depends on others; None where it is not."""
    if not context.theme.words or classify(query).kinds:
        return query
    if varied is not None:
        return varied.standalone
    if whole := complete_fragment(query, context.question):
        return whole
    if is_fragment(query):
        return append_words(query, content_words(context.question), context)
    if _VERB_ANAPHORA.search(query):
        return append_words(query, content_words(_last_action(context)), context)
    return None


def _last_action(context: Context) -> str:
    """The last question about an action, not about things: "Which tools do I need?"."""
    return next(
        (each for each in context.questions if not plural_phrase_of(each)), context.question
    )


def _with_interpretations(query: str, varied: Sequence[Variation], context: Context) -> FollowUp:
    surely = depends_on_context(query)
    if not surely and not varied and not may_depend_on_context(query):
        return FollowUp(query, query)
    likelihood = Likelihood.LOW
    if surely:
        likelihood = Likelihood.MIDDLE if only_lacks_subject(query) else Likelihood.HIGH
    most = _MOST_INTERPRETATIONS if likelihood is Likelihood.HIGH else 1
    interpretations = tuple(islice(_interpretations(query, context), most))
    guesses = varied_interpretations(query, varied)[:1]
    if not interpretations and not guesses:
        return FollowUp(query, query)
    text = interpretations[0].text if surely and interpretations else query
    return FollowUp(text, query, (*guesses, *interpretations), likelihood)


def _interpretations(query: str, context: Context) -> Iterator[Interpretation]:
    for topic in dict.fromkeys(_candidate_topics(query, context)):
        text = substitute_topic(query, topic, context)
        if text != query:
            yield Interpretation(text, topic)


def _candidate_topics(query: str, context: Context) -> Iterator[Topic]:
    """The topics that the query may refer to, the likeliest first."""
    pronoun = unresolved_pronoun(query)
    if pronoun is not None and is_personal_pronoun(pronoun):
        yield from context.person_antecedents(pronoun[0])
    if pronoun is not None and may_be_possession(context.owned, pronoun):
        yield context.owned
    topics = (context.theme, context.aside, context.latest, *context.earlier)
    is_one = (
        pronoun is not None
        and not is_plural_pronoun(pronoun)
        and not has_antecedent(query, pronoun)
    )
    if context.told.words and (is_one or THERE.search(query)):
        yield context.told
    by_number = is_one and any(topic.is_name for topic in topics)
    yield from sorted(topics, key=lambda topic: by_number and is_plural_topic(topic))


@lru_cache(maxsize=4096)
def _without_small_talk(query: str) -> str:
    """Leave out sentences that only acknowledge the answer before: "That's interesting. How ...?".

    A fronted topic goes into its place, and "mine" becomes "it".
    """
    sentences = SENTENCE_BORDER.split(" ".join(query.split()))
    while len(sentences) > 1 and (classify(sentences[0]).kinds or not content_words(sentences[0])):
        del sentences[0]
    return undo_fronting(_MINE.sub("It", " ".join(sentences)))


def _next_context(context: Context, turn: Turn) -> Context:
    plain = resolve_bare_numbers(_without_small_talk(turn.question), context.said)
    question = _with_enumerated(plain, context)
    if classify(question).kinds:
        return context
    variations = _variations(question, context)
    varied = next((each for each in variations if each.sure), None)
    return context.after(turn, question, varied, _standalone(question, varied, context))
