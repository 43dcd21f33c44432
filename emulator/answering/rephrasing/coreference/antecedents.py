"""Topics put into a question that refers to them: in a pronoun's place, or at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from emulator.answering.rephrasing.context import Context
from emulator.answering.rephrasing.coreference.context_dependence import (
    ONE,
    PRONOUN,
    THERE,
    has_antecedent,
    is_personal_pronoun,
    is_plural_pronoun,
    unresolved_pronoun,
)
from emulator.answering.rephrasing.noun_phrases import (
    phrase_of,
    place_of,
    plural_phrase_of,
    replace_with_name,
)
from emulator.answering.rephrasing.topics import SENTENCE_BORDER, Topic, content_words, says_topic
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.grammatical_number import is_plural, singular

# The more words of its own a question has, the clearer it is and the more other words mislead it
# (Lin et al., "Multi-Stage Conversational Passage Retrieval", 2021, on ambiguous queries).
_SAYS_MUCH = 3
# Real questions are far shorter.
_LONGEST = 300
_GETS = re.compile(
    r"\b(?:get|go|going|come|travel|drive|fly|move|ship|deliver|send|walk|far is it) $",
    re.IGNORECASE,
)
# In these "it" refers to nothing.
_IDIOM = re.compile(r"\bworth it\b|\bit means? to\b", re.IGNORECASE)
# "It" anticipates what comes after: "Is it hard to clean the filter?", but "Is it hard to clean?".
_ANTICIPATION = re.compile(
    r"\bit \w+ to \w+ (?:the|an?|my|our|your)\b|(?<=far is )it (?:from|to)\b", re.IGNORECASE
)


def substitute_topic(query: str, topic: Topic, context: Context) -> str:
    """Return the question with the topic in the pronoun's place, or else at the end."""
    there = THERE.search(query)
    if there and (place := place_of(topic.source)):
        return _with_place(query, there, place, topic)
    pronoun = unresolved_pronoun(query)
    focus = context.focus.words if topic == context.theme else ()
    if says_topic(query, topic):
        return append_words(query, focus, context)
    if pronoun is not None and (name := _replacement(query, pronoun, topic)):
        return replace_with_name(query, pronoun, name)
    one = ONE.search(query)
    if one and not topic.is_name and _noun_phrase(topic).endswith(topic.text):
        thing = topic.text if one["one"].lower() == "ones" else singular(topic.text)
        named = f"{query[: one.start('one')]}{thing}{query[one.end('one') :]}"
        return append_words(named, focus, context)
    if topic == context.theme and (focus or not topic.is_name):
        return append_words(query, (*topic.words, *focus), context)
    if not topic.is_name or THERE.search(query):  # "How many live there (Peru)?"
        return _append(query, topic.words)
    article = "the " if _noun(topic) != topic.text else ""
    return _append(query, topic.words, f" for {article}{{}}")


def _with_place(query: str, there: re.Match[str], place: str, topic: Topic) -> str:
    """The question with a place for "there": "in Oslo", or "to Oslo" after a verb of motion."""
    before, after = query[: there.start()], query[there.end() :]
    if not _GETS.search(before):
        return f"{before}{place}{after}"
    return _append(f"{before}to {place.partition(' ')[2]}{after}", topic.words)


def is_plural_topic(topic: Topic) -> bool:
    """Whether the topic is plural, so that "it" cannot refer to it."""
    if topic.is_name:
        return False
    things = _noun_phrase(topic)
    return " of " not in things and is_plural(things)


def substitute_people(query: str, context: Context) -> str:
    """Replace a personal pronoun behind another pronoun: "How did it change his life?"."""
    first = unresolved_pronoun(query)
    if first is None or is_personal_pronoun(first):
        return query
    for other in PRONOUN.finditer(query, first.end()):
        if is_personal_pronoun(other) and (
            person := next(context.person_antecedents(other[0]), None)
        ):
            return replace_with_name(query, other, person.text)
    return query


def append_words(query: str, words: Sequence[str], context: Context) -> str:
    """Append the words that are still salient, fewer to a question with many of its own."""
    said = set(terms(query))
    carried = context.salient([word for word in words if not said.issuperset(terms(word))])
    if len(content_words(query)) >= _SAYS_MUCH:
        carried = tuple(filter(context.names, carried)) or carried[:1]
    return _append(query, carried)


def _replacement(query: str, pronoun: re.Match[str], topic: Topic) -> str:
    """The text for the topic in the pronoun's place; empty where none fits.

    A pronoun does not refer to what its own sentence names nor, after a sentence with content, to
    anything before that sentence.
    """
    if _ANTICIPATION.match(query, pronoun.start()):
        return ""
    name = plural_phrase_of(topic.source) if is_plural_pronoun(pronoun) else ""
    if topic.is_name and not name:
        return _noun(topic)
    if is_personal_pronoun(pronoun) or _IDIOM.search(query):
        return ""
    phrase = name or _noun(topic)
    if not phrase or is_plural(phrase.split(" of ")[0]) is not is_plural_pronoun(pronoun):
        return ""
    before = SENTENCE_BORDER.split(query[: pronoun.start()])[-1]
    after = SENTENCE_BORDER.split(query[pronoun.end() :])[0]
    is_clear = {*terms(before), *terms(after)}.isdisjoint(terms(phrase))
    return phrase if is_clear and not has_antecedent(query, pronoun) else ""


def _noun_phrase(topic: Topic) -> str:
    """The noun phrase of a topic in its question; empty where that is not clear."""
    return plural_phrase_of(topic.source) or phrase_of(topic.source)


def _noun(topic: Topic) -> str:
    """The topic as it was written, "the Skylark 2", "the eye clinic"; empty if it was not clear."""
    if not topic.is_name:
        return phrase_of(topic.source)
    named = rf"\b(?:the|an?|my|our|your) {re.escape(topic.text)}\b"
    said = re.search(named, topic.source[:_LONGEST], re.IGNORECASE)
    return f"the {topic.text}" if said else topic.text


def _append(query: str, words: Sequence[str], form: str = " ({})") -> str:
    """Append the words that the query does not say: "Will it kill him (cats eat plastic)?"."""
    said = set(terms(query))
    added = []
    for word in words:
        if not said.issuperset(found := terms(word)):
            said.update(found)
            added.append(word)
    body = query.rstrip("?.! ")
    end = "?" if query.endswith("?") else ""
    return f"{body}{form.format(' '.join(added))}{end}" if added else query
