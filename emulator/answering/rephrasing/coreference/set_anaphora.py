"""Questions of things that an earlier question asked for: "Which of them is the cheapest?".

They are called as that question called them: "the plans that cost less than 50 euros" after "Which
plans cost less than 50 euros?".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice, takewhile

from emulator.retrieval.query_understanding.attributes import find_attribute
from emulator.retrieval.query_understanding.comparatives import find_contrast, with_superlative
from emulator.retrieval.query_understanding.superlatives import after_superlative, has_superlative
from emulator.retrieval.text.analysis import is_stop_word
from emulator.retrieval.text.grammatical_number import is_plural, plural

# So many questions after it things are still spoken of.
_MOST_QUESTIONS = 3
_MOST_WORDS = 3
_TWO = 2

_OPENING = r"^\W*(?:(?:and|so|but|ok(?:ay)?|please)\b\W*)*"
_MEASURES = r"costs?|weighs?|have|has"
# "Of them", "of these has", but "of these plans is" names them.
_OF_THEM = re.compile(
    r"\bof (?:all |any )?(?:them|(?:these|those)"
    r"(?: (?P<noun>\w+)(?= (?:is|are|was|were|has|have|do|does|can|will|costs?|weighs?)\b))?)\b",
    re.IGNORECASE,
)
# "Which ones are dear?", "What is the cheapest one?", "Which cost less?", "How many are there?".
_UNNAMED = (
    re.compile(r"(?P<before>\bwhich|\w(?:est|ive)) ones?\b", re.IGNORECASE),
    re.compile(rf"(?P<before>{_OPENING}(?:which|how many))(?= (?:{_MEASURES})\b)", re.IGNORECASE),
    re.compile(
        rf"(?P<before>{_OPENING}how many)(?= (?:are (?:there|they)|do you (?:have|sell|offer))\b)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<before>{_OPENING}(?:(?:what|which)(?: (?:is|are|about|of))? )?the \w+(?: \w+)?)"
        r"(?=[?.! ]*$)",
        re.IGNORECASE,
    ),
)

# "And which is heavier?" asks of two that were compared.
_COMPARES = re.compile(
    rf"{_OPENING}which(?: one)? (?:is|was|has|had|costs?|weighs?|lasts?|does)\b"
    r"(?!.*\b(?:or|than)\b)",
    re.IGNORECASE,
)
# "Only the black ones" of those that were asked for.
_ONLY = re.compile(
    rf"{_OPENING}(?:show(?: me)? )?(?:(?P<only>(?:only|just) )|)(?:show(?: me)? )?"
    r"the (?P<quality>(?!ones\b)[\w-]+(?: (?!ones\b)[\w-]+)?)(?(only)(?: ones)?| ones)"
    r"(?:,? please)?[?.! ]*",
    re.IGNORECASE,
)
# "Is there a cheaper one?" than what was told of.
_ANOTHER = re.compile(
    rf"{_OPENING}(?:(?:(?:is|are) there|do you (?:have|sell|offer)|what about|how about) )?"
    r"(?:(?:any|an?) )?(?:(?:any|some)thing )?(?P<how>(?:more |less )?[\w-]+)(?: ones?)?[?.! ]*",
    re.IGNORECASE,
)
_WHICH = re.compile(rf"{_OPENING}which\b(?! one\b)", re.IGNORECASE)
_ALTERNATIVES = re.compile(r"\bor the\b", re.IGNORECASE)
_BARE = re.compile(rf"{_OPENING}(?:what about )?the\b", re.IGNORECASE)

_ASKS_FOR = re.compile(
    rf"{_OPENING}(?:which|what|how many|list|name|show(?: me)?|(?:do|have) you|(?:is|are) there)\b"
    r"(?: (?:me|all|have|got|sell|offer)\b)*(?P<things>(?:[^?.!]|\.(?=\d))*)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\W*(?:(?:of|the|your|our|any|an?)\b\W*)*", re.IGNORECASE)
# What says no more than that there are such things.
_EXISTS = re.compile(
    r"(?:do (?:you|we) \w+|(?:is|are) (?:there|available)|exist|can (?:I|we|you) \w+)?",
    re.IGNORECASE,
)
_PHRASE = re.compile(
    r"(?:that|which|who|with|without|of|in|on|at|for|from|by|under|over|above|below|between|made)\b",
    re.IGNORECASE,
)
# What is said of things in a clause, and what is asked of them behind it.
_IS = r"(?:is|are|was|were|has|have)\b"
_CLAUSE = re.compile(
    rf"(?P<relative>(?:that|which|who) )?(?P<said>(?!that |which |who )\w.*?)"
    rf" (?P<asked>{_IS}.*)",
    re.IGNORECASE,
)
_CLAUSE_BEGINS = re.compile(r"(?:that|which|who) ", re.IGNORECASE)
_BORDER = re.compile(r"[?.!]")
_PREDICATE = re.compile(r"(?:^|\s+)(?:is|are|was|were|has|have) the \w.*$", re.IGNORECASE)
_INVERTED = re.compile(r"(?:do|did|can|could|should|must) (?=(?:I|we|you) )", re.IGNORECASE)
# "What roles does a diet play?" asks for no things that there are several of to choose from.
_PREDICATED = re.compile(r"(?:do|does|did|can|could|will|would|should|must|may)\b", re.IGNORECASE)
_WHAT = re.compile(rf"{_OPENING}what\b", re.IGNORECASE)


def resolve_set(query: str, questions: Iterable[str], told: Sequence[str]) -> str | None:
    """Return the query with a name for the things of an earlier question, the latest first.

    What compares is of the two that were told last, `told`, if there are two. None if it names what
    it asks for, or no question asked for things.
    """
    asked = list(islice(questions, _MOST_QUESTIONS))
    if _COMPARES.match(query) and (most := with_superlative(query)):
        named = _with_names(query, asked, told)
        return named or _with_things(_WHICH.sub(r"\g<0> one", most), asked)
    if only := _ONLY.fullmatch(query):
        query = f"Which ones are {only['quality']}?" if not has_superlative(query) else query
    return _with_things(query, asked)


def resolve_another(query: str, told: str, questions: Iterable[str]) -> str | None:
    """Return the query for things that have more or less of something than what was told of.

    They are called by the last word of its name, as "stoves" of a "gas stove", with all that an
    earlier question said of them; where that is a name, as that question called them. None if it
    asks for no such things, or they are called nothing.
    """
    found = _ANOTHER.fullmatch(query) if told else None
    if found is None or not with_superlative(found["how"]):
        return None
    last = told.rpartition(" ")[2]
    kind = plural(last) if last.isalpha() and last.islower() else ""
    named = filter(None, map(_named, islice(questions, _MOST_QUESTIONS)))
    alike = (one for one in named if (kind in one.split() or not kind) and " than " not in one)
    things = next(alike, kind)
    return (
        f"Which {things.removeprefix('the ')} are {found['how']} than {told}?" if things else None
    )


def _with_things(query: str, questions: Iterable[str]) -> str | None:
    """The query with a name for the things, where it asks for such that it does not name."""
    place = _place(query)
    if place is None:
        return None
    start, end = place
    things = next(filter(None, map(_named, questions)), None)
    if things is None or not _are_called(query, things):
        return None
    return f"{_BARE.sub('What is the', query[:start])} of {things}{query[end:]}"


def _with_names(query: str, questions: Iterable[str], told: Sequence[str]) -> str | None:
    """The comparison with the two that were told, or that an earlier question compared: "And which
    is heavier?"."""
    found = next(filter(None, map(find_contrast, questions)), None)
    names = told if len(told) == _TWO else found and found.names
    return f"{query.rstrip('?.! ')}, {names[0]} or {names[1]}?" if names else None


def _are_called(query: str, things: str) -> bool:
    """Whether things are what the query calls them, if it does: "of these plans"."""
    found = _OF_THEM.search(query)
    noun = found["noun"] if found else None
    return noun is None or noun.lower() in things.lower().split()


def _place(query: str) -> tuple[int, int] | None:
    """Where the query would name the things, if it asks for such that it does not name."""
    if _ALTERNATIVES.search(query):  # "Which one is new, the 2 or the 3?"
        return None
    if found := _OF_THEM.search(query):
        return found.start() - 1, found.end()
    *others, alone = _UNNAMED
    if found := next(filter(None, (one.search(query) for one in others)), None):
        return found.end("before"), found.end()
    found = alone.match(query)
    if found is None or not _ends_with_superlative(found["before"]):
        return None
    return found.end(), found.end()


def _ends_with_superlative(text: str) -> bool:
    return has_superlative(text) and not after_superlative(text)


def _named(question: str) -> str | None:
    """What a question asks for: "the plans that cost less"; None if it asks for no such things."""
    superlative = after_superlative(question).rstrip("?.! ")
    found = _ASKS_FOR.match(question)
    said = superlative or (found["things"].strip() if found else question.strip())
    said = _ARTICLE.sub("", said, count=1)
    name = _name(said)
    told = _told(said[len(name) :].strip())
    is_phrase = found or (is_plural(name) and not _BORDER.search(said))
    is_choice = superlative or not (told and _WHAT.match(question))
    if name and told is not None and is_phrase and is_choice:
        return f"the {plural(name)}{told}"
    attribute = find_attribute(question)
    return f"the {plural(attribute.things)}" if attribute else None


def _name(said: str) -> str:
    """The words that name the things, up to the first in the plural."""
    words = list(takewhile(lambda one: not is_stop_word(one.lower()), said.split()))[:_MOST_WORDS]
    several = next((place for place, word in enumerate(words) if is_plural(word)), len(words) - 1)
    return " ".join(words[: several + 1])


def _told(rest: str) -> str | None:
    """What is said of the things behind their name, as a clause; None if it cannot be one."""
    rest = _PREDICATE.sub("", rest) if has_superlative(rest) else rest
    if not rest or _EXISTS.fullmatch(rest):
        return ""
    if _PHRASE.match(rest):
        return f" {_as_clause(rest)}"
    rest = _INVERTED.sub("", rest, count=1)
    return None if _PREDICATED.match(rest) else f" that {rest}"


def _as_clause(rest: str) -> str:
    """What is said and asked of things in one clause: "that are new and are red" of "the plans that
    are new are red", "in Oslo that are red" of "the plans in Oslo are red"."""
    before, that, behind = rest.partition(" that ")
    if that and not _CLAUSE_BEGINS.match(rest):
        return f"{before} {_as_clause(f'that {behind}')}"
    found = _CLAUSE.fullmatch(rest)
    if found is None:
        return rest
    joint = "and" if found["relative"] else "that"
    return f"{found['relative'] or ''}{found['said']} {joint} {found['asked']}"
